/** Writes what the engine's structured clone returned, so only kinds that it makes come by, each with its own prototype. */
import { ERROR_HAS, ERRORS, T, VIEWS } from './wire-format.ts';

/** Bytes that are worth a part of their own instead of a copy. */
const OWN_PART = 32 * 1024;
const NOT_ASCII = /[^\0-\x7f]/;

export class MessageWriter {
  /** What bytes cannot carry, by index. */
  readonly natives: unknown[] = [];
  private bytes = new Uint8Array(512);
  private view = new DataView(this.bytes.buffer);
  private at = 0;
  private readonly parts: Uint8Array[] = [];
  private readonly seen = new Map<object, number>();
  private readonly keys = new Map<string, number>();
  private readonly isNative: (value: object) => boolean;

  constructor(isNative: (value: object) => boolean) {
    this.isNative = isNative;
  }

  /** All bytes, in parts. */
  finish(): Uint8Array[] {
    this.cut();
    return this.parts;
  }

  private cut(): void {
    if (this.at > 0) this.parts.push(this.bytes.subarray(0, this.at));
    this.bytes = new Uint8Array(512);
    this.view = new DataView(this.bytes.buffer);
    this.at = 0;
  }

  private room(n: number): void {
    if (this.at + n <= this.bytes.length) return;
    const next = new Uint8Array(Math.max(this.bytes.length * 2, this.at + n));
    next.set(this.bytes.subarray(0, this.at));
    this.bytes = next;
    this.view = new DataView(next.buffer);
  }

  private tag(tag: number): void {
    this.room(1);
    this.bytes[this.at++] = tag;
  }

  varint(value: number): void {
    this.room(8);
    while (value > 127) {
      this.bytes[this.at++] = (value % 128) | 128;
      value = Math.floor(value / 128);
    }
    this.bytes[this.at++] = value;
  }

  private double(value: number): void {
    this.room(8);
    this.view.setFloat64(this.at, value, true);
    this.at += 8;
  }

  private raw(data: Uint8Array): void {
    if (data.length >= OWN_PART) {
      this.cut();
      this.parts.push(data);
      return;
    }
    this.room(data.length);
    this.bytes.set(data, this.at);
    this.at += data.length;
  }

  string(text: string): void {
    const { length } = text;
    if (NOT_ASCII.test(text)) {
      this.tag(T.UTF16);
      this.varint(length);
      this.room(length * 2);
      for (let i = 0; i < length; i++) this.view.setUint16(this.at + 2 * i, text.charCodeAt(i), true);
      this.at += length * 2;
      return;
    }
    this.tag(T.ASCII);
    this.varint(length);
    this.room(length);
    const { bytes, at } = this;
    for (let i = 0; i < length; i++) bytes[at + i] = text.charCodeAt(i);
    this.at += length;
  }

  /** Names come again and again: each is written once. */
  private key(name: string): void {
    const known = this.keys.get(name);
    if (known !== undefined) {
      this.varint(known);
      return;
    }
    this.keys.set(name, this.keys.size + 1);
    this.varint(0);
    this.string(name);
  }

  value(value: unknown): void {
    switch (typeof value) {
      case 'undefined': return this.tag(T.UNDEFINED);
      case 'boolean': return this.tag(value ? T.TRUE : T.FALSE);
      case 'string': return this.string(value);
      case 'bigint':
        this.tag(T.BIGINT);
        return this.string(value.toString(16));
      case 'number':
        if ((value | 0) === value && !Object.is(value, -0)) {
          this.tag(T.INT);
          return this.varint(((value << 1) ^ (value >> 31)) >>> 0);
        }
        this.tag(T.DOUBLE);
        return this.double(value);
      default:
        if (value === null) return this.tag(T.NULL);
        return this.object(value as object);
    }
  }

