/** Signatures of every kind of key, over a digest or (EdDSA) over the data. */
import { cryptoError } from '../errors.ts';
import { canonicalDigest } from '../digests.ts';
import type { Random } from './big-math.ts';
import { signDsa, verifyDsa } from './dsa.ts';
import type { AsymmetricKey, RsaKey } from './model.ts';
import { edSign, edVerify } from './okp.ts';
import { badPaddingMode, digestNotAllowed, opensslError, wrongKeyType } from './openssl-error.ts';
import { digestOf, SALT, signPkcs1, signPss, verifyPkcs1, verifyPss } from './rsa.ts';

/** Numbers of OpenSSL's paddings. */
export const PADDING = { PKCS1: 1, NONE: 3, OAEP: 4, PSS: 6 } as const;

export interface SignatureOptions {
  /** Undefined: the key's own. */
  padding?: number | undefined;
  saltLength?: number | undefined;
  /** ECDSA and DSA: r and s side by side instead of DER. */
  p1363?: boolean;
  /** Ed448. */
  context?: Uint8Array | undefined;
}

/** What OpenSSL takes when no hash is named. */
const DEFAULT_HASH = 'sha256';

export const hashesFirst = (key: AsymmetricKey): boolean => key.type !== 'ed25519' && key.type !== 'ed448';

function pss(key: RsaKey, hash: string, options: SignatureOptions): { hash: string; mgf: string; salt: number | undefined } {
  if (key.pss && key.pss.hash !== hash) throw opensslError('1C8000AE', 'Provider routines', 'digest not allowed', 'ERR_OSSL_DIGEST_NOT_ALLOWED');
  if (key.pss && options.saltLength !== undefined && options.saltLength >= 0 && options.saltLength < key.pss.saltLength) {
    throw opensslError('1C8000AC', 'Provider routines', 'pss saltlen too small', 'ERR_OSSL_PSS_SALTLEN_TOO_SMALL');
  }
  return { hash, mgf: key.pss?.mgf1Hash ?? hash, salt: options.saltLength ?? key.pss?.saltLength };
}

/** The padding to use: `undefined` in the options means that of the key. */
function paddingOf(key: RsaKey, options: SignatureOptions): number {
  const padding = options.padding ?? (key.type === 'rsa-pss' ? PADDING.PSS : PADDING.PKCS1);
  if (padding !== PADDING.PKCS1 && padding !== PADDING.PSS) throw badPaddingMode();
  if (key.type === 'rsa-pss' && padding !== PADDING.PSS) throw opensslError('1C8000A5', 'Provider routines', 'illegal or unsupported padding mode', 'ERR_OSSL_ILLEGAL_OR_UNSUPPORTED_PADDING_MODE');
  return padding;
}

/** `hash`: canonical name. `digest`: of that hash. @throws OpenSSL's errors */
export function signDigest(key: AsymmetricKey, hash: string, digest: Uint8Array, options: SignatureOptions, random: Random): Uint8Array {
  switch (key.type) {
    case 'rsa': case 'rsa-pss': {
      if (paddingOf(key, options) === PADDING.PKCS1) return signPkcs1(key, hash === 'md5-sha1' ? undefined : hash, digest, random);
      const { mgf, salt } = pss(key, hash, options);
      return signPss(key, hash, mgf, salt ?? SALT.AUTO_DIGEST_MAX, digest, random);
    }
    case 'ec': {
      const extraEntropy = new Uint8Array(32);
      random(extraEntropy);
      return key.curve.math.sign(digest, key.secret!, { prehash: false, lowS: false, format: options.p1363 ? 'compact' : 'der', extraEntropy });
    }
    case 'dsa': return signDsa(key, digest, !options.p1363, random);
    default: throw wrongKeyType();
  }
}

export function verifyDigest(key: AsymmetricKey, hash: string, digest: Uint8Array, signature: Uint8Array, options: SignatureOptions): boolean {
  switch (key.type) {
    case 'rsa': case 'rsa-pss': {
      if (paddingOf(key, options) === PADDING.PKCS1) return verifyPkcs1(key, hash === 'md5-sha1' ? undefined : hash, digest, signature);
      const { mgf } = pss(key, hash, { ...options, saltLength: undefined });
      return verifyPss(key, hash, mgf, options.saltLength ?? SALT.AUTO, digest, signature);
    }
    case 'ec':
      try {
        return key.curve.math.verify(signature, digest, key.point, { prehash: false, lowS: false, format: options.p1363 ? 'compact' : 'der' });
      } catch {
        // Not a signature of this form.
        return false;
      }
    case 'dsa': return verifyDsa(key, digest, signature, !options.p1363);
    default: throw wrongKeyType();
  }
}

function checkedContext(key: AsymmetricKey, options: SignatureOptions): void {
  if (options.context && options.context.length > 0 && key.type !== 'ed448') throw cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Context parameter is unsupported');
  if (options.context && options.context.length > 255) throw cryptoError(RangeError, 'ERR_OUT_OF_RANGE', 'context string must be at most 255 bytes');
}

/** Signs data; `hash` undefined is right for EdDSA, and OpenSSL's default for the others. */
export function signData(key: AsymmetricKey, hash: string | undefined, data: Uint8Array, options: SignatureOptions, random: Random): Uint8Array {
  checkedContext(key, options);
  if (key.type === 'ed25519' || key.type === 'ed448') {
    if (hash !== undefined) throw digestNotAllowed();
    return edSign(key.type, key.secret!, data, options.context);
  }
  const name = hash === undefined ? DEFAULT_HASH : canonicalDigest(hash)!;
  return signDigest(key, name, digestOf(name, data), options, random);
}

export function verifyData(key: AsymmetricKey, hash: string | undefined, data: Uint8Array, signature: Uint8Array, options: SignatureOptions): boolean {
  checkedContext(key, options);
  if (key.type === 'ed25519' || key.type === 'ed448') {
    if (hash !== undefined) throw digestNotAllowed();
    return edVerify(key.type, key.point, data, signature, options.context);
  }
  const name = hash === undefined ? DEFAULT_HASH : canonicalDigest(hash)!;
  return verifyDigest(key, name, digestOf(name, data), signature, options);
}
