/** gzip streams, over pako's port of zlib. */
import crc32 from 'pako/lib/zlib/crc32.js';
import deflater from 'pako/lib/zlib/deflate.js';
import inflater from 'pako/lib/zlib/inflate.js';
import ZStream from 'pako/lib/zlib/zstream.js';

const CHUNK = 65_536;
const Z = { NO_FLUSH: 0, FINISH: 4, OK: 0, STREAM_END: 1, BUF_ERROR: -5, DEFLATED: 8 } as const;

/** A stream that is not what it should be; the text is gzip's own. */
export class FormatError extends Error {
  readonly code = 'EFORMAT';
}

/** Running CRC-32, as gzip and zip keep it. */
export function crc(bytes: Uint8Array, before = 0): number {
  return crc32(before, bytes, bytes.length, 0) >>> 0;
}

/** Compresses pieces; the format around them is the caller's. */
export class Deflater {
  private readonly stream = new ZStream();
  private readonly output: (bytes: Uint8Array) => void;

  constructor(level: number, output: (bytes: Uint8Array) => void) {
    this.output = output;
    deflater.deflateInit2(this.stream, level, Z.DEFLATED, -15, 8, 0);
  }

  push(bytes: Uint8Array, last: boolean): void {
    const { stream } = this;
    stream.input = bytes;
    stream.next_in = 0;
    stream.avail_in = bytes.length;
    for (;;) {
      stream.output = new Uint8Array(CHUNK);
      stream.next_out = 0;
      stream.avail_out = CHUNK;
      const result = deflater.deflate(stream, last ? Z.FINISH : Z.NO_FLUSH);
      if (stream.next_out > 0) this.output(stream.output.subarray(0, stream.next_out));
      if (result === Z.STREAM_END || (!last && stream.avail_in === 0 && stream.avail_out > 0)) return;
      if (result !== Z.OK && result !== Z.BUF_ERROR) throw new FormatError(stream.msg);
    }
  }
}

/** Writes one gzip member around what is pushed. */
export class GzipWriter {
  private readonly output: (bytes: Uint8Array) => void;
  private readonly deflater: Deflater;
  private sum = 0;
  private size = 0;

  constructor(options: { level: number; name?: string; mtimeMs?: number }, output: (bytes: Uint8Array) => void) {
    this.output = output;
    const name = options.name === undefined ? new Uint8Array(0) : new TextEncoder().encode(`${options.name}\0`);
    const head = new Uint8Array(10 + name.length);
    head.set([0x1f, 0x8b, 8, name.length > 0 ? 8 : 0]);
    new DataView(head.buffer).setUint32(4, Math.floor((options.mtimeMs ?? 0) / 1000), true);
    head[8] = options.level === 9 ? 2 : options.level === 1 ? 4 : 0;
    head[9] = 3;
    head.set(name, 10);
    output(head);
    this.deflater = new Deflater(options.level, output);
  }

  push(bytes: Uint8Array): void {
    this.sum = crc(bytes, this.sum);
    this.size += bytes.length;
    this.deflater.push(bytes, false);
  }

  end(): void {
    this.deflater.push(new Uint8Array(0), true);
    const tail = new DataView(new ArrayBuffer(8));
    tail.setUint32(0, this.sum, true);
    tail.setUint32(4, this.size >>> 0, true);
    this.output(new Uint8Array(tail.buffer));
  }
}

/** Reads gzip members (or, with `raw`, one deflate stream) pulled from `source`. */
export class Inflater {
  private readonly stream = new ZStream();
  private readonly source: () => Uint8Array | null;
  private readonly raw: boolean;
  private started = false;
  private ended = false;

  constructor(source: () => Uint8Array | null, raw = false) {
    this.source = source;
    this.raw = raw;
    inflater.inflateInit2(this.stream, raw ? -15 : 31);
  }

  /** The next piece, or null at the end. @throws FormatError */
  pull(): Uint8Array | null {
    const { stream } = this;
    for (;;) {
      if (this.ended) return null;
      if (stream.avail_in === 0) {
        const next = this.source();
        if (next === null) {
          if (!this.started) throw new FormatError('unexpected end of file');
          if (!this.between) throw new FormatError('unexpected end of file');
          this.ended = true;
          return null;
        }
        stream.input = next;
        stream.next_in = 0;
        stream.avail_in = next.length;
        if (next.length === 0) continue;
      }
      if (this.between && !this.restart()) continue;
      this.started = true;
      stream.output = new Uint8Array(CHUNK);
      stream.next_out = 0;
      stream.avail_out = CHUNK;
      const result = inflater.inflate(stream, Z.NO_FLUSH);
      if (result === Z.STREAM_END) {
        this.between = true;
        if (this.raw) this.ended = true;
      } else if (result !== Z.OK && result !== Z.BUF_ERROR) throw new FormatError(reason(stream.msg));
      if (stream.next_out > 0) return stream.output.subarray(0, stream.next_out);
    }
  }

  /** A member has ended and the next one has not begun. */
  private between = false;

  /** After a member: another one follows, or padding and garbage, which end it. */
  private restart(): boolean {
    const { stream } = this;
    if (!this.started) return true;
    if (stream.input![stream.next_in] !== 0x1f) {
      stream.avail_in = 0;
      this.ended = true;
      return false;
    }
    inflater.inflateReset(stream);
    this.between = false;
    return true;
  }
}

function reason(message: string): string {
  if (/header check|unknown compression/.test(message)) return 'not in gzip format';
  if (/data check/.test(message)) return 'invalid compressed data--crc error';
  if (/length check/.test(message)) return 'invalid compressed data--length error';
  return 'invalid compressed data--format violated';
}
