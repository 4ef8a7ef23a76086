/** Triple DES (FIPS 46-3), two keys or three: for old data. */

/** The tables of the standard, written as there: positions count from 1, the most significant bit first. */
const IP = [58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8, 57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7];
const FP = [40, 8, 48, 16, 56, 24, 64, 32, 39, 7, 47, 15, 55, 23, 63, 31, 38, 6, 46, 14, 54, 22, 62, 30, 37, 5, 45, 13, 53, 21, 61, 29, 36, 4, 44, 12, 52, 20, 60, 28, 35, 3, 43, 11, 51, 19, 59, 27, 34, 2, 42, 10, 50, 18, 58, 26, 33, 1, 41, 9, 49, 17, 57, 25];
const P = [16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25];
const PC1 = [57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36, 63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4];
const PC2 = [14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32];
const SHIFTS = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1];
const S = [
  [14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7, 0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12, 11, 9, 5, 3, 8, 4, 1, 14, 8, 13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0, 15, 12, 8, 2, 4, 9, 1, 7, 5, 11, 3, 14, 10, 0, 6, 13],
  [15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10, 3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1, 10, 6, 9, 11, 5, 0, 14, 7, 11, 10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15, 13, 8, 10, 1, 3, 15, 4, 2, 11, 6, 7, 12, 0, 5, 14, 9],
  [10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8, 13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5, 14, 12, 11, 15, 1, 13, 6, 4, 9, 8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7, 1, 10, 13, 0, 6, 9, 8, 7, 4, 15, 14, 3, 11, 5, 2, 12],
  [7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15, 13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2, 12, 1, 10, 14, 9, 10, 6, 9, 0, 12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4, 3, 15, 0, 6, 10, 1, 13, 8, 9, 4, 5, 11, 12, 7, 2, 14],
  [2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9, 14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15, 10, 3, 9, 8, 6, 4, 2, 1, 11, 10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14, 11, 8, 12, 7, 1, 14, 2, 13, 6, 15, 0, 9, 10, 4, 5, 3],
  [12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11, 10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13, 14, 0, 11, 3, 8, 9, 14, 15, 5, 2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6, 4, 3, 2, 12, 9, 5, 15, 10, 11, 14, 1, 7, 6, 0, 8, 13],
  [4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1, 13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5, 12, 2, 15, 8, 6, 1, 4, 11, 13, 12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2, 6, 11, 13, 8, 1, 4, 10, 7, 9, 5, 0, 15, 14, 2, 3, 12],
  [13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7, 1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6, 11, 0, 14, 9, 2, 7, 11, 4, 1, 9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8, 2, 1, 14, 7, 4, 10, 8, 13, 15, 12, 9, 0, 3, 5, 6, 11],
];

const bitsOf = (bytes: Uint8Array): number[] => Array.from({ length: bytes.length * 8 }, (_, i) => (bytes[i >> 3]! >> (7 - (i & 7))) & 1);
const permute = (bits: readonly number[], table: readonly number[]): number[] => table.map((position) => bits[position - 1]!);

/** S-boxes with the permutation behind them, by box and six bits: 32 bits each. */
const SP: Int32Array[] = S.map((box, number) => Int32Array.from({ length: 64 }, (_, six) => {
  const value = box[(((six >> 4) & 2) | (six & 1)) * 16 + ((six >> 1) & 15)]!;
  let out = 0;
  P.forEach((from, to) => {
    const bit = from - 1 - number * 4;
    if (bit >= 0 && bit < 4 && (value >> (3 - bit)) & 1) out |= 1 << (31 - to);
  });
  return out;
}));

/** Sixteen round keys of eight six-bit parts. */
function schedule(key: Uint8Array): number[][] {
  let bits = permute(bitsOf(key), PC1);
  return SHIFTS.map((shift) => {
    bits = [...bits.slice(shift, 28), ...bits.slice(0, shift), ...bits.slice(28 + shift), ...bits.slice(28, 28 + shift)];
    const round = permute(bits, PC2);
    return Array.from({ length: 8 }, (_, i) => round.slice(i * 6, i * 6 + 6).reduce((value, bit) => (value << 1) | bit, 0));
  });
}

/** A permutation of 64 bits as 32-bit words by byte position and value. */
function byteTables(table: readonly number[]): Int32Array[] {
  return Array.from({ length: 8 }, (_, position) => {
    const out = new Int32Array(512);
    table.forEach((from, to) => {
      if (((from - 1) >> 3) !== position) return;
      for (let value = 0; value < 256; value++) if ((value >> (7 - ((from - 1) & 7))) & 1) out[value * 2 + (to >> 5)]! |= 1 << (31 - (to & 31));
    });
    return out;
  });
}
const IP_TABLES = byteTables(IP), FP_TABLES = byteTables(FP);

function apply(tables: Int32Array[], left: number, right: number): [number, number] {
  let a = 0, b = 0;
  for (let i = 0; i < 8; i++) {
    const byte = ((i < 4 ? left : right) >>> (24 - 8 * (i & 3))) & 255;
    a |= tables[i]![byte * 2]!;
    b |= tables[i]![byte * 2 + 1]!;
  }
  return [a, b];
}

function rounds(left: number, right: number, keys: number[][], backwards: boolean): [number, number] {
  for (let i = 0; i < 16; i++) {
    const key = keys[backwards ? 15 - i : i]!;
    // The expansion takes six bits around each four.
    let f = 0;
    for (let box = 0; box < 8; box++) {
      const six = box === 7 ? ((right & 31) << 1) | (right >>> 31) : box === 0 ? ((right & 1) << 5) | (right >>> 27) : (right >>> (27 - 4 * box)) & 63;
      f ^= SP[box]![(six ^ key[box]!) & 63]!;
    }
    [left, right] = [right, left ^ f];
  }
  return [right, left];
}

export class TripleDes {
  readonly size = 8;
  private readonly keys: number[][][];

  /** 16 or 24 bytes. */
  constructor(key: Uint8Array) {
    const parts = [key.subarray(0, 8), key.subarray(8, 16), key.length === 24 ? key.subarray(16) : key.subarray(0, 8)];
    this.keys = parts.map(schedule);
  }

  private block(data: Uint8Array, steps: readonly (readonly [key: number, backwards: boolean])[]): Uint8Array {
    const view = new DataView(data.buffer, data.byteOffset, 8);
    let [left, right] = apply(IP_TABLES, view.getInt32(0), view.getInt32(4));
    for (const [key, backwards] of steps) [left, right] = rounds(left, right, this.keys[key]!, backwards);
    [left, right] = apply(FP_TABLES, left, right);
    const out = new Uint8Array(8);
    const target = new DataView(out.buffer);
    target.setInt32(0, left);
    target.setInt32(4, right);
    return out;
  }

  encrypt(block: Uint8Array): Uint8Array {
    return this.block(block, [[0, false], [1, true], [2, false]]);
  }

  decrypt(block: Uint8Array): Uint8Array {
    return this.block(block, [[2, true], [1, false], [0, true]]);
  }
}
