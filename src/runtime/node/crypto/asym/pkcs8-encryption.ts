/** Encrypted private keys: PKCS#8 with PBES2 (RFC 8018), and PEM's own way of old. */
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { findDigest } from '../digests.ts';
import { CipherFailure } from '../aes.ts';
import { type CipherKind, findCipher, isElsewhere } from '../cipher-names.ts';
import { cryptoError, notAvailable } from '../errors.ts';
import { makeCipher } from '../make-cipher.ts';
import { DerError, DerReader, TAG, concat, integer, nothing, octets, oid, sequence } from './der.ts';
import { CIPHER_OIDS, HMAC_OIDS, OID } from './oids.ts';
import { badDecrypt, opensslError } from './openssl-error.ts';
import { digestOf } from './rsa.ts';
import type { Random } from './big-math.ts';

/** OpenSSL's PKCS5_DEFAULT_ITER and salt length. */
const ITERATIONS = 2048;
const SALT_LENGTH = 16;

/** All of `data` through a cipher. @param pkcs8 which of OpenSSL's errors tells of a wrong passphrase */
export function runCipher(kind: CipherKind, key: Uint8Array, iv: Uint8Array, encrypts: boolean, data: Uint8Array, pkcs8: boolean): Uint8Array {
  try {
    const work = makeCipher(kind, key, kind.mode === 'ecb' ? null : iv, encrypts);
    return concat(work.update(data), work.final());
  } catch (error) {
    if (error instanceof CipherFailure) throw badDecrypt(pkcs8);
    throw error;
  }
}

const reverse = (table: { readonly [name: string]: string }, id: string): string => {
  const name = Object.keys(table).find((key) => table[key] === id);
  if (name === undefined) throw new DerError('unsupported');
  return name;
};

/** The PrivateKeyInfo inside an EncryptedPrivateKeyInfo. @throws DerError, or OpenSSL's "bad decrypt" */
export function decryptPkcs8(bytes: Uint8Array, passphrase: Uint8Array): Uint8Array {
  const outer = new DerReader(bytes).sequence();
  const algorithm = outer.sequence();
  const data = outer.octets();
  if (algorithm.oid() !== OID.pbes2) throw new DerError('unsupported');
  return decryptPbes2(algorithm.sequence(), data, passphrase);
}

/** @throws DerError, or OpenSSL's "bad decrypt" */
export function decryptPbes2(parameters: DerReader, data: Uint8Array, passphrase: Uint8Array): Uint8Array {
  const kdf = parameters.sequence();
  const cipher = parameters.sequence();
  const name = reverse(CIPHER_OIDS, cipher.oid());
  const iv = cipher.octets();
  const kind = findCipher(name);
  if (!kind) throw new DerError('unsupported');
  const kdfOid = kdf.oid();
  const options = kdf.sequence();
  const salt = options.octets();
  let key: Uint8Array;
  if (kdfOid === OID.pbkdf2) {
    const iterations = Number(options.integer());
    options.optional(TAG.INTEGER);
    const prf = options.optional(TAG.SEQUENCE);
    const hash = prf ? reverse(HMAC_OIDS, new DerReader(prf.body).oid()) : 'sha1';
    key = pbkdf2(findDigest(hash)!.plain!, passphrase, salt, { c: iterations, dkLen: kind.keyLength });
  } else if (kdfOid === OID.scrypt) {
    const [N, r, p] = [options.integer(), options.integer(), options.integer()].map(Number);
    key = scrypt(passphrase, salt, { N: N!, r: r!, p: p!, dkLen: kind.keyLength });
  } else throw new DerError('unsupported');
  return runCipher(kind, key, iv, false, data, true);
}

/** The cipher for a key in PKCS#8, or in PEM's own way of old. @throws ERR_CRYPTO_UNKNOWN_CIPHER, or OpenSSL's error for one that does not do it */
export function keyCipher(name: string, inPkcs8: boolean): CipherKind {
  const kind = findCipher(name);
  if (!kind) throw isElsewhere(name) ? notAvailable(`The cipher ${name}`) : cryptoError(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
  if (kind.mode === 'gcm' || kind.mode === 'ccm' || kind.mode === 'ocb') throw opensslError('0300007A', 'digital envelope routines', 'cipher parameter error', 'ERR_OSSL_EVP_CIPHER_PARAMETER_ERROR');
  if (inPkcs8 && CIPHER_OIDS[kind.name] === undefined) throw opensslError('0680006C', 'asn1 encoding routines', 'cipher has no object identifier', 'ERR_OSSL_ASN1_CIPHER_HAS_NO_OBJECT_IDENTIFIER');
  if (!inPkcs8 && kind.ivLength < 8) throw opensslError('04800071', 'PEM routines', 'unsupported cipher', 'ERR_OSSL_PEM_UNSUPPORTED_CIPHER');
  return kind;
}

export function encryptPkcs8(info: Uint8Array, kind: CipherKind, passphrase: Uint8Array, random: Random): Uint8Array {
  const salt = new Uint8Array(SALT_LENGTH), iv = new Uint8Array(kind.ivLength);
  random(salt);
  random(iv);
  const key = pbkdf2(findDigest('sha256')!.plain!, passphrase, salt, { c: ITERATIONS, dkLen: kind.keyLength });
  const kdf = sequence(oid(OID.pbkdf2), sequence(octets(salt), integer(ITERATIONS), sequence(oid(HMAC_OIDS.sha256!), nothing())));
  const scheme = sequence(oid(CIPHER_OIDS[kind.name]!), octets(iv));
  return sequence(sequence(oid(OID.pbes2), sequence(kdf, scheme)), octets(runCipher(kind, key, iv, true, info, true)));
}

/** OpenSSL's EVP_BytesToKey with MD5, as PEM's header implies it. */
function bytesToKey(passphrase: Uint8Array, salt: Uint8Array, length: number): Uint8Array {
  let key = new Uint8Array(0), block = new Uint8Array(0);
  while (key.length < length) {
    block = digestOf('md5', block, passphrase, salt) as Uint8Array<ArrayBuffer>;
    key = concat(key, block) as Uint8Array<ArrayBuffer>;
  }
  return key.slice(0, length);
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('').toUpperCase();

/** `info`: the `DEK-Info` header. */
export function decryptPem(info: string, data: Uint8Array, passphrase: Uint8Array): Uint8Array {
  const [name, ivHex] = info.split(',');
  const kind = findCipher(name ?? '');
  if (!kind || !['cbc', 'cfb', 'ofb', 'ctr'].includes(kind.mode) || !/^(?:[0-9A-Fa-f]{2})+$/.test(ivHex ?? '')) throw new DerError('unsupported');
  const iv = Uint8Array.from(ivHex!.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  if (iv.length !== kind.ivLength) throw new DerError('unsupported');
  return runCipher(kind, bytesToKey(passphrase, iv.subarray(0, 8), kind.keyLength), iv, false, data, false);
}

/** Headers and bytes of an encrypted PEM block. */
export function encryptPem(kind: CipherKind, data: Uint8Array, passphrase: Uint8Array, random: Random): { headers: string; bytes: Uint8Array } {
  const iv = new Uint8Array(kind.ivLength);
  random(iv);
  const bytes = runCipher(kind, bytesToKey(passphrase, iv.subarray(0, 8), kind.keyLength), iv, true, data, false);
  return { headers: `Proc-Type: 4,ENCRYPTED\nDEK-Info: ${kind.name.toUpperCase()},${hex(iv)}\n\n`, bytes };
}
