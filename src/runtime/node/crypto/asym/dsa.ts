/** DSA (FIPS 186-4). */
import { bitLength, byteLength, modInverse, modPow, randomBetween, type Random } from './big-math.ts';
import { randomPrime } from './prime-search.ts';
import { concat, DerError, DerReader, fromBig, integer, sequence, toBig } from './der.ts';
import type { DsaKey } from './model.ts';

/** The leftmost bits of the digest, as many as q has. */
function truncated(digest: Uint8Array, q: bigint): bigint {
  const excess = digest.length * 8 - bitLength(q);
  const value = toBig(digest);
  return excess > 0 ? value >> BigInt(excess) : value;
}

export function signDsa(key: DsaKey, digest: Uint8Array, asDer: boolean, random: Random): Uint8Array {
  const { p, q, g } = key;
  for (;;) {
    const k = randomBetween(1n, q, random);
    const r = modPow(g, k, p) % q;
    const s = (modInverse(k, q) * (truncated(digest, q) + key.secret! * r)) % q;
    if (r === 0n || s === 0n) continue;
    const size = byteLength(q);
    return asDer ? sequence(integer(r), integer(s)) : concat(fromBig(r, size), fromBig(s, size));
  }
}

export function verifyDsa(key: DsaKey, digest: Uint8Array, signature: Uint8Array, isDer: boolean): boolean {
  const { p, q, g, y } = key;
  let r: bigint, s: bigint;
  if (isDer) {
    try {
      const reader = new DerReader(signature).sequence();
      r = reader.integer();
      s = reader.integer();
    } catch (error) {
      if (error instanceof DerError) return false;
      throw error;
    }
  } else {
    const size = byteLength(q);
    if (signature.length !== 2 * size) return false;
    r = toBig(signature.subarray(0, size));
    s = toBig(signature.subarray(size));
  }
  if (r <= 0n || r >= q || s <= 0n || s >= q) return false;
  const w = modInverse(s, q);
  const v = ((modPow(g, (truncated(digest, q) * w) % q, p) * modPow(y, (r * w) % q, p)) % p) % q;
  return v === r;
}

export function generateDsa(bits: number, divisorBits: number, random: Random): DsaKey {
  const q = randomPrime(divisorBits, random);
  const p = randomPrime(bits, random, { step: 2n * q });
  const power = (p - 1n) / q;
  for (let h = 2n;; h++) {
    const g = modPow(h, power, p);
    if (g <= 1n) continue;
    const secret = randomBetween(1n, q, random);
    return { type: 'dsa', p, q, g, y: modPow(g, secret, p), secret };
  }
}
