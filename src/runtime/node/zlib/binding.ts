import crc32 from 'pako/lib/zlib/crc32.js';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { BrotliDecoder, BrotliEncoder, BrotliModule } from './brotli.ts';
import { ZlibCodec } from './codec.ts';
import type { CodecError, StreamCodec } from './stream-codec.ts';
import { ZstdCompressor, ZstdDecompressor, ZstdInitFailure } from './zstd.ts';
import { ZstdModules } from './zstd-modules.ts';

/** deflate, gzip, Brotli, Zstandard and their inverses. The latter two are WebAssembly modules that are fetched when a program first uses them. */
export function createZlib(rt: NodeRuntime, shape: Internal): Internal {
  const { AsyncWrap, stateOf } = handleClasses(rt);
  /** Streams a program never closed: the modules' memory is not the collector's. */
  const dropped = new rt.native.FinalizationRegistry<StreamCodec>((codec) => codec.close());
  let brotliModule: BrotliModule | undefined, zstdModules: ZstdModules | undefined;
  const brotli = (): BrotliModule => brotliModule ??= new BrotliModule(rt);
  const zstd = (): ZstdModules => zstdModules ??= new ZstdModules(rt);
  const copied = (view: ArrayBufferView | undefined): Uint8Array | undefined => view && new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();

  class CompressionStream extends AsyncWrap {
    #codec: StreamCodec | null = null;
    #state: Uint32Array | null = null;
    #done: Internal;
    declare onerror: Internal;

    constructor() {
      super('ZLIB');
    }

    static begin(stream: CompressionStream, codec: StreamCodec, state: Uint32Array, done: Function): void {
      stream.#codec = codec;
      stream.#state = state;
      stream.#done = done;
      dropped.register(stream, codec, codec);
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

    #report(error: CodecError | null): void {
      if (error) this.onerror(error.message, error.errno, error.code);
    }

    write(...args: Parameters<typeof this.writeSync>): void {
      rt.loop.complete(() => {
        const { context } = stateOf(this);
        // Closed while it waited: the library looks at that itself, and calls the write back (processCallback).
        if (!this.#codec) {
          context.call(this.#done, this);
          return;
        }
        const error = this.#work(...args);
        if (error) context.call(this.onerror, this, error.message, error.errno, error.code);
        else context.call(this.#done, this);
      });
    }

    writeSync(flush: number, input: Uint8Array | null, inAt: number, inLength: number, output: Uint8Array, outAt: number, outLength: number): void {
      this.#report(this.#work(flush, input, inAt, inLength, output, outAt, outLength));
    }

    params(level: number, strategy: number): void {
      this.#report(this.#codec!.params(level, strategy));
    }

    reset(): void {
      this.#report(this.#codec!.reset());
    }

    close(): void {
      if (!this.#codec) return;
      dropped.unregister(this.#codec);
      this.#codec.close();
      this.#codec = null;
    }
  }

  class Zlib extends CompressionStream {
    readonly #mode: number;
    constructor(mode: number) {
      super();
      this.#mode = mode;
    }
    init(windowBits: number, level: number, memLevel: number, strategy: number, state: Uint32Array, done: Function, dictionary?: ArrayBufferView, rejectGarbageAfterEnd = false): void {
      CompressionStream.begin(this, new ZlibCodec(this.#mode, { windowBits, level, memLevel, strategy, rejectGarbageAfterEnd, dictionary: copied(dictionary) }), state, done);
    }
  }

  const refuseDictionary = (dictionary: unknown): void => {
    if (dictionary !== undefined) throw Object.assign(new Error('Brotli with a dictionary of its own is not available in this runtime'), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
  };
  class BrotliEncoderStream extends CompressionStream {
    init(parameters: Uint32Array, state: Uint32Array, done: Function, dictionary?: ArrayBufferView): void {
      refuseDictionary(dictionary);
      CompressionStream.begin(this, new BrotliEncoder(brotli(), parameters), state, done);
    }
  }
  class BrotliDecoderStream extends CompressionStream {
    init(parameters: Uint32Array, state: Uint32Array, done: Function, dictionary?: ArrayBufferView): void {
      refuseDictionary(dictionary);
      CompressionStream.begin(this, new BrotliDecoder(brotli(), parameters), state, done);
    }
  }

  /** Names Node's error for parameters that do not fit. */
  const checked = <T>(make: () => T): T => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof ZstdInitFailure)) throw error;
      throw Object.assign(new Error(error.message), { code: 'ERR_ZLIB_INITIALIZATION_FAILED' });
    }
  };
  /** The library's own check is this one (ZstdStream::Init of src/node_zlib.cc). */
  const checkPledged = (pledged: unknown): void => {
    if (pledged === undefined) return;
    if (typeof pledged !== 'number') throw Object.assign(new TypeError('pledgedSrcSize must be a number'), { code: 'ERR_INVALID_ARG_TYPE' });
    const fault = !Number.isSafeInteger(pledged) ? 'a safe integer' : pledged < 0 ? 'non-negative' : '';
    if (fault !== '') throw Object.assign(new RangeError(`pledgedSrcSize must be ${fault}`), { code: 'ERR_OUT_OF_RANGE' });
  };
  class ZstdCompressStream extends CompressionStream {
    init(parameters: Uint32Array, pledged: number | undefined, state: Uint32Array, done: Function, dictionary?: ArrayBufferView): void {
      checkPledged(pledged);
      CompressionStream.begin(this, checked(() => new ZstdCompressor(zstd(), parameters, pledged, copied(dictionary))), state, done);
    }
  }
  class ZstdDecompressStream extends CompressionStream {
    init(parameters: Uint32Array, _pledged: unknown, state: Uint32Array, done: Function, dictionary?: ArrayBufferView): void {
      CompressionStream.begin(this, checked(() => new ZstdDecompressor(zstd(), parameters, copied(dictionary))), state, done);
    }
  }

  const classes = { Zlib, BrotliEncoder: BrotliEncoderStream, BrotliDecoder: BrotliDecoderStream, ZstdCompress: ZstdCompressStream, ZstdDecompress: ZstdDecompressStream };
  for (const [name, made] of Object.entries(classes)) Object.defineProperty(made, 'name', { value: name });
  expose(shape, classes);
  return Object.assign(shape, {
    crc32(data: string | ArrayBufferView, value: number): number {
      const bytes = typeof data === 'string' ? rt.toBytes(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      return crc32(value | 0, bytes, bytes.length, 0) >>> 0;
    },
  });
}
