/** Zstandard streams. */
import { type CodecError, type StreamCodec, UNEXPECTED_END } from './stream-codec.ts';
import { StreamMemory } from './wasm-heap.ts';
import { frameHeader, HEADER_BYTES, isWhole } from './zstd-frame.ts';
import { errorOf, type ZstdModules } from './zstd-modules.ts';
import { compressWhole, decompressWhole } from './zstd-whole.ts';

const END = 2;
const LEVEL = 100;
const UNSET = 0xffffffff;
const SRC_SIZE_WRONG = 72;
const WINDOW_TOO_LARGE = 16;
const WINDOW_LOG_MAX = 100;
const LONG_DISTANCE = 160;
/** How Node's build spreads the work over threads: the result is a frame all the same. */
const THREADS = new Set([400, 401, 402]);

/** What Node's constructor turns into `ERR_ZLIB_INITIALIZATION_FAILED`. */
export class ZstdInitFailure extends Error {}

abstract class ZstdCodec implements StreamCodec {
  availableIn = 0;
  availableOut = 0;
  protected readonly modules: ZstdModules;
  protected readonly parameters: Uint32Array;
  protected readonly dictionary: Uint8Array | undefined;
  private memory: StreamMemory | null = null;
  /** Input that waits for its end, and the result that waits to be taken. */
  private collected: Uint8Array[] = [];
  private result: Uint8Array | null = null;
  private streaming = false;

  constructor(modules: ZstdModules, parameters: Uint32Array, dictionary: Uint8Array | undefined) {
    this.modules = modules;
    this.parameters = parameters.slice();
    this.dictionary = dictionary?.length ? dictionary : undefined;
  }

  /** Whether all input is to be collected, given the first piece. */
  protected abstract collects(flush: number): boolean;
  /** Result of the whole input, or an error number. */
  protected abstract whole(input: Uint8Array): Uint8Array | CodecError;
  protected abstract begin(): void;
  /** One call of the module: `at` points to the positions of output and input. */
  protected abstract step(out: number, outSize: number, input: number, inSize: number, at: number, flush: number): CodecError | null;
  protected abstract end(): void;

