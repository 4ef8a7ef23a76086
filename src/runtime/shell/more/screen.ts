/** A full-screen program's terminal: raw mode, the other screen, keys with a time to wait, the size. */
import { O, SIG, TTY } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { KeyReader, type Key } from '../interactive/keys.ts';
import type { Context } from '../run/context.ts';
import { charWidth } from '../text.ts';

export class Screen {
  readonly ctx: Context;
  private readonly tty: number;
  private readonly modes: number;
  private readonly keys = new KeyReader();
  private readonly queue: Key[] = [];
  private readonly buffer = new Uint8Array(4096);

  /** @throws SysError ENXIO without a terminal */
  constructor(ctx: Context) {
    this.ctx = ctx;
    this.tty = ctx.sys.open('/dev/tty', O.RDWR, 0);
    this.modes = ctx.sys.tcgetattr(this.tty);
    this.open();
  }

  get columns(): number {
    return this.ctx.sys.winsize(this.tty).cols || 80;
  }

  get rows(): number {
    return this.ctx.sys.winsize(this.tty).rows || 24;
  }

  write(text: string): void {
    this.ctx.out(text);
    this.ctx.stdout.flush();
  }

  /** The next key; null when none came within the time (ms, -1 for ever) or the window changed. 'end' when the terminal is gone. */
  key(timeoutMs: number): Key | null | 'end' {
    if (this.queue.length > 0) return this.queue.shift()!;
    const { sys } = this.ctx;
    try {
      if (timeoutMs >= 0 && sys.pollSync([this.tty], [1], timeoutMs)[0] === 0) return null;
      if (!this.read()) return 'end';
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      if (e.code === 'EIO') return 'end';
      if (e.code !== 'EINTR') throw e;
    }
    return this.queue.shift() ?? null;
  }

  /** Waits until `fd` has something to read; false when ^C or q was typed first. Other keys wait for their turn. */
  waits(fd: number): boolean {
    const { sys } = this.ctx;
    while (!this.queue.some((key) => (key.t === 'key' ? key.name === '^C' : key.text.includes('q')))) {
      try {
        const [typed, ready] = sys.pollSync([this.tty, fd], [1, 1], -1);
        if (!typed && ready) return true;
        if (typed && !this.read()) return false;
      } catch (e) {
        if (!(e instanceof SysError) || e.code !== 'EINTR') throw e;
      }
    }
    return false;
  }

  /** Whether the key ends a program that only shows something: q, ^C, the end of the terminal. ^Z stops it here, and it goes on afterwards. */
  leaves(key: Key | null): boolean {
    if (key?.t === 'key' && key.name === '^Z') this.suspend();
    return (key?.t === 'text' && key.text === 'q') || (key?.t === 'key' && key.name === '^C');
  }

  /** False at the end of the terminal. */
  private read(): boolean {
    const n = this.ctx.sys.read(this.tty, this.buffer, -1);
    this.queue.push(...this.keys.push(this.buffer.slice(0, n)));
    return n > 0;
  }

  /** Gives the terminal back and stops the job, as ^Z does. */
  suspend(): void {
    this.shut();
    this.ctx.sys.kill(0, SIG.TSTP);
    this.open();
  }

  close(): void {
    this.shut();
    this.ctx.sys.close(this.tty);
  }

  /** Signals of the keyboard are keys: one that ended the program would leave its screen behind. */
  private open(): void {
    this.ctx.sys.tcsetattr(this.tty, TTY.OPOST);
    this.write('\x1b[?1049h\x1b[?2004h');
  }

  private shut(): void {
    this.write('\x1b[?2004l\x1b[?1049l');
    this.ctx.sys.tcsetattr(this.tty, this.modes);
  }
}

/** A line in pieces that the screen has room for; colours take none. */
export function wrap(line: string, columns: number): string[] {
  if (line.length <= columns && /^[ -~]*$/.test(line)) return [line];
  const out: string[] = [];
  let current = '';
  let width = 0;
  for (const piece of line.replaceAll('\t', '        ').match(/\x1b\[[0-9;]*m|[\s\S]/gu) ?? []) {
    const w = piece.length > 1 && piece.startsWith('\x1b') ? 0 : charWidth(piece.codePointAt(0)!);
    if (width + w > columns) {
      out.push(current);
      current = '';
      width = 0;
    }
    current += piece;
    width += w;
  }
  out.push(current);
  return out;
}
