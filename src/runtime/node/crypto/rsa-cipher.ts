/** `publicEncrypt`, `privateDecrypt` and their counterparts, and Web Crypto's RSA-OAEP. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { wrongKeyType, badPaddingMode } from './asym/openssl-error.ts';
import type { AsymmetricKey, RsaKey } from './asym/model.ts';
import { decrypt, encrypt, type EncryptPadding, privateEncrypt, publicDecrypt } from './asym/rsa.ts';
import { PADDING } from './asym/signature.ts';
import { boundedBytes, bytesOf, exact, output } from './bytes.ts';
import { canonicalDigest } from './digests.ts';
import { cryptoError, invalidDigest } from './errors.ts';
import type { KeyClasses, KeyInput } from './keys.ts';

const NONE = new Uint8Array(0);

function rsaOnly(key: AsymmetricKey): RsaKey {
  if (key.type !== 'rsa') throw wrongKeyType();
  return key;
}

function paddingName(padding: number): EncryptPadding {
  if (padding === PADDING.PKCS1) return 'pkcs1';
  if (padding === PADDING.OAEP) return 'oaep';
  if (padding === PADDING.NONE) return 'none';
  throw badPaddingMode();
}

export function rsaCiphers(rt: NodeRuntime, shape: Internal, keys: KeyClasses) {
  type Args = [...KeyInput, data: unknown, padding: number, oaepHash: string | undefined, oaepLabel: unknown];
  const make = (wanted: 'public' | 'private', work: (key: RsaKey, data: Uint8Array, padding: EncryptPadding, hash: string, label: Uint8Array) => Uint8Array) => (...args: Args): Internal => {
    const key = keys.readKey(args.slice(0, 5) as KeyInput, wanted);
    const [data, padding, oaepHash, oaepLabel] = args.slice(5) as [unknown, number, string | undefined, unknown];
    const rsa = rsaOnly(key);
    const hash = oaepHash === undefined ? 'sha1' : canonicalDigest(oaepHash);
    if (hash === undefined) throw cryptoError(Error, 'ERR_OSSL_EVP_INVALID_DIGEST', 'Invalid digest used');
    return output(rt, work(rsa, boundedBytes(rt, data, 'buffer is too long'), paddingName(padding), hash, oaepLabel === undefined ? NONE : boundedBytes(rt, oaepLabel, 'oaepLabel is too big')));
  };

  /** Prepares an `RSACipherJob`. */
  const rsaCipherJob = (_mode: number, purpose: number, handle: unknown, data: unknown, _variant: number, hashName: string, label: unknown) => {
    const key = rsaOnly(keys.keyOf(handle));
    const hash = canonicalDigest(hashName);
    if (hash === undefined) throw invalidDigest(hashName);
    const input = bytesOf(rt, data).slice(), tag = label === undefined ? NONE : bytesOf(rt, label).slice();
    const work = purpose === shape.kWebCryptoCipherEncrypt ? encrypt : decrypt;
    return () => exact(work(key, input, 'oaep', hash, hash, tag, keys.random));
  };

  return {
    rsaCipherJob,
    natives: {
      publicEncrypt: make('public', (key, data, padding, hash, label) => encrypt(key, data, padding, hash, hash, label, keys.random)),
      privateDecrypt: make('private', (key, data, padding, hash, label) => decrypt(key, data, padding, hash, hash, label, keys.random)),
      privateEncrypt: make('private', (key, data, padding) => privateEncrypt(key, data, padding, keys.random)),
      publicDecrypt: make('public', (key, data, padding) => publicDecrypt(key, data, padding)),
    },
  };
}
