import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command, Context } from '../run/context.ts';
import { encode, decode } from '../text.ts';
import { readAll, readText } from './inputs.ts';
import { type Options, parseOptions } from './options.ts';
import { FileLines, LineSource, type SedLine, visible } from './sed-lines.ts';
import { replacementFor } from './sed-replacement.ts';
import { type Address, parseSed, type SedCommand, SedError } from './sed-script.ts';

export const sed: Command = {
  name: 'sed',
  apart: true,
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, {
      short: 'Ee:f:i::l:nrsuz', long: { 'regexp-extended': 'E', 'expression:': 'e', 'file:': 'f', 'in-place::': 'i', quiet: 'n', silent: 'n', separate: 's', unbuffered: 'u', 'null-data': 'z', posix: 'posix', debug: 'debug', sandbox: 'sandbox' },
    });
    const files = [...o.rest];
    const parts = o.list.filter(([l]) => l === 'e' || l === 'f').map(([l, v]) => (l === 'e' ? v : readText(ctx, v).replace(/\n$/, '')));
    if (parts.length === 0) {
      const script = files.shift();
      if (script === undefined) {
        ctx.err(`Usage: ${ctx.name} [OPTION]... {script-only-if-no-other-script} [input-file]...\n`);
        return 1;
      }
      parts.push(script);
    }
    try {
      const script = parts.join('\n');
      return new Editor(ctx, o, parseSed(script, o.has('E') || o.has('r')), script).run(files);
    } catch (e) {
      if (!(e instanceof SedError)) throw e;
      return ctx.fail(e.message);
    }
  },
};

class Quit extends Error {
  readonly code = 'EQUIT';
}

/** `n` and `N` on the last line: where each file is edited for itself, the next one is begun. */
class LastLine extends Quit {}

class Editor {
  private readonly ctx: Context;
  private readonly o: Options;
  private readonly commands: SedCommand[];
  private readonly labels = new Map<string, number>();
  private readonly quiet: boolean;
  private readonly separator: string;
  private lines: SedLine[] = [];
  private source: LineSource | null = null;
  private next = 0;
  private number = 0;
  private pattern = '';
  private hold = '';
  private appended: string[] = [];
  private readonly fileLines: FileLines;
  private substituted = false;
  private lastRegex: RegExp | null = null;
  private status = 0;
  private sink = '';
  private file = '-';
  private inPlace = false;
  private readonly written = new Map<string, string>();
  private ended = true;
  private holdEnded = true;
  private owed = false; // A newline, by a last line that had none: where more follows, it comes first.

  constructor(ctx: Context, o: Options, commands: SedCommand[], script: string) {
    this.ctx = ctx;
    this.o = o;
    this.commands = commands;
    this.quiet = o.has('n');
    this.separator = o.has('z') ? '\0' : '\n';
    this.fileLines = new FileLines(ctx);
    this.inPlace = o.has('i');
    commands.forEach((c, i) => c.name === ':' && this.labels.set(c.text, i));
    for (const c of commands) if ('btT'.includes(c.name) && c.text !== '' && !this.labels.has(c.text)) throw new SedError(`-e expression #1, char ${script.length}: can't find label for jump to \`${c.text}'`);
    for (const c of commands) if (c.file !== undefined && 'swW'.includes(c.name)) this.written.set(c.file, '');
  }

  run(files: string[]): number {
    try {
      if (this.inPlace || this.o.has('s')) {
        if (this.inPlace && files.length === 0) return this.ctx.fail('no input files', 4);
        for (const file of files.length > 0 ? files : ['-']) if (this.load(file)) this.edit(file);
      } else {
        this.source = new LineSource(this.ctx, files.length > 0 ? files : ['-'], this.separator, (file, e) => this.failed(file, e));
        this.edit('-');
      }
    } catch (e) {
      if (!(e instanceof Quit)) throw e;
    }
    for (const [path, text] of this.written) {
      if (path === '/dev/stdout') this.ctx.out(text);
      else if (path === '/dev/stderr') this.ctx.err(text);
      else this.ctx.sys.writeFile(path, O.WRONLY | O.CREAT | O.TRUNC, 0o666, encode(text));
    }
    return this.status;
  }

  private load(file: string): boolean {
    [this.lines, this.next, this.number] = [[], 0, 0];
    try {
      this.add(decode(readAll(this.ctx, file)));
      return true;
    } catch (e) {
      this.failed(file, e);
      return false;
    }
  }

  private failed(file: string, e: unknown): void {
    // Who reads the output has gone: that is no fault of a file's.
    if (!(e instanceof SysError) || e.code === 'EPIPE') throw e;
    const text = e.code !== 'EISDIR' ? `can't read ${file}: ${errorText(e)}` : this.inPlace ? `couldn't edit ${file}: not a regular file` : `read error on ${file}: Is a directory`;
    this.status = this.ctx.fail(text, e.code === 'EISDIR' && this.inPlace ? 4 : 2);
  }

