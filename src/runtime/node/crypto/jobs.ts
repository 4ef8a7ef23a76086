/** The jobs of the crypto binding: `new Job(mode, ...)` and `run()`, at once, later through `ondone`, or as a promise (Web Crypto). */
import { extract, expand } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import type { CHash } from '@noble/hashes/utils.js';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { AsyncContext } from '../streams/async-context.ts';
import { boundedBytes, bytesOf, exact } from './bytes.ts';
import { findDigest } from './digests.ts';
import { cryptoError, invalidDigest } from './errors.ts';
import { sameBytes, type KeyClasses } from './keys.ts';
import { fillRandom } from './random.ts';

const NativePromise = Promise;
function plainDigest(name: string): CHash {
  const kind = findDigest(name);
  if (!kind?.plain) throw invalidDigest(name);
  return kind.plain;
}

/** From another thread Node brings OpenSSL's text alone, without code and reason. */
const plainError = (error: unknown): unknown => (error instanceof Error && 'library' in error ? new Error(error.message) : error);

/** What a job's arguments make: its work, or an error at once. `more` are the jobs of other files. */
export type Prepare = (mode: number, ...args: Internal[]) => () => unknown;

export function jobClasses(rt: NodeRuntime, shape: Internal, keys: KeyClasses, more: { [name: string]: [type: string, prepare: Prepare] }) {
  const { kCryptoJobAsync, kCryptoJobSync, kSignJobModeSign }: { [name: string]: number } = shape;

  /** `prepare` checks the arguments (its errors are thrown by the constructor) and returns the work. */
  const job = (type: string, prepare: Prepare): Function => class {
    readonly #mode: number;
    readonly #work: () => unknown;
    readonly #context: AsyncContext;
    declare ondone: Internal;
    constructor(mode: number, ...args: Internal[]) {
      this.#mode = mode;
      this.#work = prepare(mode, ...args);
      this.#context = new AsyncContext(rt, type, this);
    }
    run(): unknown {
      if (this.#mode === kCryptoJobSync) return this.#result();
      if (this.#mode === kCryptoJobAsync) {
        rt.loop.complete(() => {
          const [error, value] = this.#result();
          this.#context.destroy();
          this.#context.call(this.ondone, this, plainError(error), value);
        });
        return undefined;
      }
      return new NativePromise((resolve, reject) => {
        rt.loop.complete(() => {
          const [error, value] = this.#result();
          this.#context.destroy();
          if (error === undefined) resolve(value);
          else reject(rt.requireBuiltin('internal/util').lazyDOMException('The operation failed for an operation-specific reason', { name: 'OperationError', cause: error }));
        });
      });
    }
    #result(): [unknown, unknown] {
      try {
        return [undefined, this.#work()];
      } catch (e) {
        return [e, undefined];
      }
    }
  };

  const secretKey = (mode: number, bits: number, algorithm?: object, usagesMask = 0, extractable = false) => () => {
    const web = mode !== kCryptoJobSync && mode !== kCryptoJobAsync;
    const bytes = new Uint8Array(web ? Math.ceil(bits / 8) : Math.floor(bits / 8));
    fillRandom(rt, bytes);
    if (web && bits % 8 !== 0) bytes[bytes.length - 1]! &= 0xff << (8 - (bits % 8));
    if (web) return keys.makeCryptoKey(bytes, algorithm!, usagesMask, extractable);
    const handle = new keys.KeyObjectHandle();
    handle.init(shape.kKeyTypeSecret, bytes);
    return handle;
  };

  return {
    RandomBytesJob: job('RANDOMBYTESREQUEST', (_mode, buffer: unknown, offset: number, size: number) => () => {
      const target = bytesOf(rt, buffer).subarray(offset, offset + size);
      if (target.buffer instanceof ArrayBuffer) return fillRandom(rt, target as Uint8Array<ArrayBuffer>);
      // The browser refuses to fill shared memory.
      const own = new Uint8Array(target.length);
      fillRandom(rt, own);
      target.set(own);
    }),
    PBKDF2Job: job('PBKDF2REQUEST', (_mode, password: unknown, salt: unknown, iterations: number, length: number, digest: string) => {
      const hash = plainDigest(digest);
      const secret = keys.secretBytes(password, 'pass is too large').slice(), salted = boundedBytes(rt, salt, 'salt is too large').slice();
      return () => {
        if (length === 0) throw new Error('Deriving bits failed');
        return exact(pbkdf2(hash, secret, salted, { c: iterations, dkLen: length }));
      };
    }),
    ScryptJob: job('SCRYPTREQUEST', (_mode, password: unknown, salt: unknown, N: number, r: number, p: number, maxmem: number, length: number) => {
      // OpenSSL's own checks, memory limit included.
      const refuse = (why: string): Error => cryptoError(RangeError, 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS', `Invalid scrypt params${why}`);
      if (N < 2 || (N & (N - 1)) !== 0 || r < 1 || p < 1) throw refuse('');
      if (N >= 2 ** (16 * r) || p > (2 ** 30 - 1) / r || 128 * r * (N + p + 2) > maxmem) throw refuse(': error:030000AC:digital envelope routines::memory limit exceeded');
      const secret = keys.secretBytes(password, 'pass is too large').slice(), salted = boundedBytes(rt, salt, 'salt is too large').slice();
      return () => (length === 0 ? new ArrayBuffer(0) : exact(scrypt(secret, salted, { N, r, p, dkLen: length, maxmem: maxmem + 1024 })));
    }),
    HKDFJob: job('DERIVEBITSREQUEST', (_mode, digest: string, key: unknown, salt: unknown, info: unknown, length: number) => {
      const hash = plainDigest(digest);
      if (length > 255 * hash.outputLen) throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
      const secret = keys.secretBytes(key), salted = boundedBytes(rt, salt, 'salt is too big').slice(), context = bytesOf(rt, info).slice();
      return () => (length === 0 ? new ArrayBuffer(0) : exact(expand(hash, extract(hash, secret, salted), context, length)));
    }),
    HashJob: job('HASHREQUEST', (_mode, name: string, data: unknown, bits?: number) => {
      const kind = findDigest(name);
      if (!kind) throw invalidDigest(name);
      const input = boundedBytes(rt, data, 'data is too big').slice();
      return () => {
        const state = kind.create(kind.extendable && bits !== undefined ? bits / 8 : undefined);
        state.update(input);
        return exact(state.digest());
      };
    }),
    HmacJob: job('SIGNREQUEST', (_mode, purpose: number, digest: string, key: unknown, data: unknown, signature: unknown) => {
      const hash = plainDigest(digest);
      const secret = keys.secretBytes(key), input = bytesOf(rt, data).slice();
      return () => {
        const mac = hmac(hash, secret, input);
        if (purpose === kSignJobModeSign) return exact(mac);
        const given = bytesOf(rt, signature);
        return given.length === mac.length && sameBytes(mac, given);
      };
    }),
    SecretKeyGenJob: job('KEYGENREQUEST', secretKey as never),
    ...Object.fromEntries(Object.entries(more).map(([name, [type, prepare]]) => [name, job(type, prepare)])),
  };
}
