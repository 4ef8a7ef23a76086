/**
 * Patches and files are handled as strings with one character per byte (`latin1`), so that any encoding passes through unharmed; lines keep
 * their line feed, so that a missing last one is a difference.
 */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
    lines.push(text.slice(start, at + 1));
    start = at + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** Without its line ending. */
export function bare(line: string): string {
  let end = line.length;
  if (end > 0 && line.charCodeAt(end - 1) === 10) end--;
  if (end > 0 && line.charCodeAt(end - 1) === 13) end--;
  return end === line.length ? line : line.slice(0, end);
}

/** Without its line ending and the blanks before it. */
export function trimmedEnd(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r\n'.includes(line[end - 1]!)) end--;
  return end === line.length ? line : line.slice(0, end);
}
