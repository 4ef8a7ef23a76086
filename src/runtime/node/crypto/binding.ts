import { bytesOf } from './bytes.ts';
import { CIPHER_NAMES } from './cipher-names.ts';
import { cipherClasses } from './ciphers.ts';
import { HASH_NAMES } from './digests.ts';
import { cryptoError, notAvailable } from './errors.ts';
import { hashClasses } from './hash.ts';
import { CURVE_NAMES } from './asym/curves.ts';
import { dhClasses } from './diffie-hellman.ts';
import { jobClasses } from './jobs.ts';
import { kemJobs } from './kem.ts';
import { keyClasses, sameBytes } from './keys.ts';
import { keygenJobs } from './keygen.ts';
import { primeJobs } from './primes.ts';
import { rsaCiphers } from './rsa-cipher.ts';
import { signClasses } from './sign.ts';
import { spongeJobs } from './sponge-jobs.ts';
import { webCipherJobs } from './web-ciphers.ts';
import { certificateNatives } from './x509/handle.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { tlsNatives } from '../tls/natives.ts';
import { secureContexts } from '../tls/secure-context.ts';

/** OpenSSL's part of `node:crypto`, in JavaScript: synchronous, as Node's interface is. What is not there stays as the shape has it and names itself when used. */
export function createCrypto(rt: NodeRuntime, shape: Internal): Internal {
  const keys = keyClasses(rt, shape);
  const { Hash, Hmac, oneShotDigest } = hashClasses(rt, keys);
  const { CipherBase, getCipherInfo } = cipherClasses(rt, keys);
  const { Sign, Verify, signJob } = signClasses(rt, shape, keys);
  const { rsaCipherJob, natives: rsaNatives } = rsaCiphers(rt, shape, keys);
  const { rsaJob, ecJob, okpJob, dsaJob, dhJob } = keygenJobs(rt, shape, keys);
  const { DiffieHellman, DiffieHellmanGroup, ECDH, ECDHConvertKey, bitsJob } = dhClasses(rt, keys);
  const { randomPrimeJob, checkPrimeJob } = primeJobs(rt, keys);
  const { parseX509, certVerifySpkac, certExportPublicKey, certExportChallenge } = certificateNatives(rt, keys);
  const { aesJob, chachaJob } = webCipherJobs(rt, shape, keys);
  const { encapsulateJob, decapsulateJob } = kemJobs(rt, keys);
  const sponges = spongeJobs(rt, shape, keys);
  const jobs = jobClasses(rt, shape, keys, {
    SignJob: ['SIGNREQUEST', signJob], RSACipherJob: ['CIPHERREQUEST', rsaCipherJob], DHBitsJob: ['DERIVEBITSREQUEST', bitsJob],
    RsaKeyPairGenJob: ['KEYPAIRGENREQUEST', rsaJob], EcKeyPairGenJob: ['KEYPAIRGENREQUEST', ecJob], NidKeyPairGenJob: ['KEYPAIRGENREQUEST', okpJob],
    DsaKeyPairGenJob: ['KEYPAIRGENREQUEST', dsaJob], DhKeyPairGenJob: ['KEYPAIRGENREQUEST', dhJob],
    AESCipherJob: ['CIPHERREQUEST', aesJob], ChaCha20Poly1305CipherJob: ['CIPHERREQUEST', chachaJob],
    CShakeJob: ['HASHREQUEST', sponges.cshakeJob], TurboShakeJob: ['HASHREQUEST', sponges.turboJob], KangarooTwelveJob: ['HASHREQUEST', sponges.kangarooJob],
    KmacJob: ['SIGNREQUEST', sponges.kmacJob], Argon2Job: ['ARGON2REQUEST', sponges.argonJob],
    KEMEncapsulateJob: ['DERIVEBITSREQUEST', encapsulateJob], KEMDecapsulateJob: ['DERIVEBITSREQUEST', decapsulateJob],
    RandomPrimeJob: ['RANDOMPRIMEREQUEST', randomPrimeJob], CheckPrimeJob: ['CHECKPRIMEREQUEST', checkPrimeJob],
  });
  const { SecureContext } = secureContexts(rt);
  expose(shape, { Hash, Hmac, CipherBase, Sign, Verify, DiffieHellman, DiffieHellmanGroup, ECDH, KeyObjectHandle: keys.KeyObjectHandle, SecureContext, ...jobs });
  return Object.assign(shape, keys.natives, rsaNatives, tlsNatives(rt), {
    ECDHConvertKey, parseX509, certVerifySpkac, certExportPublicKey, certExportChallenge,
    oneShotDigest,
    getHashes: () => [...HASH_NAMES],
    getCachedAliases: () => ({ __proto__: null }),
    getCiphers: () => [...CIPHER_NAMES],
    getCipherInfo,
    getCurves: () => [...CURVE_NAMES],
    // What OpenSSL is built with.
    getOpenSSLSecLevelCrypto: () => 2,
    getFipsCrypto: () => 0,
    testFipsCrypto: () => false,
    setFipsCrypto(on: boolean): void {
      if (on) throw notAvailable('The FIPS mode of OpenSSL');
    },
    secureHeapUsed: () => 0n,
    secureBuffer: (length: number) => new Uint8Array(length),
    timingSafeEqual(a: unknown, b: unknown): boolean {
      for (const [name, value] of [['buf1', a], ['buf2', b]] as const) {
        if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) continue;
        throw cryptoError(TypeError, 'ERR_INVALID_ARG_TYPE', `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
      }
      const left = bytesOf(rt, a), right = bytesOf(rt, b);
      if (left.length !== right.length) throw cryptoError(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
      return sameBytes(left, right);
    },
  });
}
