/** Pseudo-terminals: the kernel (for the client) holds the master side, processes open the slave side. */
import { DISPOSITION, O, POLL, S, SIG, TTY } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields, Winsize } from '../../abi/syscalls.ts';
import { type OpenFile, type Process, type TtyFile, USER_ID, WOULD_BLOCK, type WouldBlock } from '../types.ts';
import { Waiters } from '../waiters.ts';
import { ByteQueue } from '../byte-queue.ts';
import { LineDiscipline } from './line-discipline.ts';

/** Output waiting for the master; a writer beyond it waits. */
const MAX_OUTPUT = 64 * 1024;

export interface PtyHooks {
  /** Delivers a signal to every process of the group. */
  signalGroup(pgid: number, signal: number): void;
  /** Whether a process group of this number has a member in the session. */
  groupInSession(pgid: number, sid: number): boolean;
  /** Whether nobody could continue the group if it were stopped. */
  isOrphaned(pgid: number): boolean;
}

let inodes = 0;

export class Pty {
  readonly index: number;
  /** Session whose controlling terminal it is, or 0. */
  session = 0;
  foreground = 0;
  /** Woken when output waits for the master, or the terminal was hung up. */
  readonly masterWaiters = new Waiters();
  readonly slaveWaiters = new Waiters();
  readonly discipline: LineDiscipline;
  private readonly hooks: PtyHooks;
  private size: Winsize;
  private readonly out = new ByteQueue();
  private gone = false;
  private readonly bornMs = Date.now();
  private readonly ino = ++inodes + 0x70000000;

  constructor(index: number, size: Winsize, hooks: PtyHooks) {
    this.index = index;
    this.size = { ...size };
    this.hooks = hooks;
    this.discipline = new LineDiscipline({
      // Echo is never refused: a full screen queue must not lose what the person sees of their typing.
      output: (bytes) => this.emit(bytes),
      signal: (signal) => {
        if (this.foreground) this.hooks.signalGroup(this.foreground, signal);
      },
      readable: () => this.slaveWaiters.wake(),
    });
  }

  get hungUp(): boolean {
    return this.gone;
  }

  /** Bytes waiting for the master. */
  get pendingOutput(): number {
    return this.out.length;
  }

  /** Bytes typed by the person. */
  input(bytes: Uint8Array): void {
    if (!this.gone) this.discipline.input(bytes);
  }

  /** Takes up to `max` bytes of output; empty when there is none. */
  takeOutput(max: number): Uint8Array {
    const wasFull = this.out.length >= MAX_OUTPUT;
    const bytes = this.out.take(max);
    if (wasFull && this.out.length < MAX_OUTPUT) this.slaveWaiters.wake();
    return bytes;
  }

  /** Changes the window size and tells the foreground group. */
  resize(size: Winsize): void {
    if (size.cols === this.size.cols && size.rows === this.size.rows) return;
    this.size = { ...size };
    if (this.foreground && !this.gone) this.hooks.signalGroup(this.foreground, SIG.WINCH);
  }

  winsize(): Winsize {
    return { ...this.size };
  }

  /** The connection is gone: readers meet end of file, writers EIO. Output written before stays for the master. */
  hangup(): void {
    if (this.gone) return;
    this.gone = true;
    this.session = 0;
    this.foreground = 0;
    this.slaveWaiters.wake();
    this.masterWaiters.wake();
  }

  /** A new open file on the slave side. */
  openSlave(flags: number): OpenFile {
    return new SlaveFile(this, flags);
  }

  read(process: Process, length: number): Uint8Array | WouldBlock {
    if (this.gone) return new Uint8Array(0);
    if (this.inBackground(process)) {
      // Stopped while it reads, it reads again when it is continued.
      this.stopGroup(process, SIG.TTIN);
      return WOULD_BLOCK;
    }
    return this.discipline.read(length);
  }

  write(data: Uint8Array): number | WouldBlock {
    if (this.gone) throw new SysError(ERRNO.EIO);
    const room = MAX_OUTPUT - this.out.length;
    if (room <= 0) return WOULD_BLOCK;
    const part = data.subarray(0, room);
    this.emit(this.discipline.process(part));
    return part.length;
  }

