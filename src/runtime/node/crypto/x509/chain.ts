/** Chains of certificates: from a server's to one that is trusted. Codes are OpenSSL's, as `tls` hands them to programs. */
import { type Certificate, certificatePublicKey, isAuthority, namesIssuer, sameName, verifyCertificate } from './certificate.ts';

export type ChainError =
  | 'UNABLE_TO_GET_ISSUER_CERT' | 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' | 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' | 'DEPTH_ZERO_SELF_SIGNED_CERT' | 'SELF_SIGNED_CERT_IN_CHAIN'
  | 'CERT_SIGNATURE_FAILURE' | 'CERT_NOT_YET_VALID' | 'CERT_HAS_EXPIRED' | 'INVALID_CA' | 'PATH_LENGTH_EXCEEDED' | 'INVALID_PURPOSE' | 'UNHANDLED_CRITICAL_EXTENSION';

/** OpenSSL's sentences. */
export const CHAIN_TEXTS: { readonly [code in ChainError]: string } = {
  UNABLE_TO_GET_ISSUER_CERT: 'unable to get issuer certificate', UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unable to get local issuer certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unable to verify the first certificate', DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate', SELF_SIGNED_CERT_IN_CHAIN: 'self-signed certificate in certificate chain',
  CERT_SIGNATURE_FAILURE: 'certificate signature failure', CERT_NOT_YET_VALID: 'certificate is not yet valid', CERT_HAS_EXPIRED: 'certificate has expired', INVALID_CA: 'invalid CA certificate',
  PATH_LENGTH_EXCEEDED: 'path length constraint exceeded', INVALID_PURPOSE: 'unsuitable certificate purpose', UNHANDLED_CRITICAL_EXTENSION: 'unhandled critical extension',
};

const PURPOSES = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const;
const ANY_PURPOSE = '2.5.29.37.0';
const MAX_DEPTH = 100;

export interface ChainResult { error?: ChainError; /** Leaf first, as far as it was found. */ chain: Certificate[] }

const same = (a: Certificate, b: Certificate): boolean => a.der.length === b.der.length && a.der.every((byte, i) => byte === b.der[i]);

/**
 * Looks for a way from `leaf` over `given` (what the peer sent) to one of `trusted`, and checks everything on it.
 * @param purpose whose certificate the leaf is
 * @param now milliseconds since the epoch
 */
export function verifyChain(leaf: Certificate, given: readonly Certificate[], trusted: readonly Certificate[], purpose: keyof typeof PURPOSES, now: number): ChainResult {
  const chain = [leaf];
  const isTrusted = (certificate: Certificate): boolean => trusted.some((root) => same(root, certificate));
  for (let top = leaf; !isTrusted(top); top = chain[chain.length - 1]!) {
    const selfSigned = sameName(top.subject, top.issuer) && namesIssuer(top, top);
    const issuer = selfSigned ? trusted.find((root) => sameName(root.subject, top.subject) && same(root, top)) : trusted.find((root) => namesIssuer(top, root)) ?? given.find((other) => namesIssuer(top, other) && !chain.includes(other));
    if (!issuer || chain.length > MAX_DEPTH) {
      if (selfSigned) return { chain, error: chain.length === 1 ? 'DEPTH_ZERO_SELF_SIGNED_CERT' : 'SELF_SIGNED_CERT_IN_CHAIN' };
      if (chain.length === 1) return { chain, error: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };
      return { chain, error: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' };
    }
    chain.push(issuer);
  }
  return { chain, ...checked(chain, purpose, now) };
}

function checked(chain: Certificate[], purpose: keyof typeof PURPOSES, now: number): { error?: ChainError } {
  for (const [depth, certificate] of chain.entries()) {
    if (certificate.unknownCritical.length > 0) return { error: 'UNHANDLED_CRITICAL_EXTENSION' };
    if (depth > 0 && !isAuthority(certificate)) return { error: 'INVALID_CA' };
    const limit = certificate.basicConstraints?.pathLength;
    // Intermediates below it that are not their own issuers.
    if (depth > 0 && limit !== undefined && chain.slice(1, depth).filter((c) => !sameName(c.subject, c.issuer)).length > limit) return { error: 'PATH_LENGTH_EXCEEDED' };
  }
  const usages = chain[0]!.extendedKeyUsage;
  if (usages && !usages.includes(PURPOSES[purpose]) && !usages.includes(ANY_PURPOSE)) return { error: 'INVALID_PURPOSE' };
  for (let depth = chain.length - 1; depth >= 0; depth--) {
    const certificate = chain[depth]!, issuer = chain[depth + 1];
    if (issuer && !verifyCertificate(certificate, certificatePublicKey(issuer))) return { error: 'CERT_SIGNATURE_FAILURE' };
    if (now < certificate.notBefore) return { error: 'CERT_NOT_YET_VALID' };
    if (now > certificate.notAfter) return { error: 'CERT_HAS_EXPIRED' };
  }
  return {};
}
