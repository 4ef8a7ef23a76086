/** Pipes: a bounded byte buffer between a reading and a writing end. */
import { O, POLL, S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { ByteQueue } from '../byte-queue.ts';
import { USER_ID, WOULD_BLOCK, type OpenFile, type Process, type WouldBlock } from '../types.ts';
import { Waiters } from '../waiters.ts';


export const PIPE_CAPACITY = 65536;
/** Writes up to this size go in whole or not at all. */
const PIPE_BUF = 4096;

let nextPipe = 1;

/** Both ends of a new pipe, one reference each. */
export function createPipe(): { reader: OpenFile; writer: OpenFile } {
  const pipe = new Pipe();
  return { reader: new PipeReader(pipe), writer: new PipeWriter(pipe) };
}

class Pipe {
  readonly queue = new ByteQueue();
  readonly number = nextPipe++;
  readonly readable = new Waiters();
  readonly writable = new Waiters();
  readerOpen = true;
  writerOpen = true;
  readonly createdMs = Date.now();

  get free(): number {
    return PIPE_CAPACITY - this.queue.length;
  }

  stat(): StatFields {
    const t = this.createdMs;
    return [13, S.IFIFO | 0o600, 1, USER_ID, USER_ID, 0, 4096, this.number, 0, 0, t, t, t, t];
  }
}

class PipeReader implements OpenFile {
  readonly kind = 'pipe';
  refs = 1;
  flags: number = O.RDONLY;
  readonly path: string;
  readonly waiters: Waiters;
  private readonly pipe: Pipe;

  constructor(pipe: Pipe) {
    this.pipe = pipe;
    this.path = `pipe:[${pipe.number}]`;
    this.waiters = pipe.readable;
  }

  read(_process: Process, length: number, position: number): Uint8Array | WouldBlock {
    if (position >= 0) throw new SysError(ERRNO.ESPIPE);
    const { queue } = this.pipe;
    if (queue.length === 0 && length > 0) return this.pipe.writerOpen ? WOULD_BLOCK : new Uint8Array(0);
    const bytes = queue.take(length);
    this.pipe.writable.wake();
    return bytes;
  }

  write(): number {
    throw new SysError(ERRNO.EBADF);
  }

  pollMask(): number {
    return (this.pipe.queue.length > 0 ? POLL.IN : 0) | (this.pipe.writerOpen ? 0 : POLL.HUP);
  }

  stat(): StatFields {
    return this.pipe.stat();
  }

  close(): void {
    this.pipe.readerOpen = false;
    this.pipe.queue.clear();
    this.pipe.writable.wake();
  }
}

class PipeWriter implements OpenFile {
  readonly kind = 'pipe';
  refs = 1;
  flags: number = O.WRONLY;
  readonly path: string;
  readonly waiters: Waiters;
  private readonly pipe: Pipe;

  constructor(pipe: Pipe) {
    this.pipe = pipe;
    this.path = `pipe:[${pipe.number}]`;
    this.waiters = pipe.writable;
  }

  read(): Uint8Array {
    throw new SysError(ERRNO.EBADF);
  }

  write(_process: Process, data: Uint8Array, position: number): number | WouldBlock {
    if (position >= 0) throw new SysError(ERRNO.ESPIPE);
    if (!this.pipe.readerOpen) throw new SysError(ERRNO.EPIPE);
    if (data.length === 0) return 0;
    const { free } = this.pipe;
    if (free === 0 || (data.length <= PIPE_BUF && free < data.length)) return WOULD_BLOCK;
    const count = Math.min(data.length, free);
    this.pipe.queue.push(data.subarray(0, count));
    this.pipe.readable.wake();
    return count;
  }

  pollMask(): number {
    if (!this.pipe.readerOpen) return POLL.OUT | POLL.ERR;
    return this.pipe.free >= PIPE_BUF ? POLL.OUT : 0;
  }

  stat(): StatFields {
    return this.pipe.stat();
  }

  close(): void {
    this.pipe.writerOpen = false;
    this.pipe.readable.wake();
  }
}
