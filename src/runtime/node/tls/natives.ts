/** What `tls` asks the crypto binding for: lists of ciphers and of authorities. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { certificatesIn } from './certificates.ts';
import { SSL_CIPHERS } from './cipher-suites.ts';

/** Of the system's. */
const REASONS: { readonly [errno: number]: string } = { [ERRNO.ENOENT]: 'No such file or directory', [ERRNO.EACCES]: 'Permission denied' };

export function tlsNatives(rt: NodeRuntime): Internal {
  let extra: string[] | null = null;
  let chosen: string[] | null = null;
  /** Those of NODE_EXTRA_CA_CERTS; a file that cannot be opened is passed over, with Node's warning. */
  const readExtra = (): string[] => {
    const path = rt.start?.env['NODE_EXTRA_CA_CERTS'];
    if (!path) return [];
    let bytes: Uint8Array;
    try {
      bytes = rt.sys.readFile(path);
    } catch (error) {
      if (!(error instanceof SysError)) throw error;
      const reason = REASONS[error.errno];
      if (reason !== undefined) rt.writeError(`Warning: Ignoring extra certs from \`${path}\`, load failed: error:${(0x80000000 + error.errno).toString(16).toUpperCase()}:system library::${reason}\n`);
      return [];
    }
    return certificatesIn(rt, bytes).map(String);
  };
  return {
    getSSLCiphers: () => [...SSL_CIPHERS],
    startLoadingCertificatesOffThread() {
      extra ??= readExtra();
    },
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
