/** `DiffieHellman`, `ECDH` and the job behind `crypto.diffieHellman`. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { bitLength, byteLength, isPrime, modPow, randomBits, randomBetween } from './asym/big-math.ts';
import { CURVE_NAMES, type Curve, findCurve, publicPoint, readPoint, sharedX, writePoint } from './asym/curves.ts';
import { fromBig, toBig } from './asym/der.ts';
import { DH_GROUP_NAMES, dhGroup, privateBits } from './asym/dh-groups.ts';
import { exchangePrime } from './asym/prime-search.ts';
import type { AsymmetricKey } from './asym/model.ts';
import { OKP } from './asym/okp.ts';
import { derivationFailed, opensslError, otherDomain, wrongKeyType } from './asym/openssl-error.ts';
import { boundedBytes, exact, output } from './bytes.ts';
import { cryptoError, notAvailable } from './errors.ts';
import { type KeyClasses, type KeyInput, pointForm } from './keys.ts';

const CHECK = { NOT_PRIME: 1, NOT_SAFE: 2, TOO_SMALL: 128 } as const;
/** Enough to see that a number is no prime; who gives a prime made to deceive deceives himself. */
const CHECK_ROUNDS = 4;
const MIN_BITS = 512;

const failed = (message: string): Error => cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', message);
const badGenerator = (): Error => opensslError('02800065', 'Diffie-Hellman routines', 'bad generator', 'ERR_OSSL_DH_BAD_GENERATOR');

