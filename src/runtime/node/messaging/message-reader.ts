/** Reads what `MessageWriter` wrote. */
import { ERROR_HAS, ERRORS, T, VIEWS } from './wire-format.ts';

const ascii = new TextDecoder();
/** Longest text that is put together by hand: a decoder costs more than that for a few characters. */
const SHORT = 24;

export class MessageReader {
  private at = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly natives: readonly unknown[];
  private readonly seen: unknown[] = [];
  private readonly keys: string[] = [''];

  constructor(bytes: Uint8Array, natives: readonly unknown[]) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.natives = natives;
  }

  varint(): number {
    let value = 0, scale = 1;
    for (;;) {
      const byte = this.bytes[this.at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  private double(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }

  private raw(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  private ascii(): string {
    const length = this.varint();
    const bytes = this.raw(length);
    return length <= SHORT ? String.fromCharCode.apply(null, bytes as unknown as number[]) : ascii.decode(bytes);
  }

  private utf16(): string {
    const length = this.varint();
    let text = '';
    for (let i = 0; i < length;) {
      const end = Math.min(length, i + 4096);
      const codes: number[] = [];
      for (; i < end; i++) codes.push(this.view.getUint16(this.at + 2 * i, true));
      text += String.fromCharCode.apply(null, codes);
    }
    this.at += length * 2;
    return text;
  }

  private key(): string {
    const id = this.varint();
    if (id !== 0) return this.keys[id]!;
    const name = this.value() as string;
    this.keys.push(name);
    return name;
  }

  private remember<V>(object: V): V {
    this.seen.push(object);
    return object;
  }

  value(): unknown {
    const tag = this.bytes[this.at++];
    switch (tag) {
      case T.UNDEFINED: return undefined;
      case T.NULL: return null;
      case T.TRUE: return true;
      case T.FALSE: return false;
      case T.INT: {
        const n = this.varint();
        return (n >>> 1) ^ -(n & 1);
      }
      case T.DOUBLE: return this.double();
      case T.BIGINT: {
        const text = this.value() as string;
        return text[0] === '-' ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
      }
      case T.ASCII: return this.ascii();
      case T.UTF16: return this.utf16();
      case T.REFERENCE: return this.seen[this.varint()];
      case T.OBJECT: return this.properties(this.remember({}));
      case T.ARRAY: return this.array();
      case T.DATE: return this.remember(new Date(this.double()));
      case T.REGEXP: {
        const source = this.value() as string;
        return this.remember(new RegExp(source, this.value() as string));
      }
      case T.MAP: {
        const map = this.remember(new Map<unknown, unknown>());
        for (let left = this.varint(); left > 0; left--) {
          const key = this.value();
          map.set(key, this.value());
        }
        return map;
      }
      case T.SET: {
        const set = this.remember(new Set<unknown>());
        for (let left = this.varint(); left > 0; left--) set.add(this.value());
        return set;
      }
      case T.BUFFER: return this.buffer(false);
      case T.RESIZABLE: return this.buffer(true);
      case T.VIEW: return this.arrayView(false);
      case T.TRACKING_VIEW: return this.arrayView(true);
      case T.BOXED: return this.boxed();
      case T.ERROR: return this.error();
      case T.NATIVE: return this.remember(this.natives[this.varint()]);
      default: throw new Error('Unable to deserialize cloned data.');
    }
  }

  private properties<V extends object>(object: V): V {
    for (let left = this.varint(); left > 0; left--) {
      const name = this.key();
      if (name === '__proto__') Object.defineProperty(object, name, { value: this.value(), writable: true, enumerable: true, configurable: true });
      else (object as Record<string, unknown>)[name] = this.value();
    }
    return object;
  }

  private array(): unknown[] {
    const length = this.varint();
    const array = this.remember(length < 1e6 ? [] as unknown[] : new Array<unknown>(length));
    if (this.varint() === 0) {
      for (let i = 0; i < length; i++) {
        if (this.bytes[this.at] === T.HOLE) this.at++;
        else array[i] = this.value();
      }
    }
    array.length = length;
    return this.properties(array);
  }

  private buffer(resizable: boolean): ArrayBuffer {
    const length = this.varint();
    if (!resizable) return this.remember(this.raw(length).slice().buffer as ArrayBuffer);
    const maxByteLength = this.varint();
    const buffer = new (ArrayBuffer as unknown as new (n: number, o: { maxByteLength: number }) => ArrayBuffer)(length, { maxByteLength });
    new Uint8Array(buffer).set(this.raw(length));
    return this.remember(buffer);
  }

  private arrayView(tracking: boolean): ArrayBufferView {
    const View = VIEWS[this.varint()]!;
    const buffer = this.value() as ArrayBufferLike;
    const offset = this.varint();
    return this.remember(tracking ? new View(buffer, offset) : new View(buffer, offset, this.varint()));
  }

  /** The place among the objects is the wrapper's. */
  private boxed(): object {
    const id = this.seen.push(undefined) - 1;
    const object = Object(this.value()) as object;
    this.seen[id] = object;
    return object;
  }

  private error(): Error {
    const Class = ERRORS[this.varint()]!;
    const has = this.varint();
    const error = this.remember(new Class());
    const define = (name: string, value: unknown): void => {
      Object.defineProperty(error, name, { value, writable: true, enumerable: false, configurable: true });
    };
    // An error without a stack of its own must not show this reader's.
    define('stack', has & ERROR_HAS.STACK ? this.value() : undefined);
    if (has & ERROR_HAS.MESSAGE) define('message', this.value());
    if (has & ERROR_HAS.CAUSE) define('cause', this.value());
    return error;
  }
}
