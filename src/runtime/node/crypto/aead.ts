/** Authenticated ciphers beside GCM: CCM (RFC 3610), OCB (RFC 7253) and ChaCha20-Poly1305 (RFC 8439). */
import { poly1305 } from '@noble/ciphers/_poly1305.js';
import { chacha20 } from '@noble/ciphers/chacha.js';
import { CipherFailure, CounterCipher, type PieceCipher } from './aes.ts';
import { concat } from './asym/der.ts';
import { type BlockCipher, aesBlocks } from './block-cipher.ts';

const NOTHING = new Uint8Array(0);
const BLOCK = 16;

export interface AeadCipher extends PieceCipher {
  /** Full length, once finished (encryption). */
  tag: Uint8Array | null;
  /** What decryption compares with. */
  expectedTag: Uint8Array | null;
  authenticate(data: Uint8Array): void;
}

const xorInto = (target: Uint8Array, data: Uint8Array, at = 0): void => {
  for (let i = 0; i < BLOCK && at + i < data.length; i++) target[i]! ^= data[at + i]!;
};

function differs(a: Uint8Array | null, b: Uint8Array): boolean {
  if (!a) return true;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!;
  return difference !== 0;
}

/** Everything at once: the tag covers the length, which comes first. */
export class CcmCipher implements AeadCipher {
  tag: Uint8Array | null = null;
  expectedTag: Uint8Array | null = null;
  private readonly key: Uint8Array;
  private readonly nonce: Uint8Array;
  private readonly encrypts: boolean;
  private readonly tagLength: number;
  private additional: Uint8Array = NOTHING;
  private begun = false;
  private failed = false;

  constructor(key: Uint8Array, nonce: Uint8Array, encrypts: boolean, tagLength: number) {
    this.key = key;
    this.nonce = nonce;
    this.encrypts = encrypts;
    this.tagLength = tagLength;
  }

  /** Longest message for this nonce, in bytes. */
  get limit(): number {
    return 2 ** Math.min(31, 8 * (15 - this.nonce.length)) - 1;
  }

  authenticate(data: Uint8Array): void {
    this.additional = concat(this.additional, data);
  }

  update(data: Uint8Array): Uint8Array {
    if (this.begun) throw new CipherFailure('state');
    this.begun = true;
    const first = new Uint8Array(BLOCK);
    first[0] = 14 - this.nonce.length;
    first.set(this.nonce, 1);
    const mask = aesBlocks(this.key).encrypt(first);
    const counter = first.slice();
    counter[BLOCK - 1] = 1;
    const out = new CounterCipher(this.key, counter).update(data);
    const tag = this.mac(this.encrypts ? data : out).map((byte, i) => byte ^ mask[i]!);
    if (this.encrypts) this.tag = tag;
    else if (differs(this.expectedTag, tag)) {
      // What may be forged is not given out; `final` tells.
      this.failed = true;
      return NOTHING;
    }
    return out;
  }

  final(): Uint8Array {
    if (!this.begun) this.update(NOTHING);
    if (this.failed) throw new CipherFailure('authentication');
    return NOTHING;
  }

  private mac(plain: Uint8Array): Uint8Array {
    const blocks = aesBlocks(this.key);
    const start = new Uint8Array(BLOCK);
    const size = 15 - this.nonce.length;
    start[0] = (this.additional.length > 0 ? 64 : 0) | (((this.tagLength - 2) / 2) << 3) | (size - 1);
    start.set(this.nonce, 1);
    for (let i = 0, left = plain.length; i < size; i++, left = Math.floor(left / 256)) start[BLOCK - 1 - i] = left % 256;
    let state = blocks.encrypt(start);
    const absorb = (data: Uint8Array): void => {
      for (let at = 0; at < data.length; at += BLOCK) {
        xorInto(state, data, at);
        state = blocks.encrypt(state);
      }
    };
    const { length } = this.additional;
    if (length > 0) {
      const header = length < 0xff00 ? Uint8Array.of(length >> 8, length & 255) : Uint8Array.of(0xff, 0xfe, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255);
      absorb(concat(header, this.additional));
    }
    absorb(plain);
    return state;
  }
}

export class OcbCipher implements AeadCipher {
  tag: Uint8Array | null = null;
  expectedTag: Uint8Array | null = null;
  private readonly cipher: BlockCipher;
  private readonly encrypts: boolean;
  private readonly tables: Uint8Array[];
  private readonly star: Uint8Array;
  private readonly dollar: Uint8Array;
  private offset: Uint8Array;
  private readonly checksum = new Uint8Array(BLOCK);
  private additional: Uint8Array = NOTHING;
  private pending: Uint8Array = NOTHING;
  private count = 0;

  constructor(key: Uint8Array, nonce: Uint8Array, encrypts: boolean, tagLength: number) {
    this.cipher = aesBlocks(key);
    this.encrypts = encrypts;
    this.star = this.cipher.encrypt(new Uint8Array(BLOCK));
    this.dollar = doubled(this.star);
    this.tables = [doubled(this.dollar)];
    const start = new Uint8Array(BLOCK);
    start.set(nonce, BLOCK - nonce.length);
    start[0]! |= ((tagLength * 8) % 128) << 1;
    start[BLOCK - 1 - nonce.length]! |= 1;
    const bottom = start[BLOCK - 1]! & 63;
    start[BLOCK - 1]! &= 0xc0;
    const top = this.cipher.encrypt(start);
    const stretch = concat(top, top.subarray(0, 8).map((byte, i) => byte ^ top[i + 1]!));
    this.offset = new Uint8Array(BLOCK);
    for (let i = 0; i < BLOCK; i++) {
      const at = i + (bottom >> 3);
      this.offset[i] = ((stretch[at]! << (bottom & 7)) | (stretch[at + 1]! >> (8 - (bottom & 7)))) & 255;
    }
  }

