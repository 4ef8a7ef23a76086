/** X.509 certificates (RFC 5280): reading, and checking one signature. Chains are in `chain.ts`. */
import { bitBytes, context, type Der, DerError, DerReader, TAG } from '../asym/der.ts';
import { fromSpki, readPss } from '../asym/key-der.ts';
import type { AsymmetricKey, RsaKey } from '../asym/model.ts';
import { SIGNATURES } from '../asym/oids.ts';
import { verifyData } from '../asym/signature.ts';
import { type GeneralName, multiline, type Name, readGeneralName, readGeneralNames, readName, textOf } from './names.ts';

const EXTENSION = {
  subjectKeyId: '2.5.29.14', keyUsage: '2.5.29.15', subjectAltName: '2.5.29.17', basicConstraints: '2.5.29.19', nameConstraints: '2.5.29.30', authorityKeyId: '2.5.29.35', extendedKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
} as const;

/** Bits of the key usage extension. */
export const USAGE = { digitalSignature: 0, keyCertSign: 5 } as const;

export interface Certificate {
  der: Uint8Array;
  version: number;
  serial: bigint;
  subject: Name;
  issuer: Name;
  /** Milliseconds since the epoch. */
  notBefore: number;
  notAfter: number;
  spki: Uint8Array;
  signatureOid: string;
  subjectAltName?: GeneralName[];
  infoAccess?: { method: string; location: GeneralName }[];
  extendedKeyUsage?: string[];
  /** Undefined without the extension: then anything goes. */
  keyUsage?: (bit: number) => boolean;
  basicConstraints?: { ca: boolean; pathLength?: number };
  subjectKeyId?: Uint8Array;
  authorityKeyId?: Uint8Array;
  /** Critical extensions that nothing here understands. */
  unknownCritical: string[];
  /** What was signed, how, and the signature. */
  signed: { bytes: Uint8Array; parameters: Uint8Array | undefined; signature: Uint8Array };
}

/** NaN for a text that is no time. */
export function readTime(value: Der): number {
  const text = textOf(value);
  const generalized = value.tag === TAG.GENERALIZED_TIME;
  const match = (generalized ? /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/ : /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/).exec(text);
  if (!match) return Number.NaN;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  return Date.UTC(generalized ? year! : year! + (year! < 50 ? 2000 : 1900), month! - 1, day, hour, minute, second);
}

function readInfoAccess(bytes: Uint8Array): { method: string; location: GeneralName }[] {
  const r = new DerReader(bytes).sequence();
  const out: { method: string; location: GeneralName }[] = [];
  while (!r.done) {
    const entry = r.sequence();
    out.push({ method: entry.oid(), location: readGeneralName(entry.next()) });
  }
  return out;
}

function readOids(bytes: Uint8Array): string[] {
  const r = new DerReader(bytes).sequence();
  const out: string[] = [];
  while (!r.done) out.push(r.oid());
  return out;
}

