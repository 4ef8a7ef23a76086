/** Whether one file may be another one under a new name, also when it was edited since: by the lines that they share, as git tells a rename. */

/** A line that is longer is several; files without lines are compared in pieces of that size. */
const LONGEST = 64;
/** Shorter lines are everywhere. */
const SHORTEST = 4;
/** Contents in which each line comes so often, a file of zeros, say, are like all others of that kind and are no sign of anything. */
const TIMES_EACH = 16;

/** Hashes of the lines of a file; none where they say nothing about it. */
export function linesOf(data: Uint8Array): ReadonlySet<number> {
  const lines = new Set<number>();
  let count = 0;
  let hash = FNV;
  let from = 0;
  for (let at = 0; at < data.length; at++) {
    hash = Math.imul(hash ^ data[at]!, 0x01000193);
    if (data[at] !== 10 && at - from < LONGEST - 1 && at < data.length - 1) continue;
    if (at - from >= SHORTEST) {
      lines.add(hash);
      count++;
    }
    from = at + 1;
    hash = FNV;
  }
  return lines.size * TIMES_EACH < count ? new Set() : lines;
}

/** Whether a quarter of these lines is among the others. */
export function sharesLines(lines: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  let shared = 0;
  for (const line of lines) if (others.has(line)) shared++;
  return shared > 0 && shared * 4 >= lines.size;
}

const FNV = 0x811c9dc5 | 0;
