/** Arithmetic of public keys over BigInt. */
import { fromBig, toBig } from './der.ts';

/** Fills with random bytes. */
export type Random = (bytes: Uint8Array<ArrayBuffer>) => void;

export const bitLength = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length);
export const byteLength = (value: bigint): number => Math.ceil(value.toString(16).length / 2);
export const mod = (a: bigint, m: bigint): bigint => ((a % m) + m) % m;

/** base ** exponent mod modulus, four bits at a time. */
export function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  if (modulus === 1n) return 0n;
  const table: bigint[] = [1n, mod(base, modulus)];
  for (let i = 2; i < 16; i++) table.push((table[i - 1]! * table[1]!) % modulus);
  let result = 1n;
  for (const digit of exponent.toString(16)) {
    if (result !== 1n) for (let i = 0; i < 4; i++) result = (result * result) % modulus;
    const value = Number.parseInt(digit, 16);
    if (value > 0) result = (result * table[value]!) % modulus;
  }
  return result;
}

export function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** @throws RangeError when there is none */
export function modInverse(a: bigint, m: bigint): bigint {
  let [low, high, x, y] = [mod(a, m), m, 1n, 0n];
  while (low > 1n) {
    if (high === 0n) break;
    const quotient = high / low;
    [low, high, x, y] = [high - quotient * low, low, y - quotient * x, x];
  }
  if (low !== 1n) throw new RangeError('no inverse');
  return mod(x, m);
}

export function randomBits(bits: number, random: Random): bigint {
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  random(bytes);
  return toBig(bytes) >> BigInt(bytes.length * 8 - bits);
}

/** Uniform in [low, high). */
export function randomBetween(low: bigint, high: bigint, random: Random): bigint {
  const range = high - low;
  const bits = bitLength(range);
  for (;;) {
    const value = randomBits(bits, random);
    if (value < range) return low + value;
  }
}

const SMALL_PRIMES: number[] = [];
for (let n = 3; n < 4000; n += 2) if (SMALL_PRIMES.every((p) => n % p !== 0)) SMALL_PRIMES.push(n);

function witness(a: bigint, n: bigint, odd: bigint, twos: number): boolean {
  let x = modPow(a, odd, n);
  if (x === 1n || x === n - 1n) return false;
  for (let i = 1; i < twos; i++) {
    x = (x * x) % n;
    if (x === n - 1n) return false;
  }
  return true;
}

/** Miller-Rabin after trial division. */
export function isPrime(n: bigint, random: Random, rounds = bitLength(n) > 2048 ? 128 : 64): boolean {
  if (n < 2n) return false;
  if (n === 2n) return true;
  if ((n & 1n) === 0n) return false;
  for (const p of SMALL_PRIMES) if (n % BigInt(p) === 0n) return n === BigInt(p);
  let odd = n - 1n, twos = 0;
  while ((odd & 1n) === 0n) {
    odd >>= 1n;
    twos++;
  }
  for (let i = 0; i < rounds; i++) if (witness(randomBetween(2n, n - 1n, random), n, odd, twos)) return false;
  return true;
}

/** Rounds that a random candidate of this size needs (FIPS 186-5, error below 2^-100 for random numbers); others may be an adversary's. */
const roundsFor = (bits: number): number => (bits >= 1024 ? 5 : bits >= 512 ? 8 : 32);

/** A prime of exactly `bits` bits with the top two set, which `fits`. Candidates are sieved by small primes before they are tested. */
export function randomPrime(bits: number, random: Random, fits: (p: bigint) => boolean = () => true, step = 2n, remainder?: bigint): bigint {
  for (;;) {
    let start = randomBits(bits, random) | (1n << BigInt(bits - 1)) | (bits > 2 ? 1n << BigInt(bits - 2) : 0n) | 1n;
    if (remainder !== undefined) start = start - (start % step) + remainder;
    const residues = SMALL_PRIMES.map((p) => Number(start % BigInt(p)));
    const steps = SMALL_PRIMES.map((p) => Number(step % BigInt(p)));
    const top = bits * 40;
    const composite = new Uint8Array(top);
    for (let i = 0; i < SMALL_PRIMES.length; i++) {
      const p = SMALL_PRIMES[i]!;
      // A prime of that size itself is no multiple to be thrown away.
      if (bits <= 12 || steps[i] === 0) continue;
      for (let k = 0, r = residues[i]!; k < Math.min(p, top); k++, r = (r + steps[i]!) % p) {
        if (r !== 0) continue;
        for (let j = k; j < top; j += p) composite[j] = 1;
        break;
      }
    }
    for (let k = 0; k < top; k++) {
      if (composite[k]) continue;
      const candidate = start + BigInt(k) * step;
      if (bitLength(candidate) !== bits) break;
      if (fits(candidate) && isPrime(candidate, random, roundsFor(bits))) return candidate;
    }
  }
}

/** Big-endian bytes of fixed length. */
export const fixed = (value: bigint, length: number): Uint8Array => fromBig(value, length);
