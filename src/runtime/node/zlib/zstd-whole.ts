/** Zstandard frames whose input is all there. */
import { errorOf, type WholeExports, type ZstdModules } from './zstd-modules.ts';

const DST_SIZE_TOO_SMALL = 70;

/** Copies `parts` into the module, runs `work` with their addresses, and gives the memory back. */
function withCopies<T>(module: WholeExports, parts: readonly Uint8Array[], work: (...at: number[]) => T): T {
  const at = parts.map((part) => {
    const pointer = module.malloc(part.length || 1);
    if (pointer === 0) throw new RangeError('The WebAssembly module is out of memory');
    new Uint8Array(module.memory.buffer).set(part, pointer);
    return pointer;
  });
  try {
    return work(...at);
  } finally {
    for (const pointer of at) module.free(pointer);
  }
}

/** Runs `fill` with an output of `size` bytes; the bytes, or an error number. */
function withOutput(module: WholeExports, size: number, fill: (out: number) => number): Uint8Array | number {
  const out = module.malloc(size || 1);
  if (out === 0) throw new RangeError('The WebAssembly module is out of memory');
  try {
    const result = fill(out);
    return errorOf(result) || new Uint8Array(module.memory.buffer).slice(out, out + result);
  } finally {
    module.free(out);
  }
}

/** One frame, or an error number. */
export function compressWhole(modules: ZstdModules, input: Uint8Array, level: number, dictionary: Uint8Array | undefined): Uint8Array | number {
  const { whole } = modules;
  const size = whole.compressBound(input.length);
  if (!dictionary) return withCopies(whole, [input], (at) => withOutput(whole, size, (out) => whole.compress(out, size, at!, input.length, level)));
  return withCopies(whole, [input, dictionary], (at, dictionaryAt) => {
    const context = whole.createCCtx();
    try {
      return withOutput(whole, size, (out) => whole.compressUsingDict(context, out, size, at!, input.length, dictionaryAt!, dictionary.length, level));
    } finally {
      whole.freeCCtx(context);
    }
  });
}

/** The contents of the frames, or an error number. */
export function decompressWhole(modules: ZstdModules, input: Uint8Array, dictionary: Uint8Array): Uint8Array | number {
  const { whole } = modules;
  return withCopies(whole, [input, dictionary], (at, dictionaryAt) => {
    const context = whole.createDCtx();
    try {
      // Frames need not say how large they are.
      for (let size = Math.max(input.length * 4, 65536);; size *= 4) {
        const result = withOutput(whole, size, (out) => whole.decompressUsingDict(context, out, size, at!, input.length, dictionaryAt!, dictionary.length));
        if (result !== DST_SIZE_TOO_SMALL) return result;
      }
    } finally {
      whole.freeDCtx(context);
    }
  });
}
