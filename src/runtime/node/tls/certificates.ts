/** Certificates of a connection: read from what programs give, and checked as OpenSSL checks a chain. */
import { mayIssue, parseCertificate } from '../crypto/x509/certificate.ts';
import { revocationFault, type RevocationList } from '../crypto/x509/revocation.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';

/** Node's `X509Certificate`. */
export type Certificate = Internal;

export interface VerifyError { code: string; message: string }

const LOCAL_HINT = '; if the root CA is installed locally, try running Node.js with --use-system-ca';
const TEXTS: { readonly [code: string]: string } = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `self-signed certificate${LOCAL_HINT}`,
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed certificate in certificate chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unable to get local issuer certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `unable to verify the first certificate${LOCAL_HINT}`,
  UNABLE_TO_GET_ISSUER_CERT: `unable to get issuer certificate${LOCAL_HINT}`,
  CERT_HAS_EXPIRED: 'certificate has expired',
  CERT_NOT_YET_VALID: 'certificate is not yet valid',
  CERT_SIGNATURE_FAILURE: 'certificate signature failure',
  INVALID_CA: 'invalid CA certificate',
  UNABLE_TO_GET_CRL: 'unable to get certificate CRL',
  CERT_REVOKED: 'certificate revoked',
  CRL_SIGNATURE_FAILURE: 'CRL signature failure',
  CRL_NOT_YET_VALID: 'CRL is not yet valid',
  CRL_HAS_EXPIRED: 'CRL has expired',
};

const BLOCK = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

/** The certificates in a PEM text, or the one in DER. @throws what X509Certificate throws for a broken one */
export function certificatesIn(rt: NodeRuntime, data: Uint8Array): Certificate[] {
  const { X509Certificate } = rt.requireBuiltin('crypto');
  const { Buffer } = rt.requireBuiltin('buffer');
  if (data[0] === 0x30) return [new X509Certificate(Buffer.from(data))];
  const text = Buffer.from(data).toString('latin1') as string;
  return [...text.matchAll(BLOCK)].map(([block]) => new X509Certificate(block));
}

/**
 * Builds the chain from `leaf` to one that is trusted and checks it, as OpenSSL does with a callback that never stops: the last fault found is
 * the result, null for none.
 */
export function verifyChain(leaf: Certificate, others: readonly Certificate[], trusted: readonly Certificate[], allowPartial: boolean, revocations: readonly RevocationList[]): VerifyError | null {
  const chain = [leaf];
  let fault: string | null = null;
  const same = (a: Certificate, b: Certificate): boolean => a.fingerprint512 === b.fingerprint512;
  // Its usage need not allow it: a certificate for servers that signs itself signs nothing else.
  const selfIssued = (certificate: Certificate): boolean => certificate.checkIssued(certificate) || (certificate.subject === certificate.issuer && signedBy(certificate, certificate));
  const isTrusted = (certificate: Certificate): boolean => trusted.some((one) => same(one, certificate));
  let anchored = isTrusted(leaf) && (selfIssued(leaf) || allowPartial);
  while (!anchored) {
    const last = chain.at(-1)!;
    if (selfIssued(last)) {
      fault = chain.length === 1 ? 'DEPTH_ZERO_SELF_SIGNED_CERT' : 'SELF_SIGNED_CERT_IN_CHAIN';
      break;
    }
    const isNew = (candidate: Certificate): boolean => !chain.some((one) => same(one, candidate)) && last.checkIssued(candidate);
    const known = trusted.find(isNew);
    const issuer = known ?? others.find(isNew);
    if (!issuer) {
      const viaTrusted = chain.length > 1 && isTrusted(last);
      fault = chain.length === 1 ? 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' : viaTrusted ? 'UNABLE_TO_GET_ISSUER_CERT' : 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY';
      break;
    }
    chain.push(issuer);
    if (known && (selfIssued(known) || allowPartial)) anchored = true;
  }
  if (chain.slice(1).some((issuer) => !mayIssue(parseCertificate(issuer.raw)))) fault = 'INVALID_CA';
  if (revocations.length > 0) {
    const parsed = chain.map(({ raw }) => parseCertificate(raw));
    for (const [i, one] of parsed.entries()) fault = revocationFault(one, parsed[i + 1] ?? (selfIssued(chain[i]!) ? one : undefined), revocations) ?? fault;
  }
  // From the top down: a fault of the leaf hides those above it.
  for (let i = chain.length - 1; i >= 0; i--) {
    const certificate = chain[i]!;
    const issuer = chain[i + 1] ?? (selfIssued(certificate) ? certificate : null);
    if (issuer && !signedBy(certificate, issuer)) fault = 'CERT_SIGNATURE_FAILURE';
    const now = Date.now();
    if (Date.parse(certificate.validFrom) > now) fault = 'CERT_NOT_YET_VALID';
    else if (Date.parse(certificate.validTo) < now) fault = 'CERT_HAS_EXPIRED';
  }
  return fault === null ? null : { code: fault, message: TEXTS[fault]! };
}

function signedBy(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}
