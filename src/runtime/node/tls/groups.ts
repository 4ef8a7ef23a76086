/** Groups for ephemeral keys: what programs are told of the one both ends would have agreed on (`ecdhCurve`). */
import { findCurve } from '../crypto/asym/curves.ts';
import { cryptoError } from '../crypto/errors.ts';

/** What `getEphemeralKeyInfo` says; elliptic curves in TLS 1.2 are ECDH, whatever the group is called there. */
export interface Group { type: string; name?: string | undefined; size?: number | undefined }

const HYBRID = 'X25519MLKEM768';
/** Those OpenSSL offers by itself, its first choice in front. */
const DEFAULT = [HYBRID, 'X25519', 'prime256v1', 'X448', 'secp384r1', 'secp521r1'];
const NIST: { readonly [name: string]: string } = { 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };
const SIZES: { readonly [name: string]: number } = { X25519: 253, X448: 448, prime256v1: 256, secp384r1: 384, secp521r1: 521 };

/** @throws Error ERR_CRYPTO_OPERATION_FAILED for a list with an unknown name */
export function parseGroups(list: string): string[] {
  return list.split(':').map((given) => {
    const name = NIST[given] ?? given;
    if (SIZES[name] === undefined && name !== HYBRID && !findCurve(name)) throw cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to set ECDH curve');
    return name;
  });
}

/** What both agree on, null when there is nothing: the client's first, for which it sends a key with TLS 1.3, else the first of the server's that it offers. */
export function chooseGroup(version: number, server: string[] | null, client: string[] | null): Group | null {
  const offered = client ?? DEFAULT;
  const modern = version >= 0x0304;
  const accepted = server ?? DEFAULT;
  const name = modern && accepted.includes(offered[0]!) ? offered[0]! : accepted.find((one) => offered.includes(one) && (modern || one !== HYBRID));
  if (name === undefined) return null;
  return name === HYBRID ? { type: 'TLSGroup', name, size: undefined } : { type: 'ECDH', name, size: SIZES[name] };
}
