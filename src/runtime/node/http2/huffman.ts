/** Huffman coding of HPACK's strings. */
import { HUFFMAN_LENGTHS } from './hpack-tables.ts';

const END = 256;
const MAX_LENGTH = 30;

/** Codes by symbol, and for each length the first code and the symbols of that length. */
const codes = new Array<number>(HUFFMAN_LENGTHS.length);
const first = new Array<number>(MAX_LENGTH + 1).fill(0);
const symbols: number[][] = Array.from({ length: MAX_LENGTH + 1 }, () => []);
for (const [symbol, length] of HUFFMAN_LENGTHS.entries()) symbols[length]!.push(symbol);
for (let length = 1, code = 0; length <= MAX_LENGTH; length++) {
  first[length] = code;
  for (const symbol of symbols[length]!) codes[symbol] = code++;
  code *= 2;
}

/** Bytes the coded text takes. */
export function huffmanLength(text: Uint8Array): number {
  let bits = 0;
  for (const byte of text) bits += HUFFMAN_LENGTHS[byte]!;
  return Math.ceil(bits / 8);
}

export function huffmanEncode(text: Uint8Array): Uint8Array {
  const out = new Uint8Array(huffmanLength(text));
  let at = 0, held = 0, bits = 0;
  for (const byte of text) {
    const length = HUFFMAN_LENGTHS[byte]!;
    // Codes have up to 30 bits and up to 7 are held: more than an integer's 32 bits, so it goes in two halves.
    for (const [part, size] of length > 16 ? [[codes[byte]! >>> 16, length - 16], [codes[byte]! & 0xffff, 16]] : [[codes[byte]!, length]]) {
      held = held << size! | part!;
      bits += size!;
      while (bits >= 8) {
        bits -= 8;
        out[at++] = held >>> bits & 255;
      }
      held &= (1 << bits) - 1;
    }
  }
  if (bits > 0) out[at] = held << (8 - bits) | (1 << (8 - bits)) - 1;
  return out;
}

/** Null when it is no valid coding. */
export function huffmanDecode(coded: Uint8Array): Uint8Array | null {
  const out: number[] = [];
  let code = 0, length = 0;
  for (const byte of coded) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + (byte >> bit & 1);
      length++;
      if (length > MAX_LENGTH) return null;
      const index = code - first[length]!;
      const symbol = index >= 0 ? symbols[length]![index] : undefined;
      if (symbol === undefined) continue;
      if (symbol === END) return null;
      out.push(symbol);
      code = 0;
      length = 0;
    }
  }
  // Padding is less than a byte of ones.
  return length < 8 && code === (1 << length) - 1 ? new Uint8Array(out) : null;
}
