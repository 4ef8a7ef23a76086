/** pako's port of zlib itself, below the interface it has types for. */
declare module 'pako/lib/zlib/zstream.js' {
  /** What `deflateParams` of zlib changes, which the port leaves out. */
  export interface DeflateState { level: number; strategy: number; matches: number; head: Uint16Array; good_match: number; max_lazy_match: number; nice_match: number; max_chain_length: number }
  export default class ZStream {
    state: unknown;
    input: Uint8Array | null;
    next_in: number;
    avail_in: number;
    output: Uint8Array | null;
    next_out: number;
    avail_out: number;
    /** zlib's message, empty when there is none. */
    msg: string;
  }
}
declare module 'pako/lib/zlib/deflate.js' {
  import type ZStream from 'pako/lib/zlib/zstream.js';
  const deflate: {
    deflateInit2(stream: ZStream, level: number, method: number, windowBits: number, memLevel: number, strategy: number): number;
    deflate(stream: ZStream, flush: number): number;
    deflateReset(stream: ZStream): number;
    deflateSetDictionary(stream: ZStream, dictionary: Uint8Array): number;
  };
  export default deflate;
}
declare module 'pako/lib/zlib/inflate.js' {
  import type ZStream from 'pako/lib/zlib/zstream.js';
  const inflate: {
    inflateInit2(stream: ZStream, windowBits: number): number;
    inflate(stream: ZStream, flush: number): number;
    inflateReset(stream: ZStream): number;
    inflateSetDictionary(stream: ZStream, dictionary: Uint8Array): number;
  };
  export default inflate;
}
declare module 'pako/lib/zlib/crc32.js' {
  /** `crc` of the bytes before, 0 for none; signed 32 bits. */
  export default function crc32(crc: number, bytes: Uint8Array, length: number, at: number): number;
}
