/** The handle behind `X509Certificate`, and the functions for SPKAC. */
import { CLONE_HANDLE, handleKinds } from '../../messaging/handles.ts';
import type { Internal, NodeRuntime } from '../../runtime.ts';
import { bitLength } from '../asym/big-math.ts';
import { DerError, DerReader, fromBig, oidText, TAG } from '../asym/der.ts';
import { fromSpki, spki } from '../asym/key-der.ts';
import { base64, pem, pemBlocks } from '../asym/pem.ts';
import { opensslError } from '../asym/openssl-error.ts';
import { SIGNATURES } from '../asym/oids.ts';
import { digestOf } from '../asym/rsa.ts';
import { boundedBytes, bytesOf, latin1, output } from '../bytes.ts';
import { cryptoError } from '../errors.ts';
import { type KeyClasses, sameBytes } from '../keys.ts';
import { type Certificate, certificatePublicKey, isAuthority, namesIssuer, parseCertificate, verifyCertificate, verifySigned } from './certificate.ts';
import { checkAddress, checkEmail, checkHost } from './match.ts';
import { generalNameText, legacyName, multiline, textOf } from './names.ts';

const CLONE_KIND = 'crypto:certificate';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const ACCESS: { readonly [oid: string]: string } = { '1.3.6.1.5.5.7.48.1': 'OCSP', '1.3.6.1.5.5.7.48.2': 'CA Issuers' };
const NIST: { readonly [curve: string]: string } = { prime192v1: 'P-192', secp224r1: 'P-224', prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

const hex = (bytes: Uint8Array, separator = ''): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(separator).toUpperCase();

/** As OpenSSL prints times: `Nov  1 12:00:00 2026 GMT`. */
function timeText(ms: number): string {
  if (Number.isNaN(ms)) return 'Bad time value';
  const date = new Date(ms);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} ${date.getUTCFullYear()} GMT`;
}

const serialText = (serial: bigint): string => `${serial < 0n ? '-' : ''}${hex(fromBig(serial < 0n ? -serial : serial))}`;

const altNames = (c: Certificate): string | undefined => c.subjectAltName?.map(generalNameText).join(', ');
const access = (c: Certificate): string | undefined => c.infoAccess?.map(({ method, location }) => `${ACCESS[method] ?? method} - ${generalNameText(location)}`).join('\n');
const fingerprint = (c: Certificate, hash: string): string => hex(digestOf(hash, c.der), ':');

/** A certificate as `tls` shows a peer's (`getPeerCertificate`), before the library's own last touch. */
export function legacyCertificate(rt: NodeRuntime, c: Certificate): Internal {
  let key: ReturnType<typeof certificatePublicKey> | undefined;
  try {
    key = certificatePublicKey(c);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
  }
  const rsa = key?.type === 'rsa' || key?.type === 'rsa-pss' ? key : undefined;
  const ec = key?.type === 'ec' ? key : undefined;
  return {
    subject: legacyName(c.subject),
    issuer: legacyName(c.issuer),
    subjectaltname: altNames(c),
    infoAccess: access(c),
    ca: isAuthority(c),
    modulus: rsa && hex(fromBig(rsa.n)),
    exponent: rsa && `0x${rsa.e.toString(16)}`,
    pubkey: rsa ? output(rt, spki(rsa)) : ec ? output(rt, ec.point.slice()) : undefined,
    bits: rsa ? bitLength(rsa.n) : ec ? bitLength(BigInt(`0x${ec.curve.row.n}`)) : undefined,
    valid_from: timeText(c.notBefore),
    valid_to: timeText(c.notAfter),
    fingerprint: fingerprint(c, 'sha1'),
    fingerprint256: fingerprint(c, 'sha256'),
    fingerprint512: fingerprint(c, 'sha512'),
    ext_key_usage: c.extendedKeyUsage,
    serialNumber: serialText(c.serial),
    raw: output(rt, c.der.slice()),
    asn1Curve: ec?.curve.name,
    nistCurve: ec && NIST[ec.curve.name],
  };
}

/** Certificates in text: every block that is one. @throws DerError for one that cannot be read */
export function* certificatesIn(text: string): Generator<Certificate> {
  for (const { label, bytes } of pemBlocks(text)) {
    if (label === 'CERTIFICATE' || label === 'X509 CERTIFICATE' || label === 'TRUSTED CERTIFICATE') yield parseCertificate(bytes);
  }
}

export function certificateNatives(rt: NodeRuntime, keys: KeyClasses) {
  class X509Certificate {
    readonly #c: Certificate;
    readonly #issuer: X509Certificate | undefined;
    constructor(certificate: Certificate, issuer?: X509Certificate) {
      this.#c = certificate;
      this.#issuer = issuer;
    }
    [CLONE_HANDLE](): { kind: string; data: unknown } {
      return { kind: CLONE_KIND, data: this.#c.der };
    }
    subject(): string | undefined {
      return multiline(this.#c.subject) || undefined;
    }
    issuer(): string | undefined {
      return multiline(this.#c.issuer) || undefined;
    }
    subjectAltName(): string | undefined {
      return altNames(this.#c);
    }
    infoAccess(): string | undefined {
      return access(this.#c);
    }
    /** Only those of a connection know it. */
    getIssuerCert(): X509Certificate | undefined {
      return this.#issuer;
    }
    validFrom(): string {
      return timeText(this.#c.notBefore);
    }
    validTo(): string {
      return timeText(this.#c.notAfter);
    }
    validFromDate(): Date {
      return new Date(this.#c.notBefore);
    }
    validToDate(): Date {
      return new Date(this.#c.notAfter);
    }
    fingerprint(): string {
      return fingerprint(this.#c, 'sha1');
    }
    fingerprint256(): string {
      return fingerprint(this.#c, 'sha256');
    }
    fingerprint512(): string {
      return fingerprint(this.#c, 'sha512');
    }
    keyUsage(): string[] | undefined {
      return this.#c.extendedKeyUsage && [...this.#c.extendedKeyUsage];
    }
    serialNumber(): string {
      return serialText(this.#c.serial);
    }
    signatureAlgorithm(): string | undefined {
      return SIGNATURES[this.#c.signatureOid]?.name;
    }
    signatureAlgorithmOid(): string {
      return this.#c.signatureOid;
    }
    raw(): Internal {
      return output(rt, this.#c.der.slice());
    }
    pem(): string {
      return pem('CERTIFICATE', this.#c.der);
    }
    publicKey(): object {
      try {
        return keys.handleOf(certificatePublicKey(this.#c), 'public');
      } catch (error) {
        if (error instanceof DerError) throw opensslError('03000072', 'digital envelope routines', 'decode error', 'ERR_OSSL_EVP_DECODE_ERROR');
        throw error;
      }
    }
    checkCA(): boolean {
      return isAuthority(this.#c);
    }
    checkHost(name: string, flags: number): string | undefined {
      if (name.includes('\0')) throw invalidName();
      return checkHost(this.#c, name, flags);
    }
    checkEmail(email: string, flags: number): string | undefined {
      if (email.includes('\0')) throw invalidName();
      return checkEmail(this.#c, email, flags);
    }
    checkIP(address: string): string | undefined {
      const found = checkAddress(this.#c, address);
      if (found === null) throw invalidName();
      return found;
    }
    checkIssued(other: X509Certificate): boolean {
      return namesIssuer(this.#c, other.#c);
    }
    checkPrivateKey(handle: unknown): boolean {
      const mine = spki(certificatePublicKey(this.#c)), theirs = spki(keys.keyOf(handle));
      return mine.length === theirs.length && sameBytes(mine, theirs);
    }
    verify(handle: unknown): boolean {
      return verifyCertificate(this.#c, keys.keyOf(handle));
    }
    toLegacy(): Internal {
      return legacyCertificate(rt, this.#c);
    }
  }

  handleKinds(rt).set(CLONE_KIND, (data) => new X509Certificate(parseCertificate(data as Uint8Array)));

  const invalidName = (): Error => cryptoError(TypeError, 'ERR_INVALID_ARG_VALUE', 'Invalid name');

  /** @param issuer the next one of a connection's chain */
  const parseX509 = (data: unknown, issuer?: X509Certificate): X509Certificate => {
    const bytes = bytesOf(rt, data);
    try {
      // DER begins with a sequence, text does not.
      if (bytes[0] === TAG.SEQUENCE) return new X509Certificate(parseCertificate(bytes), issuer);
      for (const certificate of certificatesIn(latin1(bytes))) return new X509Certificate(certificate);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
    }
    throw opensslError('0480006C', 'PEM routines', 'no start line', 'ERR_OSSL_PEM_NO_START_LINE');
  };

  /** Parts of a SignedPublicKeyAndChallenge, or null. */
  const spkac = (data: unknown) => {
    const text = latin1(boundedBytes(rt, data, 'spkac is too large')).replace(/\0[\s\S]*$/, '');
    const bytes = base64(text);
    if (!bytes) return null;
    try {
      const outer = new DerReader(bytes).sequence();
      const body = outer.next(TAG.SEQUENCE);
      const algorithm = outer.sequence();
      const oid = oidText(algorithm.next(TAG.OID).body);
      const parameters = algorithm.done ? undefined : algorithm.next().all;
      const signature = outer.bits();
      const inside = new DerReader(body.body);
      return { signed: body.all, key: fromSpki(inside.next(TAG.SEQUENCE).all), challenge: textOf(inside.next()), oid, parameters, signature };
    } catch (error) {
      if (error instanceof DerError) return null;
      throw error;
    }
  };

  return {
    X509Certificate,
    parseX509,
    certVerifySpkac(data: unknown): boolean {
      const parts = spkac(data);
      return parts !== null && verifySigned(parts.oid, parts.parameters, parts.signed, parts.signature, parts.key);
    },
    certExportPublicKey(data: unknown): Internal {
      const parts = spkac(data);
      return parts ? output(rt, rt.toBytes(pem('PUBLIC KEY', spki(parts.key)))) : '';
    },
    certExportChallenge(data: unknown): Internal {
      const parts = spkac(data);
      return parts ? output(rt, rt.toBytes(parts.challenge)) : '';
    },
  };
}
