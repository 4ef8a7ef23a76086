/** AES and ChaCha20-Poly1305 of Web Crypto. The browser's own is out of reach: the sandbox's frame has no origin, so it is no secure context. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import type { AeadCipher } from './aead.ts';
import type { PieceCipher } from './aes.ts';
import { concat, fromBig, toBig } from './asym/der.ts';
import { bytesOf, exact } from './bytes.ts';
import { type CipherKind, findCipher } from './cipher-names.ts';
import type { KeyClasses } from './keys.ts';
import { makeCipher } from './make-cipher.ts';

const CIPHERS = { CBC: 'aes-*-cbc', CTR: 'aes-*-ctr', GCM: 'aes-*-gcm', KW: 'aes*-wrap', OCB: 'aes-*-ocb' } as const;
/** RFC 3394's default. */
const WRAP_IV = new Uint8Array(8).fill(0xa6);
const FULL_TAG = 16;
const BLOCK = 16;

/** Which cipher one of Node's `kKeyVariantAES_*` numbers means. */
function kindOf(shape: Internal, variant: number): CipherKind {
  for (const [mode, name] of Object.entries(CIPHERS)) {
    for (const bits of [128, 192, 256]) if (shape[`kKeyVariantAES_${mode}_${bits}`] === variant) return findCipher(name.replace('*', String(bits)))!;
  }
  throw new Error('unknown variant of AES');
}

const isAead = (cipher: PieceCipher): cipher is AeadCipher => 'authenticate' in cipher;

/** Everything at once; the tag of an authenticated cipher is behind the text. */
function run(kind: CipherKind, key: Uint8Array, iv: Uint8Array, encrypts: boolean, input: Uint8Array, tagLength: number, additional: Uint8Array): ArrayBuffer {
  const cipher = makeCipher(kind, key, iv, encrypts, tagLength);
  if (!isAead(cipher)) return exact(concat(cipher.update(input), cipher.final()));
  cipher.authenticate(additional);
  if (encrypts) {
    const text = concat(cipher.update(input), cipher.final());
    return exact(concat(text, cipher.tag!.subarray(0, tagLength)));
  }
  cipher.expectedTag = input.slice(input.length - tagLength);
  return exact(concat(cipher.update(input.subarray(0, input.length - tagLength)), cipher.final()));
}

/** CTR whose counter is only the last `width` bits of the block: it starts at zero again without touching the others. */
function counterMode(kind: CipherKind, key: Uint8Array, block: Uint8Array, width: number, input: Uint8Array): ArrayBuffer {
  const size = 1n << BigInt(width);
  const start = toBig(block);
  const room = size - (start % size);
  if (BigInt(Math.ceil(input.length / BLOCK)) > size) throw new Error('the counter would repeat');
  const split = room * BigInt(BLOCK) < BigInt(input.length) ? Number(room) * BLOCK : input.length;
  const first = makeCipher(kind, key, block, true).update(input.subarray(0, split));
  if (split === input.length) return exact(first);
  const again = fromBig(start - (start % size), BLOCK);
  return exact(concat(first, makeCipher(kind, key, again, true).update(input.subarray(split))));
}

export function webCipherJobs(rt: NodeRuntime, shape: Internal, keys: KeyClasses) {
  // Copied: the caller may change its buffers before the work is done.
  const copied = (data: unknown): Uint8Array => (data === undefined ? new Uint8Array(0) : bytesOf(rt, data).slice());

  const aesJob = (_mode: number, purpose: number, key: unknown, data: unknown, variant: number, iv?: unknown, extra?: number, additionalData?: unknown) => {
    const kind = kindOf(shape, variant);
    const secret = keys.secretBytes(key), vector = kind.mode === 'wrap' ? WRAP_IV : copied(iv);
    const input = copied(data), additional = copied(additionalData);
    const encrypts = purpose === shape.kWebCryptoCipherEncrypt;
    if (kind.mode === 'ctr') return () => counterMode(kind, secret, vector, extra!, input);
    return () => run(kind, secret, vector, encrypts, input, extra ?? FULL_TAG, additional);
  };

  const chachaJob = (_mode: number, purpose: number, key: unknown, data: unknown, iv: unknown, additionalData?: unknown) => {
    const secret = keys.secretBytes(key), vector = copied(iv), input = copied(data), additional = copied(additionalData);
    return () => run(findCipher('chacha20-poly1305')!, secret, vector, purpose === shape.kWebCryptoCipherEncrypt, input, FULL_TAG, additional);
  };

  return { aesJob, chachaJob };
}
