/** The drawing to the left of `git log --graph`: the same columns, turns and crossings as git's. */

type State = 'padding' | 'skip' | 'pre-commit' | 'commit' | 'post-merge' | 'collapsing';

/** Draws for one commit after the other; each line is asked for, because texts go beside it. */
export class Graph {
  #commit = '';
  #parents: readonly string[] = [];
  #width = 0;
  #expansionRow = 0;
  #state: State = 'padding';
  #previousState: State = 'padding';
  #commitIndex = 0;
  #previousCommitIndex = 0;
  /** Whether a merge's first parent stays in its column (1) or is to the left of it (0). */
  #mergeLayout = 0;
  #edgesAdded = 0;
  #previousEdgesAdded = 0;
  /** Which commit each column leads to, before this commit and after it. */
  #columns: string[] = [];
  #newColumns: string[] = [];
  /** For each place on the screen the column that the line there has to get to. */
  #mapping: number[] = [];
  #oldMapping: number[] = [];

  get finished(): boolean {
    return this.#state === 'padding';
  }

  /** Columns that each line of this commit takes. */
  get width(): number {
    return this.#width;
  }

  /** Begins with the next commit; `parents` are those that will be shown. */
  update(commit: string, parents: readonly string[]): void {
    this.#commit = commit;
    this.#parents = parents;
    this.#previousCommitIndex = this.#commitIndex;
    this.#updateColumns();
    this.#expansionRow = 0;
    this.#state = this.#state !== 'padding' ? 'skip' : this.#needsRoom() ? 'pre-commit' : 'commit';
  }

