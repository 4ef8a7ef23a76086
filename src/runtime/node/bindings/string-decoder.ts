/** internalBinding('string_decoder'). The decoder's state lives in a Buffer that the library allocates: up to 4 left-over bytes, then three counters. */
import type { Binding } from '../runtime.ts';
import { bytesOf, decodeBytes, ENCODINGS } from '../buffer/encodings.ts';

type Tail = [kept: number, missing: number];

/** The bytes at the end that begin a character which is not complete, and how many it lacks. */
function utf8Tail(bytes: Uint8Array): Tail {
  const n = bytes.length;
  for (let kept = 1; kept <= Math.min(4, n); kept++) {
    const c = bytes[n - kept]!;
    if (c < 0x80) return [0, 0];
    if ((c & 0xc0) === 0x80) continue;
    const size = (c & 0xe0) === 0xc0 ? 2 : (c & 0xf0) === 0xe0 ? 3 : (c & 0xf8) === 0xf0 ? 4 : 0;
    return kept >= size ? [0, 0] : [kept, size - kept];
  }
  return [0, 0];
}

function utf16Tail(bytes: Uint8Array): Tail {
  const n = bytes.length;
  if (n % 2 === 1) return [1, 1];
  return (bytes[n - 1]! & 0xfc) === 0xd8 ? [2, 2] : [0, 0];
}

function tailOf(encoding: string, bytes: Uint8Array): Tail {
  if (bytes.length === 0) return [0, 0];
  switch (encoding) {
    case 'utf8': return utf8Tail(bytes);
    case 'utf16le': return utf16Tail(bytes);
    case 'base64': case 'base64url': return bytes.length % 3 === 0 ? [0, 0] : [bytes.length % 3, 3 - (bytes.length % 3)];
    default: return [0, 0];
  }
}

export const stringDecoderBinding: Binding = {
  name: 'string_decoder',
  create(_rt, shape) {
    const { kMissingBytes, kBufferedBytes, kEncodingField } = shape;
    return Object.assign(shape, {
      decode(state: Uint8Array, chunk: ArrayBufferView | string) {
        if (typeof chunk === 'string') return chunk;
        const encoding = ENCODINGS[state[kEncodingField]!]!;
        let bytes = bytesOf(chunk);
        let begun = '';
        let missing = state[kMissingBytes]!;
        if (missing > 0) {
          let take = Math.min(missing, bytes.length);
          if (encoding === 'utf8') {
            // A byte that cannot continue the character ends it: what is there is decoded, and the byte begins a new one.
            const stop = bytes.subarray(0, take).findIndex((c) => (c & 0xc0) !== 0x80);
            if (stop !== -1) {
              take = stop;
              missing = take;
            }
          }
          const held = state[kBufferedBytes]!;
          state.set(bytes.subarray(0, take), held);
          bytes = bytes.subarray(take);
          missing -= take;
          state[kMissingBytes] = missing;
          state[kBufferedBytes] = held + take;
          if (missing > 0) return '';
          begun = decodeBytes(state.slice(0, held + take), encoding);
          state[kBufferedBytes] = 0;
        }
        const [kept, lacks] = tailOf(encoding, bytes);
        state.set(bytes.subarray(bytes.length - kept), 0);
        state[kBufferedBytes] = kept;
        state[kMissingBytes] = lacks;
        return begun + decodeBytes(bytes.subarray(0, bytes.length - kept), encoding);
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
