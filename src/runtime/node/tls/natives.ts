/** What `tls` asks the crypto binding for: lists of ciphers and of authorities. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { certificatesIn } from './certificates.ts';
import { SSL_CIPHERS } from './cipher-suites.ts';

export function tlsNatives(rt: NodeRuntime): Internal {
  let extra: string[] | null = null;
  let chosen: string[] | null = null;
  /** Those of NODE_EXTRA_CA_CERTS; a file that is missing is passed over, as Node does after its warning. */
  const readExtra = (): string[] => {
    const path = rt.start?.env['NODE_EXTRA_CA_CERTS'];
    if (!path) return [];
    let bytes: Uint8Array;
    try {
      bytes = rt.sys.readFile(path);
    } catch {
      return [];
    }
    return certificatesIn(rt, bytes).map(String);
  };
  return {
    getSSLCiphers: () => [...SSL_CIPHERS],
    startLoadingCertificatesOffThread() {},
    // The browser keeps its own certificates to itself: what a program trusts are those it names.
    getBundledRootCertificates: () => [],
    getSystemCACertificates: () => [],
    getExtraCACertificates: () => chosen ?? (extra ??= readExtra()),
    getUserRootCertificates: () => chosen ?? [],
    /** `tls.setDefaultCACertificates`. */
    resetRootCertStore(certificates: string[]): void {
      chosen = [...certificates];
    },
    getCertificateCompressionAlgorithms: () => [],
  };
}
