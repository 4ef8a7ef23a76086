/** Keys as JSON Web Keys (RFC 7517, 7518, 8037). */
import { cryptoError } from '../errors.ts';
import { byteLength } from './big-math.ts';
import { curveOfJwk, readPoint } from './curves.ts';
import { concat, fromBig, toBig } from './der.ts';
import type { AsymmetricKey, EcKey, OkpKey, RsaKey } from './model.ts';
import { isOkp } from './model.ts';
import { OKP, okpOfJwk } from './okp.ts';
import { base64, toBase64 } from './pem.ts';

export type Jwk = { [name: string]: unknown };

const invalid = (kind: string): Error => cryptoError(TypeError, 'ERR_CRYPTO_INVALID_JWK', `Invalid JWK ${kind} key`);

const url = (bytes: Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

function bytesOf(jwk: Jwk, name: string, kind: string): Uint8Array {
  const value = jwk[name];
  const bytes = typeof value === 'string' ? base64(value.replaceAll('-', '+').replaceAll('_', '/')) : null;
  if (!bytes) throw invalid(kind);
  return bytes;
}

function rsaFromJwk(jwk: Jwk): RsaKey {
  const number = (name: string): bigint => toBig(bytesOf(jwk, name, 'RSA'));
  const key: RsaKey = { type: 'rsa', n: number('n'), e: number('e') };
  if (jwk.d === undefined) return key;
  return { ...key, secret: { d: number('d'), p: number('p'), q: number('q'), dp: number('dp'), dq: number('dq'), qi: number('qi') } };
}

function ecFromJwk(jwk: Jwk): EcKey {
  const curve = typeof jwk.crv === 'string' ? curveOfJwk(jwk.crv) : undefined;
  if (!curve) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
  const x = bytesOf(jwk, 'x', 'EC'), y = bytesOf(jwk, 'y', 'EC');
  if (x.length > curve.size || y.length > curve.size) throw invalid('EC');
  const point = readPoint(curve, concat(Uint8Array.of(4), fromBig(toBig(x), curve.size), fromBig(toBig(y), curve.size)));
  if (!point) throw invalid('EC');
  if (jwk.d === undefined) return { type: 'ec', curve, point };
  const value = toBig(bytesOf(jwk, 'd', 'EC'));
  if (value <= 0n || value >= BigInt(`0x${curve.row.n}`)) throw invalid('EC');
  return { type: 'ec', curve, point, secret: fromBig(value, curve.orderSize) };
}

function okpFromJwk(jwk: Jwk): OkpKey {
  const type = typeof jwk.crv === 'string' ? okpOfJwk(jwk.crv) : undefined;
  if (!type) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_JWK', 'Invalid JWK OKP key');
  if (jwk.d === undefined) {
    const point = bytesOf(jwk, 'x', 'OKP');
    if (point.length !== OKP[type].size) throw invalid('OKP');
    return { type, point };
  }
  const secret = bytesOf(jwk, 'd', 'OKP');
  if (secret.length !== OKP[type].size) throw invalid('OKP');
  return { type, point: OKP[type].point(secret), secret };
}

/** @throws Node's errors for a JWK that is none */
export function fromJwk(jwk: Jwk, wantsPrivate: boolean): AsymmetricKey {
  if (typeof jwk.kty !== 'string') throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_JWK', 'Invalid JWK format');
  let key: AsymmetricKey;
  if (jwk.kty === 'RSA') key = rsaFromJwk(jwk);
  else if (jwk.kty === 'EC') key = ecFromJwk(jwk);
  else if (jwk.kty === 'OKP') key = okpFromJwk(jwk);
  else throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_JWK', `${jwk.kty} is not a supported JWK key type`);
  if (wantsPrivate && !key.secret) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_JWK', 'JWK does not contain private key material');
  return key;
}

/** Fills `target` in Node's order of members. `secret`: with the private ones. */
export function toJwk(key: AsymmetricKey, target: Jwk, secret: boolean): Jwk {
  const number = (value: bigint): string => url(fromBig(value, byteLength(value)));
  if (key.type === 'rsa') {
    Object.assign(target, { kty: 'RSA', n: number(key.n), e: number(key.e) });
    if (secret) {
      const { d, p, q, dp, dq, qi } = key.secret!;
      Object.assign(target, { d: number(d), p: number(p), q: number(q), dp: number(dp), dq: number(dq), qi: number(qi) });
    }
    return target;
  }
  if (key.type === 'ec') {
    const { curve } = key;
    if (!curve.jwk) throw cryptoError(Error, 'ERR_CRYPTO_JWK_UNSUPPORTED_CURVE', `Unsupported JWK EC curve: ${curve.name}.`);
    Object.assign(target, { kty: 'EC', x: url(key.point.subarray(1, 1 + curve.size)), y: url(key.point.subarray(1 + curve.size)), crv: curve.jwk });
    if (secret) target.d = url(key.secret!);
    return target;
  }
  if (isOkp(key)) {
    Object.assign(target, { crv: OKP[key.type].jwk, ...(secret && { d: url(key.secret!) }), x: url(key.point), kty: 'OKP' });
    return target;
  }
  throw cryptoError(Error, 'ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE', 'Unsupported JWK Key Type.');
}

