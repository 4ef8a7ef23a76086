/**
 * The two WebAssembly builds of Zstandard. `stream.wasm` (zstd-js) compresses piece by piece and takes parameters; `whole.wasm` (zstd-wasm) is the version
 * Node has and knows dictionaries, but wants all input at once.
 */
import { assetBytes } from '../asset-bytes.ts';
import type { NodeRuntime } from '../runtime.ts';
import type { HeapExports } from './wasm-heap.ts';

type Pointer = number;

interface Heap { memory: WebAssembly.Memory; malloc(size: number): Pointer; free(pointer: Pointer): void }

export interface StreamExports extends Heap {
  __wasm_call_ctors(): void;
  ZSTD_getErrorName(result: number): Pointer;
  ZSTD_createCStream(): Pointer;
  ZSTD_freeCStream(stream: Pointer): number;
  ZSTD_CCtx_setParameter(stream: Pointer, parameter: number, value: number): number;
  ZSTD_compressStream2_simpleArgs(stream: Pointer, out: Pointer, outSize: number, outAt: Pointer, input: Pointer, inSize: number, inAt: Pointer, operation: number): number;
  ZSTD_createDStream(): Pointer;
  ZSTD_freeDStream(stream: Pointer): number;
  ZSTD_decompressStream_simpleArgs(stream: Pointer, out: Pointer, outSize: number, outAt: Pointer, input: Pointer, inSize: number, inAt: Pointer): number;
}

export interface WholeExports extends Heap {
  compressBound(size: number): number;
  createCCtx(): Pointer;
  freeCCtx(context: Pointer): void;
  compressUsingDict(context: Pointer, out: Pointer, outSize: number, input: Pointer, inSize: number, dictionary: Pointer, dictionarySize: number, level: number): number;
  compress(out: Pointer, outSize: number, input: Pointer, inSize: number, level: number): number;
  createDCtx(): Pointer;
  freeDCtx(context: Pointer): void;
  decompressUsingDict(context: Pointer, out: Pointer, outSize: number, input: Pointer, inSize: number, dictionary: Pointer, dictionarySize: number): number;
}

/** What the compiler of `whole.wasm` calls its exports. */
const WHOLE_NAMES: { readonly [K in keyof WholeExports]: string } = {
  memory: 'f', compressBound: 'i', createCCtx: 'j', freeCCtx: 'k', compressUsingDict: 'l', compress: 'm', createDCtx: 'n', freeDCtx: 'o', decompressUsingDict: 'q', malloc: 's', free: 't',
};
const WHOLE_START = 'g';

/** Texts that Node's version of the library has changed since. */
const NEWER_TEXTS: { readonly [number: number]: string } = { 20: 'Data corruption detected' };

const PAGE = 65536;
/** Error numbers are small and negative; every other result is a size. */
export const errorOf = (result: number): number => (result < 0 && result > -200 ? -result : 0);

export class ZstdModules {
  private readonly rt: NodeRuntime;
  private streaming: StreamExports | null = null;
  private wholesale: WholeExports | null = null;
  private readonly errorNames = new Map<number, string>();

  constructor(rt: NodeRuntime) {
    this.rt = rt;
    const { zlib }: { zlib: { [name: string]: number } } = rt.internalBinding('constants');
    for (const name in zlib) if (name.startsWith('ZSTD_error_')) this.errorNames.set(zlib[name]!, name);
  }

  get stream(): StreamExports {
    if (this.streaming) return this.streaming;
    const exports = this.load('zstd-stream.wasm', {
      env: {
        emscripten_resize_heap: (size: number) => grow(exports.memory, size),
        // Returns a number: anything else would be made one, an array by way of its text.
        emscripten_memcpy_big: (to: Pointer, from: Pointer, length: number) => {
          new Uint8Array(exports.memory.buffer).copyWithin(to, from, from + length);
          return to;
        },
        setTempRet0() {},
      },
    }) as unknown as StreamExports;
    exports.__wasm_call_ctors();
    return this.streaming = exports;
  }

  get whole(): WholeExports {
    if (this.wholesale) return this.wholesale;
    let memory: WebAssembly.Memory;
    const stop = (): never => {
      throw new Error('the Zstandard module gave up');
    };
    const raw = this.load('zstd-whole.wasm', { a: { a: stop, b() {}, c: stop, d: () => 0, e: (size: number) => grow(memory, size >>> 0) } });
    const exports = Object.fromEntries(Object.entries(WHOLE_NAMES).map(([name, short]) => [name, raw[short]])) as unknown as WholeExports;
    memory = exports.memory;
    (raw[WHOLE_START] as () => void)();
    return this.wholesale = exports;
  }

  heap(exports: Heap): HeapExports {
    return { memory: exports.memory, allocate: (size) => exports.malloc(size), release: (pointer) => exports.free(pointer) };
  }

  /** What Node tells of error `number`. */
  error(number: number): { message: string; errno: number; code: string } {
    const code = this.errorNames.get(number) ?? 'ZSTD_error_GENERIC';
    if (NEWER_TEXTS[number]) return { message: NEWER_TEXTS[number], errno: number, code };
    const at = this.stream.ZSTD_getErrorName(-number);
    const bytes = new Uint8Array(this.stream.memory.buffer);
    const message = String.fromCharCode(...bytes.subarray(at, bytes.indexOf(0, at)));
    return { message, errno: number, code };
  }

  private load(name: string, imports: WebAssembly.Imports): WebAssembly.Exports {
    const { WebAssembly } = this.rt.native;
    return new WebAssembly.Instance(new WebAssembly.Module(assetBytes(this.rt, name)), imports).exports;
  }
}

/** emscripten's contract: 1 when the memory has at least that size now. */
function grow(memory: WebAssembly.Memory, size: number): number {
  const missing = Math.ceil((Math.max(size, memory.buffer.byteLength * 1.2) - memory.buffer.byteLength) / PAGE);
  for (const pages of [missing, Math.ceil((size - memory.buffer.byteLength) / PAGE)]) {
    try {
      memory.grow(pages);
      return 1;
    } catch {
      // Less may still fit.
    }
  }
  return 0;
}
