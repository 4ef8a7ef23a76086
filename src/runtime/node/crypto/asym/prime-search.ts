/** Finding large primes: a sieve leaves few candidates, one quick test most likely primes, and Miller-Rabin the primes. */
import { bitLength, isPrime, type Random, randomBits } from './big-math.ts';

/** How far the sieve goes. A safe prime is tested some hundred times as often, so each test saved counts more than the sieve's time. */
const SIEVE = 4000, SAFE_SIEVE = 1 << 20;

let odd: number[] = [];
let known = 0;
/** Odd primes, at least all below the bound. */
function primesBelow(bound: number): number[] {
  if (known < bound) {
    const composite = new Uint8Array(bound);
    odd = [];
    known = bound;
    for (let n = 3; n < bound; n += 2) {
      if (composite[n]) continue;
      odd.push(n);
      for (let j = n * n; j < bound; j += 2 * n) composite[j] = 1;
    }
  }
  return odd;
}

/** Fermat's test to the base 2, whose powers need no table: nearly everything that is no prime fails it. */
function mayBePrime(n: bigint): boolean {
  let power = 1n;
  for (const bit of (n - 1n).toString(2)) power = (bit === '1' ? (power * power) << 1n : power * power) % n;
  return power === 1n;
}

/** Rounds that a random candidate of this size needs (FIPS 186-5, error below 2^-100 for random numbers); others may be an adversary's. */
const roundsFor = (bits: number): number => (bits >= 1024 ? 5 : bits >= 512 ? 8 : 32);

export interface PrimeWish {
  /** (p - 1) / 2 is to be a prime, too. */
  safe?: boolean;
  /** The prime leaves `remainder` when divided by `step`; without, the top two bits are set. */
  step?: bigint;
  remainder?: bigint;
  fits?: (p: bigint) => boolean;
}

/** Marks those of `start`, `start + step`, ... that a small prime divides, or whose half it divides. */
function sieve(start: bigint, step: bigint, count: number, bits: number, safe: boolean): Uint8Array {
  const composite = new Uint8Array(count);
  // A number of that size itself is no multiple to be thrown away.
  const bound = Math.min(safe ? SAFE_SIEVE : SIEVE, 2 ** (bits - (safe ? 2 : 1)));
  for (const p of primesBelow(safe ? SAFE_SIEVE : SIEVE)) {
    if (p >= bound) break;
    const stride = Number(step % BigInt(p));
    if (stride === 0) continue;
    // The index k with start + k * step = 0 modulo p, or 1 for the half.
    const rest = Number(start % BigInt(p));
    const inverse = inverseModulo(stride, p);
    const mark = (wanted: number): void => {
      for (let k = (((wanted - rest + p) % p) * inverse) % p; k < count; k += p) composite[k] = 1;
    };
    mark(0);
    if (safe) mark(1);
  }
  return composite;
}

function inverseModulo(a: number, p: number): number {
  let [low, high, x, y] = [a, p, 1, 0];
  while (low > 1) {
    const quotient = Math.floor(high / low);
    [low, high, x, y] = [high - quotient * low, low, y - quotient * x, x];
  }
  return x < 0 ? x + p : x;
}

/** A prime of exactly `bits` bits. */
export function randomPrime(bits: number, random: Random, { safe = false, step, remainder, fits }: PrimeWish = {}): bigint {
  const stride = step ?? (safe ? 4n : 2n);
  const count = bits * (safe ? 100 : 40);
  for (;;) {
    let start = randomBits(bits, random) | (1n << BigInt(bits - 1));
    if (step === undefined) start |= (1n << BigInt(bits - 2)) | (safe ? 3n : 1n);
    else start = start - (start % step) + (remainder ?? 1n);
    const composite = sieve(start, stride, count, bits, safe);
    for (let k = 0; k < count; k++) {
      if (composite[k]) continue;
      const candidate = start + BigInt(k) * stride;
      const length = bitLength(candidate);
      if (length < bits) continue;
      if (length > bits) break;
      const half = (candidate - 1n) >> 1n;
      // A step of an odd length leads to even numbers, too.
      if ((candidate & 1n) === 0n || (safe && (half & 1n) === 0n)) continue;
      if (safe && !mayBePrime(half)) continue;
      if (!mayBePrime(candidate) || (fits && !fits(candidate))) continue;
      if (isPrime(candidate, random, roundsFor(bits)) && (!safe || isPrime(half, random, roundsFor(bits)))) return candidate;
    }
  }
}

/** A safe prime for which `generator` generates the group that OpenSSL wants. */
export function exchangePrime(bits: number, generator: bigint, random: Random): bigint {
  const [step, remainder] = generator === 2n ? [24n, 23n] : generator === 5n ? [60n, 59n] : [12n, 11n];
  return randomPrime(bits, random, { safe: true, step, remainder });
}
