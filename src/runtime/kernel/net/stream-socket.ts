/** Connected stream sockets: two ends, each with a bounded queue of bytes that wait for its reader. */
import { O, POLL, S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { release, retain } from '../files/fd-table.ts';
import { ByteQueue } from '../byte-queue.ts';
import { type OpenFile, USER_ID, WOULD_BLOCK, type WouldBlock } from '../types.ts';
import { Waiters } from '../waiters.ts';

/** Bytes one direction holds before its writer waits. */
const MAX_QUEUED = 256 * 1024;
/** Descriptors that wait to be received: each keeps a file open. */
const MAX_PASSED = 253;

/** A descriptor on its way, with the byte of this position. */
interface Passed { at: number; file: OpenFile; note: string }

export class StreamSocket implements OpenFile {
  readonly kind = 'socket';
  flags: number = O.RDWR;
  refs = 1;
  readonly path: string;
  readonly waiters = new Waiters();
  /** Told once, when this end is closed. */
  onClose: (() => void) | null = null;
  private readonly incoming = new ByteQueue();
  private peer: StreamSocket | null = null;
  /** Bytes that ever arrived and were ever read, and the descriptors that came between them. */
  private arrived = 0;
  private taken = 0;
  private readonly passed: Passed[] = [];
  /** No more will be written by this end. */
  private finished = false;
  /** No more will arrive. */
  private ended = false;
  /** The peer closed with unread bytes: reported once as ECONNRESET, after what had arrived. */
  private reset = false;
  /** Why nothing more will come or go, where the outside gave a reason (`outside/failure.ts`). Reported as EREMOTEIO. */
  failure: { code: string; message: string } | null = null;
  private readonly ino = nextInode();
  private readonly bornMs = Date.now();

  /** Whether a write after the peer has closed goes out as if it were still there: over TCP its answer to the first one tells that it is not. */
  private unaware = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Two connected ends. @param tcp whether an end that writes hears of the other's closing with its second write, and not with its first */
  static pair(paths: [string, string], { tcp = false } = {}): [StreamSocket, StreamSocket] {
    const a = new StreamSocket(paths[0]);
    const b = new StreamSocket(paths[1]);
    a.peer = b;
    b.peer = a;
    a.unaware = b.unaware = tcp;
    return [a, b];
  }

  read(_process: unknown, length: number): Uint8Array | WouldBlock {
    if (this.incoming.length > 0) {
      const wasFull = this.incoming.length >= MAX_QUEUED;
      const bytes = this.incoming.take(Math.min(length, this.untilNextPassed()));
      this.taken += bytes.length;
      if (wasFull) this.peer?.waiters.wake();
      return bytes;
    }
    if (this.failure) throw new SysError(ERRNO.EREMOTEIO);
    if (this.reset) {
      this.reset = this.unaware = false;
      throw new SysError(ERRNO.ECONNRESET);
    }
    return this.ended ? new Uint8Array(0) : WOULD_BLOCK;
  }

  write(_process: unknown, data: Uint8Array): number | WouldBlock {
    const { peer } = this;
    // Swallowed: the reader hears of the reason, and an EPIPE before it would hide it.
    if (this.failure && !this.finished) return data.length;
    if (this.finished || peer === null) {
      if (this.reset && !this.finished) {
        this.reset = this.unaware = false;
        throw new SysError(ERRNO.ECONNRESET);
      }
      if (this.unaware && !this.finished) {
        this.unaware = false;
        return data.length;
      }
      throw new SysError(ERRNO.EPIPE);
    }
    if (data.length === 0) return 0;
    const room = MAX_QUEUED - peer.incoming.length;
    if (room <= 0) return WOULD_BLOCK;
    const part = data.subarray(0, room);
    peer.incoming.push(part);
    peer.arrived += part.length;
    peer.waiters.wake();
    return part.length;
  }

  /** Sends a file along, with the byte written next. Takes a reference of its own. @throws SysError EPIPE, ETOOMANYREFS as EMFILE */
  pass(file: OpenFile, note: string): void {
    const { peer } = this;
    if (peer === null || this.finished) throw new SysError(ERRNO.EPIPE);
    if (peer.passed.length >= MAX_PASSED) throw new SysError(ERRNO.EMFILE);
    peer.passed.push({ at: peer.arrived, file: retain(file), note });
  }

  /** The file whose byte was read; its reference goes to the caller. */
  takePassed(): Passed | undefined {
    return this.passed[0] !== undefined && this.passed[0].at < this.taken ? this.passed.shift() : undefined;
  }

  /** Bytes up to the next one that a file comes with. */
  private untilNextPassed(): number {
    const next = this.passed.find(({ at }) => at > this.taken);
    return next === undefined ? Infinity : next.at - this.taken;
  }

  /** Closes the writing side: the peer reads end of file. */
  shutdown(): void {
    if (this.finished) return;
    this.finished = true;
    if (this.peer) {
      this.peer.ended = true;
      this.peer.waiters.wake();
    }
    this.waiters.wake();
  }

  /** Ends the peer's side with a reason. Call `close` after it. */
  failPeer(failure: { code: string; message: string }): void {
    if (this.peer) this.peer.failure = failure;
  }

  /** Breaks the connection: the peer meets ECONNRESET after what has arrived. Call `close` after it. */
  resetPeer(): void {
    if (this.peer) this.peer.reset = true;
  }

  pollMask(): number {
    let mask = 0;
    if (this.incoming.length > 0 || this.ended) mask |= POLL.IN;
    if (this.peer === null || this.finished || this.peer.incoming.length < MAX_QUEUED) mask |= POLL.OUT;
    if (this.reset || this.failure) mask |= POLL.IN | POLL.ERR | POLL.HUP;
    if (this.ended && (this.finished || this.peer === null)) mask |= POLL.HUP;
    return mask;
  }

  stat(): StatFields {
    return [8, S.IFSOCK | 0o777, 1, USER_ID, USER_ID, 0, 4096, this.ino, 0, 0, this.bornMs, this.bornMs, this.bornMs, this.bornMs];
  }

  close(): void {
    const { peer } = this;
    this.peer = null;
    this.finished = true;
    if (peer) {
      peer.peer = null;
      peer.ended = true;
      if (this.incoming.length > 0) peer.reset = true;
      peer.waiters.wake();
    }
    this.incoming.clear();
    for (const { file } of this.passed.splice(0)) release(file);
    this.onClose?.();
    this.onClose = null;
  }
}

let inodes = 0x60000000;

/** Inode numbers of sockets, apart from those of files. */
export function nextInode(): number {
  return ++inodes;
}
