/** A full-screen program's terminal: raw mode, the other screen, keys with a time to wait, the size. */
import { O, SIG, TTY } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { KeyReader, type Key } from '../interactive/keys.ts';
import type { Context } from '../run/context.ts';

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
      const n = sys.read(this.tty, this.buffer, -1);
      if (n === 0) return 'end';
      this.queue.push(...this.keys.push(this.buffer.slice(0, n)));
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      if (e.code === 'EIO') return 'end';
      if (e.code !== 'EINTR') throw e;
    }
    return this.queue.shift() ?? null;
  }

  /** Whether the key ends a program that only shows something: q, ^C, the end of the terminal. ^Z stops it here, and it goes on afterwards. */
  leaves(key: Key | null): boolean {
    if (key?.t === 'key' && key.name === '^Z') this.suspend();
    return (key?.t === 'text' && key.text === 'q') || (key?.t === 'key' && key.name === '^C');
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
