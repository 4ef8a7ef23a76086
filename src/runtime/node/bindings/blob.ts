/** internalBinding('blob'): immutable bytes behind `Blob`, and the store behind `URL.createObjectURL`. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';
import { CLONE_HANDLE, type CloneableHandle, handleKinds } from '../messaging/handles.ts';
import { bytesOf } from '../buffer/encodings.ts';

const END = 0, DATA = 1;
/** Bytes handed out per pull. */
const PULL = 65536;

/** A list of parts: a reader hands them out one by one, as they were put together. */
class BlobHandle implements CloneableHandle {
  readonly parts: readonly Uint8Array[];
  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts.filter((part) => part.length > 0);
  }

  [CLONE_HANDLE](): { kind: string; data: unknown } {
    return { kind: 'blob:BlobHandle', data: this.parts };
  }

  slice(start: number, end: number): BlobHandle {
    const parts: Uint8Array[] = [];
    let at = 0;
    for (const part of this.parts) {
      parts.push(part.subarray(Math.max(0, start - at), Math.max(0, end - at)));
      at += part.length;
    }
    return new BlobHandle(parts);
  }

  getReader(): { setWakeup(wakeup: unknown): void; pull(callback: (status: number, data?: ArrayBuffer) => void): void } {
    const { parts } = this;
    let index = 0;
    let at = 0;
    return {
      // The library is woken when data arrives later; a blob in memory always has its data.
      setWakeup() {},
      pull: (callback) => {
        const part = parts[index];
        if (part === undefined) {
          callback(END);
          return;
        }
        const chunk = part.slice(at, at + PULL);
        at += chunk.length;
        if (at === part.length) {
          index++;
          at = 0;
        }
        callback(DATA, chunk.buffer as ArrayBuffer);
      },
    };
  }
}

export const blobBinding: Binding = {
  name: 'blob',
  create(rt: CoreRuntime, shape) {
    handleKinds(rt).set('blob:BlobHandle', (data) => new BlobHandle(data as Uint8Array[]));
    const store = new Map<string, [BlobHandle, number, string]>();
    type Source = ArrayBufferView | ArrayBuffer | BlobHandle;
    const partsOf = (sources: Source[]): Uint8Array[] => sources.flatMap((source) => (source instanceof BlobHandle ? source.parts : [bytesOf(source)]));
    const join = (sources: Source[]): ArrayBuffer => {
      const parts = partsOf(sources);
      const out = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
      let at = 0;
      for (const part of parts) {
        out.set(part, at);
        at += part.length;
      }
      return out.buffer;
    };
    return Object.assign(shape, {
      createBlob: (sources: Source[]) => new BlobHandle(partsOf(sources)),
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
        let bytes: Uint8Array;
        try {
          bytes = rt.sys.readFile(path);
        } catch {
          throw Object.assign(new TypeError('Unable to open file as blob'), { code: 'ERR_INVALID_ARG_VALUE' });
        }
        return [new BlobHandle([bytes]), bytes.length];
      },
    });
  },
};
