/** internalBinding('string_decoder'). The decoder's state lives in a Buffer that the library allocates: up to 4 left-over bytes, then three counters. */
import type { Binding } from '../runtime.ts';
import { bytesOf, decodeBytes, ENCODINGS } from '../buffer/encodings.ts';

/** How many of the last bytes begin a UTF-8 character that is not complete, and how many it lacks. */
function utf8Tail(bytes: Uint8Array): [kept: number, missing: number] {
  const n = bytes.length;
  for (let back = 1; back <= Math.min(3, n); back++) {
    const c = bytes[n - back]!;
    if ((c & 0xc0) === 0x80) continue;
    const size = c >= 0xf0 && c <= 0xf4 ? 4 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xc2 && c < 0xe0 ? 2 : 1;
    if (size <= back) return [0, 0];
    // A second byte that cannot follow makes the sequence invalid at once: nothing is held back.
    if (back > 1) {
      const second = bytes[n - back + 1]!;
      if ((c === 0xe0 && second < 0xa0) || (c === 0xed && second > 0x9f) || (c === 0xf0 && second < 0x90) || (c === 0xf4 && second > 0x8f)) return [0, 0];
    }
    return [back, size - back];
  }
  return [0, 0];
}

function utf16Tail(bytes: Uint8Array): [kept: number, missing: number] {
  const n = bytes.length;
  const odd = n % 2;
  const even = n - odd;
  const unit = even >= 2 ? bytes[even - 2]! | (bytes[even - 1]! << 8) : 0;
  if (unit >= 0xd800 && unit <= 0xdbff) return [2 + odd, 2 - odd];
  return odd === 1 ? [1, 1] : [0, 0];
}

export const stringDecoderBinding: Binding = {
  name: 'string_decoder',
  create(_rt, shape) {
    const { kMissingBytes, kBufferedBytes, kEncodingField } = shape;
    const tail = (encoding: string, bytes: Uint8Array): [number, number] => {
      switch (encoding) {
        case 'utf8': return utf8Tail(bytes);
        case 'utf16le': return utf16Tail(bytes);
        case 'base64': case 'base64url': return bytes.length % 3 === 0 ? [0, 0] : [bytes.length % 3, 3 - (bytes.length % 3)];
        default: return [0, 0];
      }
    };
    return Object.assign(shape, {
      decode(state: Uint8Array, chunk: ArrayBufferView | string) {
        if (typeof chunk === 'string') return chunk;
        const encoding = ENCODINGS[state[kEncodingField]!]!;
        let bytes = bytesOf(chunk);
        const held = state[kBufferedBytes]!;
        if (held > 0) {
          const joined = new Uint8Array(held + bytes.length);
          joined.set(state.subarray(0, held));
          joined.set(bytes, held);
          bytes = joined;
        }
        const [kept, missing] = tail(encoding, bytes);
        state.set(bytes.subarray(bytes.length - kept), 0);
        state[kBufferedBytes] = kept;
        state[kMissingBytes] = missing;
        return decodeBytes(bytes.subarray(0, bytes.length - kept), encoding);
      },
      flush(state: Uint8Array) {
        const encoding = ENCODINGS[state[kEncodingField]!]!;
        let held = state[kBufferedBytes]!;
        // An odd byte of UTF-16 is no character.
        if (encoding === 'utf16le' && held % 2 === 1) held--;
        const text = decodeBytes(state.slice(0, held), encoding);
        state[kBufferedBytes] = 0;
        state[kMissingBytes] = 0;
        return text;
      },
    });
  },
};