  write(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null {
    if (!this.streaming && (this.result || this.collected.length > 0 || this.collects(flush))) return this.collect(flush, input, output);
    if (!this.streaming) {
      this.streaming = true;
      this.begin();
    }
    const memory = this.memory ??= new StreamMemory(this.modules.heap(this.modules.stream));
    const at = memory.words([0, 0]);
    const error = this.step(memory.output(output.length), output.length, memory.input(input), input.length, at, flush);
    const written = memory.word(0);
    this.availableOut = output.length - written;
    this.availableIn = input.length - memory.word(1);
    memory.take(written, output);
    if (this.availableIn === 0) memory.forgetInput();
    return error ?? this.check(flush);
  }

  protected check(_flush: number): CodecError | null {
    return null;
  }

  /** A collected frame is complete. */
  protected delivered(): void {}

  private collect(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null {
    if (!this.result) {
      this.collected.push(input.slice());
      if (flush === END) {
        const result = this.whole(joined(this.collected));
        if (!(result instanceof Uint8Array)) return result;
        this.result = result;
      }
    }
    const ready = this.result ?? new Uint8Array(0);
    const part = ready.subarray(0, output.length);
    output.set(part);
    if (this.result) this.result = ready.subarray(part.length);
    // Given out: what comes next, even nothing, begins another frame, as the library does.
    if (this.result?.length === 0) {
      this.result = null;
      this.collected = [];
      this.delivered();
    }
    this.availableIn = 0;
    this.availableOut = output.length - part.length;
    return null;
  }

  reset(): null {
    if (this.streaming) this.end();
    this.streaming = false;
    this.collected = [];
    this.result = null;
    return null;
  }

  params(): null {
    return null;
  }

  close(): void {
    this.reset();
    this.memory?.free();
    this.memory = null;
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export class ZstdCompressor extends ZstdCodec {
  private pledged: number | undefined;
  private stream = 0;

  /** @throws ZstdInitFailure */
  constructor(modules: ZstdModules, parameters: Uint32Array, pledged: number | undefined, dictionary: Uint8Array | undefined) {
    super(modules, parameters, dictionary);
    this.pledged = pledged;
    if (!this.plain) {
      // The parameters are checked at once, and for good.
      this.begin();
      this.end();
    }
  }

  /** Whether level and checksum are all that was asked for. */
  private get plain(): boolean {
    return this.parameters.every((value, parameter) => value === UNSET || parameter === LEVEL);
  }

  private get level(): number {
    const value = this.parameters[LEVEL]!;
    return value === UNSET ? 3 : value | 0;
  }

  protected collects(flush: number): boolean {
    if (this.dictionary) return true;
    // The whole input at once: the module that is Node's version writes the very same bytes.
    return this.plain && (flush === END || this.pledged !== undefined);
  }

  /** The size was that of one frame. */
  protected override delivered(): void {
    this.pledged = undefined;
  }

  protected whole(input: Uint8Array): Uint8Array | CodecError {
    if (this.pledged !== undefined && this.pledged !== input.length) return this.modules.error(SRC_SIZE_WRONG);
    const result = compressWhole(this.modules, input, this.level, this.dictionary);
    return typeof result === 'number' ? this.modules.error(result) : result;
  }

  protected begin(): void {
    if (this.dictionary && !this.plain) {
      throw Object.assign(new Error('A Zstandard dictionary together with parameters other than the level is not available in this runtime'), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
    }
    const { stream } = this.modules;
    this.stream = stream.ZSTD_createCStream();
    for (const [parameter, value] of this.parameters.entries()) {
      if (THREADS.has(parameter)) continue;
      // The module is older, and took any.
      if ((parameter === LONG_DISTANCE && value !== UNSET && value > 2) || (value !== UNSET && errorOf(stream.ZSTD_CCtx_setParameter(this.stream, parameter, value | 0)))) {
        this.end();
        throw new ZstdInitFailure('Setting parameter failed');
      }
    }
  }

  protected step(out: number, outSize: number, input: number, inSize: number, at: number, flush: number): CodecError | null {
    const number = errorOf(this.modules.stream.ZSTD_compressStream2_simpleArgs(this.stream, out, outSize, at, input, inSize, at + 4, flush));
    return number ? this.modules.error(number) : null;
  }

  protected end(): void {
    this.modules.stream.ZSTD_freeCStream(this.stream);
    this.stream = 0;
  }
}

export class ZstdDecompressor extends ZstdCodec {
  private stream = 0;
  private remaining = 1;
  /** Of a frame that has only begun, as long as its window is to be looked at. */
  private head: Uint8Array = new Uint8Array(0);
  private looking = false;

  /** @throws ZstdInitFailure */
  constructor(modules: ZstdModules, parameters: Uint32Array, dictionary: Uint8Array | undefined) {
    super(modules, parameters, dictionary);
    const { windowLog } = this;
    if (windowLog !== undefined && (windowLog < 10 || windowLog > 31)) throw new ZstdInitFailure('Setting parameter failed');
  }

  /** Undefined where the library's own limit is meant. */
  private get windowLog(): number | undefined {
    const value = this.parameters[WINDOW_LOG_MAX];
    return value === undefined || value === UNSET || value === 0 ? undefined : value | 0;
  }

  /** Of a frame that is all there, and whose contents find room, the library looks at no window. */
  private needsTooMuch(input: Uint8Array, room: number): boolean {
    const { windowLog } = this;
    if (windowLog === undefined || !this.looking) return false;
    this.head = joined([this.head, input.subarray(0, HEADER_BYTES)]);
    const header = frameHeader(this.head);
    if (header === undefined && this.head.length < HEADER_BYTES) return false;
    const begun = this.head.length <= HEADER_BYTES && this.head.length <= input.length;
    this.looking = false;
    this.head = new Uint8Array(0);
    if (header === undefined || header.window <= 2 ** windowLog) return false;
    return !(begun && header.content !== undefined && header.content <= room && isWhole(input, header));
  }

  protected collects(): boolean {
    return this.dictionary !== undefined;
  }

  protected override delivered(): void {
    this.remaining = 0;
  }

  protected whole(input: Uint8Array): Uint8Array | CodecError {
    if (input.length === 0 && this.remaining === 0) return input;
    const result = decompressWhole(this.modules, input, this.dictionary!);
    if (typeof result !== 'number') return result;
    return result === SRC_SIZE_WRONG ? UNEXPECTED_END : this.modules.error(result);
  }

  protected begin(): void {
    this.stream = this.modules.stream.ZSTD_createDStream();
    this.remaining = 1;
    this.looking = true;
  }

  protected step(out: number, outSize: number, input: number, inSize: number, at: number): CodecError | null {
    // At the end of a frame the library would ask for the header of another.
    if (inSize === 0 && this.remaining === 0) return null;
    if (this.needsTooMuch(new Uint8Array(this.modules.stream.memory.buffer, input, inSize), outSize)) return this.modules.error(WINDOW_TOO_LARGE);
    const result = this.modules.stream.ZSTD_decompressStream_simpleArgs(this.stream, out, outSize, at, input, inSize, at + 4);
    const number = errorOf(result);
    if (number) return this.modules.error(number);
    this.remaining = result;
    if (result === 0) this.looking = true;
    return null;
  }

  protected override check(flush: number): CodecError | null {
    return flush === END && this.remaining !== 0 && this.availableOut > 0 ? UNEXPECTED_END : null;
  }

  protected end(): void {
    this.modules.stream.ZSTD_freeDStream(this.stream);
    this.stream = 0;
  }
}

