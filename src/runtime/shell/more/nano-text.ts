/** The text of the editor: lines, cursor, undo. Columns count characters. */

interface State { lines: string[]; row: number; column: number }

/** Steps that can be undone. */
const MAX_UNDO = 500;

export class TextBuffer {
  lines: string[] = [''];
  row = 0;
  column = 0;
  modified = false;
  private readonly undos: State[] = [];
  private readonly redos: State[] = [];
  private typing = false;

  constructor(text: string) {
    this.lines = text.split('\n');
    // The newline at the end of a file ends its last line.
    if (this.lines.length > 1 && this.lines[this.lines.length - 1] === '') this.lines.pop();
  }

  get text(): string {
    return this.lines.length === 1 && this.lines[0] === '' ? '' : `${this.lines.join('\n')}\n`;
  }

  private get chars(): string[] {
    return [...this.lines[this.row]!];
  }

  move(rows: number): void {
    this.typing = false;
    this.row = Math.max(0, Math.min(this.lines.length - 1, this.row + rows));
    this.column = Math.min(this.column, this.chars.length);
  }

  to(row: number, column: number): void {
    this.row = Math.max(0, Math.min(this.lines.length - 1, row));
    this.column = Math.max(0, Math.min(column, this.chars.length));
    this.typing = false;
  }

  left(): void {
    if (this.column > 0) this.to(this.row, this.column - 1);
    else if (this.row > 0) this.to(this.row - 1, Infinity);
  }

  right(): void {
    if (this.column < this.chars.length) this.to(this.row, this.column + 1);
    else if (this.row < this.lines.length - 1) this.to(this.row + 1, 0);
  }

  word(direction: 1 | -1): void {
    const inside = (c: string | undefined): boolean => c !== undefined && /[\p{L}\p{N}_]/u.test(c);
    const step = (): boolean => {
      const { row, column } = this;
      if (direction > 0) this.right();
      else this.left();
      return row !== this.row || column !== this.column;
    };
    if (direction > 0) {
      while (inside(this.chars[this.column]) && step()) continue;
      while (!inside(this.chars[this.column]) && step()) continue;
    } else {
      while (!inside(this.chars[this.column - 1]) && step()) continue;
      while (inside(this.chars[this.column - 1]) && step()) continue;
    }
  }

  /** Text at the cursor; newlines break lines. */
  insert(text: string): void {
    this.keep(text.length === 1 && this.typing);
    const chars = this.chars;
    const parts = (chars.slice(0, this.column).join('') + text).split('\n');
    const last = [...parts[parts.length - 1]!].length;
    parts[parts.length - 1] += chars.slice(this.column).join('');
    this.lines.splice(this.row, 1, ...parts);
    this.row += parts.length - 1;
    this.column = last;
    this.typing = text.length === 1;
  }

  /** Deletes the character before the cursor, or after it. */
  erase(forward: boolean): void {
    if (!forward) {
      if (this.row === 0 && this.column === 0) return;
      this.left();
    }
    const chars = this.chars;
    if (this.column === chars.length && this.row === this.lines.length - 1) return;
    this.keep(false);
    if (this.column < chars.length) {
      chars.splice(this.column, 1);
      this.lines[this.row] = chars.join('');
    } else this.lines.splice(this.row, 2, this.lines[this.row]! + this.lines[this.row + 1]!);
  }

  /** Takes the line out. */
  cut(): string {
    this.keep(false);
    const [line] = this.lines.splice(this.row, 1);
    if (this.lines.length === 0) this.lines = [''];
    this.to(this.row, 0);
    return line!;
  }

  undo(): boolean {
    return this.swap(this.undos, this.redos);
  }

  redo(): boolean {
    return this.swap(this.redos, this.undos);
  }

  /** Moves to the next place of a text after the cursor, from the beginning where there is none. */
  find(text: string): boolean {
    const lower = text.toLowerCase();
    for (let n = 0; n <= this.lines.length; n++) {
      const row = (this.row + n) % this.lines.length;
      const line = this.lines[row]!.toLowerCase();
      const from = n === 0 ? [...this.lines[row]!].slice(0, this.column + 1).join('').length : 0;
      const at = line.indexOf(lower, from);
      if (at < 0) continue;
      this.to(row, [...this.lines[row]!.slice(0, at)].length);
      return true;
    }
    return false;
  }

  private swap(from: State[], to: State[]): boolean {
    const state = from.pop();
    if (!state) return false;
    to.push({ lines: [...this.lines], row: this.row, column: this.column });
    Object.assign(this, state);
    this.modified = true;
    this.typing = false;
    return true;
  }

  /** What was before is kept, unless it is one more letter of the same run. */
  private keep(joined: boolean): void {
    this.modified = true;
    this.redos.length = 0;
    if (joined) return;
    this.undos.push({ lines: [...this.lines], row: this.row, column: this.column });
    if (this.undos.length > MAX_UNDO) this.undos.shift();
    this.typing = false;
  }
}
