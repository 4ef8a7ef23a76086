/** Asymmetric keys as programs give them: PEM, DER, JWK or raw bytes. */
import { latin1 } from '../bytes.ts';
import { cryptoError } from '../errors.ts';
import { fromBig, toBig, DerError } from './der.ts';
import { findCurve, publicPoint, readPoint } from './curves.ts';
import { ecFromSec1, fromPkcs8, fromSpki, privateFromAny, rsaFromPkcs1Private, rsaFromPkcs1Public } from './key-der.ts';
import type { AsymmetricKey, OkpType } from './model.ts';
import { notEnoughData, opensslError, passphraseMissing, unsupportedInput } from './openssl-error.ts';
import { OKP } from './okp.ts';
import { type PemBlock, pemBlocks } from './pem.ts';
import { decryptPem, decryptPkcs8 } from './pkcs8-encryption.ts';
import { certificateKey } from '../x509/certificate-key.ts';

export type DerType = 'pkcs1' | 'spki' | 'pkcs8' | 'sec1';

const PRIVATE = /^(?:(?:ENCRYPTED |RSA |EC |DSA )?PRIVATE KEY)$/;

function privateFromPem(block: PemBlock, passphrase: Uint8Array | undefined): AsymmetricKey {
  const info = block.headers.get('DEK-Info');
  if (block.label === 'ENCRYPTED PRIVATE KEY') {
    if (passphrase === undefined) throw passphraseMissing(true);
    return fromPkcs8(decryptPkcs8(block.bytes, passphrase));
  }
  if (info !== undefined) {
    if (passphrase === undefined) throw passphraseMissing(false);
    return privateFromAny(decryptPem(info, block.bytes, passphrase));
  }
  return block.label === 'PRIVATE KEY' ? fromPkcs8(block.bytes) : privateFromAny(block.bytes);
}

/** Turns a mistake in the data into the error that OpenSSL tells. */
function reading<T>(work: () => T, failure: (error: DerError) => Error): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DerError) throw failure(error);
    throw error;
  }
}

export function privateFromText(text: Uint8Array, passphrase: Uint8Array | undefined): AsymmetricKey {
  for (const block of pemBlocks(latin1(text))) {
    if (PRIVATE.test(block.label)) return reading(() => privateFromPem(block, passphrase), unsupportedInput);
  }
  throw unsupportedInput();
}

/** A public key; a private key or a certificate has one, too. */
export function publicFromText(text: Uint8Array, passphrase: Uint8Array | undefined): AsymmetricKey {
  for (const block of pemBlocks(latin1(text))) {
    if (block.label === 'PUBLIC KEY') return reading(() => fromSpki(block.bytes), unsupportedInput);
    if (block.label === 'RSA PUBLIC KEY') return reading(() => rsaFromPkcs1Public(block.bytes), unsupportedInput);
    if (block.label === 'CERTIFICATE' || block.label === 'X509 CERTIFICATE' || block.label === 'TRUSTED CERTIFICATE') return reading(() => certificateKey(block.bytes), unsupportedInput);
    if (PRIVATE.test(block.label)) return reading(() => privateFromPem(block, passphrase), unsupportedInput);
  }
  throw unsupportedInput();
}

const derFailure = (error: DerError): Error => (error.message === 'wrong tag' ? opensslError('068000A8', 'asn1 encoding routines', 'wrong tag', 'ERR_OSSL_ASN1_WRONG_TAG', ['068000A8|asn1 encoding routines|wrong tag']) : notEnoughData());

export function privateFromDer(bytes: Uint8Array, type: DerType, passphrase: Uint8Array | undefined): AsymmetricKey {
  return reading(() => {
    if (type === 'pkcs1') return rsaFromPkcs1Private(bytes);
    if (type === 'sec1') return ecFromSec1(bytes);
    // An encrypted one begins with an algorithm, a plain one with a version.
    if (bytes[0] === 0x30 && isEncrypted(bytes)) {
      if (passphrase === undefined) throw cryptoError(TypeError, 'ERR_MISSING_PASSPHRASE', 'Passphrase required for encrypted key');
      return fromPkcs8(decryptPkcs8(bytes, passphrase));
    }
    return fromPkcs8(bytes);
  }, derFailure);
}

const isEncrypted = (bytes: Uint8Array): boolean => bytes[bytes[1]! < 0x80 ? 2 : 2 + (bytes[1]! & 0x7f)] === 0x30;

export function publicFromDer(bytes: Uint8Array, type: DerType, passphrase: Uint8Array | undefined): AsymmetricKey {
  if (type === 'pkcs8' || type === 'sec1') return privateFromDer(bytes, type, passphrase);
  const failure = (): Error => Object.assign(new Error('Failed to read asymmetric key'), { opensslErrorStack: ['error:0688010A:asn1 encoding routines::nested asn1 error', 'error:06800066:asn1 encoding routines::bad object header', 'error:0680009B:asn1 encoding routines::too long'] });
  return reading(() => {
    if (type === 'spki') return fromSpki(bytes);
    try {
      return rsaFromPkcs1Public(bytes);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      return rsaFromPkcs1Private(bytes);
    }
  }, failure);
}

const badData = (): Error => cryptoError(TypeError, 'ERR_INVALID_ARG_VALUE', 'Invalid key data');

const RSA_LIKE = new Set(['rsa', 'rsa-pss', 'dsa', 'dh']);

/** `kind`: the key's type, in any case. */
export function fromRaw(bytes: Uint8Array, kind: string, namedCurve: string | null, form: 'public' | 'private'): AsymmetricKey {
  const type = kind.toLowerCase();
  if (type === 'ec') {
    const curve = findCurve(namedCurve ?? '', true);
    if (!curve) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
    if (form === 'public') {
      const point = readPoint(curve, bytes);
      if (!point) throw badData();
      return { type: 'ec', curve, point, ...(bytes[0] !== 4 && { compressed: true }) };
    }
    const value = toBig(bytes);
    if (bytes.length !== curve.orderSize || value <= 0n || value >= BigInt(`0x${curve.row.n}`)) throw badData();
    const secret = fromBig(value, curve.orderSize);
    return { type: 'ec', curve, point: publicPoint(curve, secret), secret };
  }
  if (Object.hasOwn(OKP, type)) {
    const okp = type as OkpType;
    if (bytes.length !== OKP[okp].size) throw badData();
    return form === 'public' ? { type: okp, point: bytes.slice() } : { type: okp, point: OKP[okp].point(bytes), secret: bytes.slice() };
  }
  if (RSA_LIKE.has(type)) throw cryptoError(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', 'The selected key encoding is incompatible with the key type');
  throw cryptoError(TypeError, 'ERR_INVALID_ARG_VALUE', `Invalid asymmetricKeyType: ${kind}`);
}
