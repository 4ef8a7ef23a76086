/** Jobs that make key pairs. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { CURVE_NAMES, type Curve, findCurve, publicPoint } from './asym/curves.ts';
import { bitLength, modPow, randomBetween, randomBits } from './asym/big-math.ts';
import { fromBig, toBig } from './asym/der.ts';
import { dhGroup, privateBits } from './asym/dh-groups.ts';
import { generateDsa } from './asym/dsa.ts';
import { toJwk } from './asym/jwk.ts';
import { writePrivate, writePublic } from './asym/key-output.ts';
import { type AsymmetricKey, type DhKey, type OkpType, publicPart, type RsaKey } from './asym/model.ts';
import { OKP } from './asym/okp.ts';
import { exchangePrime } from './asym/prime-search.ts';
import { generateRsa } from './asym/rsa.ts';
import { bytesOf, output } from './bytes.ts';
import { canonicalDigest, findDigest } from './digests.ts';
import { cryptoError, invalidDigest, notAvailable } from './errors.ts';
import type { KeyClasses } from './keys.ts';

/** Format and type of the public key, those of the private key, and how it is encrypted. */
type Encoding = [publicFormat: number | undefined, publicType: number | undefined, privateFormat: number | undefined, privateType: number | undefined, cipher: string | undefined, passphrase: unknown];

const MIN_RSA_BITS = 512;
const MIN_DSA_BITS = 1024;
const MIN_DH_BITS = 512;

