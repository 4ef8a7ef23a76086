/** Jobs of the functions around Keccak (SP 800-185, RFC 9861), and Argon2. */
import { argon2d, argon2i, argon2id } from '@noble/hashes/argon2.js';
import { cshake128, cshake256, kmac128, kmac256, kt128, kt256, turboshake128, turboshake256 } from '@noble/hashes/sha3-addons.js';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { boundedBytes, bytesOf, exact } from './bytes.ts';
import { type KeyClasses, sameBytes } from './keys.ts';

export function spongeJobs(rt: NodeRuntime, shape: Internal, keys: KeyClasses) {
  const copied = (data: unknown): Uint8Array => (data === undefined || data === null ? new Uint8Array(0) : bytesOf(rt, data).slice());
  /** So many bits: those beyond are zero. */
  const trimmed = (bytes: Uint8Array, bits: number): ArrayBuffer => {
    const out = bytes.slice();
    if (bits % 8 !== 0) out[out.length - 1]! &= 0xff << (8 - (bits % 8));
    return exact(out);
  };

  const cshakeJob = (_mode: number, name: string, data: unknown, functionName: unknown, customization: unknown, bits: number) => {
    const input = copied(data), NISTfn = copied(functionName), personalization = copied(customization);
    return () => trimmed((name === 'cSHAKE128' ? cshake128 : cshake256)(input, { dkLen: Math.ceil(bits / 8), NISTfn, personalization }), bits);
  };

  const turboJob = (_mode: number, name: string, D: number, dkLen: number, data: unknown) => {
    const input = copied(data);
    return () => exact((name === 'TurboSHAKE128' ? turboshake128 : turboshake256)(input, { dkLen, D }));
  };

  const kangarooJob = (_mode: number, name: string, customization: unknown, dkLen: number, data: unknown) => {
    const input = copied(data), personalization = copied(customization);
    return () => exact((name === 'KT128' ? kt128 : kt256)(input, { dkLen, personalization }));
  };

  const kmacJob = (_mode: number, purpose: number, key: unknown, name: string, customization: unknown, _keyBits: unknown, bits: number, data: unknown, signature: unknown) => {
    const input = copied(data), personalization = copied(customization), secret = keys.secretBytes(key).slice(), given = copied(signature);
    return () => {
      const mac = (name === 'KMAC128' ? kmac128 : kmac256)(secret, input, { dkLen: Math.ceil(bits / 8), personalization });
      if (purpose === shape.kSignJobModeSign) return exact(mac);
      return given.length === mac.length && sameBytes(given, mac);
    };
  };

  const argonJob = (_mode: number, message: unknown, nonce: unknown, p: number, dkLen: number, m: number, t: number, secret: unknown, associated: unknown, type: number) => {
    const password = message instanceof keys.KeyObjectHandle ? keys.secretBytes(message).slice() : boundedBytes(rt, message, 'pass is too large').slice();
    const salt = copied(nonce), key = copied(secret), personalization = copied(associated);
    const work = type === shape.kTypeArgon2d ? argon2d : type === shape.kTypeArgon2i ? argon2i : argon2id;
    return () => exact(work(password, salt, { t, m, p, dkLen, ...(key.length > 0 && { key }), ...(personalization.length > 0 && { personalization }) }));
  };

  return { cshakeJob, turboJob, kangarooJob, kmacJob, argonJob };
}