function readUsage(bytes: Uint8Array): (bit: number) => boolean {
  const flags = bitBytes(new DerReader(bytes).next(TAG.BIT_STRING).body);
  return (bit) => ((flags[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
}

function readConstraints(bytes: Uint8Array): { ca: boolean; pathLength?: number } {
  const r = new DerReader(bytes).sequence();
  const flag = r.optional(TAG.BOOLEAN);
  const ca = flag !== undefined && flag.body[0] !== 0;
  return r.tag === TAG.INTEGER ? { ca, pathLength: Number(r.integer()) } : { ca };
}

function readExtension(certificate: Certificate, oid: string, value: Uint8Array, critical: boolean): void {
  switch (oid) {
    case EXTENSION.subjectAltName: certificate.subjectAltName = readGeneralNames(value); break;
    case EXTENSION.authorityInfoAccess: certificate.infoAccess = readInfoAccess(value); break;
    case EXTENSION.extendedKeyUsage: certificate.extendedKeyUsage = readOids(value); break;
    case EXTENSION.keyUsage: certificate.keyUsage = readUsage(value); break;
    case EXTENSION.basicConstraints: certificate.basicConstraints = readConstraints(value); break;
    case EXTENSION.subjectKeyId: certificate.subjectKeyId = new DerReader(value).octets(); break;
    case EXTENSION.authorityKeyId: {
      const id = new DerReader(value).sequence().optional(context(0, false));
      if (id) certificate.authorityKeyId = id.body;
      break;
    }
    default: if (critical) certificate.unknownCritical.push(oid);
  }
}

/** @throws DerError for anything that is no certificate */
export function parseCertificate(bytes: Uint8Array): Certificate {
  const whole = new DerReader(bytes).next(TAG.SEQUENCE);
  const outer = new DerReader(whole.body);
  const body = outer.next(TAG.SEQUENCE);
  const algorithm = outer.sequence();
  const signatureOid = algorithm.oid();
  const parameters = algorithm.done ? undefined : algorithm.next().all;
  const signature = outer.bits();
  const r = new DerReader(body.body);
  const version = r.optional(context(0));
  const serial = r.integer();
  r.sequence();
  const issuer = readName(r.next(TAG.SEQUENCE));
  const validity = r.sequence();
  const notBefore = readTime(validity.next()), notAfter = readTime(validity.next());
  const subject = readName(r.next(TAG.SEQUENCE));
  const spki = r.next(TAG.SEQUENCE).all;
  const certificate: Certificate = {
    der: whole.all, version: version ? Number(new DerReader(version.body).integer()) + 1 : 1, serial, issuer, subject, notBefore, notAfter, spki, signatureOid, unknownCritical: [],
    signed: { bytes: body.all, parameters, signature },
  };
  r.optional(context(1, false));
  r.optional(context(2, false));
  const extensions = r.optional(context(3));
  if (extensions) {
    const list = new DerReader(extensions.body).sequence();
    while (!list.done) {
      const extension = list.sequence();
      const oid = extension.oid();
      const critical = extension.optional(TAG.BOOLEAN);
      readExtension(certificate, oid, extension.octets(), critical !== undefined && critical.body[0] !== 0);
    }
  }
  return certificate;
}

export const certificatePublicKey = (certificate: Certificate): AsymmetricKey => fromSpki(certificate.spki);

export const sameName = (a: Name, b: Name): boolean => a.der.length === b.der.length && a.der.every((byte, i) => byte === b.der[i]) || normalized(a) === normalized(b);

/** Case and spaces of printable names do not count (RFC 5280, 7.1). */
const normalized = (name: Name): string => multiline({ der: name.der, parts: name.parts.map((part) => part.map((a) => ({ ...a, value: a.value.trim().replace(/\s+/g, ' ').toLowerCase() }))) });

/** Whether it says that others may be signed with it. */
export function isAuthority({ keyUsage, basicConstraints }: Certificate): boolean {
  return (!keyUsage || keyUsage(USAGE.keyCertSign)) && basicConstraints?.ca === true;
}

/** Whether a chain may lead over it: an authority, or a certificate of the first version, which could not say so, that signed itself. */
export function mayIssue(certificate: Certificate): boolean {
  const { version, basicConstraints, subject, issuer } = certificate;
  return isAuthority(certificate) || (version === 1 && !basicConstraints && sameName(subject, issuer));
}

type Scheme = (typeof SIGNATURES)[string]['scheme'];
const KEY_OF_SCHEME: { readonly [scheme in Scheme]?: readonly string[] } = { 'rsa-pss': ['rsa', 'rsa-pss'], ecdsa: ['ec'] };
const signsWith = (key: AsymmetricKey, scheme: Scheme): boolean => (KEY_OF_SCHEME[scheme] ?? [scheme]).includes(key.type);

/** Whether the issuer's key is one, and of the kind that made the signature. */
function couldSign(issuer: Certificate, certificate: Certificate): boolean {
  const algorithm = SIGNATURES[certificate.signatureOid];
  try {
    return algorithm !== undefined && signsWith(certificatePublicKey(issuer), algorithm.scheme);
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

/** Whether `issuer` is named as the issuer: by name, key identifier, kind of key and usage. The signature is another question. */
export function namesIssuer(certificate: Certificate, issuer: Certificate): boolean {
  if (!sameName(certificate.issuer, issuer.subject)) return false;
  const wanted = certificate.authorityKeyId, has = issuer.subjectKeyId;
  if (wanted && has && (wanted.length !== has.length || wanted.some((byte, i) => byte !== has[i]))) return false;
  if (!couldSign(issuer, certificate)) return false;
  return !issuer.keyUsage || issuer.keyUsage(USAGE.keyCertSign);
}

/** Whether the certificate's signature is that of `key`. */
export function verifyCertificate(certificate: Certificate, key: AsymmetricKey): boolean {
  const { bytes, parameters, signature } = certificate.signed;
  return verifySigned(certificate.signatureOid, parameters, bytes, signature, key);
}

/** A signature named by an AlgorithmIdentifier, as certificates and requests carry them. */
export function verifySigned(oid: string, parameters: Uint8Array | undefined, bytes: Uint8Array, signature: Uint8Array, key: AsymmetricKey): boolean {
  const algorithm = SIGNATURES[oid];
  if (!algorithm) return false;
  if (!signsWith(key, algorithm.scheme)) return false;
  if (algorithm.scheme !== 'rsa-pss') return verifyData(key, algorithm.hash, bytes, signature, {});
  const pss = readPss(parameters ?? Uint8Array.of(0x30, 0));
  return verifyData({ ...key as RsaKey, type: 'rsa-pss', pss }, pss.hash, bytes, signature, { saltLength: pss.saltLength });
}
