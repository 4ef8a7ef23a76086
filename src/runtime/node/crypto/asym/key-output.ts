/** Asymmetric keys in PEM and DER. */
import { cryptoError } from '../errors.ts';
import type { Random } from './big-math.ts';
import { pkcs1Private, pkcs1Public, pkcs8, sec1Private, spki } from './key-der.ts';
import type { DerType } from './key-input.ts';
import type { AsymmetricKey, EcKey, RsaKey } from './model.ts';
import { pem } from './pem.ts';
import { encryptPem, encryptPkcs8, keyCipher } from './pkcs8-encryption.ts';

const incompatible = (what: string, why: string): Error => cryptoError(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', `The selected key encoding ${what} ${why}.`);

function rsaOnly(key: AsymmetricKey): RsaKey {
  if (key.type !== 'rsa') throw incompatible('pkcs1', 'can only be used for RSA keys');
  return key;
}

function ecOnly(key: AsymmetricKey): EcKey {
  if (key.type !== 'ec') throw incompatible('sec1', 'can only be used for EC keys');
  return key;
}

/** Text for PEM, bytes for DER. */
export function writePublic(key: AsymmetricKey, type: DerType, asPem: boolean): string | Uint8Array {
  const bytes = type === 'pkcs1' ? pkcs1Public(rsaOnly(key)) : spki(key);
  return asPem ? pem(type === 'pkcs1' ? 'RSA PUBLIC KEY' : 'PUBLIC KEY', bytes) : bytes;
}

/** `cipher` undefined: not encrypted. @throws ERR_CRYPTO_UNKNOWN_CIPHER, ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS */
export function writePrivate(key: AsymmetricKey, type: DerType, asPem: boolean, cipher: string | undefined, passphrase: Uint8Array, random: Random): string | Uint8Array {
  const kind = cipher === undefined ? undefined : keyCipher(cipher, type === 'pkcs8');
  if (type === 'pkcs8') {
    const plain = pkcs8(key);
    const bytes = kind === undefined ? plain : encryptPkcs8(plain, kind, passphrase, random);
    return asPem ? pem(kind === undefined ? 'PRIVATE KEY' : 'ENCRYPTED PRIVATE KEY', bytes) : bytes;
  }
  const plain = type === 'pkcs1' ? pkcs1Private(rsaOnly(key)) : sec1Private(ecOnly(key));
  if (!asPem) return plain;
  const label = type === 'pkcs1' ? 'RSA PRIVATE KEY' : 'EC PRIVATE KEY';
  if (kind === undefined) return pem(label, plain);
  const { headers, bytes } = encryptPem(kind, plain, passphrase, random);
  return pem(label, bytes, headers);
}
