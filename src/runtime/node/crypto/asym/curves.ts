/** Elliptic curves over prime fields, by OpenSSL's names. */
import { ecdsa, type ECDSA, weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import table from './curves.json' with { type: 'json' };

interface Row { oid: string; p: string; a: string; b: string; g: string; n: string; h?: number; seed?: string }

export interface Curve {
  name: string;
  oid: string;
  /** Bytes of a coordinate, and of a private key. */
  size: number;
  orderSize: number;
  /** Name in a JWK, for those that have one. */
  jwk?: string;
  row: Row;
  /** Signatures, points and shared secrets. The tables behind it are made at first use. */
  readonly math: ECDSA;
}

const READY: { [name: string]: ECDSA } = { prime256v1: p256, secp384r1: p384, secp521r1: p521, secp256k1 };
const JWK: { [name: string]: string } = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521', secp256k1: 'secp256k1' };
/** NIST's names, which key generation and raw keys take beside OpenSSL's. */
const NIST: { [name: string]: string } = { 'P-192': 'prime192v1', 'P-224': 'secp224r1', 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };

const big = (hex: string): bigint => BigInt(`0x${hex}`);

function build(row: Row): ECDSA {
  const half = (row.g.length - 2) / 2;
  const p = big(row.p);
  const point = weierstrass({ p, n: big(row.n), h: BigInt(row.h ?? 1), a: big(row.a) % p, b: big(row.b) % p, Gx: big(row.g.slice(2, 2 + half)), Gy: big(row.g.slice(2 + half)) }, { allowInfinityPoint: true });
  return ecdsa(point, sha256, { lowS: false });
}

function make(name: string, row: Row): Curve {
  let math: ECDSA | undefined;
  return {
    name, oid: row.oid, size: row.p.length / 2, orderSize: Math.ceil(row.n.replace(/^0+/, '').length / 2), jwk: JWK[name], row,
    get math() {
      return math ??= READY[name] ?? build(row);
    },
  };
}

const curves = new Map<string, Curve>();
for (const [name, row] of Object.entries(table as { [name: string]: Row })) curves.set(name, make(name, row));

/** By OpenSSL's name, and with `nist` by NIST's. */
export function findCurve(name: string, nist = false): Curve | undefined {
  return curves.get(nist ? NIST[name] ?? name : name);
}

export function curveOfOid(oid: string): Curve | undefined {
  for (const curve of curves.values()) if (curve.oid === oid) return curve;
  return undefined;
}

export function curveOfJwk(name: string): Curve | undefined {
  for (const curve of curves.values()) if (curve.jwk === name) return curve;
  return undefined;
}

/** The curve with these parameters. */
export function curveOfParameters(p: bigint, a: bigint, b: bigint, n: bigint): Curve | undefined {
  for (const curve of curves.values()) if (big(curve.row.p) === p && big(curve.row.n) === n && big(curve.row.a) === a && big(curve.row.b) === b) return curve;
  return undefined;
}

/** What `crypto.getCurves()` lists: OpenSSL's list. Those over binary fields are known by name alone. */
export const CURVE_NAMES: readonly string[] = [
  'Oakley-EC2N-3', 'Oakley-EC2N-4', 'SM2', 'brainpoolP160r1', 'brainpoolP160t1', 'brainpoolP192r1', 'brainpoolP192t1', 'brainpoolP224r1', 'brainpoolP224t1', 'brainpoolP256r1', 'brainpoolP256t1',
  'brainpoolP320r1', 'brainpoolP320t1', 'brainpoolP384r1', 'brainpoolP384t1', 'brainpoolP512r1', 'brainpoolP512t1', 'c2pnb163v1', 'c2pnb163v2', 'c2pnb163v3', 'c2pnb176v1', 'c2pnb208w1',
  'c2pnb272w1', 'c2pnb304w1', 'c2pnb368w1', 'c2tnb191v1', 'c2tnb191v2', 'c2tnb191v3', 'c2tnb239v1', 'c2tnb239v2', 'c2tnb239v3', 'c2tnb359v1', 'c2tnb431r1', 'prime192v1', 'prime192v2',
  'prime192v3', 'prime239v1', 'prime239v2', 'prime239v3', 'prime256v1', 'secp112r1', 'secp112r2', 'secp128r1', 'secp128r2', 'secp160k1', 'secp160r1', 'secp160r2', 'secp192k1', 'secp224k1',
  'secp224r1', 'secp256k1', 'secp384r1', 'secp521r1', 'sect113r1', 'sect113r2', 'sect131r1', 'sect131r2', 'sect163k1', 'sect163r1', 'sect163r2', 'sect193r1', 'sect193r2', 'sect233k1',
  'sect233r1', 'sect239k1', 'sect283k1', 'sect283r1', 'sect409k1', 'sect409r1', 'sect571k1', 'sect571r1', 'wap-wsg-idm-ecid-wtls1', 'wap-wsg-idm-ecid-wtls10', 'wap-wsg-idm-ecid-wtls11',
  'wap-wsg-idm-ecid-wtls12', 'wap-wsg-idm-ecid-wtls3', 'wap-wsg-idm-ecid-wtls4', 'wap-wsg-idm-ecid-wtls5', 'wap-wsg-idm-ecid-wtls6', 'wap-wsg-idm-ecid-wtls7', 'wap-wsg-idm-ecid-wtls8',
  'wap-wsg-idm-ecid-wtls9',
];

/** The public point of a private key, uncompressed. */
export function publicPoint(curve: Curve, secret: Uint8Array): Uint8Array {
  return curve.math.getPublicKey(secret, false);
}

/** A point in any encoding as the uncompressed one, or null when it is none of the curve. */
export function readPoint(curve: Curve, bytes: Uint8Array): Uint8Array | null {
  try {
    let plain = bytes;
    // The hybrid form: uncompressed, with the sign told again.
    if ((bytes[0] === 6 || bytes[0] === 7) && bytes.length === 1 + 2 * curve.size) {
      if ((bytes[bytes.length - 1]! & 1) !== (bytes[0] & 1)) return null;
      plain = bytes.slice();
      plain[0] = 4;
    }
    const point = curve.math.Point.fromBytes(plain);
    point.assertValidity();
    return point.toBytes(false);
  } catch {
    return null;
  }
}

export type PointForm = 'compressed' | 'uncompressed' | 'hybrid';

/** An uncompressed point in another form. */
export function writePoint(curve: Curve, point: Uint8Array, form: PointForm): Uint8Array {
  if (form === 'uncompressed') return point;
  const odd = point[point.length - 1]! & 1;
  if (form === 'compressed') {
    const out = point.slice(0, 1 + curve.size);
    out[0] = 2 | odd;
    return out;
  }
  const out = point.slice();
  out[0] = 6 | odd;
  return out;
}

/** x of the shared point. */
export function sharedX(curve: Curve, secret: Uint8Array, point: Uint8Array): Uint8Array {
  return curve.math.getSharedSecret(secret, point, false).slice(1, 1 + curve.size);
}
