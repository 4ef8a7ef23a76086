/** Where a block of changed lines is shown when it can stand in several places with the same meaning: as git places it (`diff.indentHeuristic`). */

/** How far a block is moved at most for its looks. */
const MAX_SLIDE = 100;
const MAX_INDENT = 200;
const MAX_BLANKS = 20;

/** Lines as numbers (equal ones alike) with their text, and which of them changed; one more flag on either side than there are lines, always off. */
export interface Side {
  ids: Int32Array;
  lines: readonly string[];
  /** `changed[i + 1]` tells about line i. */
  changed: Uint8Array;
}

/** A run of changed lines, possibly empty, between two unchanged ones. */
class Group {
  start = 0;
  end = 0;
  readonly #side: Side;

  constructor(side: Side) {
    this.#side = side;
    while (this.#changed(this.end)) this.end++;
  }

  next(): boolean {
    if (this.end === this.#side.ids.length) return false;
    this.start = this.end + 1;
    for (this.end = this.start; this.#changed(this.end);) this.end++;
    return true;
  }

  previous(): void {
    this.end = this.start - 1;
    for (this.start = this.end; this.#changed(this.start - 1);) this.start--;
  }

  /** One line up, joining the group above when it gets there. */
  up(): boolean {
    const { ids } = this.#side;
    if (this.start === 0 || ids[this.start - 1] !== ids[this.end - 1]) return false;
    this.#mark(--this.start, 1);
    this.#mark(--this.end, 0);
    while (this.#changed(this.start - 1)) this.start--;
    return true;
  }

  down(): boolean {
    const { ids } = this.#side;
    if (this.end >= ids.length || ids[this.start] !== ids[this.end]) return false;
    this.#mark(this.start++, 0);
    this.#mark(this.end++, 1);
    while (this.#changed(this.end)) this.end++;
    return true;
  }

  #changed(line: number): boolean {
    return this.#side.changed[line + 1] === 1;
  }

  #mark(line: number, value: 0 | 1): void {
    this.#side.changed[line + 1] = value;
  }
}

/** Moves each changed run of `side`; `other` is the other text, beside whose changes a run is put where it can be. */
export function slideGroups(side: Side, other: Side): void {
  const group = new Group(side);
  const beside = new Group(other);
  for (;;) {
    if (group.end > group.start) place(side, group, beside);
    if (!group.next()) return;
    beside.next();
  }
}

function place(side: Side, group: Group, beside: Group): void {
  let size: number;
  let highest: number;
  let matching: boolean;
  // Moving may join groups, and then the larger one may move farther.
  do {
    size = group.end - group.start;
    matching = false;
    while (group.up()) beside.previous();
    highest = group.end;
    if (beside.end > beside.start) matching = true;
    while (group.down()) {
      beside.next();
      if (beside.end > beside.start) matching = true;
    }
  } while (size !== group.end - group.start);

  if (group.end === highest) return;
  if (matching) {
    while (beside.end === beside.start) {
      group.up();
      beside.previous();
    }
    return;
  }
  let best = -1;
  let bestScore: Score | undefined;
  for (let end = Math.max(highest, group.end - size - 1, group.end - MAX_SLIDE); end <= group.end; end++) {
    const score: Score = { indent: 0, penalty: 0 };
    addSplit(score, side.lines, end);
    addSplit(score, side.lines, end - size);
    if (!bestScore || compare(score, bestScore) <= 0) {
      best = end;
      bestScore = score;
    }
  }
  while (group.end > best) {
    group.up();
    beside.previous();
  }
}

interface Score { indent: number; penalty: number }

const compare = (a: Score, b: Score): number => 60 * Math.sign(a.indent - b.indent) + (a.penalty - b.penalty);

/** How bad it is to cut above line `at`. The weights are those that git measured on many projects. */
function addSplit(score: Score, lines: readonly string[], at: number): void {
  const atEnd = at >= lines.length;
  const own = atEnd ? -1 : indentOf(lines[at]!);
  const before = neighbour(lines, at - 1, -1);
  const after = neighbour(lines, at + 1, 1);
  if (before.indent === -1 && before.blanks === 0) score.penalty += 1;
  if (atEnd) score.penalty += 21;
  const blanksBelow = own === -1 ? 1 + after.blanks : 0;
  const blanks = before.blanks + blanksBelow;
  score.penalty += -30 * blanks + 6 * blanksBelow;
  const indent = own !== -1 ? own : after.indent;
  score.indent += indent;
  if (indent === -1 || before.indent === -1 || indent === before.indent) return;
  const any = blanks !== 0;
  if (indent > before.indent) score.penalty += any ? 10 : -4;
  else if (after.indent !== -1 && after.indent > indent) score.penalty += any ? 17 : 24;
  else score.penalty += any ? 17 : 23;
}

/** The next line with text in a direction, and how many blank ones are before it. */
function neighbour(lines: readonly string[], from: number, step: 1 | -1): { indent: number; blanks: number } {
  let blanks = 0;
  for (let at = from; at >= 0 && at < lines.length; at += step) {
    const indent = indentOf(lines[at]!);
    if (indent !== -1) return { indent, blanks };
    if (++blanks === MAX_BLANKS) return { indent: 0, blanks };
  }
  return { indent: -1, blanks };
}

/** Columns before the first character; -1 for a blank line. */
function indentOf(line: string): number {
  let width = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 32) width++;
    else if (code === 9) width += 8 - (width % 8);
    else if (code !== 10 && code !== 13 && code !== 11 && code !== 12) return width;
    if (width >= MAX_INDENT) return MAX_INDENT;
  }
  return -1;
}
