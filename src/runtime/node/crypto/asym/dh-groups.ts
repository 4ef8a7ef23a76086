/** The MODP groups of RFC 2409 and RFC 3526: primes made of the digits of pi, so they are computed. */

/** Bits, and what is added to the digits of pi until the number is a prime of that kind. */
const GROUPS: { readonly [name: string]: readonly [bits: number, addend: number] } = {
  modp1: [768, 149686], modp2: [1024, 129093], modp5: [1536, 741804], modp14: [2048, 124476], modp15: [3072, 1690314], modp16: [4096, 240904], modp17: [6144, 929484], modp18: [8192, 4743158],
};

export const DH_GROUP_NAMES: readonly string[] = Object.keys(GROUPS);

const PRIVATE_BITS: { readonly [bits: number]: number } = { 1536: 200, 2048: 225, 3072: 275, 4096: 325, 6144: 375, 8192: 400 };

/** How long OpenSSL makes private values in a group of its own. */
export const privateBits = (bits: number): number => PRIVATE_BITS[bits] ?? bits - 1;

/** floor(pi * 2^bits), by Machin's formula. */
function piBits(bits: number): bigint {
  const guard = 64n;
  const one = 1n << (BigInt(bits) + guard);
  const arctanInverse = (x: bigint): bigint => {
    let sum = 0n;
    for (let power = one / x, n = 1n, sign = 1n; power > 0n; power /= x * x, n += 2n, sign = -sign) sum += (sign * power) / n;
    return sum;
  };
  return (16n * arctanInverse(5n) - 4n * arctanInverse(239n)) >> guard;
}

const primes = new Map<string, bigint>();

/** The prime of a group; undefined for an unknown name. The generator is 2. */
export function dhGroup(name: string): bigint | undefined {
  const key = name.toLowerCase();
  const known = primes.get(key);
  if (known !== undefined) return known;
  const group = Object.hasOwn(GROUPS, key) ? GROUPS[key] : undefined;
  if (!group) return undefined;
  const [bits, addend] = group;
  const size = BigInt(bits);
  const prime = (1n << size) - (1n << (size - 64n)) - 1n + (1n << 64n) * (piBits(bits - 130) + BigInt(addend));
  primes.set(key, prime);
  return prime;
}
