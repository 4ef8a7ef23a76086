/** What an asymmetric key is made of, whatever format it came in. */
import type { Curve } from './curves.ts';

export interface RsaParts { d: bigint; p: bigint; q: bigint; dp: bigint; dq: bigint; qi: bigint }
/** Restrictions of an RSA-PSS key. */
export interface PssParameters { hash: string; mgf1Hash: string; saltLength: number }

export interface RsaKey { type: 'rsa' | 'rsa-pss'; n: bigint; e: bigint; secret?: RsaParts; pss?: PssParameters }
/** `point`: uncompressed, with its leading 4. `explicit`: parameters are written out, not named. */
export interface EcKey { type: 'ec'; curve: Curve; point: Uint8Array; secret?: Uint8Array; explicit?: boolean; compressed?: boolean }
export type OkpType = 'ed25519' | 'ed448' | 'x25519' | 'x448';
export interface OkpKey { type: OkpType; point: Uint8Array; secret?: Uint8Array }
export interface DsaKey { type: 'dsa'; p: bigint; q: bigint; g: bigint; y: bigint; secret?: bigint }
/** `length`: of the private value in bits, when the parameters say so. */
export interface DhKey { type: 'dh'; p: bigint; g: bigint; y: bigint; secret?: bigint; length?: number; q?: bigint; subgroup?: boolean }

export type AsymmetricKey = RsaKey | EcKey | OkpKey | DsaKey | DhKey;

export const isOkp = (key: AsymmetricKey): key is OkpKey => key.type === 'ed25519' || key.type === 'ed448' || key.type === 'x25519' || key.type === 'x448';

/** The same key without its secret. */
export function publicPart(key: AsymmetricKey): AsymmetricKey {
  const { secret, ...rest } = key;
  void secret;
  return rest as AsymmetricKey;
}
