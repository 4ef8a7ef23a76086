/** Edits one line (or a pasted few) on a terminal in raw mode. */
import { TTY } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { Sys } from '../../abi/syscalls.ts';
import { charWidth, encode } from '../text.ts';
import { type Key, KeyReader } from './keys.ts';
import { choiceTable } from './choice-table.ts';
import type { Completion } from './completion.ts';

export type Completer = (line: string, at: number) => Completion;

export class LineEditor {
  static readonly INTERRUPTED: unique symbol = Symbol('interrupted');
  private readonly sys: Sys;
  private readonly input: number;
  private readonly output: number;
  private readonly history: string[];
  private readonly completer: Completer;
  private readonly keys = new KeyReader();
  private readonly queue: Key[] = [];
  /** Code points, so that the cursor never stands inside a pair. */
  private buffer: string[] = [];
  private at = 0;
  private prompt = '';
  /** Row of the cursor below the prompt's first row, as last drawn. */
  private row = 0;
  private historyAt = 0;
  private draft = '';
  private killed = '';
  private undos: { text: string; at: number }[] = [];
  private typing = false;
  private argument: { start: number; end: number; back: number } | null = null;
  /** What leaving the line writes. */
  private ending = '';
  private tabbed = false;
  private search: { text: string; from: number; found: string; failed: boolean } | null = null;

  constructor(sys: Sys, input: number, output: number, history: string[], completer: Completer) {
    this.sys = sys;
    this.input = input;
    this.output = output;
    this.history = history;
    this.completer = completer;
  }

  /** The line without its newline; null at end of input; INTERRUPTED after Ctrl-C. Leaves the terminal in the modes it had. */
  read(prompt: string): string | null | typeof LineEditor.INTERRUPTED {
    // Rows above the last prompt line never change again.
    const lines = prompt.split('\n');
    this.prompt = lines.pop()!;
    this.write(lines.map((l) => `${l}\n`).join(''));
    this.buffer = [];
    this.at = 0;
    this.row = 0;
    this.historyAt = this.history.length;
    this.draft = '';
    this.search = null;
    this.ending = '';
    this.undos = [];
    this.typing = false;
    this.argument = null;
    const modes = this.sys.tcgetattr(this.input);
    this.sys.tcsetattr(this.input, TTY.OPOST);
    this.write('\x1b[?2004h');
    this.draw();
    try {
      return this.loop();
    } finally {
      // First the modes, then what shows that the line is over: keys typed in answer to it must be echoed.
      this.sys.tcsetattr(this.input, modes);
      this.write(`\x1b[?2004l${this.ending}`);
    }
  }

  private loop(): string | null | typeof LineEditor.INTERRUPTED {
    const bytes = new Uint8Array(4096);
    for (;;) {
      while (this.queue.length > 0) {
        const result = this.handle(this.queue.shift()!);
        if (result !== undefined) return result;
      }
      let n: number;
      try {
        n = this.sys.read(this.input, bytes, -1);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (e.code === 'EINTR') continue;
        if (e.code === 'EAGAIN') {
          this.sys.setNonblock(this.input, false);
          continue;
        }
        if (e.code === 'EIO') return null;
        throw e;
      }
      if (n === 0) return null;
      this.queue.push(...this.keys.push(bytes.slice(0, n)));
    }
  }

  private get text(): string {
    return this.buffer.join('');
  }

  private write(text: string): void {
    if (text !== '') this.sys.write(this.output, encode(text), -1);
  }

  private insert(text: string): void {
    const chars = [...text];
    const atEnd = this.at === this.buffer.length;
    this.buffer.splice(this.at, 0, ...chars);
    this.at += chars.length;
    // Typing at the end of a line needs no redraw as long as it stays on its row.
    if (atEnd && /^[\x20-\x7e]*$/.test(text) && this.queue.length === 0 && this.position(this.buffer.length).column > chars.length) this.write(text);
    else this.draw();
  }

  private set(text: string): void {
    this.buffer = [...text];
    this.at = this.buffer.length;
    this.draw();
  }

  private handle(key: Key): string | null | undefined | typeof LineEditor.INTERRUPTED {
    if (this.search) {
      const done = this.searchKey(key);
      if (done) return undefined;
    }
    const snapshot = { text: this.text, at: this.at };
    const result = this.apply(key);
    // Letters typed in a row are undone together.
    const undoes = key.t === 'key' && key.name === '^_';
    if (!undoes && this.text !== snapshot.text && !(key.t === 'text' && this.typing)) this.undos.push(snapshot);
    this.typing = key.t === 'text';
    return result;
  }