  private hasNext(): boolean {
    if (this.next < this.lines.length) return true;
    const line = this.source?.next() ?? null;
    if (line) [this.lines, this.next] = [[line], 0];
    return line !== null;
  }

  private add(text: string): void {
    if (text === '') return;
    const pieces = text.split(this.separator);
    const last = pieces.pop()!;
    for (const piece of pieces) this.lines.push({ text: piece, ended: true });
    if (last !== '') this.lines.push({ text: last, ended: false });
  }

  private edit(file: string): void {
    this.file = file;
    this.sink = '';
    for (const c of this.commands) c.active = false;
    try {
      for (; this.hasNext(); this.cycle()) this.take();
      if (this.inPlace) this.replaceFile(file);
    } catch (e) {
      // Whatever else ends it, as Ctrl-C does, leaves the file as it was.
      if (this.inPlace && e instanceof Quit) this.replaceFile(file);
      if (!(e instanceof LastLine)) throw e;
    } finally {
      this.source?.close();
    }
  }

  private replaceFile(file: string): void {
    const suffix = this.o.value('i') ?? '';
    if (suffix !== '') this.ctx.sys.rename(file, suffix.includes('*') ? suffix.replaceAll('*', file) : file + suffix);
    this.ctx.sys.writeFile(file, O.WRONLY | O.CREAT | O.TRUNC, 0o666, encode(this.sink));
    this.sink = '';
    this.owed = false;
  }

  private take(): void {
    const line = this.lines[this.next++]!;
    this.number++;
    this.pattern = line.text;
    this.ended = line.ended;
  }

  private out(text: string): void {
    if (text === '') return;
    const whole = this.owed ? this.separator + text : text;
    this.owed = false;
    if (this.inPlace) this.sink += whole;
    else this.ctx.out(whole);
  }

  private line(text: string): void {
    this.out(text + (this.ended ? this.separator : ''));
    this.owed = !this.ended;
  }

  private flush(): void {
    for (const text of this.appended.splice(0)) this.out(text);
  }

  private endCycle(): void {
    if (!this.quiet) this.line(this.pattern);
    this.flush();
  }

  private cycle(): void {
    this.substituted = false;
    let restart = true;
    while (restart) {
      restart = false;
      for (let i = 0; i < this.commands.length; i++) {
        const c = this.commands[i]!;
        if (this.selected(c) === c.negate) {
          if (c.name === '{') i = c.jump - 1;
          continue;
        }
        const action = this.execute(c);
        if (action === 'delete') {
          this.flush();
          return;
        }
        if (action === 'restart') {
          this.flush();
          restart = true;
          break;
        }
        if (typeof action === 'number') i = action;
      }
    }
    this.endCycle();
  }

  private matches(address: Address): boolean {
    switch (address.t) {
      case 'line': return this.number === address.n;
      case 'last': return !this.hasNext();
      case 'regex': return this.test(address.regex);
      case 'step': return address.step <= 0 ? this.number === address.first : this.number >= address.first && (this.number - address.first) % address.step === 0;
      default: return false;
    }
  }

  private test(regex: RegExp | null): boolean {
    const used = regex ?? this.lastRegex;
    if (!used) throw new SedError('-e expression #1, char 0: no previous regular expression');
    this.lastRegex = used;
    used.lastIndex = 0;
    return used.test(this.pattern);
  }

  private selected(c: SedCommand): boolean {
    if (!c.from) return true;
    if (!c.to) return this.matches(c.from);
    if (c.active) {
      if (c.end !== undefined) {
        if (this.number >= c.end) c.active = false;
        return this.number <= c.end;
      }
      if (c.to.t === 'line' ? this.number >= c.to.n : this.matches(c.to)) c.active = false;
      // A line number that was passed already selects the first line only.
      return !(c.to.t === 'line' && this.number > c.to.n);
    }
    const zero = c.from.t === 'line' && c.from.n === 0;
    if (!(zero ? this.number === 1 : this.matches(c.from))) return false;
    if (zero && this.matches(c.to)) return true;
    delete c.end;
    c.active = true;
    if (c.to.t === 'plus') c.end = this.number + c.to.n;
    else if (c.to.t === 'multiple') c.end = c.to.n <= 0 ? this.number : Math.ceil(this.number / c.to.n) * c.to.n;
    else if (c.to.t === 'line' && c.to.n <= this.number) c.active = false;
    if (c.end !== undefined && c.end <= this.number) c.active = false;
    return true;
  }

