/** Tagged binary encoding of system-call arguments and results inside a mailbox. One byte tag, little-endian payload. */

export type Value = undefined | null | boolean | number | string | Uint8Array | Value[] | { [key: string]: Value };

const T_UNDEFINED = 0, T_NULL = 1, T_FALSE = 2, T_TRUE = 3, T_INT = 4, T_FLOAT = 5, T_STRING = 6, T_BYTES = 7, T_ARRAY = 8, T_OBJECT = 9;

/** Bytes before the contents of a bytes value: the tag and the length. */
export const DATA_PREFIX = 5;

const textEncoder = new TextEncoder();
const textDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Thrown by `encode` when the value does not fit; the caller turns it into E2BIG or a multi-part reply. */
export class EncodeOverflow extends Error {
  override name = 'EncodeOverflow';
}

export class Writer {
  bytes: Uint8Array;
  view: DataView;
  at: number;
  /** Bytes up to which it reallocates (used for what is larger than the mailbox); beyond them it throws `EncodeOverflow`. */
  private readonly most: number;
  constructor(bytes: Uint8Array, at = 0, most = 0) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
    this.most = most;
  }

  private room(n: number): void {
    if (this.at + n <= this.bytes.length) return;
    if (this.at + n > this.most) throw new EncodeOverflow();
    const next = new Uint8Array(Math.max(this.bytes.length * 2, this.at + n));
    next.set(this.bytes.subarray(0, this.at));
    this.bytes = next;
    this.view = new DataView(next.buffer);
  }

  int(n: number): void {
    this.room(5);
    this.bytes[this.at] = T_INT;
    this.view.setInt32(this.at + 1, n, true);
    this.at += 5;
  }

  string(s: string): void {
    // Short ASCII strings (paths) are the hot case: a loop beats TextEncoder, which also refuses shared memory in some engines.
    const n = s.length;
    this.room(5 + n * 3);
    const { bytes } = this;
    bytes[this.at] = T_STRING;
    const start = this.at + 5;
    let i = 0;
    if (n < 256) {
      for (; i < n; i++) {
        const c = s.charCodeAt(i);
        if (c > 127) break;
        bytes[start + i] = c;
      }
    }
    let length = i;
    if (i < n) {
      const encoded = textEncoder.encode(i === 0 ? s : s.slice(i));
      bytes.set(encoded, start + i);
      length = i + encoded.length;
    }
    this.view.setInt32(this.at + 1, length, true);
    this.at = start + length;
  }

  data(b: Uint8Array): void {
    this.room(DATA_PREFIX + b.length);
    this.dataPrefix(b.length);
    this.bytes.set(b, this.at);
    this.at += b.length;
  }

  /** What stands before the `length` bytes of a bytes value. */
  dataPrefix(length: number): void {
    this.room(DATA_PREFIX);
    this.bytes[this.at] = T_BYTES;
    this.view.setInt32(this.at + 1, length, true);
    this.at += DATA_PREFIX;
  }

  value(v: Value): void {
    switch (typeof v) {
      case 'number':
        if (Number.isInteger(v) && v >= -0x80000000 && v <= 0x7fffffff && !Object.is(v, -0)) this.int(v);
        else {
          this.room(9);
          this.bytes[this.at] = T_FLOAT;
          this.view.setFloat64(this.at + 1, v, true);
          this.at += 9;
        }
        return;
      case 'string':
        this.string(v);
        return;
      case 'boolean':
        this.tag(v ? T_TRUE : T_FALSE);
        return;
      case 'undefined':
        this.tag(T_UNDEFINED);
        return;
    }
    if (v === null) this.tag(T_NULL);
    else if (v instanceof Uint8Array) this.data(v);
    else if (Array.isArray(v)) {
      this.count(T_ARRAY, v.length);
      for (let i = 0; i < v.length; i++) this.value(v[i]!);
    } else {
      const keys = Object.keys(v);
      this.count(T_OBJECT, keys.length);
      for (let i = 0; i < keys.length; i++) {
        this.string(keys[i]!);
        this.value(v[keys[i]!]);
      }
    }
  }

  private tag(t: number): void {
    this.room(1);
    this.bytes[this.at++] = t;
  }

  private count(t: number, n: number): void {
    this.room(5);
    this.bytes[this.at] = t;
    this.view.setInt32(this.at + 1, n, true);
    this.at += 5;
  }
}

export class Reader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;
  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  private text(n: number): string {
    const { bytes } = this;
    const start = this.at;
    this.at += n;
    if (n < 128) {
      let s = '';
      for (let i = start; i < start + n; i++) {
        const c = bytes[i]!;
        if (c > 127) return textDecoder.decode(bytes.slice(start, start + n));
        s += String.fromCharCode(c);
      }
      return s;
    }
    return textDecoder.decode(bytes.slice(start, start + n));
  }

  /**
   * A count of bytes or items, which can be at most what is left: the sender may have written anything, and a negative length would let
   * the kernel read the same bytes for ever.
   */
  private length(): number {
    const n = this.view.getInt32(this.at, true);
    this.at += 4;
    if (n < 0 || n > this.bytes.length - this.at) throw new Error(`mailbox: length ${n} at ${this.at - 4}`);
    return n;
  }

  /** Position and length of a bytes value without copying it; the position moves past it. */
  dataRange(): { start: number; length: number } {
    const length = this.view.getInt32(this.at + 1, true);
    const start = this.at + DATA_PREFIX;
    this.at = start + length;
    return { start, length };
  }

  value(): Value {
    const tag = this.bytes[this.at++];
    switch (tag) {
      case T_UNDEFINED: return undefined;
      case T_NULL: return null;
      case T_FALSE: return false;
      case T_TRUE: return true;
      case T_INT: this.at += 4; return this.view.getInt32(this.at - 4, true);
      case T_FLOAT: this.at += 8; return this.view.getFloat64(this.at - 8, true);
      case T_STRING: return this.text(this.length());
      case T_BYTES: {
        const n = this.length();
        const start = this.at;
        this.at = start + n;
        return this.bytes.slice(start, start + n);
      }
      case T_ARRAY: {
        const n = this.length();
        const out: Value[] = [];
        for (let i = 0; i < n; i++) out.push(this.value());
        return out;
      }
      case T_OBJECT: {
        const n = this.length();
        const out: { [key: string]: Value } = {};
        for (let i = 0; i < n; i++) {
          const key = this.value() as string;
          // defineProperty: a key named __proto__ (an environment variable may be called that) must not change the prototype.
          Object.defineProperty(out, key, { value: this.value(), writable: true, enumerable: true, configurable: true });
        }
        return out;
      }
      default: throw new Error(`mailbox: unknown tag ${tag} at ${this.at - 1}`);
    }
  }
}