  private apply(key: Key): string | null | undefined | typeof LineEditor.INTERRUPTED {
    const tabbed = this.tabbed;
    this.tabbed = false;
    if (key.t === 'text') this.insert(key.text);
    else if (key.t === 'paste') this.insert(key.text.replace(/\n+$/, ''));
    else return this.command(key.name, tabbed);
    return undefined;
  }

  private command(name: string, tabbed: boolean): string | null | undefined | typeof LineEditor.INTERRUPTED {
    switch (name) {
      case 'enter':
      case '^J':
        this.finish();
        return this.text;
      case '^C':
        this.at = this.buffer.length;
        this.draw();
        this.ending = '^C\n';
        return LineEditor.INTERRUPTED;
      case '^D':
        if (this.buffer.length === 0) return null;
        this.remove(this.at, this.at + 1);
        break;
      case 'delete': this.remove(this.at, this.at + 1); break;
      case 'backspace':
      case '^H': this.remove(this.at - 1, this.at); break;
      case 'left':
      case '^B': this.move(this.at - 1); break;
      case 'right':
      case '^F': this.move(this.at + 1); break;
      case 'home':
      case '^A': this.move(0); break;
      case 'end':
      case '^E': this.move(this.buffer.length); break;
      case 'word-left': this.move(this.wordLeft(/\w/)); break;
      case 'word-right': this.move(this.wordRight()); break;
      case '^K': this.kill(this.at, this.buffer.length); break;
      case '^U': this.kill(0, this.at); break;
      case '^W': this.kill(this.wordLeft(/\S/), this.at); break;
      case 'kill-word': this.kill(this.at, this.wordRight()); break;
      case '^Y': this.insert(this.killed); break;
      case '^_': this.undo(); break;
      case 'revert': this.set(this.historyAt === this.history.length ? '' : this.history[this.historyAt]!); break;
      case 'upcase-word': this.changeWord((w) => w.toUpperCase()); break;
      case 'downcase-word': this.changeWord((w) => w.toLowerCase()); break;
      case 'capitalize-word': this.changeWord((w) => w.toLowerCase().replace(/\w/, (c) => c.toUpperCase())); break;
      case '^T': this.transpose(); break;
      case '^L':
        this.write('\x1b[H\x1b[2J');
        this.row = 0;
        this.draw();
        break;
      case 'up':
      case '^P': this.recall(this.historyAt - 1); break;
      case 'down':
      case '^N': this.recall(this.historyAt + 1); break;
      case 'first': this.recall(0); break;
      case 'last': this.recall(this.history.length); break;
      case 'last-argument': this.lastArgument(); break;
      case '^R':
        this.search = { text: '', from: this.history.length, found: '', failed: false };
        this.draft = this.text;
        this.draw();
        break;
      case 'tab': this.complete(tabbed); break;
      default: break;
    }
    return undefined;
  }

  private finish(): void {
    this.at = this.buffer.length;
    this.draw();
    // Drawing a row that is full to its end went to the next one already.
    const { row, column } = this.position(Infinity);
    if (row === 0 || column > 0) this.ending = '\n';
  }

  private move(to: number): void {
    this.at = Math.max(0, Math.min(this.buffer.length, to));
    this.draw();
  }

  private remove(from: number, to: number): void {
    if (from < 0 || to > this.buffer.length || from >= to) return;
    this.buffer.splice(from, to - from);
    this.at = from;
    this.draw();
  }

  private kill(from: number, to: number): void {
    if (from >= to) return;
    this.killed = this.buffer.slice(from, to).join('');
    this.remove(from, to);
  }

  /** The last word of the line before; asked again, that of the one before it. */
  private lastArgument(): void {
    if (this.argument && this.at === this.argument.end) {
      this.buffer.splice(this.argument.start, this.argument.end - this.argument.start);
      this.at = this.argument.start;
    } else this.argument = null;
    const back = (this.argument?.back ?? 0) + 1;
    const word = /(\S+)\s*$/.exec(this.history[this.history.length - back] ?? '')?.[1] ?? '';
    const start = this.at;
    this.insert(word);
    this.draw();
    this.argument = { start, end: this.at, back };
  }

  private changeWord(change: (word: string) => string): void {
    const end = this.wordRight();
    const text = change(this.buffer.slice(this.at, end).join(''));
    this.buffer.splice(this.at, end - this.at, ...text);
    this.move(this.at + [...text].length);
  }

  private undo(): void {
    const before = this.undos.pop();
    if (!before) return;
    this.buffer = [...before.text];
    this.move(before.at);
  }

