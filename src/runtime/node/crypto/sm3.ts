/** SM3, the hash of the Chinese standard GB/T 32905. */
import { HashMD } from '@noble/hashes/_md.js';
import { type CHash, createHasher } from '@noble/hashes/utils.js';

const rotl = (x: number, n: number): number => (x << (n & 31)) | (x >>> ((32 - n) & 31));
const IV = [0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e];
const BLOCK = 64;

class Sm3 extends HashMD<Sm3> {
  private state: number[] = [...IV];
  private readonly words = new Uint32Array(68);

  constructor() {
    super(BLOCK, 32, 8, false);
  }

  protected get(): number[] {
    return this.state;
  }

  protected set(...state: number[]): void {
    this.state = state.map((word) => word | 0);
  }

  protected process(view: DataView, offset: number): void {
    const { words: w } = this;
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(offset + 4 * i);
    for (let i = 16; i < 68; i++) {
      const x = w[i - 16]! ^ w[i - 9]! ^ rotl(w[i - 3]!, 15);
      w[i] = x ^ rotl(x, 15) ^ rotl(x, 23) ^ rotl(w[i - 13]!, 7) ^ w[i - 6]!;
    }
    let [a, b, c, d, e, f, g, h] = this.state as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const early = i < 16;
      const ss1 = rotl((rotl(a, 12) + e + rotl(early ? 0x79cc4519 : 0x7a879d8a, i % 32)) | 0, 7);
      const tt1 = ((early ? a ^ b ^ c : (a & b) | (a & c) | (b & c)) + d + (ss1 ^ rotl(a, 12)) + (w[i]! ^ w[i + 4]!)) | 0;
      const tt2 = ((early ? e ^ f ^ g : (e & f) | (~e & g)) + h + ss1 + w[i]!) | 0;
      d = c;
      c = rotl(b, 9);
      b = a;
      a = tt1;
      h = g;
      g = rotl(f, 19);
      f = e;
      e = tt2 ^ rotl(tt2, 9) ^ rotl(tt2, 17);
    }
    this.state = [a, b, c, d, e, f, g, h].map((word, i) => word ^ this.state[i]!);
  }

  protected roundClean(): void {
    this.words.fill(0);
  }

  destroy(): void {
    this.state = new Array<number>(8).fill(0);
    this.buffer.fill(0);
  }

  override _cloneInto(to?: Sm3): Sm3 {
    const copy = to ?? new Sm3();
    copy.set(...this.state);
    const { buffer, length, finished, destroyed, pos } = this;
    Object.assign(copy, { destroyed, finished, length, pos });
    copy.buffer.set(buffer);
    return copy;
  }
}

export const sm3: CHash = createHasher(() => new Sm3()) as unknown as CHash;