  private execute(c: SedCommand): 'delete' | 'restart' | number | void {
    switch (c.name) {
      case 's': {
        if (!this.substitute(c)) return;
        this.substituted = true;
        if (c.print) this.line(this.pattern);
        if (c.file !== undefined) this.write(c.file, `${this.pattern}\n`);
        return;
      }
      case 'd': return 'delete';
      case 'D': {
        const at = this.pattern.indexOf('\n');
        if (at < 0) return 'delete';
        this.pattern = this.pattern.slice(at + 1);
        return 'restart';
      }
      case 'p': return this.line(this.pattern);
      case 'P': return this.out(`${this.pattern.split('\n')[0]}\n`);
      case 'n':
        if (!this.hasNext()) {
          if (!this.quiet) this.line(this.pattern);
          this.flush();
          throw new LastLine();
        }
        this.endCycle();
        this.take();
        return;
      case 'N': {
        if (!this.hasNext()) {
          // GNU prints the pattern space when there is no next line.
          this.endCycle();
          throw new LastLine();
        }
        const before = this.pattern;
        this.flush();
        this.take();
        this.pattern = `${before}\n${this.pattern}`;
        return;
      }
      // Whether a newline belongs behind it goes with the text.
      case 'g': [this.pattern, this.ended] = [this.hold, this.holdEnded]; return;
      case 'G': [this.pattern, this.ended] = [`${this.pattern}\n${this.hold}`, this.holdEnded]; return;
      case 'h': [this.hold, this.holdEnded] = [this.pattern, this.ended]; return;
      case 'H': [this.hold, this.holdEnded] = [`${this.hold}\n${this.pattern}`, this.ended]; return;
      case 'x': [this.pattern, this.hold, this.ended, this.holdEnded] = [this.hold, this.pattern, this.holdEnded, this.ended]; return;
      case 'z': this.pattern = ''; return;
      case 'a': this.appended.push(c.text); return;
      case 'i': return this.out(c.text);
      case 'c':
        if (!c.to || c.negate || !c.active) this.out(c.text);
        return 'delete';
      case '=': return this.out(`${this.number}\n`);
      case 'F': return this.out(`${this.file}\n`);
      case 'l': return this.out(`${visible(this.pattern, c.text === '' ? 70 : Number(c.text))}$\n`);
      case 'q':
        this.ended = true; // Also where the last line has none.
        this.endCycle();
        this.status = Number(c.text) || this.status;
        throw new Quit();
      case 'Q':
        this.status = Number(c.text) || this.status;
        throw new Quit();
      case 'y': this.pattern = [...this.pattern].map((ch) => c.map!.get(ch) ?? ch).join(''); return;
      case 'r': {
        try {
          this.appended.push(readText(this.ctx, c.file!));
        } catch (e) {
          // A file that cannot be read counts as empty.
          if (!(e instanceof SysError)) throw e;
        }
        return;
      }
      case 'R': this.appended.push(...this.fileLines.next(c.file!)); return;
      case 'w': return this.write(c.file!, `${this.pattern}\n`);
      case 'W': return this.write(c.file!, `${this.pattern.split('\n')[0]}\n`);
      case 'b': return this.jump(c);
      case 't':
        if (!this.substituted) return;
        this.substituted = false;
        return this.jump(c);
      case 'T':
        if (!this.substituted) return this.jump(c);
        this.substituted = false;
        return;
      default: return;
    }
  }

  private jump(c: SedCommand): number {
    this.ctx.stdin.check();
    return c.text === '' ? this.commands.length : this.labels.get(c.text)!;
  }

  private write(path: string, text: string): void {
    // That of the command: with -i other output goes into the file.
    if (path === '/dev/stdout' && this.inPlace) this.ctx.out(text);
    else if (path === '/dev/stdout') this.out(text);
    else this.written.set(path, (this.written.get(path) ?? '') + text);
  }

  private substitute(c: SedCommand): boolean {
    const regex = c.regex ?? this.lastRegex;
    if (!regex) throw new SedError('-e expression #1, char 0: no previous regular expression');
    this.lastRegex = regex;
    regex.lastIndex = 0;
    let [count, last] = [0, 0];
    let out = '';
    let changed = false;
    let previousEnd = -1;
    for (const match of this.pattern.matchAll(regex)) {
      // An empty match right behind another match is not one.
      if (match[0] === '' && match.index === previousEnd) continue;
      previousEnd = match.index + match[0].length;
      count++;
      if (count < (c.nth ?? 1)) continue;
      out += this.pattern.slice(last, match.index) + replacementFor(c.replacement!, match);
      last = previousEnd;
      changed = true;
      if (!c.global) break;
    }
    if (changed) this.pattern = out + this.pattern.slice(last);
    return changed;
  }
}
