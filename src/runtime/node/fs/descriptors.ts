/** Reading and writing through descriptors, and waiting for those that may have nothing yet. */
import { POLL, S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { MAX_TRANSFER } from '../../abi/mailbox.ts';
import type { NodeRuntime } from '../runtime.ts';
import { perRuntime } from '../streams/per-runtime.ts';

export type Position = number | bigint | null | undefined;

/** -1 stands for the descriptor's own position, and that is where everything but a whole number leads: loggers call `fs.writeSync(fd, text, 'utf8')`. */
export function positionOf(position: unknown): number {
  const n = typeof position === 'bigint' ? Number(position) : position;
  return typeof n === 'number' && Number.isSafeInteger(n) && n >= 0 ? n : -1;
}

export function bytesOf(view: ArrayBufferView, offset = 0, length = view.byteLength - offset): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + offset, length);
}

class Descriptors {
  private readonly rt: NodeRuntime;
  /** Descriptors opened here and, once asked, whether they are plain files. Others may be replaced behind our back and are asked every time. */
  private readonly opened = new Map<number, boolean | undefined>();
  private readonly waiting = new Map<number, (() => void)[]>();
  constructor(rt: NodeRuntime) {
    this.rt = rt;
  }

  open(path: string, flags: number, mode: number): number {
    const fd = this.rt.sys.open(path, flags, mode);
    this.opened.set(fd, undefined);
    return fd;
  }

  close(fd: number): void {
    this.opened.delete(fd);
    this.rt.sys.close(fd);
  }

  /** What a stat of an open descriptor told about it: saves asking again. */
  learn(fd: number, mode: number): void {
    const type = mode & S.IFMT;
    if (this.opened.has(fd)) this.opened.set(fd, type === S.IFREG || type === S.IFDIR);
  }

  /** Whether reads never wait: a plain file or directory, or a descriptor that is not open (whose read fails at once). */
  private plain(fd: number): boolean {
    const known = this.opened.get(fd);
    if (known !== undefined) return known;
    let type: number;
    try {
      type = this.rt.sys.fstat(fd)[1] & S.IFMT;
    } catch {
      return true;
    }
    const plain = type === S.IFREG || type === S.IFDIR;
    if (this.opened.has(fd)) this.opened.set(fd, plain);
    return plain;
  }

  read(fd: number, target: Uint8Array, position: number): number {
    const { sys } = this.rt;
    let done = sys.read(fd, target, position);
    // One system call moves one mailbox at most; a plain file gives all it has, as read(2) does.
    while (done > 0 && done < target.length && done % MAX_TRANSFER === 0 && this.plain(fd)) {
      const n = sys.read(fd, target.subarray(done), position < 0 ? -1 : position + done);
      if (n === 0) break;
      done += n;
    }
    return done;
  }

  readMany(fd: number, targets: readonly ArrayBufferView[], position: number): number {
    if (targets.length === 0) throw new SysError(ERRNO.EINVAL);
    let total = 0;
    for (const view of targets) {
      if (view.byteLength === 0) continue;
      const n = this.read(fd, bytesOf(view), position < 0 ? -1 : position + total);
      total += n;
      if (n < view.byteLength || !this.plain(fd)) break;
    }
    return total;
  }

  writeMany(fd: number, sources: readonly ArrayBufferView[], position: number): number {
    let total = 0;
    for (const view of sources) {
      const n = this.rt.sys.write(fd, bytesOf(view), position < 0 ? -1 : position + total);
      total += n;
      if (n < view.byteLength) break;
    }
    return total;
  }

  /** Everything from the current position to the end of file. */
  readAll(fd: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let total = 0;
    for (;;) {
      const part = new Uint8Array(64 * 1024);
      const n = this.rt.sys.read(fd, part, -1);
      if (n === 0) break;
      parts.push(part.subarray(0, n));
      total += n;
    }
    if (parts.length === 1) return parts[0]!;
    const all = new Uint8Array(total);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  /** Runs `run` in a later turn, when `fd` has something to read: a pipe or terminal must not stop the process. Keeps the loop alive. */
  whenReadable(fd: number, run: () => void): void {
    const { loop } = this.rt;
    if (this.plain(fd)) {
      loop.complete(run);
      return;
    }
    loop.ref();
    const queue = this.waiting.get(fd);
    if (queue !== undefined) {
      queue.push(run);
      return;
    }
    const pending = [run];
    this.waiting.set(fd, pending);
    const watch = loop.watchFd(fd, POLL.IN, () => {
      const next = pending.shift()!;
      if (pending.length === 0) {
        watch.close();
        this.waiting.delete(fd);
      }
      loop.unref();
      next();
    });
  }
}

/** The descriptors of this process as the `fs` bindings use them. */
export const descriptors = perRuntime((rt) => new Descriptors(rt));
