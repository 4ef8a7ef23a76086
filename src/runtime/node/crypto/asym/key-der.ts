/** Keys in DER: SubjectPublicKeyInfo, PKCS#8, PKCS#1 and SEC 1. */
import { modPow } from './big-math.ts';
import { bits, context, der, DerError, DerReader, fromBig, integer, nothing, octets, oid, sequence, TAG, toBig } from './der.ts';
import { type Curve, curveOfOid, curveOfParameters, publicPoint, readPoint } from './curves.ts';
import type { AsymmetricKey, DhKey, DsaKey, EcKey, PssParameters, RsaKey } from './model.ts';
import { OID, digestOfOid, DIGEST_OIDS } from './oids.ts';
import { OKP, okpOfOid } from './okp.ts';

// RSA.

export function rsaFromPkcs1Public(bytes: Uint8Array): RsaKey {
  const r = new DerReader(bytes).sequence();
  return { type: 'rsa', n: r.integer(), e: r.integer() };
}

export function rsaFromPkcs1Private(bytes: Uint8Array): RsaKey {
  const r = new DerReader(bytes).sequence();
  if (r.integer() !== 0n) throw new DerError('unsupported');
  const [n, e, d, p, q, dp, dq, qi] = Array.from({ length: 8 }, () => r.integer());
  return { type: 'rsa', n: n!, e: e!, secret: { d: d!, p: p!, q: q!, dp: dp!, dq: dq!, qi: qi! } };
}

export const pkcs1Public = (key: RsaKey): Uint8Array => sequence(integer(key.n), integer(key.e));

export function pkcs1Private(key: RsaKey): Uint8Array {
  const { d, p, q, dp, dq, qi } = key.secret!;
  return sequence(...[0n, key.n, key.e, d, p, q, dp, dq, qi].map(integer));
}

/** Parameters of RSASSA-PSS; SHA-1 and 20 are the defaults. */
export function readPss(bytes: Uint8Array): PssParameters {
  const r = new DerReader(bytes).sequence();
  const out: PssParameters = { hash: 'sha1', mgf1Hash: 'sha1', saltLength: 20 };
  const inside = (number: number): DerReader | undefined => {
    const value = r.optional(context(number));
    return value && new DerReader(value.body);
  };
  const known = (id: string): string => digestOfOid(id) ?? (() => { throw new DerError('unsupported'); })();
  const hash = inside(0);
  if (hash) out.hash = known(hash.sequence().oid());
  const mgf = inside(1);
  if (mgf) {
    const scheme = mgf.sequence();
    scheme.oid();
    out.mgf1Hash = known(scheme.sequence().oid());
  }
  const salt = inside(2);
  if (salt) out.saltLength = Number(salt.integer());
  return out;
}

function writePss({ hash, mgf1Hash, saltLength }: PssParameters): Uint8Array {
  const id = (name: string): Uint8Array => sequence(oid(DIGEST_OIDS[name]!), nothing());
  const parts: Uint8Array[] = [];
  if (hash !== 'sha1') parts.push(der(context(0), id(hash)));
  if (mgf1Hash !== 'sha1') parts.push(der(context(1), sequence(oid(OID.mgf1), id(mgf1Hash))));
  if (saltLength !== 20) parts.push(der(context(2), integer(saltLength)));
  return sequence(...parts);
}

// Elliptic curves.

function readCurve(r: DerReader): { curve: Curve; explicit: boolean } {
  if (r.tag === TAG.OID) {
    const curve = curveOfOid(r.oid());
    if (!curve) throw new DerError('unknown curve');
    return { curve, explicit: false };
  }
  const parameters = r.sequence();
  parameters.integer();
  const field = parameters.sequence();
  if (field.oid() !== OID.primeField) throw new DerError('unsupported');
  const p = field.integer();
  const coefficients = parameters.sequence();
  const a = toBig(coefficients.octets()), b = toBig(coefficients.octets());
  parameters.octets();
  const curve = curveOfParameters(p, a, b, parameters.integer());
  if (!curve) throw new DerError('unknown curve');
  return { curve, explicit: true };
}

