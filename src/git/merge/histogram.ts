/** The histogram difference of two sequences, which Git's merges compare files by: regions are split at their longest run of the rarest common lines. */
import { diffArrays } from 'diff';

/** Lines as numbers, equal ones the same. */
export type LineIds = readonly number[];

/** One flag a line: 1 where the line has no counterpart. */
export interface Marks {
  before: Uint8Array;
  after: Uint8Array;
}

/** Above so many occurrences a line tells nothing about where it belongs. */
const MOST_OCCURRENCES = 64;

interface Region {
  before: number;
  beforeEnd: number;
  after: number;
  afterEnd: number;
}

export function histogramMarks(before: LineIds, after: LineIds): Marks {
  const marks: Marks = { before: new Uint8Array(before.length), after: new Uint8Array(after.length) };
  // A list of its own instead of recursion: a long file can be split at every line.
  const regions: Region[] = [{ before: 0, beforeEnd: before.length, after: 0, afterEnd: after.length }];
  while (regions.length > 0) {
    const region = regions.pop()!;
    if (region.before === region.beforeEnd || region.after === region.afterEnd) {
      markAll(marks, region);
      continue;
    }
    const found = rarestRun(before, after, region);
    if (found === 'too common') markByLength(before, after, region, marks);
    else if (!found) markAll(marks, region);
    else {
      regions.push({ before: found.beforeEnd, beforeEnd: region.beforeEnd, after: found.afterEnd, afterEnd: region.afterEnd });
      regions.push({ before: region.before, beforeEnd: found.before, after: region.after, afterEnd: found.after });
    }
  }
  return marks;
}

function markAll(marks: Marks, region: Region): void {
  marks.before.fill(1, region.before, region.beforeEnd);
  marks.after.fill(1, region.after, region.afterEnd);
}

/** Every common line is too common: the shortest list of changes instead. */
function markByLength(before: LineIds, after: LineIds, region: Region, marks: Marks): void {
  let at = region.before;
  let to = region.after;
  for (const part of diffArrays(before.slice(region.before, region.beforeEnd), after.slice(region.after, region.afterEnd))) {
    const size = part.value.length;
    if (part.removed) marks.before.fill(1, at, at + size);
    if (part.added) marks.after.fill(1, to, to + size);
    if (!part.added) at += size;
    if (!part.removed) to += size;
  }
}

/** The run of common lines to split at: the one whose rarest line is rarest, the longer one among equals, the first among those. */
function rarestRun(before: LineIds, after: LineIds, region: Region): Region | 'too common' | undefined {
  const places = new Map<number, number[]>();
  for (let at = region.before; at < region.beforeEnd; at++) {
    const found = places.get(before[at]!);
    if (found) found.push(at);
    else places.set(before[at]!, [at]);
  }
  const occurrences = (at: number): number => places.get(before[at]!)!.length;
  let best: Region | undefined;
  let bestCount = MOST_OCCURRENCES + 1;
  let anyCommon = false;
  for (let to = region.after; to < region.afterEnd;) {
    let next = to + 1;
    const candidates = places.get(after[to]!);
    if (candidates) {
      anyCommon = true;
      if (candidates.length <= bestCount) {
        let covered = -1;
        for (const candidate of candidates) {
          if (candidate <= covered) continue;
          const run: Region = { before: candidate, beforeEnd: candidate + 1, after: to, afterEnd: to + 1 };
          let count = candidates.length;
          while (run.before > region.before && run.after > region.after && before[run.before - 1] === after[run.after - 1]) {
            run.before--;
            run.after--;
            if (count > 1) count = Math.min(count, occurrences(run.before));
          }
          while (run.beforeEnd < region.beforeEnd && run.afterEnd < region.afterEnd && before[run.beforeEnd] === after[run.afterEnd]) {
            if (count > 1) count = Math.min(count, occurrences(run.beforeEnd));
            run.beforeEnd++;
            run.afterEnd++;
          }
          covered = run.beforeEnd - 1;
          next = Math.max(next, run.afterEnd);
          if (!best || best.beforeEnd - best.before < run.beforeEnd - run.before || count < bestCount) {
            best = run;
            bestCount = count;
          }
        }
      }
    }
    to = next;
  }
  if (anyCommon && bestCount > MOST_OCCURRENCES) return 'too common';
  return best;
}
