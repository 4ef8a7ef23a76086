/**
 * Where a hunk belongs. First by git's own rule: all lines equal, nearest to the stated line, at the file's beginning or end where the context
 * says so. Then, step by step, with the slips that models make; each of these needs to be at the stated line or to fit in one place only.
 */
import { bare, trimmedEnd } from './lines.ts';
import type { Image } from './image.ts';
import type { Hunk } from './types.ts';

export interface Placement {
  /** Index of the first line of the file that the hunk covers, after `dropped` lines of its context were left out. */
  at: number;
  dropHead: number;
  dropTail: number;
  ignored: 'line_endings' | 'trailing_space' | 'file_edges' | undefined;
}

/** How much outer context may be left out: GNU patch's limit. */
const MAX_FUZZ = 2;

type Same = (left: string, right: string) => boolean;

const exact: Same = (left, right) => left === right;
const sameButEnding: Same = (left, right) => left === right || bare(left) === bare(right);
const sameButSpace: Same = (left, right) => left === right || trimmedEnd(left) === trimmedEnd(right);

/** The hunk's view of the old file. */
export function oldLines(hunk: Hunk): string[] {
  return hunk.texts.filter((_, index) => hunk.marks[index] !== '+');
}

export function contextOf(hunk: Hunk): { leading: number; trailing: number } {
  const leading = /^ */.exec(hunk.marks)![0].length;
  return { leading, trailing: leading === hunk.marks.length ? 0 : / *$/.exec(hunk.marks)![0].length };
}

/**
 * @param drift lines that earlier hunks have added to the file, less those they have taken
 * @param counted the line numbers are a program's: lines for the beginning of a file that is not empty go there
 */
export function placeHunk(image: Image, hunk: Hunk, drift: number, counted: boolean): Placement | undefined {
  const wanted = oldLines(hunk);
  const { leading, trailing } = contextOf(hunk);
  const found = (at: number, ignored?: Placement['ignored'], drop = [0, 0]): Placement => ({ at, ignored, dropHead: drop[0]!, dropTail: drop[1]! });
  const stated = hunk.newStart === undefined || hunk.oldStart === undefined ? [] : [Math.max(hunk.newStart - 1, 0), Math.max(hunk.oldStart - 1 + drift, 0)];

  // What was not there in front of the hunk or after it has to be the file's beginning or end; a hunk without any context says nothing about them.
  const plain = leading === 0 && trailing === 0 && ((hunk.oldStart ?? 0) > 0 || (counted && hunk.newStart === 1));
  const byGit = stated.length === 0 ? undefined : byGitsRule(image, wanted, stated[0]!, hunk.oldStart! <= 1, trailing === 0);
  if (plain) {
    const here = (wanted.length === 0 ? [hunk.newStart! - 1] : stated).find((start) => fits(image, wanted, start, exact));
    if (here !== undefined) return found(here, here === byGit ? undefined : 'file_edges');
  }
  if (byGit !== undefined && !(plain && wanted.length === 0)) return found(byGit);
  if (wanted.length === 0) return undefined;
  for (const [same, ignored] of [[exact, 'file_edges'], [sameButEnding, 'line_endings'], [sameButSpace, 'trailing_space']] as const) {
    const here = statedOrOnly(image, wanted, stated, same);
    if (here !== undefined) return found(here, hunk.oldStart === undefined && same === exact ? undefined : ignored);
  }
  for (let fuzz = 1; fuzz <= MAX_FUZZ; fuzz++) {
    const drop = [Math.min(fuzz, leading), Math.min(fuzz, trailing)] as const;
    if (Math.max(...drop) < fuzz) break;
    const inner = wanted.slice(drop[0], wanted.length - drop[1]);
    if (!inner.some((line) => line.trim() !== '')) break;
    for (const [same, ignored] of [[exact, undefined], [sameButSpace, 'trailing_space']] as const) {
      const here = statedOrOnly(image, inner, stated.map((at) => at + drop[0]), same);
      if (here !== undefined) return found(here, ignored, [...drop]);
    }
  }
  return undefined;
}

function fits(image: Image, wanted: readonly string[], at: number, same: Same): boolean {
  if (at < 0 || at + wanted.length > image.length) return false;
  for (let index = 0; index < wanted.length; index++) {
    if (image.isWritten(at + index) || !same(image.line(at + index), wanted[index]!)) return false;
  }
  return true;
}

/** `git apply` without options: the nearest place, forwards first. */
function byGitsRule(image: Image, wanted: readonly string[], stated: number, atBeginning: boolean, atEnd: boolean): number | undefined {
  const last = image.length - wanted.length;
  if (atBeginning || atEnd) {
    const only = atBeginning ? 0 : last;
    return (atEnd && only !== last) || !fits(image, wanted, only, exact) ? undefined : only;
  }
  const start = Math.min(stated, image.length);
  for (let away = 0; start - away >= 0 || start + away <= last; away++) {
    if (fits(image, wanted, start + away, exact)) return start + away;
    if (away > 0 && fits(image, wanted, start - away, exact)) return start - away;
  }
  return undefined;
}

function statedOrOnly(image: Image, wanted: readonly string[], stated: readonly number[], same: Same): number | undefined {
  const here = stated.find((at) => fits(image, wanted, at, same));
  if (here !== undefined) return here;
  let only: number | undefined;
  for (let at = 0; at + wanted.length <= image.length; at++) {
    if (!fits(image, wanted, at, same)) continue;
    if (only !== undefined) return undefined;
    only = at;
  }
  return only;
}