function writeCurve({ curve, explicit }: EcKey): Uint8Array {
  if (!explicit && curve.oid) return oid(curve.oid);
  const { row, size } = curve;
  const number = (hex: string): bigint => BigInt(`0x${hex}`);
  const seed = row.seed === undefined ? [] : [der(TAG.BIT_STRING, fromBig(number(row.seed), row.seed.length / 2))];
  return sequence(integer(1), sequence(oid(OID.primeField), integer(number(row.p))), sequence(octets(fromBig(number(row.a), size)), octets(fromBig(number(row.b), size)), ...seed),
    octets(fromBig(number(row.g), row.g.length / 2)), integer(number(row.n)), integer(row.h ?? 1));
}

function ecPoint(curve: Curve, bytes: Uint8Array): Uint8Array {
  const point = readPoint(curve, bytes);
  if (!point) throw new DerError('point is not on curve');
  return point;
}

/** ECPrivateKey; `outer` when the curve was named around it. */
export function ecFromSec1(bytes: Uint8Array, outer?: { curve: Curve; explicit: boolean }): EcKey {
  const r = new DerReader(bytes).sequence();
  if (r.integer() !== 1n) throw new DerError('unsupported');
  const value = toBig(r.octets());
  const parameters = r.optional(context(0));
  const found = parameters ? readCurve(new DerReader(parameters.body)) : outer;
  if (!found) throw new DerError('missing parameters');
  const { curve, explicit } = found;
  if (value <= 0n || value >= BigInt(`0x${curve.row.n}`)) throw new DerError('invalid private key');
  const secret = fromBig(value, curve.orderSize);
  const given = r.optional(context(1));
  const point = given ? ecPoint(curve, new DerReader(given.body).bits()) : publicPoint(curve, secret);
  return { type: 'ec', curve, point, secret, ...(explicit && { explicit }) };
}

function sec1(key: EcKey, withCurve: boolean): Uint8Array {
  return sequence(integer(1), octets(key.secret!), ...(withCurve ? [der(context(0), writeCurve(key))] : []), der(context(1), bits(key.point)));
}

export const sec1Private = (key: EcKey): Uint8Array => sec1(key, true);

// Public keys.

export function fromSpki(bytes: Uint8Array): AsymmetricKey {
  const r = new DerReader(bytes).sequence();
  const algorithm = r.sequence();
  const id = algorithm.oid();
  const body = r.bits();
  if (id === OID.rsa) return rsaFromPkcs1Public(body);
  if (id === OID.rsaPss) return { ...rsaFromPkcs1Public(body), type: 'rsa-pss', ...(algorithm.tag === TAG.SEQUENCE && { pss: readPss(algorithm.next().all) }) };
  if (id === OID.ec) {
    const { curve, explicit } = readCurve(algorithm);
    return { type: 'ec', curve, point: ecPoint(curve, body), ...(explicit && { explicit }), ...(body[0] !== 4 && { compressed: true }) };
  }
  if (id === OID.dsa) {
    const [p, q, g] = ((s) => [s.integer(), s.integer(), s.integer()])(algorithm.sequence());
    return { type: 'dsa', p: p!, q: q!, g: g!, y: new DerReader(body).integer() };
  }
  if (id === OID.dh || id === OID.dhx) return { ...dhParameters(algorithm.sequence(), id === OID.dhx), y: new DerReader(body).integer() };
  const type = okpOfOid(id);
  if (!type) throw new DerError('unsupported');
  if (body.length !== OKP[type].size) throw new DerError('wrong length');
  return { type, point: body.slice() };
}

function dhParameters(r: DerReader, subgroup: boolean): Omit<DhKey, 'y'> {
  const p = r.integer();
  const g = r.integer();
  if (subgroup) return { type: 'dh', p, g, q: r.integer(), subgroup };
  return { type: 'dh', p, g, ...(r.tag === TAG.INTEGER && { length: Number(r.integer()) }) };
}

