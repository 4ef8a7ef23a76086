/** `FileHandle`: the native object under `fs.promises`' file handles. */
import { SysError } from '../../abi/errno.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { CLONE_HANDLE, type CloneableHandle, handleKinds } from '../messaging/handles.ts';
import { descriptors } from './descriptors.ts';
import { deliver, failureOf } from './request.ts';

/** @param shape the class of the binding's shape: what of its streaming half is not here stays as functions that name themselves */
export function fileHandleClass(rt: NodeRuntime, shape: Internal, kUsePromises: symbol): Internal {
  const { AsyncWrap } = handleClasses(rt);
  const fds = descriptors(rt);

  // The thread that receives it makes the descriptor its own: what a thread opened is closed when it ends.
  handleKinds(rt).set('fs:FileHandle', (data) => {
    const fd = data as number;
    const copy = rt.sys.dup(fd);
    rt.sys.dup2(copy, fd);
    rt.sys.close(copy);
    return new FileHandle(fd);
  });

  class FileHandle extends AsyncWrap implements CloneableHandle {
    #fd: number;
    readonly #range: { offset: number; length: number };
    /** With `offset` and `length` the part of the file that a stream sends; -1 is the descriptor's own place, and the rest. */
    constructor(fd: number, offset = -1, length = -1) {
      super('FILEHANDLE');
      this.#fd = fd;
      this.#range = { offset, length };
    }
    #onread: Internal;
    get onread(): Internal {
      return this.#onread;
    }
    set onread(callback: Internal) {
      this.#onread = callback;
    }
    get range(): { offset: number; length: number } {
      return this.#range;
    }
    get fd(): number {
      return this.#fd;
    }
    close(): unknown {
      const fd = this.#take();
      return deliver(rt, kUsePromises, kUsePromises, () => this.#closing(() => fds.close(fd)));
    }
    closeSync(): void {
      const fd = this.#take();
      try {
        fds.close(fd);
      } catch (e) {
        if (e instanceof SysError) rt.throwErrno(e.errno, 'close');
        throw e;
      }
    }
    /** Gives the descriptor away: the handle no longer closes it. */
    releaseFD(): number {
      return this.#take();
    }
    [CLONE_HANDLE](): { kind: string; data: unknown } {
      return { kind: 'fs:FileHandle', data: this.#take() };
    }
    #take(): number {
      const fd = this.#fd;
      this.#fd = -1;
      return fd;
    }
    #closing(run: () => void): void {
      try {
        run();
      } catch (e) {
        throw failureOf(e, 'close');
      }
    }
  }
  const own = FileHandle.prototype;
  for (const name of Object.getOwnPropertyNames(shape.prototype)) {
    if (!(name in own)) Object.defineProperty(own, name, Object.getOwnPropertyDescriptor(shape.prototype, name)!);
  }
  return FileHandle;
}
