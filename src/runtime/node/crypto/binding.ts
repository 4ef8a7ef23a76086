import { bytesOf } from './bytes.ts';
import { CIPHER_NAMES } from './cipher-names.ts';
import { cipherClasses } from './ciphers.ts';
import { HASH_NAMES } from './digests.ts';
import { cryptoError } from './errors.ts';
import { hashClasses } from './hash.ts';
import { jobClasses } from './jobs.ts';
import { keyClasses, sameBytes } from './keys.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { tlsNatives } from '../tls/natives.ts';
import { secureContexts } from '../tls/secure-context.ts';

/** Hashes, HMAC, key derivation, random data and secret keys. AES. Other ciphers, signatures and certificates stay as the shape has them: they name themselves when used. */
export function createCrypto(rt: NodeRuntime, shape: Internal): Internal {
  const keys = keyClasses(rt, shape);
  const { Hash, Hmac, oneShotDigest } = hashClasses(rt, keys);
  const { CipherBase, getCipherInfo } = cipherClasses(rt, keys);
  expose(shape, { Hash, Hmac, CipherBase, KeyObjectHandle: keys.KeyObjectHandle, ...jobClasses(rt, shape, keys), SecureContext: secureContexts(rt).SecureContext });
  return Object.assign(shape, keys.natives, tlsNatives(rt), {
    oneShotDigest,
    getHashes: () => [...HASH_NAMES],
    getCachedAliases: () => ({ __proto__: null }),
    getCiphers: () => [...CIPHER_NAMES],
    getCipherInfo,
    getCurves: () => [],
    getFipsCrypto: () => 0,
    testFipsCrypto: () => false,
    secureHeapUsed: () => undefined,
    secureBuffer: (length: number) => new Uint8Array(length),
    timingSafeEqual(a: unknown, b: unknown): boolean {
      for (const [name, value] of [['buf1', a], ['buf2', b]] as const) {
        if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) continue;
        throw cryptoError(TypeError, 'ERR_INVALID_ARG_TYPE', `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
      }
      const left = bytesOf(rt, a), right = bytesOf(rt, b);
      if (left.length !== right.length) throw cryptoError(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
      return sameBytes(left, right);
    },
  });
}
