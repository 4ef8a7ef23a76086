/** internalBinding('blob'): immutable bytes behind `Blob`, and the store behind `URL.createObjectURL`. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';
import { bytesOf } from '../buffer/encodings.ts';

const END = 0, DATA = 1;
/** Bytes handed out per pull. */
const PULL = 65536;

class BlobHandle {
  readonly bytes: Uint8Array;
  private readonly enqueue: (fn: () => void) => void;
  constructor(bytes: Uint8Array, enqueue: (fn: () => void) => void) {
    this.bytes = bytes;
    this.enqueue = enqueue;
  }

  slice(start: number, end: number): BlobHandle {
    return new BlobHandle(this.bytes.subarray(start, end), this.enqueue);
  }

  getReader(): { pull(callback: (status: number, data?: ArrayBuffer) => void): void; setWakeup(callback?: () => void): void } {
    let at = 0;
    const { bytes } = this;
    return {
      pull: (callback) => {
        if (at >= bytes.length) {
          callback(END);
          return;
        }
        const part = bytes.slice(at, at + PULL);
        at += part.length;
        callback(DATA, part.buffer as ArrayBuffer);
      },
      // Called when bytes arrive after a pull that found none yet; bytes in memory are all there from the start.
      setWakeup() {},
    };
  }
}

export const blobBinding: Binding = {
  name: 'blob',
  create(rt: CoreRuntime, shape) {
    const store = new Map<string, [BlobHandle, number, string]>();
    const enqueue = (fn: () => void): void => rt.loop.complete(fn);
    const join = (parts: (ArrayBufferView | ArrayBuffer | BlobHandle)[]): Uint8Array => {
      const list = parts.map((part) => (part instanceof BlobHandle ? part.bytes : bytesOf(part)));
      const out = new Uint8Array(list.reduce((n, part) => n + part.length, 0));
      let at = 0;
      for (const part of list) {
        out.set(part, at);
        at += part.length;
      }
      return out;
    };
    return Object.assign(shape, {
      createBlob: (sources: (ArrayBufferView | ArrayBuffer | BlobHandle)[]) => new BlobHandle(join(sources), enqueue),
      concat: (parts: (ArrayBufferView | ArrayBuffer)[]) => join(parts).buffer,
      storeDataObject(id: string, handle: BlobHandle, size: number, type: string) {
        store.set(id, [handle, size, type]);
      },
      getDataObject: (id: string) => store.get(id),
      revokeObjectURL(href: string) {
        const id = /^blob:nodedata:([^#?]*)/.exec(href)?.[1];
        if (id !== undefined) store.delete(id);
      },
      createBlobFromFilePath(path: string) {
        const bytes = rt.sys.readFile(path);
        return [new BlobHandle(bytes, enqueue), bytes.length];
      },
    });
  },
};
