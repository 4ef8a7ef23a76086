/** RSA: the operation itself, and its paddings (RFC 8017). */
import { findDigest } from '../digests.ts';
import { bitLength, byteLength, gcd, mod, modInverse, modPow, randomBetween, type Random } from './big-math.ts';
import { concat, fromBig, nothing, octets, oid, sequence, toBig } from './der.ts';
import { DIGEST_OIDS } from './oids.ts';
import type { RsaKey, RsaParts } from './model.ts';
import { randomPrime } from './prime-search.ts';
import { dataTooLarge, digestTooBig, invalidPadding, notBlockType1, oaepFailure } from './openssl-error.ts';


export const rsaSize = (key: RsaKey): number => byteLength(key.n);

export function rsaPublic(key: RsaKey, value: bigint): bigint {
  return modPow(value, key.e, key.n);
}

/** By the Chinese remainder theorem, blinded, and checked: a fault would give the key away. */
export function rsaPrivate(key: RsaKey, value: bigint, random: Random): bigint {
  const { n, e } = key;
  const { d, p, q, dp, dq, qi } = key.secret!;
  if (p === 0n || q === 0n) return modPow(value, d, n);
  let r: bigint;
  do r = randomBetween(2n, n, random); while (gcd(r, n) !== 1n);
  const blinded = (value * modPow(r, e, n)) % n;
  const a = modPow(blinded, dp, p), b = modPow(blinded, dq, q);
  const joined = b + q * mod((a - b) * qi, p);
  const result = (joined * modInverse(r, n)) % n;
  return modPow(result, e, n) === mod(value, n) ? result : modPow(value, d, n);
}

export function rsaParts(n: bigint, e: bigint, p: bigint, q: bigint): RsaParts {
  const phi = (p - 1n) * (q - 1n);
  // The least exponent that works, as OpenSSL takes it.
  const lambda = phi / gcd(p - 1n, q - 1n);
  void n;
  const d = modInverse(e, lambda);
  return { d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: modInverse(q, p) };
}

export function generateRsa(bits: number, e: bigint, random: Random): RsaKey {
  const half = Math.ceil(bits / 2);
  const fits = (p: bigint): boolean => gcd(p - 1n, e) === 1n;
  for (;;) {
    let p = randomPrime(half, random, { fits }), q = randomPrime(bits - half, random, { fits });
    if (p === q) continue;
    if (p < q) [p, q] = [q, p];
    const n = p * q;
    if (bitLength(n) === bits) return { type: 'rsa', n, e, secret: rsaParts(n, e, p, q) };
  }
}

