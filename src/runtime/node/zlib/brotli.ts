/** Brotli by the WebAssembly build of the port that keeps the C library's interface (wasm-brotli). */
import { assetBytes } from '../asset-bytes.ts';
import type { NodeRuntime } from '../runtime.ts';
import { type CodecError, type StreamCodec, UNEXPECTED_END } from './stream-codec.ts';
import { StreamMemory } from './wasm-heap.ts';

type Pointer = number;

interface Exports {
  memory: WebAssembly.Memory;
  __wbindgen_malloc(size: number): Pointer;
  __wbindgen_free(pointer: Pointer, size: number): void;
  BrotliEncoderCreateInstance(allocate: 0, free: 0, opaque: 0): Pointer;
  BrotliEncoderSetParameter(state: Pointer, parameter: number, value: number): number;
  BrotliEncoderCompressStream(state: Pointer, operation: number, availableIn: Pointer, nextIn: Pointer, availableOut: Pointer, nextOut: Pointer, totalOut: Pointer): number;
  BrotliEncoderDestroyInstance(state: Pointer): void;
  BrotliDecoderCreateInstance(allocate: 0, free: 0, opaque: 0): Pointer;
  BrotliDecoderSetParameter(state: Pointer, parameter: number, value: number): void;
  BrotliDecoderDecompressStream(state: Pointer, availableIn: Pointer, nextIn: Pointer, availableOut: Pointer, nextOut: Pointer, totalOut: Pointer): number;
  BrotliDecoderGetErrorCode(state: Pointer): number;
  BrotliDecoderDestroyInstance(state: Pointer): void;
}

const FINISH = 2;
const LARGE_WINDOW = 1;
const LARGE_WINDOW_HEADER = 0x11;
const FORMAT_WINDOW_BITS = -13;
const RESULT = { ERROR: 0, NEEDS_MORE_INPUT: 2 } as const;
/** Parameters left out are -1 in Node's array. */
const UNSET = 0xffffffff;

export class BrotliModule {
  readonly exports: Exports;
  readonly heap;
  private readonly errorNames = new Map<number, string>();

  constructor(rt: NodeRuntime) {
    const { WebAssembly } = rt.native;
    const fail = (): never => {
      throw new Error('the Brotli module gave up');
    };
    const instance = new WebAssembly.Instance(new WebAssembly.Module(assetBytes(rt, 'brotli.wasm')), {
      './wasm_brotli_browser.js': { __wbindgen_string_new: fail, __wbindgen_rethrow: fail },
    });
    const exports = this.exports = instance.exports as unknown as Exports;
    this.heap = { memory: exports.memory, allocate: (size: number) => exports.__wbindgen_malloc(size), release: (pointer: Pointer, size: number) => exports.__wbindgen_free(pointer, size) };
    const { zlib }: { zlib: { [name: string]: number } } = rt.internalBinding('constants');
    for (const name in zlib) if (name.startsWith('BROTLI_DECODER_ERROR_')) this.errorNames.set(zlib[name]!, name.slice('BROTLI_DECODER'.length));
  }

  errorCode(number: number): string {
    return `ERR_${this.errorNames.get(number) ?? '_ERROR_UNREACHABLE'}`;
  }
}

/** Both directions: what differs is the state of the module and one call. */
abstract class BrotliCodec implements StreamCodec {
  availableIn = 0;
  availableOut = 0;
  protected state: Pointer;
  protected readonly module: BrotliModule;
  private readonly memory: StreamMemory;
  private begun = false;

  constructor(module: BrotliModule, parameters: Uint32Array) {
    this.module = module;
    this.memory = new StreamMemory(module.heap);
    this.state = this.create();
    for (const [parameter, value] of parameters.entries()) if (value !== UNSET) this.set(parameter, value);
  }

  protected abstract create(): Pointer;
  protected abstract destroy(): void;
  protected abstract set(parameter: number, value: number): void;
  /** `first`: the first byte of the stream, when this is where it comes. `words`: available input, next input, available output, next output, total output. */
  protected abstract run(flush: number, words: Pointer, first: number | undefined): CodecError | null;

  write(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null {
    const { memory } = this;
    const words = memory.words([input.length, memory.input(input), output.length, memory.output(output.length), 0]);
    const error = this.run(flush, words, this.begun ? undefined : input[0]);
    if (input.length > 0) this.begun = true;
    this.availableIn = memory.word(0);
    this.availableOut = memory.word(2);
    memory.take(output.length - this.availableOut, output);
    if (this.availableIn === 0) memory.forgetInput();
    return error;
  }

  /** The parameters go back to their defaults, as Node's do. */
  reset(): null {
    this.destroy();
    this.state = this.create();
    this.begun = false;
    return null;
  }

  params(): null {
    return null;
  }

  close(): void {
    if (this.state === 0) return;
    this.destroy();
    this.state = 0;
    this.memory.free();
  }
}

export class BrotliEncoder extends BrotliCodec {
  protected create(): Pointer {
    return this.module.exports.BrotliEncoderCreateInstance(0, 0, 0);
  }
  protected destroy(): void {
    this.module.exports.BrotliEncoderDestroyInstance(this.state);
  }
  protected set(parameter: number, value: number): void {
    if (this.module.exports.BrotliEncoderSetParameter(this.state, parameter, value) === 0) throw Object.assign(new Error('Initialization failed'), { code: 'ERR_ZLIB_INITIALIZATION_FAILED' });
  }
  protected run(flush: number, words: Pointer): CodecError | null {
    const done = this.module.exports.BrotliEncoderCompressStream(this.state, flush, words, words + 4, words + 8, words + 12, words + 16);
    return done ? null : { message: 'Compression failed', errno: -1, code: 'ERR_BROTLI_COMPRESSION_FAILED' };
  }
}

export class BrotliDecoder extends BrotliCodec {
  private declare large: boolean | undefined;
  protected create(): Pointer {
    return this.module.exports.BrotliDecoderCreateInstance(0, 0, 0);
  }
  protected destroy(): void {
    this.module.exports.BrotliDecoderDestroyInstance(this.state);
  }
  protected set(parameter: number, value: number): void {
    if (parameter === LARGE_WINDOW) this.large = value !== 0;
    this.module.exports.BrotliDecoderSetParameter(this.state, parameter, value);
  }
  protected run(flush: number, words: Pointer, first: number | undefined): CodecError | null {
    const { exports } = this.module;
    // The module reads on where the C library says that such windows were not asked for.
    if (!this.large && first !== undefined && (first & 0x7f) === LARGE_WINDOW_HEADER) return { message: 'Decompression failed', errno: FORMAT_WINDOW_BITS, code: this.module.errorCode(FORMAT_WINDOW_BITS) };
    const result = exports.BrotliDecoderDecompressStream(this.state, words, words + 4, words + 8, words + 12, words + 16);
    if (result === RESULT.ERROR) {
      const errno = exports.BrotliDecoderGetErrorCode(this.state);
      return { message: 'Decompression failed', errno, code: this.module.errorCode(errno) };
    }
    return flush === FINISH && result === RESULT.NEEDS_MORE_INPUT ? UNEXPECTED_END : null;
  }
}
