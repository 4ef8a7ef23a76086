/** Hash functions by the names OpenSSL knows them by. */
import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js';
import type { CHash } from '@noble/hashes/utils.js';
import { sm3 } from './sm3.ts';

/** A hash under way. */
export interface Digest {
  update(data: Uint8Array): unknown;
  /** `length`: another one for an extendable hash. */
  clone(length?: number): Digest;
  digest(): Uint8Array;
}

export interface DigestKind {
  /** Bytes of a digest without a length of its own. */
  bytes: number;
  /** Of any length (SHAKE). */
  extendable: boolean;
  /** `length` only for an extendable one. */
  create(length?: number): Digest;
  /** What HMAC and the key derivations take. */
  plain?: CHash;
}

const fixed = (plain: CHash): DigestKind => ({ bytes: plain.outputLen, extendable: false, create: () => plain.create() as Digest, plain });
// OpenSSL's default output for SHAKE is half of what the security level would allow.
const shake = (f: typeof shake128, bytes: number): DigestKind => ({ bytes, extendable: true, create: (length = bytes) => squeezed(f.create({}), length) });

/** A sponge that gives so many bytes at its end. */
function squeezed(state: ReturnType<typeof shake128.create>, length: number): Digest {
  return {
    update: (data) => state.update(data),
    clone: (other = length) => squeezed(state.clone(), other),
    digest: () => state.xof(length),
  };
}

/** MD5 and SHA-1 side by side, as TLS 1.0 signed. */
function md5sha1(): DigestKind {
  const make = (a: Digest, b: Digest): Digest => ({
    update(data) {
      a.update(data);
      b.update(data);
      return this;
    },
    clone: () => make(a.clone(), b.clone()),
    digest() {
      const out = new Uint8Array(36);
      out.set(a.digest());
      out.set(b.digest(), 16);
      return out;
    },
  });
  return { bytes: 36, extendable: false, create: () => make(md5.create() as Digest, sha1.create() as Digest) };
}

const KINDS: { [canonical: string]: DigestKind } = {
  'md5': fixed(md5), 'sha1': fixed(sha1), 'ripemd160': fixed(ripemd160), 'md5-sha1': md5sha1(),
  'sha224': fixed(sha224), 'sha256': fixed(sha256), 'sha384': fixed(sha384), 'sha512': fixed(sha512), 'sha512-224': fixed(sha512_224), 'sha512-256': fixed(sha512_256),
  'sha3-224': fixed(sha3_224), 'sha3-256': fixed(sha3_256), 'sha3-384': fixed(sha3_384), 'sha3-512': fixed(sha3_512),
  'shake128': shake(shake128, 16), 'shake256': shake(shake256, 32),
  'sm3': fixed(sm3),
  'blake2b512': fixed(blake2b as unknown as CHash), 'blake2s256': fixed(blake2s as unknown as CHash),
};

/** Other names of each, lower case. */
const ALIASES: { [canonical: string]: string[] } = {
  'md5': ['rsa-md5', 'md5withrsaencryption', 'ssl3-md5'],
  'sha1': ['sha-1', 'rsa-sha1', 'rsa-sha1-2', 'sha1withrsaencryption', 'ssl3-sha1'],
  'ripemd160': ['ripemd', 'rmd160', 'ripemd-160', 'rsa-ripemd160', 'ripemd160withrsa'],
  'sha224': ['sha-224', 'sha2-224', 'rsa-sha224', 'sha224withrsaencryption'],
  'sha256': ['sha-256', 'sha2-256', 'rsa-sha256', 'sha256withrsaencryption'],
  'sha384': ['sha-384', 'sha2-384', 'rsa-sha384', 'sha384withrsaencryption'],
  'sha512': ['sha-512', 'sha2-512', 'rsa-sha512', 'sha512withrsaencryption'],
  'sha512-224': ['sha-512/224', 'sha2-512/224', 'rsa-sha512/224', 'sha512-224withrsaencryption'],
  'sha512-256': ['sha-512/256', 'sha2-512/256', 'rsa-sha512/256', 'sha512-256withrsaencryption'],
  'sha3-224': ['rsa-sha3-224', 'id-rsassa-pkcs1-v1_5-with-sha3-224'],
  'sha3-256': ['rsa-sha3-256', 'id-rsassa-pkcs1-v1_5-with-sha3-256'],
  'sha3-384': ['rsa-sha3-384', 'id-rsassa-pkcs1-v1_5-with-sha3-384'],
  'sha3-512': ['rsa-sha3-512', 'id-rsassa-pkcs1-v1_5-with-sha3-512'],
  'sm3': ['rsa-sm3', 'sm3withrsaencryption'],
  'shake128': ['shake-128'],
  'shake256': ['shake-256'],
  'blake2b512': ['blake2b-512'],
  'blake2s256': ['blake2s-256'],
};

const byName = new Map<string, DigestKind>();
const canonicalNames = new Map<string, string>();
for (const [name, kind] of Object.entries(KINDS)) {
  for (const spelling of [name, ...(ALIASES[name] ?? [])]) {
    byName.set(spelling, kind);
    canonicalNames.set(spelling, name);
  }
}

/** The one name of a hash function that the tables here use; undefined when there is none of that name. */
export const canonicalDigest = (name: string): string | undefined => canonicalNames.get(name.toLowerCase());

/** The hash function of that name, in any case; undefined when there is none. */
export function findDigest(name: string): DigestKind | undefined {
  return byName.get(name.toLowerCase());
}

/** What `crypto.getHashes()` lists: OpenSSL's names, spelt as there, for the functions above. */
export const HASH_NAMES: readonly string[] = [
  'RSA-MD5', 'RSA-RIPEMD160', 'RSA-SHA1', 'RSA-SHA1-2', 'RSA-SHA224', 'RSA-SHA256', 'RSA-SHA3-224', 'RSA-SHA3-256', 'RSA-SHA3-384', 'RSA-SHA3-512',
  'RSA-SHA384', 'RSA-SHA512', 'RSA-SHA512/224', 'RSA-SHA512/256', 'RSA-SM3', 'blake2b512', 'blake2s256', 'id-rsassa-pkcs1-v1_5-with-sha3-224',
  'id-rsassa-pkcs1-v1_5-with-sha3-256', 'id-rsassa-pkcs1-v1_5-with-sha3-384', 'id-rsassa-pkcs1-v1_5-with-sha3-512', 'md5', 'md5-sha1',
  'md5WithRSAEncryption', 'ripemd', 'ripemd160', 'ripemd160WithRSA', 'rmd160', 'sha1', 'sha1WithRSAEncryption', 'sha224', 'sha224WithRSAEncryption',
  'sha256', 'sha256WithRSAEncryption', 'sha3-224', 'sha3-256', 'sha3-384', 'sha3-512', 'sha384', 'sha384WithRSAEncryption', 'sha512', 'sha512-224',
  'sha512-224WithRSAEncryption', 'sha512-256', 'sha512-256WithRSAEncryption', 'sha512WithRSAEncryption', 'shake128', 'shake256', 'sm3', 'sm3WithRSAEncryption', 'ssl3-md5', 'ssl3-sha1',
];