  private object(object: object): void {
    const known = this.seen.get(object);
    if (known !== undefined) {
      this.tag(T.REFERENCE);
      return this.varint(known);
    }
    // A view's buffer comes before the view itself, on both sides.
    if (ArrayBuffer.isView(object)) return this.arrayView(object);
    this.seen.set(object, this.seen.size);
    if (Array.isArray(object)) return this.array(object);
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype === Object.prototype) {
      this.tag(T.OBJECT);
      return this.properties(object, Object.keys(object));
    }
    if (this.isNative(object)) {
      this.tag(T.NATIVE);
      return this.varint(this.natives.push(object) - 1);
    }
    if (prototype === Map.prototype) {
      this.tag(T.MAP);
      this.varint((object as Map<unknown, unknown>).size);
      for (const [key, value] of object as Map<unknown, unknown>) {
        this.value(key);
        this.value(value);
      }
    } else if (prototype === Set.prototype) {
      this.tag(T.SET);
      this.varint((object as Set<unknown>).size);
      for (const value of object as Set<unknown>) this.value(value);
    } else if (prototype === Date.prototype) {
      this.tag(T.DATE);
      this.double((object as Date).getTime());
    } else if (prototype === RegExp.prototype) {
      this.tag(T.REGEXP);
      this.string((object as RegExp).source);
      this.string((object as RegExp).flags);
    } else if (prototype === ArrayBuffer.prototype) this.buffer(object as ArrayBuffer);
    else if (object instanceof Error) this.error(object);
    else {
      this.tag(T.BOXED);
      this.value(object.valueOf());
    }
  }

  private properties(object: object, names: string[]): void {
    this.varint(names.length);
    for (const name of names) {
      this.key(name);
      this.value((object as Record<string, unknown>)[name]);
    }
  }

  private array(array: unknown[]): void {
    const { length } = array;
    this.tag(T.ARRAY);
    this.varint(length);
    let present = 0;
    const names = Object.keys(array);
    if (names.length === length || length < 1e6) {
      this.varint(0);
      for (let i = 0; i < length; i++) {
        if (array[i] === undefined && !(i in array)) this.tag(T.HOLE);
        else {
          present++;
          this.value(array[i]);
        }
      }
      this.properties(array, names.slice(present));
    } else {
      // Very long and mostly holes.
      this.varint(1);
      this.properties(array, names);
    }
  }

  private buffer(buffer: ArrayBuffer): void {
    const { resizable, maxByteLength } = buffer as { resizable?: boolean; maxByteLength?: number };
    this.tag(resizable ? T.RESIZABLE : T.BUFFER);
    this.varint(buffer.byteLength);
    if (resizable) this.varint(maxByteLength!);
    this.raw(new Uint8Array(buffer));
  }

  private arrayView(view: ArrayBufferView): void {
    const { buffer } = view;
    const { resizable, growable } = buffer as { resizable?: boolean; growable?: boolean };
    const tracking = Boolean(resizable ?? growable) && view.byteOffset + view.byteLength === buffer.byteLength;
    this.tag(tracking ? T.TRACKING_VIEW : T.VIEW);
    this.varint(VIEWS.findIndex((View) => view instanceof View));
    this.value(buffer);
    this.varint(view.byteOffset);
    if (!tracking) this.varint((view as { length?: number }).length ?? view.byteLength);
    this.seen.set(view, this.seen.size);
  }

  private error(error: Error): void {
    this.tag(T.ERROR);
    this.varint(Math.max(ERRORS.findIndex((Class) => Object.getPrototypeOf(error) === Class.prototype), 0));
    const has = (name: string): boolean => Object.hasOwn(error, name);
    this.varint((has('stack') ? ERROR_HAS.STACK : 0) | (has('message') ? ERROR_HAS.MESSAGE : 0) | (has('cause') ? ERROR_HAS.CAUSE : 0));
    if (has('stack')) this.value(error.stack);
    if (has('message')) this.value(error.message);
    if (has('cause')) this.value(error.cause);
  }
}