export function digestOf(name: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = findDigest(name)!.create();
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** MGF1. */
function mask(hash: string, seed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  const counter = new Uint8Array(4);
  for (let at = 0, i = 0; at < length; i++) {
    new DataView(counter.buffer).setUint32(0, i);
    const block = digestOf(hash, seed, counter);
    out.set(block.subarray(0, length - at), at);
    at += block.length;
  }
  return out;
}

const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((byte, i) => byte ^ b[i]!);

/** `hash` undefined: the digest stands alone (what `sign(null)` and TLS 1.1 do). */
function digestInfo(hash: string | undefined, digest: Uint8Array): Uint8Array {
  const id = hash === undefined ? undefined : DIGEST_OIDS[hash];
  return id === undefined ? digest : sequence(sequence(oid(id), nothing()), octets(digest));
}

export function signPkcs1(key: RsaKey, hash: string | undefined, digest: Uint8Array, random: Random): Uint8Array {
  const info = digestInfo(hash, digest);
  const size = rsaSize(key);
  if (info.length + 11 > size) throw hash === undefined ? dataTooLarge(true) : digestTooBig();
  return fromBig(rsaPrivate(key, toBig(type1(info, size)), random), size);
}

function type1(data: Uint8Array, size: number): Uint8Array {
  const block = new Uint8Array(size).fill(0xff);
  block[0] = 0;
  block[1] = 1;
  block[size - data.length - 1] = 0;
  block.set(data, size - data.length);
  return block;
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

export function verifyPkcs1(key: RsaKey, hash: string | undefined, digest: Uint8Array, signature: Uint8Array): boolean {
  const size = rsaSize(key);
  const value = toBig(signature);
  if (signature.length !== size || value >= key.n) return false;
  const block = fromBig(rsaPublic(key, value), size);
  const info = digestInfo(hash, digest);
  if (info.length + 11 > size) return false;
  if (same(block, type1(info, size))) return true;
  // The parameters of the hash may be left out.
  const id = hash === undefined ? undefined : DIGEST_OIDS[hash];
  return id !== undefined && same(block, type1(sequence(sequence(oid(id)), octets(digest)), size));
}

/** Salt lengths with a meaning of their own. */
export const SALT = { DIGEST: -1, AUTO: -2, MAX: -3, AUTO_DIGEST_MAX: -4 } as const;

export function signPss(key: RsaKey, hash: string, mgf: string, saltLength: number, digest: Uint8Array, random: Random): Uint8Array {
  const emBits = bitLength(key.n) - 1;
  const size = Math.ceil(emBits / 8);
  const room = size - digest.length - 2;
  let length = saltLength;
  if (saltLength === SALT.DIGEST) length = digest.length;
  else if (saltLength === SALT.AUTO || saltLength === SALT.MAX) length = room;
  else if (saltLength === SALT.AUTO_DIGEST_MAX) length = Math.min(digest.length, room);
  if (room < 0 || length > room) throw dataTooLarge(true);
  const salt = new Uint8Array(length);
  random(salt);
  const h = digestOf(hash, new Uint8Array(8), digest, salt);
  const db = new Uint8Array(size - h.length - 1);
  db[db.length - length - 1] = 1;
  db.set(salt, db.length - length);
  const masked = xor(db, mask(mgf, h, db.length));
  masked[0]! &= 0xff >> (8 * size - emBits);
  const em = concat(masked, h, Uint8Array.of(0xbc));
  return fromBig(rsaPrivate(key, toBig(em), random), rsaSize(key));
}

export function verifyPss(key: RsaKey, hash: string, mgf: string, saltLength: number, digest: Uint8Array, signature: Uint8Array): boolean {
  const value = toBig(signature);
  if (signature.length !== rsaSize(key) || value >= key.n) return false;
  const emBits = bitLength(key.n) - 1;
  const size = Math.ceil(emBits / 8);
  const number = rsaPublic(key, value);
  if (byteLength(number) > size) return false;
  const em = fromBig(number, size);
  const hLength = digest.length;
  if (size < hLength + 2 || em[size - 1] !== 0xbc) return false;
  const unused = 8 * size - emBits;
  const masked = em.subarray(0, size - hLength - 1), h = em.subarray(size - hLength - 1, size - 1);
  if (unused > 0 && masked[0]! >> (8 - unused) !== 0) return false;
  const db = xor(masked, mask(mgf, h, masked.length));
  db[0]! &= 0xff >> unused;
  const one = db.findIndex((byte) => byte !== 0);
  if (one === -1 || db[one] !== 1) return false;
  const salt = db.subarray(one + 1);
  const wanted = saltLength === SALT.DIGEST ? hLength : saltLength === SALT.MAX ? size - hLength - 2 : saltLength;
  // Recovered when any length goes.
  if (wanted >= 0 && salt.length !== wanted) return false;
  return same(digestOf(hash, new Uint8Array(8), digest, salt), h);
}

export type EncryptPadding = 'none' | 'pkcs1' | 'oaep';

export function encrypt(key: RsaKey, data: Uint8Array, padding: EncryptPadding, hash: string, mgf: string, label: Uint8Array, random: Random): Uint8Array {
  const size = rsaSize(key);
  let block: Uint8Array;
  if (padding === 'pkcs1') {
    if (data.length + 11 > size) throw dataTooLarge();
    block = new Uint8Array(size);
    block[1] = 2;
    const fill = new Uint8Array(size - data.length - 3);
    random(fill);
    for (let i = 0; i < fill.length; i++) while (fill[i] === 0) random(fill.subarray(i, i + 1));
    block.set(fill, 2);
    block.set(data, size - data.length);
  } else if (padding === 'oaep') {
    const labelHash = digestOf(hash, label);
    if (data.length > size - 2 * labelHash.length - 2) throw dataTooLarge();
    const db = new Uint8Array(size - labelHash.length - 1);
    db.set(labelHash);
    db[db.length - data.length - 1] = 1;
    db.set(data, db.length - data.length);
    const seed = new Uint8Array(labelHash.length);
    random(seed);
    const maskedDb = xor(db, mask(mgf, seed, db.length));
    block = concat(Uint8Array.of(0), xor(seed, mask(mgf, maskedDb, seed.length)), maskedDb);
  } else block = rawBlock(key, data);
  return fromBig(rsaPublic(key, toBig(block)), size);
}

function rawBlock(key: RsaKey, data: Uint8Array): Uint8Array {
  const size = rsaSize(key);
  if (data.length > size || toBig(data) >= key.n) throw dataTooLarge();
  if (data.length < size) throw dataTooSmall();
  return data;
}

const dataTooSmall = (): Error => Object.assign(new Error('error:0200007A:rsa routines::data too small for key size'), { library: 'rsa routines', reason: 'data too small for key size', code: 'ERR_OSSL_RSA_DATA_TOO_SMALL_FOR_KEY_SIZE' });

/** @throws the errors OpenSSL tells; a wrong PKCS#1 padding gives bytes that mean nothing instead, so that it cannot be asked about (implicit rejection) */
export function decrypt(key: RsaKey, data: Uint8Array, padding: EncryptPadding, hash: string, mgf: string, label: Uint8Array, random: Random): Uint8Array {
  const size = rsaSize(key);
  const value = toBig(data);
  if (data.length > size || value >= key.n) throw padding === 'oaep' ? oaepFailure() : dataTooLarge();
  const block = fromBig(rsaPrivate(key, value, random), size);
  if (padding === 'none') return block;
  if (padding === 'pkcs1') {
    const zero = block.indexOf(0, 2);
    if (block[0] === 0 && block[1] === 2 && zero >= 10) return block.slice(zero + 1);
    return implicitRejection(key, data, size);
  }
  const length = findDigest(hash)!.bytes;
  if (size < 2 * length + 2) throw oaepFailure();
  const maskedSeed = block.subarray(1, 1 + length), maskedDb = block.subarray(1 + length);
  const seed = xor(maskedSeed, mask(mgf, maskedDb, length));
  const db = xor(maskedDb, mask(mgf, seed, maskedDb.length));
  const one = db.findIndex((byte, i) => i >= length && byte !== 0);
  if (block[0] !== 0 || !same(db.subarray(0, length), digestOf(hash, label)) || one === -1 || db[one] !== 1) throw oaepFailure();
  return db.slice(one + 1);
}

/** Bytes made of key and ciphertext: the same each time, of a length that tells nothing. */
function implicitRejection(key: RsaKey, data: Uint8Array, size: number): Uint8Array {
  const seed = digestOf('sha256', digestOf('sha256', fromBig(key.secret!.d, size)), data);
  const length = ((seed[0]! << 8) | seed[1]!) % (size - 10);
  return mask('sha256', seed, length);
}

/** `privateEncrypt`: PKCS#1 type 1, or nothing. */
export function privateEncrypt(key: RsaKey, data: Uint8Array, padding: EncryptPadding, random: Random): Uint8Array {
  const size = rsaSize(key);
  if (padding === 'pkcs1' && data.length + 11 > size) throw dataTooLarge();
  const block = padding === 'pkcs1' ? type1(data, size) : rawBlock(key, data);
  return fromBig(rsaPrivate(key, toBig(block), random), size);
}

export function publicDecrypt(key: RsaKey, data: Uint8Array, padding: EncryptPadding): Uint8Array {
  const size = rsaSize(key);
  const value = toBig(data);
  if (data.length > size || value >= key.n) throw dataTooLarge();
  const block = fromBig(rsaPublic(key, value), size);
  if (padding === 'none') return block;
  const zero = block.indexOf(0, 2);
  if (block[0] !== 0) throw invalidPadding();
  if (block[1] !== 1 || zero < 10 || block.subarray(2, zero).some((byte) => byte !== 0xff)) throw notBlockType1();
  return block.slice(zero + 1);
}
