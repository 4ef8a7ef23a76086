/** All hunks of one file. */
import { Image } from './image.ts';
import { bare, linesOf } from './lines.ts';
import { contextOf, oldLines, placeHunk } from './place-hunk.ts';
import type { Placement } from './place-hunk.ts';
import type { Hunk } from './types.ts';

/** A hunk that was not found exactly where it says. */
export interface PlacedHunk {
  hunk: number;
  line: number;
  offset: number;
  fuzz: number;
  ignored?: 'line_endings' | 'trailing_space' | 'file_edges';
}

export interface FailedHunk {
  hunk: number;
  /** As stated. */
  line: number;
  reason: string;
}

export interface Outcome {
  text: string;
  placed: PlacedHunk[];
  failed: FailedHunk[];
  added: number;
  removed: number;
}

/** After so many failures the rest is not looked at: each of them searches the whole file. */
const MAX_FAILED = 5;

/** `text` has one character per byte; `counted`: see placeHunk. */
export function applyHunks(text: string, hunks: readonly Hunk[], counted = false): Outcome {
  const old = linesOf(text);
  const image = new Image(old);
  const outcome: Outcome = { text, placed: [], failed: [], added: 0, removed: 0 };
  let drift = 0;
  let eol: string | undefined;
  for (const [index, hunk] of hunks.entries()) {
    const placement = placeHunk(image, hunk, drift, counted);
    if (!placement) {
      outcome.failed.push({ hunk: index + 1, line: hunk.oldStart ?? 0, reason: reasonOf(image, hunk, drift) });
      if (outcome.failed.length === MAX_FAILED) break;
      continue;
    }
    const adapts = placement.ignored === 'line_endings' || placement.ignored === 'trailing_space';
    if (adapts) eol ??= prevailing(old);
    const { lines, count } = replacement(image, hunk, placement, adapts ? eol : undefined);
    image.replace(placement.at, count, lines);
    const put = placement.at - placement.dropHead;
    const stated = /[ +]/.test(hunk.marks) ? hunk.newStart! - 1 : hunk.newStart!;
    const offset = hunk.newStart === undefined ? 0 : put - Math.max(stated, 0);
    const fuzz = Math.max(placement.dropHead, placement.dropTail);
    if (offset !== 0 || fuzz !== 0 || placement.ignored) {
      outcome.placed.push({ hunk: index + 1, line: put + 1, offset, fuzz, ...(placement.ignored ? { ignored: placement.ignored } : {}) });
    }
    const added = hunk.marks.split('+').length - 1;
    const removed = hunk.marks.split('-').length - 1;
    outcome.added += added;
    outcome.removed += removed;
    drift += added - removed;
  }
  if (outcome.failed.length === 0) outcome.text = image.text();
  return outcome;
}

/** The new lines for those that the hunk covers. Context stays as the file has it, which may differ from the patch. */
function replacement(image: Image, hunk: Hunk, placement: Placement, eol: string | undefined): { lines: string[]; count: number } {
  const lines: string[] = [];
  const last = hunk.texts.length - placement.dropTail;
  let at = placement.at;
  for (let index = placement.dropHead; index < last; index++) {
    const mark = hunk.marks[index];
    if (mark === '+') lines.push(eol === undefined ? hunk.texts[index]! : withEnding(hunk.texts[index]!, eol));
    else if (mark === ' ') lines.push(image.line(at++));
    else at++;
  }
  const count = at - placement.at;
  // A line that ended the file may have others after it now.
  const atEnd = at === image.length;
  for (const [index, line] of lines.entries()) {
    if (!line.endsWith('\n') && !(atEnd && index === lines.length - 1)) lines[index] = line + (eol ?? '\n');
  }
  return { lines, count };
}

function withEnding(line: string, eol: string): string {
  return line.endsWith('\n') ? bare(line) + eol : line;
}

function prevailing(lines: readonly string[]): string {
  const crlf = lines.filter((line) => line.endsWith('\r\n')).length;
  return crlf > lines.length - crlf ? '\r\n' : '\n';
}

/** What a model needs to see to do better. */
function reasonOf(image: Image, hunk: Hunk, drift: number): string {
  const wanted = oldLines(hunk);
  const news = hunk.texts.filter((_, index) => hunk.marks[index] !== '-');
  if (news.length > 0 && news.length !== contextOf(hunk).leading && holds(image, news)) return 'its new lines are in the file already';
  const start = Math.max((hunk.oldStart ?? 1) - 1 + drift, 0);
  for (let index = 0; index < wanted.length; index++) {
    const have = start + index < image.length ? image.line(start + index) : undefined;
    if (have !== undefined && bare(have) === bare(wanted[index]!)) continue;
    const said = shown(wanted[index]!);
    return have === undefined ? `the file ends before line ${start + index + 1}, where the patch expects ${said}` : `line ${start + index + 1} is ${shown(have)}, the patch expects ${said}`;
  }
  return 'it fits in more than one place';
}

function holds(image: Image, lines: readonly string[]): boolean {
  for (let at = 0; at + lines.length <= image.length; at++) {
    if (lines.every((line, index) => bare(image.line(at + index)) === bare(line))) return true;
  }
  return false;
}

function shown(line: string): string {
  return JSON.stringify(Buffer.from(bare(line), 'latin1').toString('utf8').slice(0, 120));
}
