/** `publicEncrypt`, `privateDecrypt` and their counterparts, and Web Crypto's RSA-OAEP. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { illegalPadding, invalidOperation, missingPrivateKey, recoverNotSupported, silentFailure, unknownPadding, wrongDigestLength, wrongKeyType } from './asym/openssl-error.ts';
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

type Operation = 'encrypt' | 'decrypt' | 'sign' | 'recover';
const PADDINGS: { readonly [padding: number]: EncryptPadding } = { [PADDING.PKCS1]: 'pkcs1', [PADDING.OAEP]: 'oaep', [PADDING.NONE]: 'none' };

/** For OpenSSL the last two are signatures: it refuses them elsewhere, and with other words. */
function keyFor(operation: Operation, key: AsymmetricKey): RsaKey {
  if (key.type === 'rsa') return key;
  if (key.type !== 'rsa-pss' && operation === 'sign') throw silentFailure();
  if (key.type !== 'rsa-pss' && operation === 'recover') throw recoverNotSupported();
  throw wrongKeyType();
}

function paddingFor(operation: Operation, key: RsaKey, padding: number, hashGiven: boolean): EncryptPadding {
  const name = PADDINGS[padding];
  const signs = operation === 'sign' || operation === 'recover';
  if (signs) {
    if (name === 'oaep' || (!name && !(operation === 'sign' && padding === PADDING.PSS))) throw illegalPadding();
    if (hashGiven) throw invalidOperation();
    if (!name) throw wrongDigestLength();
  } else if (padding === PADDING.PSS) throw silentFailure();
  if ((operation === 'decrypt' || operation === 'sign') && !key.secret) throw missingPrivateKey(operation === 'sign' ? 'sign' : name === 'oaep' ? 'oaep' : 'plain');
  if (!name) throw unknownPadding();
  return name;
}

export function rsaCiphers(rt: NodeRuntime, shape: Internal, keys: KeyClasses) {
  type Args = [...KeyInput, data: unknown, padding: number, oaepHash: string | undefined, oaepLabel: unknown];
  const make = (operation: Operation, work: (key: RsaKey, data: Uint8Array, padding: EncryptPadding, hash: string, label: Uint8Array) => Uint8Array) => (...args: Args): Internal => {
    // A public key's text is read even where a private one is needed, and found wanting afterwards.
    const key = keys.readKey(args.slice(0, 5) as KeyInput, 'public');
    const [data, padding, oaepHash, oaepLabel] = args.slice(5) as [unknown, number, string | undefined, unknown];
    const input = boundedBytes(rt, data, 'buffer is too long');
    // How PKCS#1 is to be undone is settled before the hash is looked for.
    if (operation === 'decrypt' && padding === PADDING.PKCS1) keyFor(operation, key);
    const hash = oaepHash === undefined ? 'sha1' : canonicalDigest(oaepHash);
    if (hash === undefined) throw cryptoError(Error, 'ERR_OSSL_EVP_INVALID_DIGEST', 'Invalid digest used');
    const label = oaepLabel === undefined ? NONE : boundedBytes(rt, oaepLabel, 'oaepLabel is too big');
    const rsa = keyFor(operation, key);
    return output(rt, work(rsa, input, paddingFor(operation, rsa, padding, oaepHash !== undefined), hash, label));
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
      publicEncrypt: make('encrypt', (key, data, padding, hash, label) => encrypt(key, data, padding, hash, hash, label, keys.random)),
      privateDecrypt: make('decrypt', (key, data, padding, hash, label) => decrypt(key, data, padding, hash, hash, label, keys.random)),
      privateEncrypt: make('sign', (key, data, padding) => privateEncrypt(key, data, padding, keys.random)),
      publicDecrypt: make('recover', (key, data, padding) => publicDecrypt(key, data, padding)),
    },
  };
}
