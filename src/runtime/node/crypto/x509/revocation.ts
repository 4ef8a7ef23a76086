/** Lists of revoked certificates (RFC 5280, 5): reading, and asking about one certificate. */
import { DerError, DerReader, TAG } from '../asym/der.ts';
import { type Certificate, certificatePublicKey, readTime, sameName, verifySigned } from './certificate.ts';
import { type Name, readName } from './names.ts';

export interface RevocationList {
  issuer: Name;
  /** Milliseconds since the epoch. */
  made: number;
  next: number;
  serials: Set<bigint>;
  isSignedBy(issuer: Certificate): boolean;
}

const isTime = (tag: number): boolean => tag === TAG.UTC_TIME || tag === TAG.GENERALIZED_TIME;

/** @throws DerError for anything else */
export function parseRevocations(bytes: Uint8Array): RevocationList {
  const outer = new DerReader(bytes).sequence();
  const body = outer.next(TAG.SEQUENCE);
  const algorithm = outer.sequence();
  const oid = algorithm.oid();
  const parameters = algorithm.done ? undefined : algorithm.next().all;
  const signature = outer.bits();
  const r = new DerReader(body.body);
  r.optional(TAG.INTEGER);
  r.sequence();
  const issuer = readName(r.next(TAG.SEQUENCE));
  if (!isTime(r.tag)) throw new DerError('wrong tag');
  const made = readTime(r.next());
  const next = isTime(r.tag) ? readTime(r.next()) : Infinity;
  const serials = new Set<bigint>();
  if (r.tag === TAG.SEQUENCE) for (const list = r.sequence(); !list.done;) serials.add(list.sequence().integer());
  return { issuer, made, next, serials, isSignedBy: (one) => verifySigned(oid, parameters, body.all, signature, certificatePublicKey(one)) };
}

/** What OpenSSL says of a certificate by these lists, null when it is not revoked. @param issuer undefined when it is not known */
export function revocationFault(certificate: Certificate, issuer: Certificate | undefined, lists: readonly RevocationList[]): string | null {
  const list = lists.find((one) => sameName(one.issuer, certificate.issuer));
  if (!list) return 'UNABLE_TO_GET_CRL';
  if (list.serials.has(certificate.serial)) return 'CERT_REVOKED';
  if (issuer && !list.isSignedBy(issuer)) return 'CRL_SIGNATURE_FAILURE';
  const now = Date.now();
  return list.made > now ? 'CRL_NOT_YET_VALID' : list.next < now ? 'CRL_HAS_EXPIRED' : null;
}
