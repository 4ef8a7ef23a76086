/** Descriptors as the shell sees them: logical numbers that stand for the process's own descriptors, or for memory. */
import type { Sys } from '../../abi/syscalls.ts';
import { O } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { encode, join } from '../text.ts';

/** Collects what is written: `$(...)`, and a pipe between two commands that run inside the shell. */
export class MemoryOut {
  private readonly parts: Uint8Array[] = [];
  size = 0;
  write(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.parts.push(bytes);
    this.size += bytes.length;
  }
  bytes(): Uint8Array {
    return join(this.parts, this.size);
  }
}

/** Bytes to read: a here-document, or the other end of a `MemoryOut`. */
export class MemoryIn {
  private readonly data: Uint8Array;
  private at = 0;
  /** Where the rest went when a process was given it: all read from there, so that a child which reads nothing takes nothing. */
  private shared: { sys: Sys; fd: number } | null = null;
  constructor(data: Uint8Array) {
    this.data = data;
  }
  read(target: Uint8Array): number {
    if (this.shared) return this.shared.sys.read(this.shared.fd, target, -1);
    const part = this.data.subarray(this.at, this.at + target.length);
    target.set(part);
    this.at += part.length;
    return part.length;
  }
  rest(): Uint8Array {
    if (this.shared) {
      const parts: Uint8Array[] = [];
      const buffer = new Uint8Array(65_536);
      for (let n = this.read(buffer); n > 0; n = this.read(buffer)) parts.push(buffer.slice(0, n));
      return join(parts);
    }
    const rest = this.data.subarray(this.at);
    this.at = this.data.length;
    return rest;
  }
  /** A real descriptor of what is left, for children; `close` ends it. */
  descriptor(sys: Sys): number {
    return (this.shared ??= { sys, fd: materialize(sys, this) }).fd;
  }
  close(): void {
    const { shared } = this;
    if (!shared) return;
    this.shared = null;
    this.at = this.data.length;
    shared.sys.close(shared.fd);
  }
}

export type Handle = number | MemoryOut | MemoryIn;
/** Closes what a redirection opened. */
export function closeOpened(sys: Sys, opened: readonly (number | MemoryIn)[]): void {
  for (const one of opened) {
    if (typeof one === 'number') sys.close(one);
    else one.close();
  }
}

/** Position is the logical descriptor. */
export type Handles = (Handle | undefined)[];

/** A pipe takes this much before its writer waits; more is passed through a file. */
const PIPE_ROOM = 60_000;
let serial = 0;

/** A real descriptor to read `input`'s rest from; the caller closes it. */
export function materialize(sys: Sys, input: MemoryIn): number {
  const data = input.rest();
  if (data.length <= PIPE_ROOM) {
    const [read, write] = sys.pipe();
    if (data.length > 0) sys.write(write, data, -1);
    sys.close(write);
    return read;
  }
  const path = temporaryPath('in');
  sys.writeFile(path, O.WRONLY | O.CREAT | O.EXCL, 0o600, data);
  const fd = sys.open(path, O.RDONLY, 0);
  sys.unlink(path);
  return fd;
}

export function temporaryPath(kind: string): string {
  return `/tmp/.sh-${kind}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${serial++}`;
}

/** Buffered writer on a handle. */
export class Output {
  readonly handle: Handle | undefined;
  private readonly sys: Sys;
  private pending: (string | Uint8Array)[] = [];
  private size = 0;
  /** Called before each write that leaves the buffer; throws to end an interrupted command. */
  check: () => void = () => {};

  constructor(sys: Sys, handle: Handle | undefined) {
    this.sys = sys;
    this.handle = handle;
  }

  write(data: string | Uint8Array): void {
    if (data.length === 0) return;
    this.pending.push(data);
    this.size += data.length;
    if (this.size >= 32_768) this.flush();
  }

  flush(): void {
    if (this.pending.length === 0) return;
    const parts: Uint8Array[] = [];
    let text = '';
    for (const piece of this.pending) {
      if (typeof piece === 'string') text += piece;
      else {
        if (text !== '') parts.push(encode(text));
        text = '';
        parts.push(piece);
      }
    }
    if (text !== '') parts.push(encode(text));
    this.pending = [];
    this.size = 0;
    this.direct(join(parts));
  }

  private direct(bytes: Uint8Array): void {
    this.check();
    const { handle } = this;
    if (handle instanceof MemoryOut) handle.write(bytes.slice());
    else if (typeof handle !== 'number') throw new SysError(ERRNO.EBADF, 'write');
    else {
      for (let done = 0; done < bytes.length;) {
        try {
          done += this.sys.write(handle, done === 0 ? bytes : bytes.subarray(done), -1);
        } catch (e) {
          if (!(e instanceof SysError)) throw e;
          if (e.code === 'EINTR') this.check();
          // Another process may have made a shared pipe or terminal non-blocking.
          else if (e.code === 'EAGAIN') this.sys.pollSync([handle], [4], -1);
          else throw e;
        }
      }
    }
  }

  get isTty(): boolean {
    return typeof this.handle === 'number' && isTty(this.sys, this.handle);
  }
}

/** Reader on a handle. */
export class Input {
  readonly handle: Handle | undefined;
  private readonly sys: Sys;
  /** Called before a read that may wait: flushes the outputs, so that an answer appears before the next question. */
  before: () => void = () => {};
  check: () => void = () => {};

  constructor(sys: Sys, handle: Handle | undefined) {
    this.sys = sys;
    this.handle = handle;
  }

  /** At most `target.length` bytes; 0 at the end. */
  read(target: Uint8Array): number {
    const { handle } = this;
    if (handle instanceof MemoryIn) return handle.read(target);
    if (typeof handle !== 'number') throw new SysError(ERRNO.EBADF, 'read');
    this.before();
    for (;;) {
      this.check();
      try {
        return this.sys.read(handle, target, -1);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (e.code === 'EINTR') continue;
        if (e.code === 'EAGAIN') this.sys.pollSync([handle], [1], -1);
        else throw e;
      }
    }
  }

  /** The next bytes, or null at the end. */
  chunk(size = 65_536): Uint8Array | null {
    const buffer = new Uint8Array(size);
    const n = this.read(buffer);
    return n === 0 ? null : buffer.subarray(0, n);
  }

  all(): Uint8Array {
    if (this.handle instanceof MemoryIn) return this.handle.rest();
    const parts: Uint8Array[] = [];
    for (let part = this.chunk(); part; part = this.chunk()) parts.push(part);
    return join(parts);
  }

  get isTty(): boolean {
    return typeof this.handle === 'number' && isTty(this.sys, this.handle);
  }
}

export function isTty(sys: Sys, fd: number): boolean {
  try {
    return sys.isatty(fd);
  } catch {
    return false;
  }
}
