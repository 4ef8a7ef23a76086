/** One zlib stream with the behaviour of Node's `ZlibContext`: which format, several gzip members, a dictionary, and which of zlib's answers are errors. */
import deflater from 'pako/lib/zlib/deflate.js';
import inflater from 'pako/lib/zlib/inflate.js';
import ZStream, { type DeflateState } from 'pako/lib/zlib/zstream.js';
import { type CodecError, type StreamCodec } from './stream-codec.ts';

export const MODE = { NONE: 0, DEFLATE: 1, INFLATE: 2, GZIP: 3, GUNZIP: 4, DEFLATERAW: 5, INFLATERAW: 6, UNZIP: 7 } as const;
const Z = { FINISH: 4, OK: 0, STREAM_END: 1, NEED_DICT: 2, DATA_ERROR: -3, BUF_ERROR: -5, DEFLATED: 8 } as const;

const NAMES: { readonly [code: number]: string } = {
  0: 'Z_OK', 1: 'Z_STREAM_END', 2: 'Z_NEED_DICT', [-1]: 'Z_ERRNO', [-2]: 'Z_STREAM_ERROR', [-3]: 'Z_DATA_ERROR', [-4]: 'Z_MEM_ERROR', [-5]: 'Z_BUF_ERROR', [-6]: 'Z_VERSION_ERROR',
};

export interface CodecOptions { windowBits: number; level: number; memLevel: number; strategy: number; dictionary: Uint8Array | undefined; rejectGarbageAfterEnd: boolean }

/** zlib's own table of what a level means for the search of matches: good, lazy, nice, chain. */
const LEVELS: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 0, 0], [4, 4, 8, 4], [4, 5, 16, 8], [4, 6, 32, 32], [4, 4, 16, 16], [8, 16, 32, 32], [8, 16, 128, 128], [8, 32, 128, 256], [32, 128, 258, 1024], [32, 258, 258, 4096],
];

export class ZlibCodec implements StreamCodec {
  private mode: number;
  private readonly options: CodecOptions;
  private stream = new ZStream();
  private begun = false;
  /** Bytes of a gzip header seen while it is not known what the input is. */
  private headerBytes = 0;
  private result: number = Z.OK;
  private flush = 0;

  constructor(mode: number, options: CodecOptions) {
    this.mode = mode;
    this.options = options;
  }

  get availableIn(): number {
    return this.stream.avail_in;
  }

  get availableOut(): number {
    return this.stream.avail_out;
  }

  private get compresses(): boolean {
    return this.mode === MODE.DEFLATE || this.mode === MODE.GZIP || this.mode === MODE.DEFLATERAW;
  }

