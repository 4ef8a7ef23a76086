/** Hunks of a unified patch, one by one: to stage some of a file's changes and leave the others. */
import { splitLines } from './diff/line-changes.ts';

export interface Hunk {
  /** The `@@` line without its line feed. */
  heading: string;
  /** Counted from 1, as the heading has it; with no old lines it is the line before. */
  oldStart: number;
  newStart: number;
  /** What the hunk expects, and what it makes of it; the last line of a file may lack its line feed. */
  before: string[];
  after: string[];
  /** Its lines with their signs, as they stand in the patch. */
  lines: string[];
}

/** The hunks of one file's patch; what comes before the first `@@` is left out. @throws SyntaxError for lines that are none of a hunk's. */
export function parseHunks(patch: string): Hunk[] {
  const hunks: Hunk[] = [];
  let hunk: Hunk | undefined;
  let left = { old: 0, now: 0 };
  for (const line of splitLines(patch)) {
    const heading = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (heading && left.old === 0 && left.now === 0) {
      hunk = { heading: line.trimEnd(), oldStart: Number(heading[1]), newStart: Number(heading[3]), before: [], after: [], lines: [] };
      left = { old: Number(heading[2] ?? 1), now: Number(heading[4] ?? 1) };
      hunks.push(hunk);
      continue;
    }
    if (!hunk) continue;
    const text = line.slice(1);
    if (line.startsWith('\\')) {
      const last = hunk.lines.at(-1)?.[0];
      if (last !== '+') hunk.before.push(hunk.before.pop()!.replace(/\n$/, ''));
      if (last !== '-') hunk.after.push(hunk.after.pop()!.replace(/\n$/, ''));
      hunk.lines.push(line);
      continue;
    }
    if (left.old === 0 && left.now === 0) continue;
    const sign = line[0]!;
    if (sign !== ' ' && sign !== '+' && sign !== '-' && line !== '\n') throw new SyntaxError(`corrupt patch: ${line.trimEnd()}`);
    if (sign !== '+') {
      hunk.before.push(line === '\n' ? '\n' : text);
      left.old--;
    }
    if (sign !== '-') {
      hunk.after.push(line === '\n' ? '\n' : text);
      left.now--;
    }
    hunk.lines.push(line);
  }
  if (left.old > 0 || left.now > 0) throw new SyntaxError('corrupt patch: a hunk ends early');
  return hunks;
}

/** The same hunk undone. */
export function reversed(hunk: Hunk): Hunk {
  return { ...hunk, oldStart: hunk.newStart, newStart: hunk.oldStart, before: hunk.after, after: hunk.before };
}

/**
 * The text with these hunks done, in their order. A hunk is looked for where its heading says, as far as hunks before moved it, and then farther and
 * farther away. @returns the line of the first hunk that fits nowhere instead.
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): { text: string } | { failedAt: number } {
  const lines = splitLines(text);
  let shift = 0;
  let from = 0;
  for (const hunk of hunks) {
    const wanted = (hunk.before.length === 0 ? hunk.oldStart : hunk.oldStart - 1) + shift;
    const at = place(lines, hunk.before, wanted, from);
    if (at === undefined) return { failedAt: hunk.oldStart };
    lines.splice(at, hunk.before.length, ...hunk.after);
    shift += at - wanted + hunk.after.length - hunk.before.length;
    from = at + hunk.after.length;
  }
  return { text: lines.join('') };
}

function place(lines: readonly string[], before: readonly string[], wanted: number, from: number): number | undefined {
  const fits = (at: number): boolean => at >= from && at + before.length <= lines.length && before.every((line, index) => lines[at + index] === line);
  for (let away = 0; away <= lines.length; away++) {
    if (fits(wanted - away)) return wanted - away;
    if (fits(wanted + away)) return wanted + away;
  }
  return undefined;
}
