/** `crypto.encapsulate` and `decapsulate`: DHKEM over elliptic curves (RFC 9180, 4.1) and RSASVE (SP 800-56B, 7.2.1). */
import { expand, extract } from '@noble/hashes/hkdf.js';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { randomBetween } from './asym/big-math.ts';
import { publicPoint, readPoint, sharedX } from './asym/curves.ts';
import { concat, fromBig, toBig } from './asym/der.ts';
import type { AsymmetricKey } from './asym/model.ts';
import { OKP } from './asym/okp.ts';
import { rsaPrivate, rsaPublic, rsaSize } from './asym/rsa.ts';
import { boundedBytes, output } from './bytes.ts';
import { findDigest } from './digests.ts';
import { cryptoError } from './errors.ts';
import type { KeyClasses, KeyInput } from './keys.ts';

/** Number, hash and length of the secret (RFC 9180, 7.1). */
const SUITES: { readonly [name: string]: [id: number, hash: string, length: number] } = {
  prime256v1: [0x10, 'sha256', 32], secp384r1: [0x11, 'sha384', 48], secp521r1: [0x12, 'sha512', 64], x25519: [0x20, 'sha256', 32], x448: [0x21, 'sha512', 64],
};

class Unfit extends Error {}

/** What the shared point and both ends' public keys make. */
function extractAndExpand(name: string, shared: Uint8Array, sent: Uint8Array, receiver: Uint8Array): Uint8Array {
  const [id, hash, length] = SUITES[name]!;
  const digest = findDigest(hash)!.plain!;
  const text = (label: string): Uint8Array => Uint8Array.from(label, (letter) => letter.charCodeAt(0));
  const labeled = (label: string): Uint8Array => concat(text('HPKE-v1'), text('KEM'), Uint8Array.of(0, id), text(label));
  const prk = extract(digest, concat(labeled('eae_prk'), shared), new Uint8Array(0));
  return expand(digest, prk, concat(Uint8Array.of(0, length), labeled('shared_secret'), sent, receiver), length);
}

/** The functions of a key's curve. @throws Unfit for a key of another kind */
function curveOf(key: AsymmetricKey): { name: string; secretSize: number; point(secret: Uint8Array): Uint8Array; shared(secret: Uint8Array, point: Uint8Array): Uint8Array } {
  if (key.type === 'ec' && SUITES[key.curve.name] !== undefined) {
    const { curve } = key;
    return {
      name: curve.name, secretSize: curve.orderSize, point: (secret) => publicPoint(curve, secret),
      shared(secret, point) {
        const read = point[0] === 4 ? readPoint(curve, point) : null;
        if (!read) throw new Unfit();
        return sharedX(curve, secret, read);
      },
    };
  }
  if (key.type !== 'x25519' && key.type !== 'x448') throw new Unfit();
  const { size, point, shared } = OKP[key.type];
  return { name: key.type, secretSize: size, point, shared: shared! };
}

export function kemJobs(rt: NodeRuntime, keys: KeyClasses) {
  const random = (size: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(size);
    keys.random(bytes);
    return bytes;
  };

  function encapsulate(key: AsymmetricKey): [secret: Uint8Array, sent: Uint8Array] {
    if (key.type === 'rsa') {
      const z = randomBetween(2n, key.n - 2n, keys.random);
      return [fromBig(z, rsaSize(key)), fromBig(rsaPublic(key, z), rsaSize(key))];
    }
    const { name, secretSize, point, shared } = curveOf(key);
    let own = random(secretSize);
    if (key.type === 'ec') own = fromBig(randomBetween(1n, BigInt(`0x${key.curve.row.n}`) - 1n, keys.random), secretSize) as Uint8Array<ArrayBuffer>;
    const theirs = (key as { point: Uint8Array }).point;
    const sent = point(own);
    return [extractAndExpand(name, shared(own, theirs), sent, theirs), sent];
  }

  function decapsulate(key: AsymmetricKey, sent: Uint8Array): Uint8Array {
    if (key.type === 'rsa') {
      const value = toBig(sent);
      if (sent.length !== rsaSize(key) || value < 2n || value >= key.n - 1n) throw new Unfit();
      return fromBig(rsaPrivate(key, value, keys.random), rsaSize(key));
    }
    const { name, shared } = curveOf(key);
    const { point, secret } = key as { point: Uint8Array; secret?: Uint8Array };
    if (secret === undefined || sent.length !== point.length) throw new Unfit();
    return extractAndExpand(name, shared(secret, sent), sent, point);
  }

  const trying = <T>(work: () => T, what: string): T => {
    try {
      return work();
    } catch {
      // A point off the curve, of a small order, a key of another kind: OpenSSL does not tell which.
      throw cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', `Failed to perform ${what}`);
    }
  };

  return {
    encapsulateJob: (_mode: number, ...args: Internal[]) => {
      const key = keys.readKey(args.slice(0, 5) as unknown as KeyInput, 'public');
      return () => trying(() => encapsulate(key), 'encapsulation').map((bytes) => output(rt, bytes.slice()));
    },
    decapsulateJob: (_mode: number, ...args: Internal[]) => {
      const key = keys.readKey(args.slice(0, 5) as unknown as KeyInput, 'private');
      const sent = boundedBytes(rt, args[5], 'ciphertext is too big').slice();
      return () => output(rt, trying(() => decapsulate(key, sent), 'decapsulation').slice());
    },
  };
}