  private transpose(): void {
    if (this.at === 0 || this.buffer.length < 2) return;
    const i = Math.min(this.at, this.buffer.length - 1);
    [this.buffer[i - 1], this.buffer[i]] = [this.buffer[i]!, this.buffer[i - 1]!];
    this.move(i + 1);
  }

  private wordLeft(inside: RegExp): number {
    let i = this.at;
    while (i > 0 && !inside.test(this.buffer[i - 1]!)) i--;
    while (i > 0 && inside.test(this.buffer[i - 1]!)) i--;
    return i;
  }

  private wordRight(): number {
    let i = this.at;
    while (i < this.buffer.length && !/\w/.test(this.buffer[i]!)) i++;
    while (i < this.buffer.length && /\w/.test(this.buffer[i]!)) i++;
    return i;
  }

  private recall(to: number): void {
    if (to < 0 || to > this.history.length) return;
    if (this.historyAt === this.history.length) this.draft = this.text;
    this.historyAt = to;
    this.set(to === this.history.length ? this.draft : this.history[to]!);
  }

  /** Returns true when the key was used up by the search. */
  private searchKey(key: Key): boolean {
    const search = this.search!;
    const name = key.t === 'key' ? key.name : '';
    if (key.t === 'text') search.text += key.text;
    else if (name === 'backspace' || name === '^H') search.text = search.text.slice(0, -1);
    else if (name !== '^R') {
      this.search = null;
      const cancelled = name === '^G' || name === '^C';
      this.set(cancelled ? this.draft : search.found || this.draft);
      return cancelled;
    }
    const start = name === '^R' ? search.from - 1 : this.history.length - 1;
    search.failed = true;
    for (let i = start; i >= 0; i--) {
      if (search.text === '' || !this.history[i]!.includes(search.text)) continue;
      search.from = i;
      search.found = this.history[i]!;
      search.failed = false;
      break;
    }
    this.draw();
    return true;
  }

  private complete(again: boolean): void {
    const result = this.completer(this.text, this.text.length - this.buffer.slice(this.at).join('').length);
    if (result.insert !== '') {
      this.insert(result.insert);
      return;
    }
    if (result.choices.length < 2) {
      this.write('\x07');
      return;
    }
    this.tabbed = true;
    if (!again) {
      this.write('\x07');
      return;
    }
    const at = this.at;
    this.move(this.buffer.length);
    this.write(`\n${choiceTable(result.choices, this.columns())}`);
    this.row = 0;
    this.move(at);
  }

  private columns(): number {
    return this.sys.winsize(this.output).cols || 80;
  }

  private shownPrompt(): string {
    if (!this.search) return this.prompt;
    return `(${this.search.failed && this.search.text !== '' ? 'failed ' : ''}reverse-i-search)\`${this.search.text}': `;
  }

  /** Where the cursor is after the prompt and `count` characters. */
  private position(count: number, columns = this.columns()): { row: number; column: number } {
    let row = 0;
    let column = 0;
    const step = (ch: string): void => {
      if (ch === '\n') {
        row++;
        column = 0;
        return;
      }
      const width = charWidth(ch.codePointAt(0)!);
      if (column + width > columns) {
        row++;
        column = 0;
      }
      column += width;
    };
    for (const ch of this.shownPrompt().replace(/\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07/g, '')) step(ch);
    const chars = this.search ? [...this.search.found] : this.buffer;
    for (let i = 0; i < Math.min(count, chars.length); i++) step(chars[i]!);
    if (column === columns) {
      row++;
      column = 0;
    }
    return { row, column };
  }

  private draw(): void {
    // Keys that are already here will draw again.
    if (this.queue.length > 0 && this.queue[0]!.t !== 'key') return;
    const columns = this.columns();
    const shown = this.search ? this.search.found : this.text;
    const end = this.position(Infinity, columns);
    const cursor = this.position(this.search ? Infinity : this.at, columns);
    let out = this.row > 0 ? `\x1b[${this.row}A\r` : '\r';
    out += `\x1b[J${this.shownPrompt()}${shown}`;
    // A row filled to its end leaves the cursor hanging there until something is written.
    if (end.column === 0 && end.row > 0 && !shown.endsWith('\n')) out += '\r\n';
    if (end.row > cursor.row) out += `\x1b[${end.row - cursor.row}A`;
    out += `\r${cursor.column > 0 ? `\x1b[${cursor.column}C` : ''}`;
    this.row = cursor.row;
    this.write(out);
  }
}
