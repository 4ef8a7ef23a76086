/** ASN.1 in DER (X.690): reading with every length checked, and writing. */

export class DerError extends Error {}

export const TAG = {
  BOOLEAN: 1, INTEGER: 2, BIT_STRING: 3, OCTET_STRING: 4, NULL: 5, OID: 6, UTF8: 12, SEQUENCE: 0x30, SET: 0x31,
  PRINTABLE: 19, T61: 20, IA5: 22, UTC_TIME: 23, GENERALIZED_TIME: 24, VISIBLE: 26, UNIVERSAL_STRING: 28, BMP: 30,
} as const;

/** Tag of a context-specific value, constructed or not. */
export const context = (number: number, constructed = true): number => (constructed ? 0xa0 : 0x80) | number;

/** One value: its tag, its contents, and all its bytes. */
export interface Der { tag: number; body: Uint8Array; all: Uint8Array }

/** Reads values one after the other. */
export class DerReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Tag of the next value; -1 at the end. */
  get tag(): number {
    return this.done ? -1 : this.bytes[this.at]!;
  }

  next(expected?: number): Der {
    const { bytes } = this;
    const start = this.at;
    if (start + 2 > bytes.length) throw new DerError('not enough data');
    const tag = bytes[start]!;
    if ((tag & 0x1f) === 0x1f) throw new DerError('bad object header');
    let length = bytes[start + 1]!;
    let at = start + 2;
    if (length >= 0x80) {
      const count = length & 0x7f;
      if (count === 0 || count > 4 || at + count > bytes.length) throw new DerError('bad object header');
      length = 0;
      for (let i = 0; i < count; i++) length = length * 256 + bytes[at++]!;
    }
    if (at + length > bytes.length) throw new DerError('too long');
    if (expected !== undefined && tag !== expected) throw new DerError('wrong tag');
    this.at = at + length;
    return { tag, body: bytes.subarray(at, at + length), all: bytes.subarray(start, at + length) };
  }

  /** The next value when it has this tag. */
  optional(tag: number): Der | undefined {
    return this.tag === tag ? this.next() : undefined;
  }

  sequence(): DerReader {
    return new DerReader(this.next(TAG.SEQUENCE).body);
  }

  integer(): bigint {
    return signed(this.next(TAG.INTEGER).body);
  }

  oid(): string {
    return oidText(this.next(TAG.OID).body);
  }

  octets(): Uint8Array {
    return this.next(TAG.OCTET_STRING).body;
  }

  /** Bytes of a bit string of whole bytes. */
  bits(): Uint8Array {
    return bitBytes(this.next(TAG.BIT_STRING).body);
  }
}

export function bitBytes(body: Uint8Array): Uint8Array {
  if (body.length === 0) throw new DerError('string too short');
  return body.subarray(1);
}

function signed(body: Uint8Array): bigint {
  if (body.length === 0) throw new DerError('bad integer');
  const value = toBig(body);
  return body[0]! & 0x80 ? value - (1n << BigInt(body.length * 8)) : value;
}

export function oidText(body: Uint8Array): string {
  const numbers: bigint[] = [];
  let value = 0n;
  for (const byte of body) {
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte & 0x80) continue;
    if (numbers.length === 0) {
      const first = value < 80n ? value / 40n : 2n;
      numbers.push(first, value - first * 40n);
    } else numbers.push(value);
    value = 0n;
  }
  return numbers.join('.');
}

/** Big-endian bytes as a number. */
export function toBig(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  let hex = '';
  for (const byte of bytes) hex += (byte < 16 ? '0' : '') + byte.toString(16);
  return BigInt(`0x${hex}`);
}

/** Big-endian bytes; `length` pads with zeros. @throws RangeError when it does not fit */
export function fromBig(value: bigint, length?: number): Uint8Array {
  let hex = value.toString(16);
  if (hex.length % 2) hex = `0${hex}`;
  const size = length ?? hex.length / 2;
  if (hex.length > size * 2) {
    if (value !== 0n) throw new RangeError('the number is too large');
    hex = '';
  }
  const out = new Uint8Array(size);
  for (let i = hex.length - 2, at = size - 1; i >= 0; i -= 2, at--) out[at] = Number.parseInt(hex.slice(i, i + 2), 16);
  return out;
}

// Writing.

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = concat(...parts);
  const size = body.length < 0x80 ? Uint8Array.of(body.length) : ((bytes) => concat(Uint8Array.of(0x80 | bytes.length), bytes))(fromBig(BigInt(body.length)));
  return concat(Uint8Array.of(tag), size, body);
}

export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => der(TAG.SEQUENCE, ...parts);
export const octets = (bytes: Uint8Array): Uint8Array => der(TAG.OCTET_STRING, bytes);
export const bits = (bytes: Uint8Array): Uint8Array => der(TAG.BIT_STRING, Uint8Array.of(0), bytes);
export const nothing = (): Uint8Array => der(TAG.NULL);

export function integer(value: bigint | number): Uint8Array {
  const bytes = fromBig(BigInt(value));
  return der(TAG.INTEGER, bytes[0]! & 0x80 ? concat(Uint8Array.of(0), bytes) : bytes);
}

export function oid(text: string): Uint8Array {
  const [first, second, ...rest] = text.split('.').map(BigInt);
  const out: number[] = [];
  for (const value of [first! * 40n + second!, ...rest]) {
    const groups = [Number(value & 0x7fn)];
    for (let left = value >> 7n; left > 0n; left >>= 7n) groups.unshift(Number(left & 0x7fn) | 0x80);
    out.push(...groups);
  }
  return der(TAG.OID, Uint8Array.from(out));
}
