/** Reads values as V8's `ValueDeserializer` does. */
import { ERROR_CLASSES, ERROR_TAG, OLDEST_VERSION, REGEXP_FLAGS, TAG, VIEW_NAMES, WIRE_VERSION } from './wire.ts';

/** What the owner decides. */
export interface ReaderDelegate {
  readHostObject(): object;
}

/** V8's sentence for anything malformed. */
function malformed(): Error {
  return new Error('Unable to deserialize cloned data.');
}

const ERROR_CONSTRUCTORS: { [tag: number]: ErrorConstructor } = Object.fromEntries(
  Object.entries(ERROR_CLASSES).map(([name, tag]) => [tag, (globalThis as unknown as Record<string, ErrorConstructor>)[name]!]),
);

const utf8 = new TextDecoder();

export class ValueReader {
  at = 0;
  version = 0;
  private readonly bytes: Uint8Array;
  private readonly data: DataView;
  private readonly delegate: ReaderDelegate;
  private readonly objects: unknown[] = [];
  private readonly transferred = new Map<number, ArrayBuffer | SharedArrayBuffer>();

  constructor(bytes: Uint8Array, delegate: ReaderDelegate) {
    this.bytes = bytes;
    this.data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.delegate = delegate;
  }

  transfer(id: number, buffer: ArrayBuffer | SharedArrayBuffer): void {
    this.transferred.set(id, buffer);
  }

  header(): void {
    if (this.bytes[this.at] === TAG.VERSION) {
      this.at++;
      this.version = this.varint();
      if (this.version >= OLDEST_VERSION && this.version <= WIRE_VERSION) return;
    }
    throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.');
  }

  private byte(): number {
    if (this.at >= this.bytes.length) throw malformed();
    return this.bytes[this.at++]!;
  }

  varint(): number {
    let value = 0, scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  varbigint(): bigint {
    let value = 0n, shift = 0n;
    for (;;) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
      shift += 7n;
    }
  }

  double(): number {
    if (this.at + 8 > this.bytes.length) throw malformed();
    this.at += 8;
    return this.data.getFloat64(this.at - 8, true);
  }

  /** Position of `length` raw bytes; moves past them. */
  raw(length: number): number {
    if (this.at + length > this.bytes.length) throw malformed();
    this.at += length;
    return this.at - length;
  }

  private tag(): number {
    let tag: number;
    do tag = this.byte(); while (tag === TAG.PADDING);
    return tag;
  }

  private peek(): number {
    while (this.bytes[this.at] === TAG.PADDING) this.at++;
    if (this.at >= this.bytes.length) throw malformed();
    return this.bytes[this.at]!;
  }

