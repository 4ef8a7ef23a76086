/** One hunk: by its counts where they are right, else by what its lines look like. Models often count wrong. */
import { AppError } from '../../shared/errors.ts';
import { bare } from './lines.ts';
import type { Hunk } from './types.ts';

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function isHunkHeader(line: string | undefined): boolean {
  return line !== undefined && line.startsWith('@@') && (HEADER.test(line) || /^@@(?:\s*$|\s.*@@)/.test(line));
}

export function corrupt(line: number, why: string): AppError {
  return new AppError('patch_failed', `patch validation failed: error: corrupt patch at line ${line}: ${why}`);
}

/** @returns the hunk and the index of the line after it. `strip`: carriage returns at line ends belong to the patch, not to the file. */
export function parseHunk(lines: readonly string[], at: number, strip: boolean): { hunk: Hunk; next: number } {
  const header = bare(lines[at]!);
  const stated = HEADER.exec(header);
  const end = stated ? countedEnd(lines, at + 1, Number(stated[2] ?? 1), Number(stated[4] ?? 1)) : undefined;
  const next = end ?? readableEnd(lines, at + 1);
  const hunk: Hunk = {
    patchLine: at + 1, header,
    oldStart: stated ? Number(stated[1]) : undefined, newStart: stated ? Number(stated[3]) : undefined, marks: '', texts: [],
  };
  const marks: string[] = [];
  for (let index = at + 1; index < next; index++) {
    const line = lines[index]!;
    if (line.startsWith('\\')) {
      const last = hunk.texts.length - 1;
      if (last >= 0) hunk.texts[last] = withoutLineFeed(hunk.texts[last]!);
      continue;
    }
    const empty = bare(line) === '';
    marks.push(empty ? ' ' : line[0]!);
    const text = empty ? line : line.slice(1);
    hunk.texts.push(strip ? `${bare(text)}\n` : text.endsWith('\n') ? text : `${text}\n`);
  }
  if (marks.length === 0) throw corrupt(at + 1, `the hunk ${header} has no lines`);
  hunk.marks = marks.join('');
  return { hunk, next };
}

function withoutLineFeed(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** The index after the counted lines; undefined when the counts do not fit what is there. */
function countedEnd(lines: readonly string[], at: number, oldCount: number, newCount: number): number | undefined {
  let index = at;
  let old = oldCount;
  let now = newCount;
  while (old > 0 || now > 0 || lines[index]?.startsWith('\\')) {
    const line = lines[index];
    if (line === undefined) return undefined;
    const mark = bare(line) === '' ? ' ' : line[0];
    if (mark === ' ') {
      old--;
      now--;
    } else if (mark === '-') old--;
    else if (mark === '+') now--;
    else if (mark !== '\\') return undefined;
    if (old < 0 || now < 0) return undefined;
    index++;
  }
  return index > at && endsHunk(lines, index) ? index : undefined;
}

/** Whether nothing more of a hunk can begin here. After empty lines only a list of somebody's remarks (`- like this`) is none: an empty line may be context that has lost its space. */
function endsHunk(lines: readonly string[], from: number): boolean {
  let at = from;
  while (at < lines.length && lines[at]!.trim() === '' && (at > from || bare(lines[at]!) === '')) at++;
  const line = lines[at];
  if (line === undefined || !' +-'.includes(line[0]!) || isSignature(lines, at) || startsFile(lines, at)) return true;
  if (at === from) return false;
  // With lines of context alone nothing of the change is lost where the counts end: they are as likely somebody's indented remarks.
  if (line.startsWith(' ')) return !changesFollow(lines, at);
  return /^[+-] \S/.test(line) || (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true);
}

/** Whether lines of context lead on to a change of the same file. */
function changesFollow(lines: readonly string[], from: number): boolean {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!;
    if (startsFile(lines, at) || isSignature(lines, at)) return false;
    if (isHunkHeader(line) || '+-'.includes(line[0]!)) return true;
    if (bare(line) !== '' && line[0] !== ' ') return false;
  }
  return false;
}

/** Where a hunk ends whose counts are wrong. */
function readableEnd(lines: readonly string[], at: number): number {
  let index = at;
  for (; index < lines.length; index++) {
    const line = lines[index]!;
    if (isHunkHeader(line) || startsFile(lines, index) || isSignature(lines, index)) break;
    if (bare(line) === '' || ' +-\\'.includes(line[0]!)) continue;
    if (/^(?:diff |Index:|index |From |Only in |```|~~~|\*\*\*)/.test(line)) break;
    throw corrupt(index + 1, `a line of a hunk begins with a space, "+" or "-", not as ${JSON.stringify(bare(line).slice(0, 60))}`);
  }
  // Empty lines at the end separate; a context line that is empty has its space, or lines after it.
  while (index > at && bare(lines[index - 1]!) === '') index--;
  return index;
}

/** `--- old` and `+++ new`: a deleted and an added line look alike, so a hunk has to follow. */
export function startsFile(lines: readonly string[], at: number): boolean {
  const line = lines[at]!;
  if (line.startsWith('diff --git ')) return true;
  return line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true && isHunkHeader(lines[at + 2]);
}

/** The end of a mailed patch: `-- ` and git's version. */
function isSignature(lines: readonly string[], at: number): boolean {
  return /^-- ?\r?\n?$/.test(lines[at]!) && /^\d+\.[\w.-]+\s*$/.test(lines[at + 1] ?? '');
}