  pollMask(): number {
    if (this.gone) return POLL.IN | POLL.OUT | POLL.ERR | POLL.HUP;
    return (this.discipline.isReadable() ? POLL.IN : 0) | (this.out.length < MAX_OUTPUT ? POLL.OUT : 0);
  }

  /** WOULD_BLOCK where a background process was stopped for it; it tries again when it is continued. */
  setModes(process: Process, modes: number): void | WouldBlock {
    if (this.gone) throw new SysError(ERRNO.EIO);
    if (this.inBackground(process) && process.dispositions.get(SIG.TTOU) !== DISPOSITION.IGNORE) {
      this.stopGroup(process, SIG.TTOU);
      return WOULD_BLOCK;
    }
    this.discipline.setModes(modes & (TTY.ICANON | TTY.ECHO | TTY.ISIG | TTY.OPOST | TTY.ICRNL));
  }

  /** As `setModes`. */
  setForegroundGroup(process: Process, pgid: number): void | WouldBlock {
    if (this.gone || this.session === 0 || process.sid !== this.session) throw new SysError(ERRNO.ENOTTY);
    if (!this.hooks.groupInSession(pgid, this.session)) throw new SysError(ERRNO.EPERM);
    if (this.inBackground(process) && process.dispositions.get(SIG.TTOU) !== DISPOSITION.IGNORE) {
      this.stopGroup(process, SIG.TTOU);
      return WOULD_BLOCK;
    }
    this.setForeground(pgid);
  }

  setForeground(pgid: number): void {
    this.foreground = pgid;
    // A reader that waits in a group that just became the foreground (or stopped being it) must look again.
    this.slaveWaiters.wake();
  }

  stat(): StatFields {
    return [0x18, S.IFCHR | 0o620, 1, USER_ID, 5, (136 << 8) | this.index, 1024, this.ino, 0, 0, this.bornMs, this.bornMs, this.bornMs, this.bornMs];
  }

  private inBackground(process: Process): boolean {
    return process.sid === this.session && this.foreground !== 0 && process.pgid !== this.foreground;
  }

  /** What a background process gets for using the terminal. @throws SysError EIO where the signal would do nothing, EINTR where it was handled */
  private stopGroup(process: Process, signal: number): void {
    const disposition = process.dispositions.get(signal) ?? DISPOSITION.DEFAULT;
    if (disposition === DISPOSITION.IGNORE || this.hooks.isOrphaned(process.pgid)) throw new SysError(ERRNO.EIO);
    this.hooks.signalGroup(process.pgid, signal);
    if (disposition === DISPOSITION.HANDLE) throw new SysError(ERRNO.EINTR);
  }

  private emit(bytes: Uint8Array): void {
    this.out.push(bytes);
    this.masterWaiters.wake();
  }
}

class SlaveFile implements OpenFile {
  readonly kind = 'tty';
  flags: number;
  refs = 1;
  readonly path: string;
  readonly tty: TtyFile;
  readonly pty: Pty;

  constructor(pty: Pty, flags: number) {
    this.pty = pty;
    this.flags = flags;
    this.path = `/dev/pts/${pty.index}`;
    this.tty = {
      getModes: () => pty.discipline.getModes(),
      setModes: (process, modes) => pty.setModes(process, modes),
      winsize: () => pty.winsize(),
      foregroundGroup: () => pty.foreground,
      setForegroundGroup: (process, pgid) => pty.setForegroundGroup(process, pgid),
    };
  }

  get waiters(): Waiters {
    return this.pty.slaveWaiters;
  }

  read(process: Process, length: number): Uint8Array | WouldBlock {
    if ((this.flags & O.ACCMODE) === O.WRONLY) throw new SysError(ERRNO.EBADF);
    return this.pty.read(process, length);
  }

  write(_process: Process, data: Uint8Array): number | WouldBlock {
    if ((this.flags & O.ACCMODE) === O.RDONLY) throw new SysError(ERRNO.EBADF);
    return this.pty.write(data);
  }

  pollMask(): number {
    return this.pty.pollMask();
  }

  stat(): StatFields {
    return this.pty.stat();
  }

  close(): void {
    // The terminal itself lives as long as the client's process; a closed slave changes nothing.
  }
}

/** The pseudo-terminal behind an open file, or null. */
export function ptyOf(file: OpenFile): Pty | null {
  return file instanceof SlaveFile ? file.pty : null;
}
