/** Files and commands that an awk program reads and writes. */
import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { longest } from '../longest.ts';
import { toJsRegex, withControls } from '../regex.ts';
import type { Context } from '../run/context.ts';
import { drain } from '../run/context.ts';
import { MemoryIn, MemoryOut, Input, Output } from '../run/io.ts';
import { decode, join } from '../text.ts';

/** Records of one input. */
export class Reader {
  private separator = '';
  private regex: RegExp | null = null;
  private readonly input: Input;
  private readonly done: () => void;
  private pending = '';
  private ended = false;
  private first = true;
  /** Bytes at the end of what was read that begin a character. */
  private cut: Uint8Array = new Uint8Array(0);

  constructor(input: Input, done: () => void = () => {}) {
    this.input = input;
    this.done = done;
  }

  private fill(): boolean {
    if (this.ended) return false;
    const chunk = this.input.chunk();
    if (!chunk) {
      this.ended = true;
      this.done();
      if (this.cut.length === 0) return false;
      this.pending += decode(this.cut);
      this.cut = new Uint8Array(0);
      return true;
    }
    const bytes = join([this.cut, chunk]);
    const end = wholeCharacters(bytes);
    this.cut = bytes.slice(end);
    this.pending += decode(bytes.subarray(0, end));
    return true;
  }

  /** The next record by a separator: one character, blank lines (''), or an expression. */
  record(separator: string): string | null {
    if (separator === '') return this.paragraph();
    if (separator !== this.separator) {
      this.separator = separator;
      this.regex = separator.length > 1 ? longest(toJsRegex(withControls(separator, true), { extended: true })) : null;
    }
    const { regex } = this;
    for (let from = 0; ;) {
      const match = regex?.exec(this.pending);
      const at = regex ? (match ? match.index : -1) : this.pending.indexOf(separator, from);
      // An expression might match more once there is more to read.
      if (at >= 0 && (!match || this.ended || at + match[0].length < this.pending.length)) {
        const line = this.pending.slice(0, at);
        this.pending = this.pending.slice(at + (match ? match[0].length : separator.length));
        return line;
      }
      from = this.pending.length;
      if (this.fill()) continue;
      if (this.pending === '' || (regex && this.pending === '\n')) return null;
      const rest = this.pending;
      this.pending = '';
      return regex ? rest.replace(/\n$/, '') : rest;
    }
  }

  private paragraph(): string | null {
    for (;;) {
      if (this.first) this.pending = this.pending.replace(/^\n+/, '');
      const match = /\n\n+/.exec(this.pending);
      if (match && (this.ended || match.index + match[0].length < this.pending.length)) {
        const text = this.pending.slice(0, match.index);
        this.pending = this.pending.slice(match.index + match[0].length);
        return text;
      }
      if (this.fill()) continue;
      const rest = this.pending.replace(/^\n+|\n+$/g, '');
      this.pending = '';
      return rest === '' ? null : rest;
    }
  }
}

/** Where the last character that is there as a whole ends. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const b = bytes[bytes.length - back]!;
    if ((b & 0xc0) === 0x80) continue;
    return b >= 0xc2 && b < 0xf5 && back < (b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

export class AwkFiles {
  private readonly ctx: Context;
  private readonly readers = new Map<string, { reader: Reader; fd: number | null }>();
  private readonly writers = new Map<string, { output: Output; close: () => number }>();

  constructor(ctx: Context) {
    this.ctx = ctx;
  }

  /** A file of ARGV; reports and returns null when it cannot be opened. */
  input(path: string): Reader | null {
    if (path === '-' || path === '/dev/stdin') return new Reader(this.ctx.stdin);
    try {
      const fd = this.ctx.sys.open(path, O.RDONLY, 0);
      return new Reader(new Input(this.ctx.sys, fd), () => this.ctx.sys.close(fd));
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      this.ctx.fail(`can't open file ${path}: ${errorText(e)}`, 2);
      return null;
    }
  }

  reader(path: string): Reader | null {
    const known = this.readers.get(path);
    if (known) return known.reader;
    if (path === '-' || path === '/dev/stdin') {
      const reader = new Reader(this.ctx.stdin);
      this.readers.set(path, { reader, fd: null });
      return reader;
    }
    try {
      const fd = this.ctx.sys.open(path, O.RDONLY, 0);
      const reader = new Reader(new Input(this.ctx.sys, fd));
      this.readers.set(path, { reader, fd });
      return reader;
    } catch (e) {
      if (e instanceof SysError) return null;
      throw e;
    }
  }

  /** The output of a command, which is run to its end first. */
  command(line: string): Reader {
    const known = this.readers.get(line);
    if (known) return known.reader;
    this.flush();
    const sink = new MemoryOut();
    const drains: [number, MemoryOut][] = [];
    const [read, write] = this.ctx.sys.pipe();
    const handles = [...this.ctx.handles];
    handles[1] = write;
    const pid = this.ctx.sys.spawn({ file: 'sh', args: ['sh', '-c', line], env: this.ctx.env, fds: handles.map((h) => (typeof h === 'number' ? h : -1)) });
    this.ctx.sys.close(write);
    drains.push([read, sink]);
    drain(this.ctx.sys, drains, this.ctx.stdin.check);
    this.ctx.wait(pid);
    const reader = new Reader(new Input(this.ctx.sys, new MemoryIn(sink.bytes())));
    this.readers.set(line, { reader, fd: null });
    return reader;
  }

  write(target: string, kind: '>' | '>>' | '|', text: string): void {
    if (kind !== '|' && (target === '/dev/stdout' || target === '-')) this.ctx.out(text);
    else if (kind !== '|' && target === '/dev/stderr') this.ctx.err(text);
    else this.writer(target, kind).write(text);
  }

  private writer(target: string, kind: '>' | '>>' | '|'): Output {
    const known = this.writers.get(target);
    if (known) return known.output;
    if (kind === '|') {
      // Collected, and given to the command when it is closed.
      const sink = new MemoryOut();
      const output = new Output(this.ctx.sys, sink);
      this.writers.set(target, {
        output,
        close: () => {
          output.flush();
          return this.ctx.launch(['sh', '-c', target], { stdin: new MemoryIn(sink.bytes()) });
        },
      });
      return output;
    }
    const fd = this.ctx.sys.open(target, O.WRONLY | O.CREAT | (kind === '>' ? O.TRUNC : O.APPEND), 0o666);
    const output = new Output(this.ctx.sys, fd);
    this.writers.set(target, {
      output,
      close: () => {
        output.flush();
        this.ctx.sys.close(fd);
        return 0;
      },
    });
    return output;
  }

  flush(): void {
    this.ctx.stdout.flush();
    for (const { output } of this.writers.values()) output.flush();
  }

  close(name: string): number {
    const reader = this.readers.get(name);
    const writer = this.writers.get(name);
    this.readers.delete(name);
    this.writers.delete(name);
    if (reader && reader.fd !== null) this.ctx.sys.close(reader.fd);
    if (writer) return writer.close();
    return reader ? 0 : -1;
  }

  closeAll(): void {
    this.ctx.stdout.flush();
    for (const name of [...this.writers.keys()]) this.close(name);
  }
}

