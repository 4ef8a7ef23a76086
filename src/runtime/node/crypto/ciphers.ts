/** `CipherBase` and `getCipherInfo` of the crypto binding. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { type AeadCipher, CcmCipher } from './aead.ts';
import { BlockModeCipher, CipherFailure, type PieceCipher } from './aes.ts';
import { opensslError } from './asym/openssl-error.ts';
import { boundedBytes, output } from './bytes.ts';
import { findCipher, isElsewhere, type CipherKind } from './cipher-names.ts';
import { makeCipher } from './make-cipher.ts';
import { cryptoError, notAvailable } from './errors.ts';
import type { KeyClasses } from './keys.ts';

const GCM_TAG_LENGTHS = new Set([4, 8, 12, 13, 14, 15, 16]);

function failure(error: unknown): unknown {
  if (!(error instanceof CipherFailure)) return error;
  switch (error.kind) {
    case 'block length': return opensslError('1C80006B', 'Provider routines', 'wrong final block length', 'ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH', ['1C80006B|Provider routines|wrong final block length']);
    case 'bad decrypt': return opensslError('1C800064', 'Provider routines', 'bad decrypt', 'ERR_OSSL_BAD_DECRYPT', ['1C800064|Provider routines|bad decrypt']);
    case 'state': return new Error('Trying to add data in unsupported state');
    default: return new Error('Unsupported state or unable to authenticate data');
  }
}

const isAead = (cipher: PieceCipher): cipher is AeadCipher => 'authenticate' in cipher;
const isAeadKind = ({ mode, name }: CipherKind): boolean => mode === 'gcm' || mode === 'ccm' || mode === 'ocb' || name === 'chacha20-poly1305';

/** Whether a vector of that length goes with the cipher. */
function takesVector(kind: CipherKind, length: number): boolean {
  if (kind.mode === 'gcm') return length > 0;
  if (kind.mode === 'ccm') return length >= 7 && length <= 13;
  if (kind.mode === 'ocb') return length >= 1 && length <= 15;
  return length === kind.ivLength;
}

function takesTag(kind: CipherKind, length: number): boolean {
  if (kind.mode === 'gcm') return GCM_TAG_LENGTHS.has(length);
  return kind.mode === 'ccm' ? length >= 4 && length <= 16 && length % 2 === 0 : length >= 1 && length <= 16;
}

export function cipherClasses(rt: NodeRuntime, keys: KeyClasses) {
  const invalidTag = (length: number): Error => cryptoError(TypeError, 'ERR_CRYPTO_INVALID_AUTH_TAG', `Invalid authentication tag length: ${length}`);

  const tooLong = (): Error => cryptoError(RangeError, 'ERR_CRYPTO_INVALID_MESSAGELEN', 'Invalid message length');

  let warned = false;
  const warnOfShortTag = (): void => {
    if (warned) return;
    warned = true;
    rt.process.emitWarning('Using AES-GCM authentication tags of less than 128 bits without specifying the authTagLength option when initializing decryption is deprecated.', 'DeprecationWarning', 'DEP0182');
  };

  class CipherBase {
    readonly #cipher: PieceCipher;
    readonly #kind: CipherKind;
    readonly #encrypts: boolean;
    #tagLength: number;
    #finished = false;

    constructor(encrypts: boolean, name: string, key: unknown, iv: unknown, tagLength: number) {
      const kind = findCipher(name);
      if (!kind && isElsewhere(name)) throw notAvailable(`The cipher ${name}`);
      if (!kind) throw cryptoError(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
      const secret = keys.secretBytes(key, 'key is too big').slice();
      const vector = iv === null ? null : boundedBytes(rt, iv, 'iv is too big').slice();
      if (kind.ivLength > 0 ? !vector || !takesVector(kind, vector.length) : (vector?.length ?? 0) !== 0) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_IV', 'Invalid initialization vector');
      if (secret.length !== kind.keyLength) throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
      if (tagLength < 0 && (kind.mode === 'ccm' || kind.mode === 'ocb')) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_AUTH_TAG', `authTagLength required for ${name}`);
      if (isAeadKind(kind) && tagLength >= 0 && !takesTag(kind, tagLength)) throw invalidTag(tagLength);
      this.#kind = kind;
      this.#cipher = makeCipher(kind, secret, kind.mode === 'ecb' ? null : vector, encrypts, tagLength);
      this.#encrypts = encrypts;
      this.#tagLength = tagLength;
    }

    update(data: unknown, encoding?: string): Internal {
      if (this.#finished) throw new Error('Trying to add data in unsupported state');
      const bytes = boundedBytes(rt, data, 'data is too long', encoding);
      if (bytes.length + this.#kind.blockSize >= 2 ** 31) throw failure(new CipherFailure('state'));
      if (this.#cipher instanceof CcmCipher && bytes.length > this.#cipher.limit) throw tooLong();
      try {
        return output(rt, this.#cipher.update(bytes));
      } catch (e) {
        throw failure(e);
      }
    }

    final(): Internal {
      if (this.#finished) throw cryptoError(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state');
      this.#finished = true;
      try {
        return output(rt, this.#cipher.final());
      } catch (e) {
        throw failure(e);
      }
    }

    setAutoPadding(on: boolean): boolean {
      if (this.#finished) return false;
      if (this.#cipher instanceof BlockModeCipher) this.#cipher.padding = on;
      return true;
    }

    getAuthTag(): Internal {
      if (!this.#finished || !this.#encrypts || !isAead(this.#cipher)) return undefined;
      return output(rt, this.#cipher.tag!.slice(0, this.#tagLength < 0 ? 16 : this.#tagLength));
    }

    setAuthTag(tag: unknown): boolean {
      const cipher = this.#cipher;
      if (this.#finished || this.#encrypts || !isAead(cipher) || cipher.expectedTag) return false;
      const bytes = boundedBytes(rt, tag, 'buffer is too big').slice();
      if (this.#tagLength < 0 ? !takesTag(this.#kind, bytes.length) : bytes.length !== this.#tagLength) throw invalidTag(bytes.length);
      cipher.expectedTag = bytes;
      if (this.#kind.mode === 'gcm' && this.#tagLength < 0 && bytes.length < 16) warnOfShortTag();
      return true;
    }

    setAAD(data: unknown, plaintextLength = -1): boolean {
      if (this.#finished || !isAead(this.#cipher)) return false;
      if (this.#cipher instanceof CcmCipher) {
        if (plaintextLength < 0) throw cryptoError(TypeError, 'ERR_MISSING_ARGS', 'options.plaintextLength required for CCM mode with AAD');
        if (plaintextLength > this.#cipher.limit) throw tooLong();
      }
      this.#cipher.authenticate(boundedBytes(rt, data, 'buffer is too big'));
      return true;
    }
  }

  const getCipherInfo = (info: Internal, name: string | number, keyLength?: number, ivLength?: number): Internal => {
    const kind = findCipher(name);
    if (!kind || (keyLength !== undefined && keyLength !== kind.keyLength)) return undefined;
    if (ivLength !== undefined && !takesVector(kind, ivLength)) return undefined;
    Object.assign(info, { mode: kind.mode, name: kind.name, nid: kind.nid });
    if (kind.mode !== 'stream') info.blockSize = kind.blockSize;
    if (kind.ivLength > 0) info.ivLength = ivLength ?? kind.ivLength;
    info.keyLength = kind.keyLength;
    return info;
  };

  return { CipherBase, getCipherInfo };
}
