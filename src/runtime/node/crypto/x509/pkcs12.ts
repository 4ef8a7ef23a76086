/** PKCS#12 (RFC 7292): a key and its certificates in one file, under a passphrase. */
import { hmac } from '@noble/hashes/hmac.js';
import { findCipher } from '../cipher-names.ts';
import { findDigest } from '../digests.ts';
import { sameBytes } from '../keys.ts';
import { context, DerError, DerReader, TAG } from '../asym/der.ts';
import { OID, digestOfOid } from '../asym/oids.ts';
import { decryptPbes2, runCipher } from '../asym/pkcs8-encryption.ts';
import { digestOf } from '../asym/rsa.ts';

/** What is in it, each in DER; the key is PKCS#8. */
export interface Pkcs12 { key: Uint8Array | null; certificates: Uint8Array[] }

const DATA = '1.2.840.113549.1.7.1', ENCRYPTED = '1.2.840.113549.1.7.6';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1', SHROUDED_BAG = '1.2.840.113549.1.12.10.1.2', CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
/** Triple DES, with three keys and with two. RC2 and RC4, which were used beside it, OpenSSL has given up. */
const SHA1_DES: { readonly [oid: string]: string } = { '1.2.840.113549.1.12.1.3': 'des-ede3-cbc', '1.2.840.113549.1.12.1.4': 'des-ede-cbc' };
/** What derived bytes are for. */
const PURPOSE = { KEY: 1, IV: 2, MAC: 3 } as const;

export class WrongPassphrase extends Error {}

/** Bytes out of a passphrase (RFC 7292, appendix B.2). */
function derive(hash: string, passphrase: Uint8Array, salt: Uint8Array, purpose: number, iterations: number, length: number): Uint8Array {
  const block = findDigest(hash)!.plain!.blockLen;
  const filled = (bytes: Uint8Array): Uint8Array => Uint8Array.from({ length: Math.ceil(bytes.length / block) * block }, (_, i) => bytes[i % bytes.length]!);
  const start = new Uint8Array(block).fill(purpose);
  const input = Uint8Array.from([...filled(salt), ...filled(passphrase)]);
  const out = new Uint8Array(length);
  for (let at = 0; at < length;) {
    let a = digestOf(hash, start, input);
    for (let n = 1; n < iterations; n++) a = digestOf(hash, a);
    out.set(a.subarray(0, length - at), at);
    at += a.length;
    for (let from = 0; from < input.length; from += block) {
      let carry = 1;
      for (let i = block - 1; i >= 0; i--) {
        carry += input[from + i]! + a[i % a.length]!;
        input[from + i] = carry;
        carry >>= 8;
      }
    }
  }
  return out;
}

/** The passphrase in UTF-16 with a zero behind it; none at all is another than an empty one. */
function wide(passphrase: Uint8Array | null): Uint8Array {
  const text = passphrase === null ? '' : `${new TextDecoder().decode(passphrase)}\0`;
  return Uint8Array.from({ length: 2 * text.length }, (_, i) => (i % 2 === 0 ? text.charCodeAt(i >> 1) >> 8 : text.charCodeAt(i >> 1) & 0xff));
}

/** Contents under PBES2 or under PKCS#12's own derivation. @throws DerError 'unsupported' for the ciphers of old */
function decrypt(algorithm: DerReader, data: Uint8Array, passphrase: Uint8Array | null): Uint8Array {
  const id = algorithm.oid();
  if (id === OID.pbes2) return decryptPbes2(algorithm.sequence(), data, passphrase ?? new Uint8Array(0));
  const kind = findCipher(SHA1_DES[id] ?? '');
  if (!kind) throw new DerError('unsupported');
  const parameters = algorithm.sequence();
  const salt = parameters.octets();
  const iterations = Number(parameters.integer());
  const part = (purpose: number, length: number): Uint8Array => derive('sha1', wide(passphrase), salt, purpose, iterations, length);
  return runCipher(kind, part(PURPOSE.KEY, kind.keyLength), part(PURPOSE.IV, kind.ivLength), false, data, true);
}

/** Whether the seal over the contents is that of this passphrase. */
function isSealed(mac: DerReader, contents: Uint8Array, passphrase: Uint8Array | null): boolean {
  const digest = mac.sequence();
  const hash = digestOfOid(digest.sequence().oid());
  if (hash === undefined) throw new DerError('unsupported');
  const expected = digest.octets(), salt = mac.octets();
  const iterations = mac.done ? 1 : Number(mac.integer());
  const { plain, bytes } = findDigest(hash)!;
  const seal = hmac(plain!, derive(hash, wide(passphrase), salt, PURPOSE.MAC, iterations, bytes), contents);
  return seal.length === expected.length && sameBytes(seal, expected);
}

/** Each bag of a SafeContents: its kind and its value. */
function* bagsIn(contents: Uint8Array): Generator<[kind: string, value: Uint8Array]> {
  for (const bags = new DerReader(contents).sequence(); !bags.done;) {
    const bag = bags.sequence();
    yield [bag.oid(), bag.next(context(0)).body];
  }
}

/** @throws WrongPassphrase, DerError ('unsupported' where OpenSSL says so) */
export function readPkcs12(bytes: Uint8Array, given: Uint8Array | null): Pkcs12 {
  const file = new DerReader(bytes).sequence();
  file.integer();
  const outer = file.sequence();
  if (outer.oid() !== DATA) throw new DerError('unsupported');
  const contents = new DerReader(outer.next(context(0)).body).octets();
  let passphrase = given;
  if (!file.done) {
    const { body } = file.next(TAG.SEQUENCE);
    // An empty passphrase may be none: programs differ.
    const tries = given === null || given.length === 0 ? [null, new Uint8Array(0)] : [given];
    const fits = tries.find((one) => isSealed(new DerReader(body), contents, one));
    if (fits === undefined) throw new WrongPassphrase('mac verify failure');
    passphrase = fits;
  }
  const found: Pkcs12 = { key: null, certificates: [] };
  for (const parts = new DerReader(contents).sequence(); !parts.done;) {
    const part = parts.sequence();
    const kind = part.oid();
    const value = new DerReader(part.next(context(0)).body);
    let safe: Uint8Array;
    if (kind === ENCRYPTED) {
      const encrypted = value.sequence();
      encrypted.integer();
      const content = encrypted.sequence();
      content.oid();
      safe = decrypt(content.sequence(), content.next(context(0, false)).body, passphrase);
    } else if (kind === DATA) safe = value.octets();
    else throw new DerError('unsupported');
    for (const [bag, body] of bagsIn(safe)) {
      const inside = new DerReader(body);
      if (bag === KEY_BAG) found.key ??= body;
      else if (bag === SHROUDED_BAG) {
        const shrouded = inside.sequence();
        found.key ??= decrypt(shrouded.sequence(), shrouded.octets(), passphrase);
      } else if (bag === CERTIFICATE_BAG) {
        const certificate = inside.sequence();
        certificate.oid();
        found.certificates.push(new DerReader(certificate.next(context(0)).body).octets());
      }
    }
  }
  return found;
}
