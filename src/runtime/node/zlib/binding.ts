import crc32 from 'pako/lib/zlib/crc32.js';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { ZlibCodec, type CodecError } from './codec.ts';

/** deflate, gzip and their inverses. Brotli and Zstandard stay as the shape has them: they name themselves. */
export function createZlib(rt: NodeRuntime, shape: Internal): Internal {
  const { AsyncWrap, stateOf } = handleClasses(rt);

  class Zlib extends AsyncWrap {
    readonly #mode: number;
    #codec: ZlibCodec | null = null;
    #state: Uint32Array | null = null;
    #done: Internal;
    declare onerror: Internal;

    constructor(mode: number) {
      super('ZLIB');
      this.#mode = mode;
    }

    init(windowBits: number, level: number, memLevel: number, strategy: number, state: Uint32Array, done: Function, dictionary?: ArrayBufferView, rejectGarbageAfterEnd = false): void {
      this.#state = state;
      this.#done = done;
      this.#codec = new ZlibCodec(this.#mode, {
        windowBits, level, memLevel, strategy, rejectGarbageAfterEnd,
        dictionary: dictionary && new Uint8Array(dictionary.buffer, dictionary.byteOffset, dictionary.byteLength).slice(),
      });
    }

    #work(flush: number, input: Uint8Array | null, inAt: number, inLength: number, output: Uint8Array, outAt: number, outLength: number): CodecError | null {
      const codec = this.#codec!;
      const from = input ? new Uint8Array(input.buffer, input.byteOffset + inAt, inLength) : new Uint8Array(0);
      const error = codec.write(flush, from, new Uint8Array(output.buffer, output.byteOffset + outAt, outLength));
      if (error) return error;
      this.#state![0] = codec.availableOut;
      this.#state![1] = codec.availableIn;
      return null;
    }

    write(...args: Parameters<typeof this.writeSync>): void {
      rt.loop.complete(() => {
        // Closed while it waited: nobody is told, as in Node.
        if (!this.#codec) return;
        const error = this.#work(...args);
        const { context } = stateOf(this);
        if (error) context.call(this.onerror, this, error.message, error.errno, error.code);
        else context.call(this.#done, this);
      });
    }

    writeSync(flush: number, input: Uint8Array | null, inAt: number, inLength: number, output: Uint8Array, outAt: number, outLength: number): void {
      const error = this.#work(flush, input, inAt, inLength, output, outAt, outLength);
      if (error) this.onerror(error.message, error.errno, error.code);
    }

    params(): void {
      throw Object.assign(new Error('Changing level or strategy of a running zlib stream is not available in this runtime'), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
    }

    reset(): void {
      const error = this.#codec!.reset();
      if (error) this.onerror(error.message, error.errno, error.code);
    }

    close(): void {
      this.#codec = null;
    }

  }

  expose(shape, { Zlib });
  return Object.assign(shape, {
    crc32(data: string | ArrayBufferView, value: number): number {
      const bytes = typeof data === 'string' ? rt.toBytes(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      return crc32(value | 0, bytes, bytes.length, 0) >>> 0;
    },
  });
}
