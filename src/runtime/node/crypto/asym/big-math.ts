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

/** Big-endian bytes of fixed length. */
export const fixed = (value: bigint, length: number): Uint8Array => fromBig(value, length);
