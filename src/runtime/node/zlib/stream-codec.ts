/** What one stream of `node:zlib` does, whatever the format. */

export interface CodecError { message: string; errno: number; code: string }

export interface StreamCodec {
  /** Bytes of the last `write` that were not taken, and not filled. */
  readonly availableIn: number;
  readonly availableOut: number;
  /** @returns null, or what went wrong */
  write(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null;
  /** Begins anew. */
  reset(): CodecError | null;
  /** Another level and strategy from here on; formats that cannot change ignore it, as Node's do. */
  params(level: number, strategy: number): CodecError | null;
  /** Gives back what it holds outside of the collector's reach. */
  close(): void;
}

/** zlib's own answer for input that ended in the middle; the other formats borrow it. */
export const UNEXPECTED_END: CodecError = { message: 'unexpected end of file', errno: -5, code: 'Z_BUF_ERROR' };