  value(): unknown {
    const value = this.plain();
    // A view follows its buffer and replaces it as the value.
    if (value instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && value instanceof SharedArrayBuffer)) {
      if (this.at < this.bytes.length && this.peek() === TAG.VIEW) return this.view(value);
    }
    return value;
  }

  private remember<T>(object: T): T {
    this.objects.push(object);
    return object;
  }

  private plain(): unknown {
    const tag = this.tag();
    switch (tag) {
      case TAG.VERIFY_OBJECT_COUNT:
        this.varint();
        return this.value();
      case TAG.UNDEFINED:
      case TAG.HOLE: return undefined;
      case TAG.NULL: return null;
      case TAG.TRUE: return true;
      case TAG.FALSE: return false;
      case TAG.INT32: {
        const n = this.varint();
        return (n >>> 1) ^ -(n & 1);
      }
      case TAG.UINT32: return this.varint();
      case TAG.DOUBLE: return this.double();
      case TAG.BIGINT: return this.bigint();
      case TAG.UTF8_STRING:
      case TAG.ONE_BYTE_STRING:
      case TAG.TWO_BYTE_STRING: return this.string(tag);
      case TAG.REFERENCE: {
        const id = this.varint();
        if (id >= this.objects.length) throw malformed();
        return this.objects[id];
      }
      case TAG.BEGIN_OBJECT: return this.object();
      case TAG.BEGIN_SPARSE_ARRAY: return this.sparseArray();
      case TAG.BEGIN_DENSE_ARRAY: return this.denseArray();
      case TAG.DATE: return this.remember(new Date(this.double()));
      case TAG.TRUE_OBJECT: return this.remember(Object(true));
      case TAG.FALSE_OBJECT: return this.remember(Object(false));
      case TAG.NUMBER_OBJECT: return this.remember(Object(this.double()));
      case TAG.BIGINT_OBJECT: return this.remember(Object(this.bigint()));
      case TAG.STRING_OBJECT: return this.remember(Object(this.string(this.tag())));
      case TAG.REGEXP: {
        const source = this.string(this.tag());
        const bits = this.varint();
        return this.remember(new RegExp(source, REGEXP_FLAGS.filter(([, bit]) => bits & bit).map(([flag]) => flag).join('')));
      }
      case TAG.BEGIN_MAP: return this.map();
      case TAG.BEGIN_SET: return this.set();
      case TAG.ARRAY_BUFFER: {
        const length = this.varint();
        const start = this.raw(length);
        return this.remember(this.bytes.slice(start, start + length).buffer);
      }
      case TAG.RESIZABLE_ARRAY_BUFFER: {
        const length = this.varint();
        const maxByteLength = this.varint();
        const buffer = this.remember(new (ArrayBuffer as unknown as new (n: number, o: { maxByteLength: number }) => ArrayBuffer)(length, { maxByteLength }));
        const start = this.raw(length);
        new Uint8Array(buffer).set(this.bytes.subarray(start, start + length));
        return buffer;
      }
      case TAG.SHARED_ARRAY_BUFFER:
      case TAG.ARRAY_BUFFER_TRANSFER: {
        const buffer = this.transferred.get(this.varint());
        if (!buffer) throw malformed();
        return this.remember(buffer);
      }
      case TAG.ERROR: return this.error();
      case TAG.HOST_OBJECT: {
        const id = this.objects.push(undefined) - 1;
        return this.objects[id] = this.delegate.readHostObject();
      }
      default: throw malformed();
    }
  }

  private string(tag: number): string {
    const length = this.varint();
    const start = this.raw(length);
    if (tag === TAG.UTF8_STRING) return utf8.decode(this.bytes.slice(start, start + length));
    let text = '';
    if (tag === TAG.ONE_BYTE_STRING) for (let i = 0; i < length; i++) text += String.fromCharCode(this.bytes[start + i]!);
    else if (tag === TAG.TWO_BYTE_STRING) for (let i = 0; i < length; i += 2) text += String.fromCharCode(this.data.getUint16(start + i, true));
    else throw malformed();
    return text;
  }

  private bigint(): bigint {
    const bits = this.varint();
    const length = bits >>> 1;
    const start = this.raw(length);
    let value = 0n;
    for (let i = length - 1; i >= 0; i--) value = value << 8n | BigInt(this.bytes[start + i]!);
    return bits & 1 ? -value : value;
  }

  /** Reads pairs up to `end` into `target`; the count that follows has to match. */
  private properties(target: object, end: number): void {
    let count = 0;
    while (this.peek() !== end) {
      const key = this.value();
      if (typeof key !== 'string' && typeof key !== 'number') throw malformed();
      // Defined, not assigned: a key may be called __proto__.
      Object.defineProperty(target, key, { value: this.value(), writable: true, enumerable: true, configurable: true });
      count++;
    }
    this.at++;
    if (this.varint() !== count) throw malformed();
  }

  private object(): object {
    const object = this.remember({});
    this.properties(object, TAG.END_OBJECT);
    return object;
  }

  private sparseArray(): unknown[] {
    const length = this.varint();
    const array = this.remember(new Array<unknown>(length));
    this.properties(array, TAG.END_SPARSE_ARRAY);
    if (this.varint() !== length) throw malformed();
    return array;
  }

  private denseArray(): unknown[] {
    const length = this.varint();
    // Each element takes a byte at least: a made-up length must not allocate.
    if (length > this.bytes.length - this.at) throw malformed();
    const array = this.remember(new Array<unknown>(length));
    for (let i = 0; i < length; i++) {
      if (this.peek() === TAG.HOLE) this.at++;
      else array[i] = this.value();
    }
    this.properties(array, TAG.END_DENSE_ARRAY);
    if (this.varint() !== length) throw malformed();
    return array;
  }

  private map(): Map<unknown, unknown> {
    const map = this.remember(new Map<unknown, unknown>());
    while (this.peek() !== TAG.END_MAP) {
      const key = this.value();
      map.set(key, this.value());
    }
    this.at++;
    if (this.varint() !== map.size * 2) throw malformed();
    return map;
  }

  private set(): Set<unknown> {
    const set = this.remember(new Set<unknown>());
    while (this.peek() !== TAG.END_SET) set.add(this.value());
    this.at++;
    if (this.varint() !== set.size) throw malformed();
    return set;
  }

  private error(): Error {
    const id = this.objects.push(undefined) - 1;
    let Class: ErrorConstructor = Error;
    let next = this.varint();
    if (ERROR_CONSTRUCTORS[next]) {
      Class = ERROR_CONSTRUCTORS[next]!;
      next = this.varint();
    }
    const error = this.objects[id] = new Class();
    const define = (key: string, value: unknown): void => {
      Object.defineProperty(error, key, { value, writable: true, enumerable: false, configurable: true });
    };
    // An error without a stack of its own must not show the deserialiser's.
    define('stack', undefined);
    for (; next !== ERROR_TAG.END; next = this.varint()) {
      if (next === ERROR_TAG.MESSAGE) define('message', this.string(this.tag()));
      else if (next === ERROR_TAG.CAUSE) define('cause', this.value());
      else if (next === ERROR_TAG.STACK) define('stack', this.string(this.tag()));
      else throw malformed();
    }
    return error as Error;
  }

  private view(buffer: ArrayBuffer | SharedArrayBuffer): ArrayBufferView {
    this.at++;
    const name = VIEW_NAMES[this.byte()];
    const byteOffset = this.varint();
    const byteLength = this.varint();
    if (this.version >= 14) this.varint();
    if (name === undefined || byteOffset + byteLength > buffer.byteLength) throw malformed();
    type ViewClass = { new (buffer: ArrayBufferLike, offset: number, length: number): ArrayBufferView; BYTES_PER_ELEMENT?: number };
    const Class = (globalThis as unknown as Record<string, ViewClass>)[name]!;
    const size = Class.BYTES_PER_ELEMENT ?? 1;
    if (byteOffset % size !== 0 || byteLength % size !== 0) throw malformed();
    return this.remember(new Class(buffer, byteOffset, byteLength / size));
  }
}
