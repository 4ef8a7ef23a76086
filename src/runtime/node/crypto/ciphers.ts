/** `CipherBase` and `getCipherInfo` of the crypto binding. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { BlockModeCipher, CipherFailure, CounterCipher, GcmCipher, type PieceCipher } from './aes.ts';
import { bytesOf, output } from './bytes.ts';
import { findCipher, type CipherKind } from './cipher-names.ts';
import { cryptoError } from './errors.ts';
import type { KeyClasses } from './keys.ts';

const GCM_TAG_LENGTHS = new Set([4, 8, 12, 13, 14, 15, 16]);

function opensslError(number: string, library: string, reason: string, code: string): Error {
  const text = `error:${number}:${library}::${reason}`;
  return Object.assign(new Error(text), { opensslErrorStack: [text], library, reason, code });
}

function failure(error: unknown): unknown {
  if (!(error instanceof CipherFailure)) return error;
  switch (error.kind) {
    case 'block length': return opensslError('1C80006B', 'Provider routines', 'wrong final block length', 'ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH');
    case 'bad decrypt': return opensslError('1C800064', 'Provider routines', 'bad decrypt', 'ERR_OSSL_BAD_DECRYPT');
    default: return new Error('Unsupported state or unable to authenticate data');
  }
}

function make(kind: CipherKind, key: Uint8Array, iv: Uint8Array | null, encrypts: boolean): PieceCipher {
  if (kind.mode === 'gcm') return new GcmCipher(key, iv!, encrypts);
  return kind.mode === 'ctr' ? new CounterCipher(key, iv!) : new BlockModeCipher(key, iv, encrypts);
}

export function cipherClasses(rt: NodeRuntime, keys: KeyClasses) {
  const invalidTag = (length: number): Error => cryptoError(TypeError, 'ERR_CRYPTO_INVALID_AUTH_TAG', `Invalid authentication tag length: ${length}`);

  class CipherBase {
    readonly #cipher: PieceCipher;
    readonly #encrypts: boolean;
    #tagLength: number;
    #finished = false;

    constructor(encrypts: boolean, name: string, key: unknown, iv: unknown, tagLength: number) {
      const kind = findCipher(name);
      if (!kind) throw cryptoError(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
      const secret = keys.secretBytes(key).slice();
      const vector = iv === null ? null : bytesOf(rt, iv).slice();
      const fits = kind.mode === 'gcm' ? vector !== null && vector.length > 0 : (vector?.length ?? 0) === kind.ivLength;
      if (!fits) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_IV', 'Invalid initialization vector');
      if (secret.length !== kind.keyLength) throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
      if (kind.mode === 'gcm' && tagLength >= 0 && !GCM_TAG_LENGTHS.has(tagLength)) throw invalidTag(tagLength);
      this.#cipher = make(kind, secret, kind.mode === 'ecb' ? null : vector, encrypts);
      this.#encrypts = encrypts;
      this.#tagLength = tagLength;
    }

    update(data: unknown, encoding?: string): Internal {
      if (this.#finished) throw new Error('Trying to add data in unsupported state');
      return output(rt, this.#cipher.update(bytesOf(rt, data, encoding)));
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
      if (!this.#finished || !this.#encrypts || !(this.#cipher instanceof GcmCipher)) return undefined;
      return output(rt, this.#cipher.tag!.slice(0, this.#tagLength < 0 ? 16 : this.#tagLength));
    }

    setAuthTag(tag: unknown): boolean {
      const cipher = this.#cipher;
      if (this.#finished || this.#encrypts || !(cipher instanceof GcmCipher) || cipher.expectedTag) return false;
      const bytes = bytesOf(rt, tag).slice();
      if (this.#tagLength < 0 ? !GCM_TAG_LENGTHS.has(bytes.length) : bytes.length !== this.#tagLength) throw invalidTag(bytes.length);
      cipher.expectedTag = bytes;
      return true;
    }

    setAAD(data: unknown): boolean {
      if (this.#finished || !(this.#cipher instanceof GcmCipher)) return false;
      this.#cipher.authenticate(bytesOf(rt, data));
      return true;
    }
  }

  const getCipherInfo = (info: Internal, name: string | number, keyLength?: number, ivLength?: number): Internal => {
    const kind = findCipher(name);
    if (!kind || (keyLength !== undefined && keyLength !== kind.keyLength)) return undefined;
    if (ivLength !== undefined && (kind.mode === 'gcm' ? ivLength < 1 : ivLength !== kind.ivLength)) return undefined;
    Object.assign(info, { mode: kind.mode, name: kind.name, nid: kind.nid, blockSize: kind.blockSize });
    if (kind.ivLength > 0) info.ivLength = ivLength ?? kind.ivLength;
    info.keyLength = kind.keyLength;
    return info;
  };

  return { CipherBase, getCipherInfo };
}