  /** The next line without its line feed, and whether it is the one with the commit's sign. */
  nextLine(): { line: string; commit: boolean } {
    const state = this.#state;
    const line = this.#draw[state]();
    return { line: line.padEnd(this.#width), commit: state === 'commit' };
  }

  /** A line that moves nothing, for what is printed between commits. */
  paddingLine(): string {
    if (this.#state !== 'commit') return this.nextLine().line;
    const line = this.#columns.map((commit) => `|${commit === this.#commit && this.#parents.length > 2 ? ' '.repeat((this.#parents.length - 2) * 2) : ' '}`).join('');
    this.#previousState = 'padding';
    return line.padEnd(this.#width);
  }

  #dashes(): number {
    return this.#parents.length + this.#mergeLayout - 3;
  }

  #needsRoom(): boolean {
    return this.#parents.length >= 3 && this.#commitIndex < this.#columns.length - 1 && this.#expansionRow < this.#dashes() * 2;
  }

  #updateColumns(): void {
    this.#columns = this.#newColumns;
    this.#newColumns = [];
    this.#mapping = new Array<number>(2 * (this.#columns.length + this.#parents.length)).fill(-1);
    this.#width = 0;
    this.#previousEdgesAdded = this.#edgesAdded;
    this.#edgesAdded = 0;
    let seen = false;
    for (let at = 0; at <= this.#columns.length; at++) {
      if (at === this.#columns.length && seen) break;
      const commit = this.#columns[at] ?? this.#commit;
      if (commit !== this.#commit) {
        this.#insert(commit, -1);
        continue;
      }
      seen = true;
      this.#commitIndex = at;
      this.#mergeLayout = -1;
      for (const parent of this.#parents) this.#insert(parent, at);
      if (this.#parents.length === 0) this.#width += 2;
    }
    while (this.#mapping.length > 1 && this.#mapping.at(-1)! < 0) this.#mapping.pop();
  }

  #insert(commit: string, from: number): void {
    let column = this.#newColumns.indexOf(commit);
    if (column < 0) column = this.#newColumns.push(commit) - 1;
    let place = this.#width;
    if (this.#parents.length > 1 && from > -1 && this.#mergeLayout === -1) {
      const distance = from - column;
      const shift = distance > 1 ? 2 * distance - 3 : 1;
      this.#mergeLayout = distance > 0 ? 0 : 1;
      this.#edgesAdded = this.#parents.length + this.#mergeLayout - 2;
      place = this.#width + (this.#mergeLayout - 1) * shift;
      this.#width += 2 * this.#mergeLayout;
    } else if (this.#edgesAdded > 0 && column === this.#mapping[this.#width - 2]) {
      // The edge that was added joins its neighbour at once.
      place = this.#width - 2;
      this.#edgesAdded = -1;
    } else this.#width += 2;
    this.#mapping[place] = column;
  }

  #become(state: State): void {
    this.#previousState = this.#state;
    this.#state = state;
  }

  #settled(): boolean {
    return this.#mapping.every((target, at) => target < 0 || target === Math.floor(at / 2));
  }

  readonly #draw: Record<State, () => string> = {
    padding: () => this.#newColumns.map(() => '| ').join(''),
    skip: () => {
      this.#become(this.#needsRoom() ? 'pre-commit' : 'commit');
      return '...';
    },
    'pre-commit': () => this.#preCommitLine(),
    commit: () => this.#commitLine(),
    'post-merge': () => this.#postMergeLine(),
    collapsing: () => this.#collapsingLine(),
  };

  #preCommitLine(): string {
    let line = '';
    let seen = false;
    for (const [at, commit] of this.#columns.entries()) {
      if (commit === this.#commit) {
        seen = true;
        line += `|${' '.repeat(this.#expansionRow)}`;
      } else if (seen && this.#expansionRow === 0) line += this.#previousState === 'post-merge' && this.#previousCommitIndex < at ? '\\' : '|';
      else line += seen ? '\\' : '|';
      line += ' ';
    }
    this.#expansionRow++;
    if (!this.#needsRoom()) this.#become('commit');
    return line;
  }

  #commitLine(): string {
    let line = '';
    let seen = false;
    for (let at = 0; at <= this.#columns.length; at++) {
      if (at === this.#columns.length && seen) break;
      const commit = this.#columns[at] ?? this.#commit;
      if (commit === this.#commit) {
        seen = true;
        line += '*';
        const dashes = this.#dashes();
        if (dashes > 0) line += `${'-'.repeat(dashes * 2 - 1)}.`;
      } else if (seen && this.#edgesAdded > 1) line += '\\';
      else if (seen && this.#edgesAdded === 1) line += this.#previousState === 'post-merge' && this.#previousEdgesAdded > 0 && this.#previousCommitIndex < at ? '\\' : '|';
      else line += this.#previousState === 'collapsing' && this.#oldMapping[2 * at + 1] === at && (this.#mapping[2 * at] ?? -1) < at ? '/' : '|';
      line += ' ';
    }
    this.#become(this.#parents.length > 1 ? 'post-merge' : this.#settled() ? 'padding' : 'collapsing');
    return line;
  }

  #postMergeLine(): string {
    let line = '';
    let seen = false;
    let parentSeen = false;
    for (let at = 0; at <= this.#columns.length; at++) {
      if (at === this.#columns.length && seen) break;
      const commit = this.#columns[at] ?? this.#commit;
      if (commit === this.#commit) {
        seen = true;
        let sign = this.#mergeLayout;
        for (let parent = 0; parent < this.#parents.length; parent++) {
          line += '/|\\'[sign];
          if (sign < 2) sign++;
          else if (this.#edgesAdded > 0 || parent < this.#parents.length - 1) line += ' ';
        }
        if (this.#edgesAdded === 0) line += ' ';
      } else if (seen) line += this.#edgesAdded > 0 ? '\\ ' : '| ';
      else {
        line += '|';
        if (this.#mergeLayout !== 0 || at !== this.#commitIndex - 1) line += parentSeen ? '_' : ' ';
      }
      if (commit === this.#parents[0]) parentSeen = true;
    }
    this.#become(this.#settled() ? 'padding' : 'collapsing');
    return line;
  }

  #collapsingLine(): string {
    const before = this.#mapping;
    const mapping = new Array<number>(before.length).fill(-1);
    let edge = -1;
    let edgeTarget = -1;
    /** Only one line at a time goes sideways by more than one place. */
    const sideways = (at: number, target: number, limit: number): void => {
      if (edge !== -1) return;
      edge = at;
      edgeTarget = target;
      for (let place = target * 2 + 3; place < limit; place += 2) mapping[place] = target;
    };
    for (const [at, target] of before.entries()) {
      if (target < 0) continue;
      if (target * 2 === at) mapping[at] = target;
      else if (mapping[at - 1]! < 0) {
        mapping[at - 1] = target;
        sideways(at, target, at - 2);
      } else if (mapping[at - 1] !== target) {
        mapping[at - 2] = target;
        sideways(at - 1, target, at - 2);
      }
    }
    this.#oldMapping = [...mapping];
    if (mapping.at(-1)! < 0) mapping.pop();
    this.#mapping = mapping;
    let line = '';
    let across = false;
    for (const [at, target] of mapping.entries()) {
      if (target < 0) line += ' ';
      else if (target * 2 === at) line += '|';
      else if (target === edgeTarget && at !== edge - 1) {
        if (at !== target * 2 + 3) mapping[at] = -1;
        across = true;
        line += '_';
      } else {
        if (across && at < edge) mapping[at] = -1;
        line += '/';
      }
    }
    if (this.#settled()) this.#become('padding');
    return line;
  }
}