export function dhClasses(rt: NodeRuntime, keys: KeyClasses) {
  const { random } = keys;
  const isKnown = (p: bigint): boolean => DH_GROUP_NAMES.some((name) => dhGroup(name) === p);

  function verify(p: bigint): number {
    if (isKnown(p)) return 0;
    let result = bitLength(p) < MIN_BITS ? CHECK.TOO_SMALL : 0;
    if (!isPrime(p, random, CHECK_ROUNDS)) result |= CHECK.NOT_PRIME;
    else if (!isPrime((p - 1n) >> 1n, random, CHECK_ROUNDS)) result |= CHECK.NOT_SAFE;
    return result;
  }

  class Exchange {
    #p = 0n;
    #g = 0n;
    #public: bigint | null = null;
    #private: bigint | null = null;
    declare verifyError: number;

    static begin(exchange: Exchange, p: bigint, g: bigint): void {
      exchange.#p = p;
      exchange.#g = g;
      Object.defineProperty(exchange, 'verifyError', { value: verify(p), enumerable: true });
    }

    generateKeys(): Internal {
      const { p, g } = { p: this.#p, g: this.#g };
      if (this.#private === null) {
        const bits = isKnown(p) ? privateBits(bitLength(p)) : bitLength(p) - 1;
        do this.#private = randomBits(bits, random); while (this.#private < 2n);
      }
      this.#public = modPow(g, this.#private, p);
      return this.getPublicKey();
    }

    computeSecret(other: unknown): Internal {
      const p = this.#p;
      const value = toBig(boundedBytes(rt, other, 'secret is too big'));
      if (value <= 1n) throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too small');
      if (value >= p - 1n) throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too large');
      if (this.#private === null) throw failed('Failed to compute shared secret');
      return output(rt, fromBig(modPow(value, this.#private, p), byteLength(p)));
    }

    getPrime(): Internal {
      return output(rt, fromBig(this.#p));
    }
    getGenerator(): Internal {
      return output(rt, fromBig(this.#g));
    }
    getPublicKey(): Internal {
      if (this.#public === null) throw cryptoError(Error, 'ERR_CRYPTO_INVALID_STATE', 'No public key - did you forget to generate one?');
      return output(rt, fromBig(this.#public));
    }
    getPrivateKey(): Internal {
      if (this.#private === null) throw cryptoError(Error, 'ERR_CRYPTO_INVALID_STATE', 'No private key - did you forget to generate one?');
      return output(rt, fromBig(this.#private));
    }
    setPublicKey(key: unknown): void {
      this.#public = toBig(boundedBytes(rt, key, 'buf is too big'));
    }
    setPrivateKey(key: unknown): void {
      this.#private = toBig(boundedBytes(rt, key, 'buf is too big'));
    }
  }

  class DiffieHellman extends Exchange {
    constructor(sizeOrKey: unknown, generator: unknown) {
      super();
      const g = typeof generator === 'number' ? BigInt(generator) : toBig(boundedBytes(rt, generator, 'generator is too big'));
      if (typeof sizeOrKey === 'number') {
        if (sizeOrKey < 3) throw opensslError('0280007E', 'Diffie-Hellman routines', 'modulus too small', 'ERR_OSSL_DH_MODULUS_TOO_SMALL');
        if (g < 2n) throw badGenerator();
        if (sizeOrKey < MIN_BITS) throw cryptoError(TypeError, 'ERR_INVALID_ARG_VALUE', 'Invalid DH parameters');
        Exchange.begin(this, exchangePrime(sizeOrKey, g, random), g);
        return;
      }
      if (g < 2n) throw badGenerator();
      Exchange.begin(this, toBig(boundedBytes(rt, sizeOrKey, 'prime is too big')), g);
    }
  }

  class DiffieHellmanGroup extends Exchange {
    constructor(name: string) {
      super();
      const p = dhGroup(name);
      if (p === undefined) throw cryptoError(Error, 'ERR_CRYPTO_UNKNOWN_DH_GROUP', 'Unknown DH group');
      Exchange.begin(this, p, 2n);
    }
  }

  function namedCurve(name: string): Curve {
    const curve = findCurve(name);
    if (curve) return curve;
    if (CURVE_NAMES.includes(name)) throw notAvailable(`The curve ${name}, which is over a binary field,`);
    throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
  }

  class ECDH {
    readonly #curve: Curve;
    #private: Uint8Array | null = null;
    #public: Uint8Array | null = null;

    constructor(name: string) {
      this.#curve = namedCurve(name);
    }

    generateKeys(): void {
      this.#private = fromBig(randomBetween(1n, BigInt(`0x${this.#curve.row.n}`), random), this.#curve.orderSize);
      this.#public = publicPoint(this.#curve, this.#private);
    }

    /** A string is the library's sign for a public key that does not fit. */
    computeSecret(other: unknown): Internal {
      const point = readPoint(this.#curve, boundedBytes(rt, other, 'buffer is too big'));
      if (!this.#private) throw failed('Failed to compute ECDH key');
      if (!point) return 'Public key is not valid for specified curve';
      return output(rt, sharedX(this.#curve, this.#private, point));
    }

    getPublicKey(form: number): Internal {
      if (!this.#public) throw failed('Failed to get ECDH public key');
      return output(rt, writePoint(this.#curve, this.#public, pointForm(form)).slice());
    }

    getPrivateKey(): Internal {
      if (!this.#private) throw failed('Failed to get ECDH private key');
      return output(rt, fromBig(toBig(this.#private)));
    }

    setPrivateKey(key: unknown): void {
      const value = toBig(boundedBytes(rt, key, 'key is too big'));
      if (value <= 0n || value >= BigInt(`0x${this.#curve.row.n}`)) throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYTYPE', 'Private key is not valid for specified curve.');
      this.#private = fromBig(value, this.#curve.orderSize);
      this.#public = publicPoint(this.#curve, this.#private);
    }

    setPublicKey(key: unknown): void {
      const point = readPoint(this.#curve, boundedBytes(rt, key, 'key is too big'));
      if (!point) throw failed('Failed to convert Buffer to EC_POINT');
      this.#public = point;
    }
  }

  const ECDHConvertKey = (key: unknown, name: string, form: number): Internal => {
    const curve = namedCurve(name);
    const point = readPoint(curve, boundedBytes(rt, key, 'key is too big'));
    if (!point) throw failed('Failed to convert Buffer to EC_POINT');
    return output(rt, writePoint(curve, point, pointForm(form)).slice());
  };

  /** The secret two keys share. */
  function shared(mine: AsymmetricKey, theirs: AsymmetricKey): Uint8Array {
    if (mine.type !== theirs.type) throw cryptoError(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY', `Incompatible key types for Diffie-Hellman: ${mine.type} and ${theirs.type}`);
    if (mine.type === 'ec' && theirs.type === 'ec') {
      if (mine.curve.name !== theirs.curve.name) throw otherDomain();
      return sharedX(mine.curve, mine.secret!, theirs.point);
    }
    if (mine.type === 'dh' && theirs.type === 'dh') {
      if (mine.p !== theirs.p || mine.g !== theirs.g) throw otherDomain();
      return fromBig(modPow(theirs.y, mine.secret!, mine.p), byteLength(mine.p));
    }
    if ((mine.type === 'x25519' || mine.type === 'x448') && theirs.type === mine.type) {
      try {
        return OKP[mine.type].shared!(mine.secret!, theirs.point);
      } catch {
        // A point of low order: the secret would be zero.
        throw derivationFailed();
      }
    }
    throw wrongKeyType();
  }

  /** Prepares a `DHBitsJob`: the public key's five values, then the private one's. */
  const bitsJob = (_mode: number, ...rest: Internal[]) => {
    const theirs = keys.readKey(rest.slice(0, 5) as unknown as KeyInput, 'public');
    const mine = keys.readKey(rest.slice(5, 10) as unknown as KeyInput, 'private');
    return () => exact(shared(mine, theirs));
  };

  return { DiffieHellman, DiffieHellmanGroup, ECDH, ECDHConvertKey, bitsJob };
}