  authenticate(data: Uint8Array): void {
    this.additional = concat(this.additional, data);
  }

  update(data: Uint8Array): Uint8Array {
    const all = concat(this.pending, data);
    const whole = all.length - (all.length % BLOCK);
    this.pending = all.slice(whole);
    const out = new Uint8Array(whole);
    for (let at = 0; at < whole; at += BLOCK) {
      xorInto(this.offset, this.table(++this.count));
      const block = all.slice(at, at + BLOCK);
      if (this.encrypts) xorInto(this.checksum, block);
      xorInto(block, this.offset);
      const done = this.encrypts ? this.cipher.encrypt(block) : this.cipher.decrypt(block);
      xorInto(done, this.offset);
      if (!this.encrypts) xorInto(this.checksum, done);
      out.set(done, at);
    }
    return out;
  }

  final(): Uint8Array {
    const rest = this.pending;
    let out = NOTHING;
    if (rest.length > 0) {
      xorInto(this.offset, this.star);
      const pad = this.cipher.encrypt(this.offset);
      out = rest.map((byte, i) => byte ^ pad[i]!) as Uint8Array<ArrayBuffer>;
      xorInto(this.checksum, concat(this.encrypts ? rest : out, Uint8Array.of(0x80)));
    }
    const last = this.checksum.slice();
    xorInto(last, this.offset);
    xorInto(last, this.dollar);
    const tag = this.cipher.encrypt(last);
    xorInto(tag, this.hash());
    if (this.encrypts) this.tag = tag;
    else if (differs(this.expectedTag, tag)) throw new CipherFailure('authentication');
    return out;
  }

  private table(index: number): Uint8Array {
    const zeros = 31 - Math.clz32(index & -index);
    while (this.tables.length <= zeros) this.tables.push(doubled(this.tables[this.tables.length - 1]!));
    return this.tables[zeros]!;
  }

  private hash(): Uint8Array {
    const sum = new Uint8Array(BLOCK), offset = new Uint8Array(BLOCK);
    const data = this.additional;
    let at = 0;
    for (let index = 1; at + BLOCK <= data.length; at += BLOCK, index++) {
      xorInto(offset, this.table(index));
      const block = offset.slice();
      xorInto(block, data, at);
      xorInto(sum, this.cipher.encrypt(block));
    }
    if (at < data.length) {
      xorInto(offset, this.star);
      const block = offset.slice();
      xorInto(block, concat(data.subarray(at), Uint8Array.of(0x80)));
      xorInto(sum, this.cipher.encrypt(block));
    }
    return sum;
  }
}

/** Multiplication by x in GF(2^128). */
function doubled(block: Uint8Array): Uint8Array {
  const out = new Uint8Array(BLOCK);
  for (let i = 0; i < BLOCK; i++) out[i] = ((block[i]! << 1) | ((block[i + 1] ?? 0) >> 7)) & 255;
  if (block[0]! & 0x80) out[BLOCK - 1]! ^= 0x87;
  return out;
}

/** ChaCha20 alone: the first four bytes of OpenSSL's vector are the counter. */
export class ChaChaCipher implements PieceCipher {
  private readonly key: Uint8Array;
  private readonly nonce: Uint8Array;
  private readonly start: number;
  private position = 0;

  constructor(key: Uint8Array, nonce: Uint8Array, counter: number) {
    this.key = key;
    this.nonce = nonce;
    this.start = counter;
  }

  update(data: Uint8Array): Uint8Array {
    const skip = this.position % 64;
    const padded = concat(new Uint8Array(skip), data);
    const out = chacha20(this.key, this.nonce, padded, undefined, this.start + Math.floor(this.position / 64));
    this.position += data.length;
    return out.slice(skip);
  }

  final(): Uint8Array {
    return NOTHING;
  }
}

export class ChaChaPolyCipher implements AeadCipher {
  tag: Uint8Array | null = null;
  expectedTag: Uint8Array | null = null;
  private readonly encrypts: boolean;
  private readonly stream: ChaChaCipher;
  private readonly mac: { update(data: Uint8Array): unknown; digest(): Uint8Array };
  private additional = 0;
  private text = 0;

  constructor(key: Uint8Array, nonce: Uint8Array, encrypts: boolean) {
    this.encrypts = encrypts;
    this.mac = poly1305.create(chacha20(key, nonce, new Uint8Array(32)));
    this.stream = new ChaChaCipher(key, nonce, 1);
  }

  authenticate(data: Uint8Array): void {
    this.mac.update(data);
    this.additional += data.length;
  }

  update(data: Uint8Array): Uint8Array {
    if (data.length === 0) return NOTHING;
    if (this.text === 0) this.fill(this.additional);
    const out = this.stream.update(data);
    this.mac.update(this.encrypts ? out : data);
    this.text += data.length;
    return out;
  }

  final(): Uint8Array {
    if (this.text === 0) this.fill(this.additional);
    this.fill(this.text);
    const lengths = new DataView(new ArrayBuffer(16));
    lengths.setBigUint64(0, BigInt(this.additional), true);
    lengths.setBigUint64(8, BigInt(this.text), true);
    this.mac.update(new Uint8Array(lengths.buffer));
    const tag = this.mac.digest();
    if (this.encrypts) this.tag = tag;
    else if (differs(this.expectedTag, tag)) throw new CipherFailure('authentication');
    return NOTHING;
  }

  private fill(length: number): void {
    if (length % 16 !== 0) this.mac.update(new Uint8Array(16 - (length % 16)));
  }
}
