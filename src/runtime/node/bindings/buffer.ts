/** internalBinding('buffer'): the native part of `Buffer`. */
import type { Binding } from '../runtime.ts';
import type { CoreRuntime } from '../core.ts';
import {
  asciiText, base64Bytes, base64Text, bytesOf, encodeString, ENCODINGS, hexBytes, hexText, isAscii, latin1Bytes, latin1Text, unshared, utf16Bytes, utf16Text, utf8Text,
} from '../buffer/encodings.ts';
import { compare, search } from '../buffer/search.ts';

type View = Uint8Array;

/** The part [start, end) of a buffer, clamped; a start beyond the end is Node's range error. */
function part(buffer: View, start: number | undefined, end: number | undefined): Uint8Array {
  const length = buffer.byteLength;
  const from = Math.trunc(start ?? 0) || 0;
  const to = Math.min(end === undefined ? length : Math.trunc(end) || 0, length);
  if (from < 0 || to < 0) throw Object.assign(new RangeError('Index out of range'), { code: 'ERR_OUT_OF_RANGE' });
  return new Uint8Array(buffer.buffer, buffer.byteOffset + Math.min(from, length), Math.max(0, to - from));
}

/** Writes as many of `bytes` as fit at `offset` within `length`. Returns how many. */
function put(buffer: View, bytes: Uint8Array, offset: number | undefined, length: number | undefined, unit = 1): number {
  const at = Math.trunc(offset ?? 0) || 0;
  const room = buffer.byteLength - at;
  let n = Math.min(bytes.length, length === undefined ? room : Math.min(Math.trunc(length) || 0, room));
  n -= n % unit;
  if (n <= 0) return 0;
  new Uint8Array(buffer.buffer, buffer.byteOffset + at, n).set(n === bytes.length ? bytes : bytes.subarray(0, n));
  return n;
}

function checkString(value: unknown): asserts value is string {
  if (typeof value !== 'string') throw Object.assign(new TypeError('argument must be a string'), { code: 'ERR_INVALID_ARG_TYPE' });
}

function utf8Length(text: string): number {
  let n = text.length;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c <= 0x7f) continue;
    if (c <= 0x7ff) n++;
    else if (c >= 0xd800 && c <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      n += 2;
      i++;
    } else n += 2;
  }
  return n;
}

function swap(width: number) {
  return (buffer: View): View => {
    const bytes = bytesOf(buffer);
    for (let at = 0; at + width <= bytes.length; at += width) {
      for (let i = at, j = at + width - 1; i < j; i++, j--) {
        const byte = bytes[i]!;
        bytes[i] = bytes[j]!;
        bytes[j] = byte;
      }
    }
    return buffer;
  };
}

function fill(buffer: View, value: unknown, start: number, end: number, encoding?: string): number | undefined {
  if (start < 0 || end < 0) throw Object.assign(new RangeError('Index out of range'), { code: 'ERR_OUT_OF_RANGE' });
  if (end > buffer.byteLength) return -2;
  if (start >= end) return undefined;
  const target = bytesOf(buffer).subarray(start, end);
  if (typeof value === 'number' || typeof value === 'boolean') {
    target.fill(Number(value) & 255);
    return undefined;
  }
  let pattern: Uint8Array;
  if (typeof value === 'string') {
    pattern = encodeString(value, encoding ?? 'utf8');
  } else if (ArrayBuffer.isView(value)) {
    pattern = bytesOf(value).slice();
  } else {
    target.fill(Number(value) & 255);
    return undefined;
  }
  if (pattern.length === 0) return -1;
  // Doubling: the filled part is copied onto the rest.
  let done = Math.min(pattern.length, target.length);
  target.set(pattern.subarray(0, done));
  while (done < target.length) {
    const n = Math.min(done, target.length - done);
    target.copyWithin(done, 0, n);
    done += n;
  }
  return undefined;
}

const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true });

