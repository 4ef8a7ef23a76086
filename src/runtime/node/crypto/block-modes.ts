/** CFB, OFB, and ECB and CBC of other ciphers than AES (SP 800-38A); key wrapping (RFC 3394, RFC 5649). */
import { BlockModeCipher, CipherFailure, type PieceCipher } from './aes.ts';
import { concat } from './asym/der.ts';
import type { BlockCipher } from './block-cipher.ts';

const NOTHING = new Uint8Array(0);
const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((byte, i) => byte ^ b[i]!);

/** CFB with a feedback of whole blocks, of bytes, or of bits. */
export class FeedbackCipher implements PieceCipher {
  private readonly cipher: BlockCipher;
  private readonly unit: 'block' | 'byte' | 'bit';
  private readonly encrypts: boolean;
  private register: Uint8Array;
  private stream: Uint8Array = NOTHING;
  private used: number;

  constructor(cipher: BlockCipher, iv: Uint8Array, unit: 'block' | 'byte' | 'bit', encrypts: boolean) {
    this.cipher = cipher;
    this.unit = unit;
    this.encrypts = encrypts;
    this.register = iv.slice();
    this.used = cipher.size;
  }

  update(data: Uint8Array): Uint8Array {
    return data.map((byte) => (this.unit === 'block' ? this.blockwise(byte) : this.unit === 'byte' ? this.bytewise(byte) : this.bitwise(byte)));
  }

  final(): Uint8Array {
    return NOTHING;
  }

  private blockwise(byte: number): number {
    if (this.used === this.cipher.size) {
      this.stream = this.cipher.encrypt(this.register);
      this.used = 0;
    }
    const out = byte ^ this.stream[this.used]!;
    this.register[this.used++] = this.encrypts ? out : byte;
    return out;
  }

  private bytewise(byte: number): number {
    const out = byte ^ this.cipher.encrypt(this.register)[0]!;
    this.register.copyWithin(0, 1);
    this.register[this.register.length - 1] = this.encrypts ? out : byte;
    return out;
  }

  private bitwise(byte: number): number {
    let out = 0;
    for (let i = 7; i >= 0; i--) {
      const given = (byte >> i) & 1;
      const bit = given ^ (this.cipher.encrypt(this.register)[0]! >> 7);
      out |= bit << i;
      const { register } = this;
      for (let at = 0; at < register.length; at++) register[at] = (register[at]! << 1) | (at + 1 < register.length ? register[at + 1]! >> 7 : this.encrypts ? bit : given);
    }
    return out;
  }
}

/** OFB: a key stream that feeds itself. */
export class OutputFeedbackCipher implements PieceCipher {
  private readonly cipher: BlockCipher;
  private register: Uint8Array;
  private used: number;

  constructor(cipher: BlockCipher, iv: Uint8Array) {
    this.cipher = cipher;
    this.register = iv.slice();
    this.used = cipher.size;
  }

  update(data: Uint8Array): Uint8Array {
    return data.map((byte) => {
      if (this.used === this.cipher.size) {
        this.register = this.cipher.encrypt(this.register);
        this.used = 0;
      }
      return byte ^ this.register[this.used++]!;
    });
  }

  final(): Uint8Array {
    return NOTHING;
  }
}

/** ECB and CBC over any block cipher. */
export class PlainBlockMode extends BlockModeCipher {
  private readonly cipher: BlockCipher;
  private chain: Uint8Array | null;

  constructor(cipher: BlockCipher, iv: Uint8Array | null, encrypts: boolean) {
    super(NOTHING, null, encrypts, cipher.size);
    this.cipher = cipher;
    this.chain = iv;
  }

  protected override blocks(data: Uint8Array): Uint8Array {
    const out = new Uint8Array(data.length);
    for (let at = 0; at < data.length; at += this.cipher.size) {
      const block = data.slice(at, at + this.cipher.size);
      const done = this.encrypts ? this.cipher.encrypt(this.chain ? xor(block, this.chain) : block) : this.cipher.decrypt(block);
      out.set(this.chain && !this.encrypts ? xor(done, this.chain) : done, at);
      if (this.chain) this.chain = this.encrypts ? done : block;
    }
    return out;
  }
}

/** Key wrapping takes everything in one piece. */
export class WrapCipher implements PieceCipher {
  private readonly cipher: BlockCipher;
  private readonly iv: Uint8Array;
  private readonly encrypts: boolean;
  private readonly pads: boolean;
  private done = false;

  constructor(cipher: BlockCipher, iv: Uint8Array, encrypts: boolean, pads: boolean) {
    this.cipher = cipher;
    this.iv = iv;
    this.encrypts = encrypts;
    this.pads = pads;
  }

  update(data: Uint8Array): Uint8Array {
    if (data.length === 0) return NOTHING;
    if (this.done) throw new CipherFailure('state');
    this.done = true;
    return this.encrypts ? this.wrap(data) : this.unwrap(data);
  }

  final(): Uint8Array {
    return NOTHING;
  }

  private wrap(data: Uint8Array): Uint8Array {
    if (!this.pads) {
      if (data.length % 8 !== 0 || data.length < 16) throw new CipherFailure('state');
      return this.rounds(this.iv, data);
    }
    const start = concat(this.iv, new Uint8Array(4));
    new DataView(start.buffer).setUint32(4, data.length);
    const padded = concat(data, new Uint8Array((8 - (data.length % 8)) % 8));
    return padded.length === 8 ? this.cipher.encrypt(concat(start, padded)) : this.rounds(start, padded);
  }

  private rounds(start: Uint8Array, data: Uint8Array): Uint8Array {
    let a: Uint8Array = start.slice();
    const r = data.slice();
    const n = data.length / 8;
    for (let j = 0; j < 6; j++) for (let i = 0; i < n; i++) {
      const block = this.cipher.encrypt(concat(a, r.subarray(i * 8, i * 8 + 8)));
      a = counted(block.slice(0, 8), n * j + i + 1);
      r.set(block.subarray(8), i * 8);
    }
    return concat(a, r);
  }

  private unwrap(data: Uint8Array): Uint8Array {
    if (data.length % 8 !== 0 || data.length < (this.pads ? 16 : 24)) throw new CipherFailure('state');
    let a: Uint8Array = data.slice(0, 8);
    let r: Uint8Array = data.slice(8);
    const n = r.length / 8;
    if (n === 1) {
      const block = this.cipher.decrypt(data);
      a = block.slice(0, 8);
      r = block.slice(8);
    } else {
      for (let j = 5; j >= 0; j--) for (let i = n - 1; i >= 0; i--) {
        const block = this.cipher.decrypt(concat(counted(a, n * j + i + 1), r.subarray(i * 8, i * 8 + 8)));
        a = block.slice(0, 8);
        r.set(block.subarray(8), i * 8);
      }
    }
    if (!this.pads) {
      if (a.some((byte, i) => byte !== this.iv[i])) throw new CipherFailure('state');
      return r;
    }
    const length = new DataView(a.buffer, a.byteOffset).getUint32(4);
    if (this.iv.some((byte, i) => byte !== a[i]) || length > r.length || length <= r.length - 8 || r.subarray(length).some((byte) => byte !== 0)) throw new CipherFailure('state');
    return r.slice(0, length);
  }
}

/** The block with the step's number laid over it. */
function counted(block: Uint8Array, step: number): Uint8Array {
  const out = block.slice();
  const view = new DataView(out.buffer);
  view.setUint32(4, view.getUint32(4) ^ step);
  return out;
}