export function keygenJobs(rt: NodeRuntime, shape: Internal, keys: KeyClasses) {
  const { random, formats } = keys;

  /** A key in the form that was asked for: a handle, text, bytes or a JWK. */
  function encoded(key: AsymmetricKey, isPublic: boolean, format: number | undefined, type: number | undefined, cipher?: string, passphrase?: unknown): Internal {
    if (format === undefined) return keys.handleOf(key, isPublic ? 'public' : 'private');
    if (format === formats.jwk) return toJwk(isPublic ? publicPart(key) : key, {}, !isPublic);
    if (format !== formats.pem && format !== formats.der) return raw(key, isPublic, type);
    const derType = keys.derTypes.get(type)!;
    const asPem = format === formats.pem;
    const written = isPublic ? writePublic(key, derType, asPem)
      : writePrivate(key, derType, asPem, cipher ?? undefined, passphrase === undefined || passphrase === null ? new Uint8Array(0) : bytesOf(rt, passphrase), random);
    return typeof written === 'string' ? written : output(rt, written);
  }

  function raw(key: AsymmetricKey, isPublic: boolean, type: number | undefined): Internal {
    const handle = keys.handleOf(key, isPublic ? 'public' : 'private');
    if (key.type === 'ec') return isPublic ? handle.exportECPublicRaw(type ?? 4) : handle.exportECPrivateRaw();
    return isPublic ? handle.rawPublicKey() : handle.rawPrivateKey();
  }

  /** Work of a job whose arguments after its own are an encoding, or Web Crypto's algorithm and usages. */
  function pair(mode: number, make: () => AsymmetricKey, rest: Internal[]): () => unknown {
    if (mode !== shape.kCryptoJobSync && mode !== shape.kCryptoJobAsync) {
      const [algorithm, publicUsages, privateUsages, extractable] = rest;
      return () => {
        const key = make();
        return {
          publicKey: keys.cryptoKey(keys.handleOf(key, 'public'), algorithm, publicUsages, true),
          privateKey: keys.cryptoKey(keys.handleOf(key, 'private'), algorithm, privateUsages, extractable),
        };
      };
    }
    const [publicFormat, publicType, privateFormat, privateType, cipher, passphrase] = rest as Encoding;
    return () => {
      const key = make();
      return [encoded(key, true, publicFormat, publicType), encoded(key, false, privateFormat, privateType, cipher, passphrase)];
    };
  }

  const rsaPair = (bits: number, exponent: number) => (): RsaKey => {
    if (bits < MIN_RSA_BITS) throw new Error('error:1C8000AB:Provider routines::key size too small');
    if (exponent < 3 || exponent % 2 === 0) throw new Error('error:020000B2:rsa routines::pub exponent out of range');
    return generateRsa(bits, BigInt(exponent), random);
  };

  function rsaJob(mode: number, variant: number, bits: number, exponent: number, ...rest: Internal[]): () => unknown {
    const make = rsaPair(bits, exponent);
    if (variant !== shape.kKeyVariantRSA_PSS) return pair(mode, make, rest);
    const [hashName, mgfName, saltLength, ...encoding] = rest as [string | undefined, string | undefined, number | undefined, ...Internal[]];
    if (hashName !== undefined && canonicalDigest(hashName) === undefined) throw invalidDigest(hashName);
    if (mgfName !== undefined && canonicalDigest(mgfName) === undefined) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid MGF1 digest: ${mgfName}`);
    const restricted = hashName !== undefined || mgfName !== undefined || saltLength !== undefined;
    const hash = canonicalDigest(hashName ?? 'sha1')!;
    const pss = { hash, mgf1Hash: canonicalDigest(mgfName ?? hash)!, saltLength: saltLength ?? (hashName === undefined ? 20 : findDigest(hash)!.bytes) };
    return pair(mode, () => ({ ...make(), type: 'rsa-pss', ...(restricted && { pss }) }), encoding);
  }

  function ecJob(mode: number, name: string, encoding: number | undefined, ...rest: Internal[]): () => unknown {
    const curve = findCurve(name, true);
    if (!curve) {
      if (CURVE_NAMES.includes(name)) throw notAvailable(`The curve ${name}, which is over a binary field,`);
      throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
    }
    return pair(mode, () => ({ ...ecKey(curve), ...(encoding === shape.OPENSSL_EC_EXPLICIT_CURVE && { explicit: true }) }), rest);
  }

  function ecKey(curve: Curve): Extract<AsymmetricKey, { type: 'ec' }> {
    const secret = fromBig(randomBetween(1n, BigInt(`0x${curve.row.n}`), random), curve.orderSize);
    return { type: 'ec', curve, point: publicPoint(curve, secret), secret };
  }

  const nids = new Map<number, OkpType>([[shape.EVP_PKEY_ED25519, 'ed25519'], [shape.EVP_PKEY_ED448, 'ed448'], [shape.EVP_PKEY_X25519, 'x25519'], [shape.EVP_PKEY_X448, 'x448']]);

  function okpJob(mode: number, nid: number, ...rest: Internal[]): () => unknown {
    const type = nids.get(nid);
    if (!type) throw notAvailable('This kind of post-quantum key');
    return pair(mode, () => {
      const secret = new Uint8Array(OKP[type].size);
      random(secret);
      return { type, point: OKP[type].point(secret), secret };
    }, rest);
  }

  function dsaJob(mode: number, bits: number, divisorBits: number, ...rest: Internal[]): () => unknown {
    return pair(mode, () => {
      if (bits < MIN_DSA_BITS || (divisorBits !== -1 && divisorBits < 160)) throw new Error('error:05000072:dsa routines::bad ffc parameters');
      return generateDsa(bits, divisorBits === -1 ? (bits >= 2048 ? 256 : 160) : divisorBits, random);
    }, rest);
  }

  /** `prime`: a group's name, the prime, or how many bits it shall have. */
  function dhJob(mode: number, prime: unknown, ...rest: Internal[]): () => unknown {
    const named = typeof prime === 'string';
    const group = named ? dhGroup(prime) : undefined;
    if (named && !group) throw cryptoError(Error, 'ERR_CRYPTO_UNKNOWN_DH_GROUP', 'Unknown DH group');
    const generator = named ? 2 : (rest.shift() as number);
    const given = ArrayBuffer.isView(prime) ? toBig(bytesOf(rt, prime)) : undefined;
    return pair(mode, (): DhKey => {
      if (!named && (given === undefined ? Number(prime) : bitLength(given)) < MIN_DH_BITS) throw new Error('error:0280007E:Diffie-Hellman routines::modulus too small');
      const g = BigInt(generator);
      if (given === undefined && g < 2n) throw Object.assign(new Error('error:02800065:Diffie-Hellman routines::bad generator'), { opensslErrorStack: ['error:02880003:Diffie-Hellman routines::BN lib'] });
      const p = group ?? given ?? exchangePrime(Number(prime), g, random);
      const secret = randomBits(group ? privateBits(bitLength(p)) : bitLength(p) - 1, random) | 1n;
      return { type: 'dh', p, g, y: modPow(g, secret, p), secret };
    }, rest);
  }

  return { rsaJob, ecJob, okpJob, dsaJob, dhJob, ecKey };
}
