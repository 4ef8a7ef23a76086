/** Changed runs of lines, moved to where Git shows them. */
import { histogramMarks } from './histogram.ts';
import type { LineIds } from './histogram.ts';

/** Old lines [before, before + removed) became new lines [after, after + added). */
export interface LineRun {
  before: number;
  removed: number;
  after: number;
  added: number;
}

export function lineRuns(before: LineIds, after: LineIds): LineRun[] {
  const marks = histogramMarks(before, after);
  compact(before, marks.before, marks.after);
  compact(after, marks.after, marks.before);
  const runs: LineRun[] = [];
  let at = 0;
  let to = 0;
  while (at < before.length || to < after.length) {
    const run = { before: at, removed: 0, after: to, added: 0 };
    for (; marks.before[at]; at++) run.removed++;
    for (; marks.after[to]; to++) run.added++;
    if (run.removed > 0 || run.added > 0) runs.push(run);
    else {
      at++;
      to++;
    }
  }
  return runs;
}

/** A run of changed lines, possibly an empty one between two unchanged lines. */
class Group {
  start = 0;
  end = 0;
  readonly #marks: Uint8Array;

  constructor(marks: Uint8Array) {
    this.#marks = marks;
    this.#growDown();
  }

  get size(): number {
    return this.end - this.start;
  }

  next(): boolean {
    if (this.end === this.#marks.length) return false;
    this.start = this.end + 1;
    this.end = this.start;
    this.#growDown();
    return true;
  }

  previous(): void {
    this.end = this.start - 1;
    this.start = this.end;
    this.#growUp();
  }

  /** One line down, when the line that leaves and the line that joins are equal; a group it touches becomes part of it. */
  slideDown(lines: LineIds): boolean {
    if (this.end >= lines.length || lines[this.start] !== lines[this.end]) return false;
    this.#marks[this.start++] = 0;
    this.#marks[this.end++] = 1;
    this.#growDown();
    return true;
  }

  slideUp(lines: LineIds): boolean {
    if (this.start === 0 || lines[this.start - 1] !== lines[this.end - 1]) return false;
    this.#marks[--this.start] = 1;
    this.#marks[--this.end] = 0;
    this.#growUp();
    return true;
  }

  #growDown(): void {
    while (this.#marks[this.end]) this.end++;
  }

  #growUp(): void {
    while (this.start > 0 && this.#marks[this.start - 1]) this.start--;
  }
}

/** Groups move down as far as they can, or to where the other side has changed lines too, so that removed and added lines meet. */
function compact(lines: LineIds, marks: Uint8Array, otherMarks: Uint8Array): void {
  const group = new Group(marks);
  const other = new Group(otherMarks);
  do {
    if (group.size > 0) slide(lines, group, other);
  } while (group.next() && other.next());
}

function slide(lines: LineIds, group: Group, other: Group): void {
  let size: number;
  let earliest: number;
  let meeting: number;
  do {
    size = group.size;
    meeting = -1;
    while (group.slideUp(lines)) other.previous();
    earliest = group.end;
    if (other.size > 0) meeting = group.end;
    while (group.slideDown(lines)) {
      other.next();
      if (other.size > 0) meeting = group.end;
    }
  } while (size !== group.size);
  if (group.end === earliest || meeting === -1) return;
  while (other.size === 0) {
    group.slideUp(lines);
    other.previous();
  }
}
