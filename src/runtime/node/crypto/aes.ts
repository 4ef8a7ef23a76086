/** AES in OpenSSL's modes, piece by piece: every `update` gives out what can be given out. */
import { ghash } from '@noble/ciphers/_polyval.js';
import { cbc, ctr, ecb } from '@noble/ciphers/aes.js';

const BLOCK = 16;

/** Why a cipher could not be finished. */
export class CipherFailure extends Error {
  /** `state`: the cipher takes no (such) data now. */
  readonly kind: 'block length' | 'bad decrypt' | 'authentication' | 'state';
  constructor(kind: CipherFailure['kind']) {
    super(kind);
    this.kind = kind;
  }
}

export interface PieceCipher {
  update(data: Uint8Array): Uint8Array;
  /** @throws CipherFailure */
  final(): Uint8Array;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** ECB and CBC: whole blocks, with PKCS#7 padding unless switched off. `iv` is null for ECB. */
export class BlockModeCipher implements PieceCipher {
  padding = true;
  protected readonly encrypts: boolean;
  private readonly key: Uint8Array;
  private readonly size: number;
  private iv: Uint8Array | null;
  private rest: Uint8Array = new Uint8Array(0);

  constructor(key: Uint8Array, iv: Uint8Array | null, encrypts: boolean, size = BLOCK) {
    this.key = key;
    this.iv = iv;
    this.encrypts = encrypts;
    this.size = size;
  }

  update(data: Uint8Array): Uint8Array {
    const all = concat(this.rest, data);
    let length = all.length - (all.length % this.size);
    // The last block may turn out to hold the padding.
    if (!this.encrypts && this.padding && length === all.length && length > 0) length -= this.size;
    this.rest = all.slice(length);
    return this.blocks(all.subarray(0, length));
  }

  final(): Uint8Array {
    const { rest } = this;
    if (!this.padding) {
      if (rest.length > 0) throw new CipherFailure('block length');
      return rest;
    }
    if (this.encrypts) {
      const fill = this.size - rest.length;
      return this.blocks(concat(rest, new Uint8Array(fill).fill(fill)));
    }
    if (rest.length !== this.size) throw new CipherFailure('block length');
    const block = this.blocks(rest);
    const fill = block[this.size - 1]!;
    if (fill < 1 || fill > this.size || block.subarray(this.size - fill).some((byte) => byte !== fill)) throw new CipherFailure('bad decrypt');
    return block.slice(0, this.size - fill);
  }

  protected blocks(data: Uint8Array): Uint8Array {
    if (data.length === 0) return new Uint8Array(0);
    const plain = { disablePadding: true };
    const cipher = this.iv ? cbc(this.key, this.iv, plain) : ecb(this.key, plain);
    const out = this.encrypts ? cipher.encrypt(data) : cipher.decrypt(data);
    // The next piece is chained to the last block of ciphertext.
    if (this.iv) this.iv = (this.encrypts ? out : data).slice(-BLOCK);
    return out;
  }
}

/** CTR: a key stream from a counter block. */
export class CounterCipher implements PieceCipher {
  private readonly key: Uint8Array;
  private counter: Uint8Array;
  /** Bytes of the current counter's block already used. */
  private used = 0;
  private readonly wraps: boolean;

  /** @param wraps the last four bytes alone count, and begin anew without a carry (GCM's inc32) */
  constructor(key: Uint8Array, counter: Uint8Array, wraps = false) {
    this.key = key;
    this.counter = counter.slice();
    this.wraps = wraps;
  }

  private get low(): DataView {
    return new DataView(this.counter.buffer, this.counter.byteOffset + 12, 4);
  }

  update(data: Uint8Array): Uint8Array {
    if (data.length === 0) return new Uint8Array(0);
    if (this.wraps) {
      const room = (2 ** 32 - this.low.getUint32(0)) * BLOCK - this.used;
      if (data.length > room) return concat(this.update(data.subarray(0, room)), this.update(data.subarray(room)));
    }
    const out = ctr(this.key, this.counter).encrypt(concat(new Uint8Array(this.used), data)).slice(this.used);
    const end = this.used + data.length;
    this.advance(Math.floor(end / BLOCK));
    this.used = end % BLOCK;
    return out;
  }

