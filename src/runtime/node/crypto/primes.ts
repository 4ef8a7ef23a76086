/** Jobs that make and check primes. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { bitLength, isPrime } from './asym/big-math.ts';
import { fromBig, toBig } from './asym/der.ts';
import { randomPrime } from './asym/prime-search.ts';
import { opensslError } from './asym/openssl-error.ts';
import { bytesOf, exact } from './bytes.ts';
import { cryptoError } from './errors.ts';
import type { KeyClasses } from './keys.ts';

/** Bytes of the largest number OpenSSL makes. */
const LARGEST = 67108856;

export function primeJobs(rt: NodeRuntime, keys: KeyClasses) {
  const { random } = keys;

  const number = (data: unknown): bigint => {
    const bytes = bytesOf(rt, data);
    const start = bytes.findIndex((byte) => byte !== 0);
    if (start >= 0 && bytes.length - start > LARGEST) throw opensslError('01800072', 'bignum routines', 'bignum too long', 'ERR_OSSL_BN_BIGNUM_TOO_LONG');
    return toBig(bytes);
  };

  const randomPrimeJob = (_mode: number, bits: number, safe: boolean, add?: unknown, rem?: unknown) => {
    const step = add === undefined || add === null ? undefined : toBig(bytesOf(rt, add));
    const remainder = rem === undefined || rem === null ? undefined : toBig(bytesOf(rt, rem));
    if (step !== undefined) {
      if (step === 0n || bitLength(step) > bits) throw cryptoError(RangeError, 'ERR_OUT_OF_RANGE', 'invalid options.add');
      if (remainder !== undefined && step <= remainder) throw cryptoError(RangeError, 'ERR_OUT_OF_RANGE', 'invalid options.rem');
    }
    return () => exact(fromBig(prime(bits, safe, step, remainder), Math.ceil(bits / 8)));
  };

  function prime(bits: number, safe: boolean, step?: bigint, remainder?: bigint): bigint {
    if (bits < 17) return smallPrime(bits, safe, step, remainder);
    if (step === undefined) return randomPrime(bits, random, { safe });
    // As OpenSSL: without a remainder it is 1, or 3 for a safe prime, so that the half is odd, too.
    return randomPrime(bits, random, { safe, step, remainder: remainder ?? (safe ? 3n : 1n) });
  }

  /** Few candidates: those that fit are counted, and one is drawn. */
  function smallPrime(bits: number, safe: boolean, step?: bigint, remainder?: bigint): bigint {
    // The top two bits are set, as OpenSSL does it, unless a step is asked for.
    const low = step === undefined && bits > 1 ? 3n << BigInt(bits - 2) : 1n << BigInt(bits - 1), high = 1n << BigInt(bits);
    const found: bigint[] = [];
    for (let p = low; p < high; p++) {
      if (step !== undefined && p % step !== (remainder ?? (safe ? 3n : 1n)) % step) continue;
      if (isPrime(p, random, 16) && (!safe || isPrime((p - 1n) >> 1n, random, 16))) found.push(p);
    }
    if (found.length === 0) throw new Error('error:01800076:bignum routines::bits too small');
    const pick = new Uint8Array(4);
    random(pick);
    return found[Number(toBig(pick) % BigInt(found.length))]!;
  }

  const checkPrimeJob = (_mode: number, candidate: unknown, checks: number) => {
    const value = number(candidate);
    return () => isPrime(value, random, checks || undefined);
  };

  return { randomPrimeJob, checkPrimeJob } satisfies { [name: string]: Internal };
}
