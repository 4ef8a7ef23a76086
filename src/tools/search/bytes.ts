const encoder = new TextEncoder();

/** Bytes of text that the names of the third document's system give at most. */
export const LIST_BYTES = 50 * 1024;

/** How many of the lines fit into so many bytes, each with its line break; at least the first one. */
export function linesWithin(lines: readonly string[], max: number): number {
  let bytes = 0;
  const over = lines.findIndex((line) => (bytes += encoder.encode(line).length + 1) > max);
  return over < 0 ? lines.length : Math.max(1, over);
}