  final(): Uint8Array {
    return new Uint8Array(0);
  }

  private advance(blocks: number): void {
    if (this.wraps) {
      this.low.setUint32(0, (this.low.getUint32(0) + blocks) % 2 ** 32);
      return;
    }
    const next = this.counter.slice();
    for (let i = BLOCK - 1, carry = blocks; i >= 0 && carry > 0; i--) {
      carry += next[i]!;
      next[i] = carry % 256;
      carry = Math.floor(carry / 256);
    }
    this.counter = next;
  }
}

/** GCM: CTR, and a GHASH over additional data and ciphertext for the tag. */
export class GcmCipher implements PieceCipher {
  /** Full 16 bytes, once finished (encryption). */
  tag: Uint8Array | null = null;
  /** What decryption compares with; its length counts. */
  expectedTag: Uint8Array | null = null;
  private readonly key: Uint8Array;
  private readonly encrypts: boolean;
  private readonly stream: CounterCipher;
  private readonly hash: { update(data: Uint8Array): unknown; digest(): Uint8Array };
  private readonly first: Uint8Array;
  private additional: Uint8Array = new Uint8Array(0);
  private begun = false;
  private pending: Uint8Array = new Uint8Array(0);
  private bytes = 0;

  constructor(key: Uint8Array, iv: Uint8Array, encrypts: boolean) {
    this.key = key;
    this.encrypts = encrypts;
    const hashKey = this.block(new Uint8Array(BLOCK));
    this.hash = ghash.create(hashKey);
    this.first = new Uint8Array(BLOCK);
    if (iv.length === 12) {
      this.first.set(iv);
      this.first[BLOCK - 1] = 1;
    } else {
      const start = ghash.create(hashKey);
      start.update(iv);
      start.update(lengths(0, iv.length));
      this.first = start.digest();
    }
    const counter = this.first.slice();
    const view = new DataView(counter.buffer);
    view.setUint32(12, (view.getUint32(12) + 1) >>> 0);
    this.stream = new CounterCipher(key, counter, true);
  }

  authenticate(data: Uint8Array): void {
    this.additional = concat(this.additional, data);
  }

  update(data: Uint8Array): Uint8Array {
    this.begin();
    const out = this.stream.update(data);
    this.absorb(this.encrypts ? out : data);
    return out;
  }

  final(): Uint8Array {
    this.begin();
    if (this.pending.length > 0) this.hash.update(this.pending);
    this.hash.update(lengths(this.additional.length, this.bytes));
    const sum = this.hash.digest();
    const mask = this.block(this.first);
    const tag = sum.map((byte, i) => byte ^ mask[i]!);
    if (this.encrypts) this.tag = tag;
    else if (!this.expectedTag || this.expectedTag.some((byte, i) => byte !== tag[i])) throw new CipherFailure('authentication');
    return new Uint8Array(0);
  }

  private block(data: Uint8Array): Uint8Array {
    return ecb(this.key, { disablePadding: true }).encrypt(data);
  }

  private begin(): void {
    if (this.begun) return;
    this.begun = true;
    if (this.additional.length > 0) this.hash.update(this.additional);
  }

  /** The hash pads each portion to whole blocks, so a broken one waits for its other half. */
  private absorb(ciphertext: Uint8Array): void {
    this.bytes += ciphertext.length;
    const all = concat(this.pending, ciphertext);
    const whole = all.length - (all.length % BLOCK);
    if (whole > 0) this.hash.update(all.slice(0, whole));
    this.pending = all.slice(whole);
  }
}

/** GHASH's closing block: both lengths in bits, 64-bit big-endian. */
function lengths(additional: number, text: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const view = new DataView(block.buffer);
  view.setBigUint64(0, BigInt(additional) * 8n);
  view.setBigUint64(8, BigInt(text) * 8n);
  return block;
}
