/** Which runs of lines differ between two texts, the same ones that git shows. */
import { markEdits, roughRoot } from './shortest-edit.ts';
import { slideGroups } from './slide.ts';
import type { Side } from './slide.ts';

/** Half-open ranges of line indexes: old lines [oldStart, oldEnd) became new lines [newStart, newEnd). */
export interface LineChange {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

/** Lines with their line feed kept, so that a missing final newline is a difference; the empty text has no lines. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop();
  const out = lines.map((line) => `${line}\n`);
  if (last) out.push(last);
  return out;
}

export interface LineOptions {
  /** What a line is compared by, where that is not its whole text (`-w`, `-b`). */
  key?: (line: string) => string;
}

export function lineChanges(oldLines: readonly string[], newLines: readonly string[], { key }: LineOptions = {}): LineChange[] {
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]): Int32Array => Int32Array.from(lines, (line) => {
    const text = key ? key(line) : line;
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  });
  const before: Side = { ids: numbered(oldLines), lines: oldLines, changed: new Uint8Array(oldLines.length + 2) };
  const after: Side = { ids: numbered(newLines), lines: newLines, changed: new Uint8Array(newLines.length + 2) };
  findChanges(before, after, numbers.size);
  slideGroups(before, after);
  slideGroups(after, before);
  return ranges(before, after);
}

function findChanges(before: Side, after: Side, kinds: number): void {
  let head = 0;
  const shortest = Math.min(before.ids.length, after.ids.length);
  while (head < shortest && before.ids[head] === after.ids[head]) head++;
  let tail = 0;
  while (tail < shortest - head && before.ids[before.ids.length - 1 - tail] === after.ids[after.ids.length - 1 - tail]) tail++;
  const oldCounts = counts(before.ids, kinds);
  const newCounts = counts(after.ids, kinds);
  const old = worthComparing(before, newCounts, head, tail);
  const now = worthComparing(after, oldCounts, head, tail);
  markEdits(Int32Array.from(old, (line) => before.ids[line]!), Int32Array.from(now, (line) => after.ids[line]!),
    (index) => { before.changed[old[index]! + 1] = 1; }, (index) => { after.changed[now[index]! + 1] = 1; });
}

function counts(ids: Int32Array, kinds: number): Uint32Array {
  const found = new Uint32Array(kinds);
  for (const id of ids) found[id]!++;
  return found;
}

/** Lines before and after a doubtful one that are looked at. */
const WINDOW = 100;
const MOST_COMMON = 1024;

const NOWHERE = 0;
const SOMEWHERE = 1;
const OFTEN = 2;

/** Lines that the other side does not have are changed without a search; neither do very common ones among such lines say anything. */
function worthComparing(side: Side, elsewhere: Uint32Array, head: number, tail: number): number[] {
  const often = Math.min(MOST_COMMON, roughRoot(side.ids.length));
  const last = side.ids.length - tail - 1;
  const kind = new Uint8Array(side.ids.length);
  for (let line = head; line <= last; line++) {
    const times = elsewhere[side.ids[line]!]!;
    kind[line] = times === 0 ? NOWHERE : times >= often ? OFTEN : SOMEWHERE;
  }
  const kept: number[] = [];
  for (let line = head; line <= last; line++) {
    if (kind[line] === SOMEWHERE || (kind[line] === OFTEN && !amongStrangers(kind, line, head, last))) kept.push(line);
    else side.changed[line + 1] = 1;
  }
  return kept;
}

function amongStrangers(kind: Uint8Array, line: number, first: number, last: number): boolean {
  const look = (step: 1 | -1, end: number): { strangers: number; common: number } => {
    const seen = { strangers: 0, common: 1 };
    for (let at = line + step; step < 0 ? at >= end : at <= end; at += step) {
      if (kind[at] === NOWHERE) seen.strangers++;
      else if (kind[at] === OFTEN) seen.common++;
      else break;
    }
    return seen;
  };
  const above = look(-1, Math.max(first, line - WINDOW));
  if (above.strangers === 0) return false;
  const below = look(1, Math.min(last, line + WINDOW));
  if (below.strangers === 0) return false;
  const strangers = above.strangers + below.strangers;
  const common = above.common + below.common;
  return common * 4 < common + strangers;
}

function ranges(before: Side, after: Side): LineChange[] {
  const changes: LineChange[] = [];
  let old = 0;
  let now = 0;
  while (old < before.ids.length || now < after.ids.length) {
    const change = { oldStart: old, oldEnd: old, newStart: now, newEnd: now };
    while (before.changed[old + 1]) old++;
    while (after.changed[now + 1]) now++;
    if (old > change.oldStart || now > change.newStart) changes.push({ ...change, oldEnd: old, newEnd: now });
    else {
      old++;
      now++;
    }
  }
  return changes;
}
