/** A simple editor on the whole screen, with nano's keys. */
import { O, S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { kindOf, statOrNull } from '../commands/trees.ts';
import { errorText } from '../errors.ts';
import type { Key } from '../interactive/keys.ts';
import type { Command, Context } from '../run/context.ts';
import { charWidth, decode, encode } from '../text.ts';
import { TextBuffer } from './nano-text.ts';
import { Screen } from './screen.ts';

const HELP = [['^G', 'Help'], ['^O', 'Write Out'], ['^W', 'Where Is'], ['^K', 'Cut'], ['^U', 'Paste'], ['^C', 'Location'], ['^X', 'Exit'], ['^R', 'Read File'], ['^\\', 'Replace'], ['^_', 'Go To Line'], ['M-U', 'Undo'], ['M-E', 'Redo']] as const;
const TAB = 8;

export const nano: Command = {
  name: 'nano',
  aliases: ['pico', 'edit'],
  run(ctx) {
    const operands = ctx.args.filter((a) => !/^-/.test(a));
    const line = operands.find((a) => /^\+\d+/.test(a));
    const file = operands.find((a) => a !== line) ?? '';
    if (!ctx.stdout.isTty) return ctx.fail('Standard output is not a terminal');
    let text = '';
    const stat = file === '' ? null : statOrNull(ctx.sys, file, true);
    if (stat && kindOf(stat) === S.IFDIR) return ctx.fail(`"${file}" is a directory`);
    try {
      if (stat) text = decode(ctx.sys.readFile(file));
    } catch (e) {
      return ctx.failed(file, e);
    }
    const screen = new Screen(ctx);
    try {
      const editor = new Editor(screen, file, new TextBuffer(text));
      if (line) editor.buffer.to(Number(line.slice(1)) - 1, 0);
      editor.message = stat ? `Read ${editor.buffer.lines.length} line${editor.buffer.lines.length === 1 ? '' : 's'}` : file === '' ? '' : 'New File';
      editor.run();
      return 0;
    } finally {
      screen.close();
    }
  },
};

class Editor {
  message = '';
  readonly buffer: TextBuffer;
  private file: string;
  private top = 0;
  private cutLines: string[] = [];
  private cutting = false;
  private searched = '';
  private readonly screen: Screen;
  private readonly ctx: Context;

  constructor(screen: Screen, file: string, buffer: TextBuffer) {
    this.screen = screen;
    this.ctx = screen.ctx;
    this.file = file;
    this.buffer = buffer;
  }

  run(): void {
    for (;;) {
      this.draw();
      const key = this.screen.key(-1);
      if (key === 'end') return;
      if (key === null) continue;
      this.message = '';
      const cutting = this.cutting;
      this.cutting = false;
      if (key.t !== 'key') this.buffer.insert(key.text);
      else if (this.command(key.name, cutting)) return;
    }
  }

  /** True ends the editor. */
  private command(name: string, cutting: boolean): boolean {
    const { buffer } = this;
    const page = Math.max(1, this.body - 2);
    switch (name) {
      case '^X': return this.leave();
      case '^O': void this.save(); break;
      case '^G': this.help(); break;
      case '^W': this.search(); break;
      case '^\\': this.replace(); break;
      case '^R': this.insertFile(); break;
      case '^_': this.goTo(); break;
      case '^C': this.message = `line ${buffer.row + 1}/${buffer.lines.length}, col ${buffer.column + 1}/${[...buffer.lines[buffer.row]!].length + 1}`; break;
      case '^Z': this.screen.suspend(); break;
      case '^K':
        if (!cutting) this.cutLines = [];
        this.cutLines.push(buffer.cut());
        this.cutting = true;
        break;
      case '^U':
        if (this.cutLines.length > 0) {
          const { column } = buffer;
          buffer.to(buffer.row, 0);
          buffer.insert(`${this.cutLines.join('\n')}\n`);
          buffer.to(buffer.row, column);
        }
        break;
      case 'upcase-word': this.message = buffer.undo() ? 'Undid action' : 'Nothing to undo'; break;
      case 'redo': this.message = buffer.redo() ? 'Redid action' : 'Nothing to redo'; break;
      case 'enter': buffer.insert(`\n${/^[ \t]*/.exec(buffer.lines[buffer.row]!)![0].slice(0, buffer.column)}`); break;
      case 'tab': buffer.insert('\t'); break;
      case 'backspace':
      case '^H': buffer.erase(false); break;
      case 'delete':
      case '^D': buffer.erase(true); break;
      case 'up':
      case '^P': buffer.move(-1); break;
      case 'down':
      case '^N': buffer.move(1); break;
      case 'left':
      case '^B': buffer.left(); break;
      case 'right':
      case '^F': buffer.right(); break;
      case 'word-left': buffer.word(-1); break;
      case 'word-right': buffer.word(1); break;
      case 'home':
      case '^A': buffer.to(buffer.row, 0); break;
      case 'end':
      case '^E': buffer.to(buffer.row, Infinity); break;
      case 'pageup':
      case '^Y': buffer.move(-page); break;
      case 'pagedown':
      case '^V': buffer.move(page); break;
      case 'first': buffer.to(0, 0); break;
      case 'last': buffer.to(Infinity, Infinity); break;
      default: this.message = 'Unbound key';
    }
    return false;
  }

  private leave(): boolean {
    if (!this.buffer.modified) return true;
    for (;;) {
      this.draw('Save modified buffer?  (Y/N, ^C cancels) ');
      const key = this.screen.key(-1);
      if (key === 'end') return true;
      if (key?.t === 'key' && key.name === '^C') {
        this.message = 'Cancelled';
        return false;
      }
      if (key?.t === 'text' && /^n/i.test(key.text)) return true;
      if (key?.t === 'text' && /^y/i.test(key.text)) return this.save();
    }
  }

  private save(): boolean {
    const name = this.ask('File Name to Write: ', this.file);
    if (name === null || name === '') {
      this.message = 'Cancelled';
      return false;
    }
    try {
      this.ctx.sys.writeFile(name, O.WRONLY | O.CREAT | O.TRUNC, 0o666, encode(this.buffer.text));
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      this.message = `Error writing ${name}: ${errorText(e)}`;
      return false;
    }
    this.file = name;
    this.buffer.modified = false;
    const count = this.buffer.text === '' ? 0 : this.buffer.lines.length;
    this.message = `Wrote ${count} line${count === 1 ? '' : 's'}`;
    return true;
  }

  private insertFile(): void {
    const name = this.ask('File to insert: ', '');
    if (!name) return;
    try {
      this.buffer.insert(decode(this.ctx.sys.readFile(name)));
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      this.message = `Error reading ${name}: ${errorText(e)}`;
    }
  }

  private search(): void {
    const text = this.ask(`Search${this.searched === '' ? '' : ` [${this.searched}]`}: `, '');
    if (text === null) return;
    if (text !== '') this.searched = text;
    if (this.searched !== '' && !this.buffer.find(this.searched)) this.message = `"${this.searched}" not found`;
  }

  private replace(): void {
    const text = this.ask('Search (to replace): ', this.searched);
    if (!text) return;
    const by = this.ask('Replace with: ', '');
    if (by === null) return;
    this.searched = text;
    const { buffer } = this;
    const whole = buffer.lines.join('\n');
    const count = whole.split(text).length - 1;
    if (count > 0) {
      const { row, column } = buffer;
      // One step of undo for all of them.
      buffer.insert('');
      buffer.lines = whole.split(text).join(by).split('\n');
      buffer.to(row, column);
    }
    this.message = count === 0 ? `"${text}" not found` : `Replaced ${count} occurrence${count === 1 ? '' : 's'}`;
  }

  private goTo(): void {
    const answer = /^(\d*)(?:[,.](\d+))?$/.exec((this.ask('Enter line number, column number: ', '') ?? '').trim());
    if (answer && answer[0] !== '') this.buffer.to(Number(answer[1] || this.buffer.row + 1) - 1, Number(answer[2] ?? 1) - 1);
  }

  private help(): void {
    const lines = ['Keys of this editor', '', ...HELP.map(([key, what]) => `  ${key.padEnd(6)}${what}`), '', '  Arrows, Home, End, PgUp, PgDn, ^Left and ^Right move; M-< and M-> go to the', '  first and last line; ^K again takes the next line too; ^Z stops the editor.', '', 'Any key goes back to the text.'];
    this.screen.write(`\x1b[H\x1b[2J${lines.join('\r\n')}`);
    this.screen.key(-1);
  }

  /** Asks on the bottom line; null after ^C. */
  private ask(question: string, initial: string): string | null {
    let answer = [...initial];
    for (;;) {
      this.draw(question + answer.join(''));
      const key: Key | null | 'end' = this.screen.key(-1);
      if (key === 'end') return null;
      if (key === null) continue;
      if (key.t !== 'key') answer.push(...key.text.replaceAll('\n', ''));
      else if (key.name === 'enter') return answer.join('');
      else if (key.name === '^C' || key.name === '^X') {
        this.message = 'Cancelled';
        return null;
      } else if (key.name === 'backspace' || key.name === '^H') answer.pop();
      else if (key.name === '^U' || key.name === '^K') answer = [];
    }
  }

  /** Rows for the text: without title, message and the two lines of help. */
  private get body(): number {
    return Math.max(1, this.screen.rows - 4);
  }

  private draw(prompt: string | null = null): void {
    const { buffer, screen, body } = this;
    const { columns, rows } = screen;
    if (buffer.row < this.top) this.top = buffer.row;
    if (buffer.row >= this.top + body) this.top = buffer.row - body + 1;
    const place = columnOf(buffer.lines[buffer.row]!, buffer.column);
    // A long line is scrolled as a whole, a screen's width at a time.
    const shift = place < columns - 1 ? 0 : Math.floor(place / (columns - 8)) * (columns - 8);
    const title = `  nano${' '.repeat(Math.max(2, Math.floor((columns - (this.file || 'New Buffer').length) / 2) - 6))}${this.file || 'New Buffer'}`;
    const bar = (text: string): string => `\x1b[7m${text.slice(0, columns).padEnd(columns)}\x1b[0m`;
    const out = [bar(title.padEnd(Math.max(0, columns - 11)) + (buffer.modified ? ' Modified ' : ''))];
    for (let i = 0; i < body; i++) {
      const line = buffer.lines[this.top + i];
      out.push(line === undefined ? '' : visible(line, i + this.top === buffer.row ? shift : 0, columns));
    }
    const half = Math.ceil(HELP.length / 2);
    const width = Math.floor(columns / half);
    const keys = (from: number): string => HELP.slice(from, from + half).map(([key, what]) => `\x1b[7m${key}\x1b[0m ${what.slice(0, Math.max(0, width - key.length - 2)).padEnd(Math.max(0, width - key.length - 1))}`).join('');
    const middle = this.message === '' ? '' : `${' '.repeat(Math.max(0, Math.floor((columns - this.message.length - 4) / 2)))}\x1b[7m[ ${this.message} ]\x1b[0m`;
    out.push(prompt === null ? middle : bar(prompt), keys(0), keys(half));
    const cursor = prompt === null ? `\x1b[${buffer.row - this.top + 2};${place - shift + 1}H` : `\x1b[${body + 2};${Math.min(columns, [...prompt].length + 1)}H`;
    screen.write(`\x1b[?25l\x1b[H${out.slice(0, rows).map((line) => `${line}\x1b[K`).join('\r\n')}\x1b[J${cursor}\x1b[?25h`);
  }
}

/** Column on the screen of a character of a line. */
function columnOf(line: string, count: number): number {
  let column = 0;
  for (const ch of [...line].slice(0, count)) column += ch === '\t' ? TAB - (column % TAB) : Math.max(ch < ' ' ? 2 : 0, charWidth(ch.codePointAt(0)!));
  return column;
}

/** The part of a line from a column on that fits. */
function visible(line: string, from: number, width: number): string {
  let out = '';
  let column = 0;
  for (const ch of line) {
    const shown = ch === '\t' ? ' '.repeat(TAB - (column % TAB)) : ch < ' ' ? `^${String.fromCharCode(ch.charCodeAt(0) + 64)}` : ch;
    const size = ch === '\t' ? shown.length : ch < ' ' ? 2 : charWidth(ch.codePointAt(0)!);
    if (column + size > from + width) break;
    if (column >= from) out += shown;
    column += size;
  }
  return out;
}
