/** internalBinding('blob'): immutable bytes behind `Blob`, and the store behind `URL.createObjectURL`. */
import type { CoreRuntime } from '../core.ts';
import { FilePart } from '../fs/file-part.ts';
import { permits } from '../fs/needs.ts';
import type { Sys } from '../../abi/syscalls.ts';
import type { Binding } from '../runtime.ts';
import { CLONE_HANDLE, type CloneableHandle, handleKinds } from '../messaging/handles.ts';
import { bytesOf } from '../buffer/encodings.ts';

const END = 0, DATA = 1;
/** libuv's EINVAL: a file is not the one it was any more. */
const FAILED = -22;
/** Bytes handed out per pull. */
const PULL = 65536;

type Part = Uint8Array | FilePart;

/** A list of parts: a reader hands them out one by one, as they were put together. */
class BlobHandle implements CloneableHandle {
  readonly sys: Sys;
  readonly parts: readonly Part[];
  constructor(sys: Sys, parts: readonly Part[]) {
    this.sys = sys;
    // An empty file may change, which its reader has to notice.
    this.parts = parts.filter((part) => part.length > 0 || part instanceof FilePart);
  }

  [CLONE_HANDLE](): { kind: string; data: unknown } {
    return { kind: 'blob:BlobHandle', data: this.parts.map((part) => (part instanceof FilePart ? { ...part } : part)) };
  }

  slice(start: number, end: number): BlobHandle {
    const parts: Part[] = [];
    let at = 0;
    for (const part of this.parts) {
      parts.push(part.subarray(Math.max(0, start - at), Math.max(0, end - at)));
      at += part.length;
    }
    return new BlobHandle(this.sys, parts);
  }

  getReader(): { setWakeup(wakeup: unknown): void; pull(callback: (status: number, data?: ArrayBuffer) => void): void } {
    const { parts, sys } = this;
    let index = 0;
    let at = 0;
    const pull = (): Uint8Array<ArrayBuffer> | number => {
      for (; index < parts.length; index++, at = 0) {
        const part = parts[index]!;
        const chunk = part instanceof FilePart ? part.read(sys, at, PULL) : part.slice(at, at + PULL);
        if (chunk === undefined) {
          index = parts.length;
          return FAILED;
        }
        at += chunk.length;
        if (chunk.length > 0) return chunk as Uint8Array<ArrayBuffer>;
      }
      return END;
    };
    return {
      // The library is woken when data arrives later; a blob always has its data.
      setWakeup() {},
      pull(callback) {
        const chunk = pull();
        if (typeof chunk === 'number') callback(chunk);
        else callback(DATA, chunk.buffer);
      },
    };
  }
}

export const blobBinding: Binding = {
  name: 'blob',
  create(rt: CoreRuntime, shape) {
    handleKinds(rt).set('blob:BlobHandle', (data) => new BlobHandle(rt.sys, (data as Part[]).map((part) => (ArrayBuffer.isView(part) ? part : new FilePart(part.path, part.size, part.mtimeMs, part.start, part.end)))));
    const store = new Map<string, [BlobHandle, number, string]>();
    type Source = ArrayBufferView | ArrayBuffer | BlobHandle;
    const partsOf = (sources: Source[]): Part[] => sources.flatMap((source) => (source instanceof BlobHandle ? source.parts : [bytesOf(source)]));
    const join = (sources: (ArrayBufferView | ArrayBuffer)[]): ArrayBuffer => {
      const parts = sources.map(bytesOf);
      const out = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
      let at = 0;
      for (const part of parts) {
        out.set(part, at);
        at += part.length;
      }
      return out.buffer;
    };
    return Object.assign(shape, {
      createBlob: (sources: Source[]) => new BlobHandle(rt.sys, partsOf(sources)),
      concat: join,
      storeDataObject(id: string, handle: BlobHandle, size: number, type: string) {
        store.set(id, [handle, size, type]);
      },
      getDataObject: (id: string) => store.get(id),
      revokeObjectURL(href: string) {
        const id = /^blob:nodedata:([^#?]*)/.exec(href)?.[1];
        if (id !== undefined) store.delete(id);
      },
      createBlobFromFilePath(path: string) {
        permits(rt.permission, 'r', [path]);
        let part: FilePart;
        try {
          part = FilePart.of(rt.sys, path);
        } catch {
          throw Object.assign(new TypeError('Unable to open file as blob'), { code: 'ERR_INVALID_ARG_VALUE' });
        }
        return [new BlobHandle(rt.sys, [part]), part.length];
      },
    });
  },
};
