/** Ed25519, Ed448, X25519 and X448. */
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { ed448, x448 } from '@noble/curves/ed448.js';
import type { OkpType } from './model.ts';

interface Kind { oid: string; size: number; jwk: string; point(secret: Uint8Array): Uint8Array; shared?(secret: Uint8Array, point: Uint8Array): Uint8Array }

export const OKP: { readonly [K in OkpType]: Kind } = {
  x25519: { oid: '1.3.101.110', size: 32, jwk: 'X25519', point: (secret) => x25519.getPublicKey(secret), shared: (secret, point) => x25519.getSharedSecret(secret, point) },
  x448: { oid: '1.3.101.111', size: 56, jwk: 'X448', point: (secret) => x448.getPublicKey(secret), shared: (secret, point) => x448.getSharedSecret(secret, point) },
  ed25519: { oid: '1.3.101.112', size: 32, jwk: 'Ed25519', point: (secret) => ed25519.getPublicKey(secret) },
  ed448: { oid: '1.3.101.113', size: 57, jwk: 'Ed448', point: (secret) => ed448.getPublicKey(secret) },
};

export const okpOfOid = (oid: string): OkpType | undefined => (Object.keys(OKP) as OkpType[]).find((type) => OKP[type].oid === oid);
export const okpOfJwk = (name: string): OkpType | undefined => (Object.keys(OKP) as OkpType[]).find((type) => OKP[type].jwk === name);

export function edSign(type: 'ed25519' | 'ed448', secret: Uint8Array, data: Uint8Array, context?: Uint8Array): Uint8Array {
  return type === 'ed25519' ? ed25519.sign(data, secret) : ed448.sign(data, secret, context ? { context } : undefined);
}

export function edVerify(type: 'ed25519' | 'ed448', point: Uint8Array, data: Uint8Array, signature: Uint8Array, context?: Uint8Array): boolean {
  try {
    // OpenSSL follows RFC 8032, not the looser ZIP 215.
    return type === 'ed25519' ? ed25519.verify(signature, data, point, { zip215: false }) : ed448.verify(signature, data, point, { zip215: false, ...(context && { context }) });
  } catch {
    return false;
  }
}