  /** @returns null, or what went wrong */
  write(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null {
    const { stream } = this;
    stream.input = input;
    stream.next_in = 0;
    stream.avail_in = input.length;
    stream.output = output;
    stream.next_out = 0;
    stream.avail_out = output.length;
    this.flush = flush;
    if (!this.begun) {
      const failure = this.begin();
      if (failure) return failure;
    }
    this.result = this.compresses ? deflater.deflate(stream, flush) : this.inflate();
    stream.input = stream.output = null;
    return this.check();
  }

  reset(): CodecError | null {
    this.result = Z.OK;
    if (!this.begun) return null;
    this.result = this.compresses ? deflater.deflateReset(this.stream) : inflater.inflateReset(this.stream);
    return this.result === Z.OK ? this.applyDictionary() : this.error('Failed to reset stream');
  }

  /** Node has flushed before it calls this, so nothing waits in the old level. Not for gzip, as in Node. */
  params(level: number, strategy: number): CodecError | null {
    if (this.mode !== MODE.DEFLATE && this.mode !== MODE.DEFLATERAW) return null;
    this.options.level = level;
    this.options.strategy = strategy;
    const state = this.stream.state as DeflateState | null;
    if (!this.begun || !state) return null;
    const next = level === -1 ? 6 : level;
    if (state.level !== next) {
      // Level 0 keeps no hash: what is left in it points anywhere.
      if (state.level === 0 && state.matches !== 0) {
        state.head.fill(0);
        state.matches = 0;
      }
      state.level = next;
      [state.good_match, state.max_lazy_match, state.nice_match, state.max_chain_length] = LEVELS[next]!;
    }
    state.strategy = strategy;
    return null;
  }

  close(): void {
    this.stream = new ZStream();
  }

  private begin(): CodecError | null {
    this.begun = true;
    const { level, memLevel, strategy } = this.options;
    let { windowBits } = this.options;
    if (this.mode === MODE.GZIP || this.mode === MODE.GUNZIP) windowBits += 16;
    else if (this.mode === MODE.UNZIP) windowBits += 32;
    else if (this.mode === MODE.DEFLATERAW || this.mode === MODE.INFLATERAW) windowBits = -windowBits;
    this.result = this.compresses
      ? deflater.deflateInit2(this.stream, level, Z.DEFLATED, windowBits, memLevel, strategy)
      : inflater.inflateInit2(this.stream, windowBits);
    return this.result === Z.OK ? this.applyDictionary() : this.error('Init error');
  }

  private applyDictionary(): CodecError | null {
    const { dictionary } = this.options;
    if (!dictionary) return null;
    if (this.mode === MODE.DEFLATE || this.mode === MODE.DEFLATERAW) this.result = deflater.deflateSetDictionary(this.stream, dictionary);
    // The other formats say in their header when they need it.
    else if (this.mode === MODE.INFLATERAW) this.result = inflater.inflateSetDictionary(this.stream, dictionary);
    return this.result === Z.OK ? null : this.error('Failed to set dictionary');
  }

  private inflate(): number {
    const { stream } = this;
    if (this.mode === MODE.UNZIP) this.recognise();
    const once = (): number => inflater.inflate(stream, this.flush);
    let result = once();
    const { dictionary } = this.options;
    if (this.mode !== MODE.INFLATERAW && result === Z.NEED_DICT && dictionary) {
      result = inflater.inflateSetDictionary(stream, dictionary);
      if (result === Z.OK) result = once();
      // So that "Bad dictionary" is told, not "Zlib error".
      else if (result === Z.DATA_ERROR) result = Z.NEED_DICT;
    }
    // Another gzip member may follow; zeros are padding.
    while (stream.avail_in > 0 && this.mode === MODE.GUNZIP && result === Z.STREAM_END && stream.input![stream.next_in] !== 0) {
      if (this.options.rejectGarbageAfterEnd && stream.input![stream.next_in] !== 0x1f) break;
      inflater.inflateReset(stream);
      result = once();
    }
    return result;
  }

  /** Looks whether the input begins like gzip: only then may members follow each other. */
  private recognise(): void {
    const { stream } = this;
    for (let i = 0; i < stream.avail_in; i++) {
      const expected = this.headerBytes === 0 ? 0x1f : 0x8b;
      if (stream.input![stream.next_in + i] !== expected) {
        this.mode = MODE.INFLATE;
        return;
      }
      if (++this.headerBytes === 2) {
        this.mode = MODE.GUNZIP;
        return;
      }
    }
  }

  private check(): CodecError | null {
    switch (this.result) {
      case Z.OK:
      case Z.BUF_ERROR:
        return this.stream.avail_out !== 0 && this.flush === Z.FINISH ? this.error('unexpected end of file') : null;
      case Z.STREAM_END: return null;
      case Z.NEED_DICT: return this.error(this.options.dictionary ? 'Bad dictionary' : 'Missing dictionary');
      default: return this.error('Zlib error');
    }
  }

  private error(message: string): CodecError {
    // A stream that merely ended early is reported as such, whatever the last call returned.
    const errno = this.result === Z.OK ? Z.BUF_ERROR : this.result;
    return { message: this.stream.msg || message, errno, code: NAMES[errno] ?? 'Z_UNKNOWN' };
  }
}