function algorithmOf(key: AsymmetricKey): Uint8Array {
  switch (key.type) {
    case 'rsa': return sequence(oid(OID.rsa), nothing());
    case 'rsa-pss': return key.pss ? sequence(oid(OID.rsaPss), writePss(key.pss)) : sequence(oid(OID.rsaPss));
    case 'ec': return sequence(oid(OID.ec), writeCurve(key));
    case 'dsa': return sequence(oid(OID.dsa), sequence(integer(key.p), integer(key.q), integer(key.g)));
    case 'dh': return key.subgroup ? sequence(oid(OID.dhx), sequence(integer(key.p), integer(key.g), integer(key.q!)))
      : sequence(oid(OID.dh), sequence(integer(key.p), integer(key.g), ...(key.length ? [integer(key.length)] : [])));
    default: return sequence(oid(OKP[key.type].oid));
  }
}

export function spki(key: AsymmetricKey): Uint8Array {
  switch (key.type) {
    case 'rsa': case 'rsa-pss': return sequence(algorithmOf(key), bits(pkcs1Public(key)));
    case 'dsa': case 'dh': return sequence(algorithmOf(key), bits(integer(key.y)));
    default: return sequence(algorithmOf(key), bits(key.point));
  }
}

// Private keys.

export function fromPkcs8(bytes: Uint8Array): AsymmetricKey {
  const r = new DerReader(bytes).sequence();
  if (r.integer() > 1n) throw new DerError('unsupported');
  const algorithm = r.sequence();
  const id = algorithm.oid();
  const body = r.octets();
  if (id === OID.rsa) return rsaFromPkcs1Private(body);
  if (id === OID.rsaPss) return { ...rsaFromPkcs1Private(body), type: 'rsa-pss', ...(algorithm.tag === TAG.SEQUENCE && { pss: readPss(algorithm.next().all) }) };
  if (id === OID.ec) return ecFromSec1(body, readCurve(algorithm));
  if (id === OID.dsa) {
    const s = algorithm.sequence();
    const p = s.integer(), q = s.integer(), g = s.integer(), secret = new DerReader(body).integer();
    return { type: 'dsa', p, q, g, y: modPow(g, secret, p), secret } satisfies DsaKey;
  }
  if (id === OID.dh || id === OID.dhx) {
    const parameters = dhParameters(algorithm.sequence(), id === OID.dhx);
    const secret = new DerReader(body).integer();
    return { ...parameters, y: modPow(parameters.g, secret, parameters.p), secret };
  }
  const type = okpOfOid(id);
  if (!type) throw new DerError('unsupported');
  const secret = new DerReader(body).octets().slice();
  if (secret.length !== OKP[type].size) throw new DerError('wrong length');
  return { type, point: OKP[type].point(secret), secret };
}

export function pkcs8(key: AsymmetricKey): Uint8Array {
  let body: Uint8Array;
  switch (key.type) {
    case 'rsa': case 'rsa-pss': body = pkcs1Private(key); break;
    case 'ec': body = sec1(key, false); break;
    case 'dsa': case 'dh': body = integer(key.secret!); break;
    default: body = octets(key.secret!);
  }
  return sequence(integer(0), algorithmOf(key), octets(body));
}

/** A private key in DER without a name: PKCS#8, PKCS#1, SEC 1 or DSA's own, told apart by what is in it. */
export function privateFromAny(bytes: Uint8Array): AsymmetricKey {
  for (const read of [fromPkcs8, rsaFromPkcs1Private, (b: Uint8Array) => ecFromSec1(b), dsaFromTraditional]) {
    try {
      return read(bytes);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
    }
  }
  throw new DerError('unsupported');
}

/** OpenSSL's own form of DSA keys (`DSA PRIVATE KEY`). */
export function dsaFromTraditional(bytes: Uint8Array): DsaKey {
  const r = new DerReader(bytes).sequence();
  if (r.integer() !== 0n) throw new DerError('unsupported');
  const [p, q, g, y, secret] = Array.from({ length: 5 }, () => r.integer());
  if (secret === undefined || !r.done) throw new DerError('unsupported');
  return { type: 'dsa', p: p!, q: q!, g: g!, y: y!, secret };
}