export const bufferBinding: Binding = {
  name: 'buffer',
  create(rt: CoreRuntime, shape) {
    return Object.assign(shape, {
      setBufferPrototype(prototype: object) {
        rt.bufferPrototype = prototype;
      },
      byteLengthUtf8: utf8Length,
      utf8Slice: (b: View, start?: number, end?: number) => utf8Text(part(b, start, end)),
      latin1Slice: (b: View, start?: number, end?: number) => latin1Text(part(b, start, end)),
      asciiSlice: (b: View, start?: number, end?: number) => asciiText(part(b, start, end)),
      ucs2Slice: (b: View, start?: number, end?: number) => utf16Text(part(b, start, end)),
      hexSlice: (b: View, start?: number, end?: number) => hexText(part(b, start, end)),
      base64Slice: (b: View, start?: number, end?: number) => base64Text(part(b, start, end), false),
      base64urlSlice: (b: View, start?: number, end?: number) => base64Text(part(b, start, end), true),
      base64Write(b: View, text: unknown, offset?: number, length?: number) {
        checkString(text);
        return put(b, base64Bytes(text), offset, length);
      },
      base64urlWrite(b: View, text: unknown, offset?: number, length?: number) {
        checkString(text);
        return put(b, base64Bytes(text), offset, length);
      },
      hexWrite(b: View, text: unknown, offset?: number, length?: number) {
        checkString(text);
        return put(b, hexBytes(text), offset, length);
      },
      ucs2Write(b: View, text: unknown, offset?: number, length?: number) {
        checkString(text);
        return put(b, utf16Bytes(text), offset, length, 2);
      },
      asciiWriteStatic(b: View, text: unknown, offset?: number, length?: number) {
        checkString(text);
        return put(b, latin1Bytes(text), offset, length);
      },
      latin1WriteStatic(b: View, text: unknown, offset?: number, length?: number) {
        checkString(text);
        return put(b, latin1Bytes(text), offset, length);
      },
      utf8WriteStatic(b: View, text: unknown, offset = 0, length?: number) {
        checkString(text);
        const room = Math.min(length ?? Infinity, b.byteLength - offset);
        if (room <= 0) return 0;
        const target = new Uint8Array(b.buffer, b.byteOffset + offset, room);
        if (!(b.buffer instanceof SharedArrayBuffer)) return encoder.encodeInto(text, target).written;
        const own = new Uint8Array(room);
        const { written } = encoder.encodeInto(text, own);
        target.set(own.subarray(0, written));
        return written;
      },
      createUnsafeArrayBuffer: (size: number) => rt.memory.count(new ArrayBuffer(size)),
      /** Asked by the library for what it makes itself (build/node-patches.ts). */
      counted(view: Uint8Array) {
        rt.memory.count(view.buffer);
        return view;
      },
      copy(source: View, target: View, targetStart: number, sourceStart: number, count: number) {
        bytesOf(target).set(bytesOf(source).subarray(sourceStart, sourceStart + count), targetStart);
        return count;
      },
      compare: (a: View, b: View) => compare(bytesOf(a), bytesOf(b)),
      compareOffset(source: View, target: View, targetStart: number, sourceStart: number, targetEnd: number, sourceEnd: number) {
        return compare(bytesOf(source).subarray(sourceStart, sourceEnd), bytesOf(target).subarray(targetStart, targetEnd));
      },
      fill,
      indexOfString(b: View, text: string, offset: number, encoding: number, forward: boolean, end?: number) {
        return search(bytesOf(b), encodeString(text, ENCODINGS[encoding]!), offset, forward, ENCODINGS[encoding] === 'utf16le' ? 2 : 1, end);
      },
      indexOfBuffer(b: View, value: View, offset: number, encoding: number, forward: boolean, end?: number) {
        return search(bytesOf(b), bytesOf(value), offset, forward, ENCODINGS[encoding] === 'utf16le' ? 2 : 1, end);
      },
      indexOfNumber(b: View, value: number, offset: number, forward: boolean, end?: number) {
        return search(bytesOf(b), new Uint8Array([value]), offset, forward, 1, end);
      },
      swap16: swap(2),
      swap32: swap(4),
      swap64: swap(8),
      isAscii: (b: ArrayBufferView | ArrayBuffer) => isAscii(bytesOf(b)),
      isUtf8(b: ArrayBufferView | ArrayBuffer) {
        try {
          strict.decode(unshared(bytesOf(b)));
          return true;
        } catch {
          return false;
        }
      },
      copyArrayBuffer(target: ArrayBuffer, targetOffset: number, source: ArrayBuffer, sourceOffset: number, count: number) {
        new Uint8Array(target, targetOffset, count).set(new Uint8Array(source, sourceOffset, count));
      },
      /** -1: one character left over, -2: a character outside the alphabet, -3: both libraries disagree (cannot happen). */
      atob(text: string) {
        try {
          return rt.native.atob(text);
        } catch {
          const clean = text.replace(/[\t\n\f\r ]/g, '');
          return /[^A-Za-z0-9+/=]/.test(clean) ? -2 : clean.replace(/=+$/, '').length % 4 === 1 ? -1 : -2;
        }
      },
      btoa(text: string) {
        try {
          return rt.native.btoa(text);
        } catch {
          return -1;
        }
      },
      // A key that would let embedders detach a buffer marked untransferable: nothing here can detach without `structuredClone`, which asks for the mark.
      setDetachKey() {},
    });
  },
};
