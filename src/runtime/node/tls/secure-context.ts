/** `SecureContext`: certificates, keys and settings that connections over TLS share. */
import { bytesOf } from '../crypto/bytes.ts';
import { cryptoError } from '../crypto/errors.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { perRuntime } from '../streams/per-runtime.ts';
import { certificatesIn, type Certificate } from './certificates.ts';
import { DEFAULT_SUITES, parseCiphers, parseSuites } from './cipher-suites.ts';
import { osslError } from './ssl-errors.ts';

/** Protocol versions as OpenSSL numbers them. */
export const TLS1_2 = 0x0303;
export const TLS1_3 = 0x0304;

/** What a handshake reads of a context. */
export interface ContextState {
  minimum: number;
  maximum: number;
  /** The certificate first, then those that lead to its issuer. With several kinds of keys the last certificate given counts. */
  certificates: Certificate[];
  /** Node's KeyObject. */
  key: Internal;
  /** Null: those that come with the system. The browser's own no page can read, so these are the ones of NODE_EXTRA_CA_CERTS. */
  authorities: Uint8Array[] | null;
  allowPartialChain: boolean;
  /** Suites of TLS 1.3, and older ones. */
  suites: string[];
  ciphers: string[];
  sessionIdContext: string;
  sessionTimeout: number;
  ticketKeys: Uint8Array;
}

/** Methods of OpenSSL's by name: the versions they allow. */
const METHODS: { readonly [name: string]: [minimum: number, maximum: number] } = {
  TLS: [0, TLS1_3], TLSv1: [0x0301, 0x0301], TLSv1_1: [0x0302, 0x0302], TLSv1_2: [TLS1_2, TLS1_2], SSLv23: [0, TLS1_2],
};

function build(rt: NodeRuntime) {
  class SecureContext {
    #state: ContextState = {
      minimum: 0, maximum: TLS1_3, certificates: [], key: null, authorities: [], allowPartialChain: false, suites: [...DEFAULT_SUITES], ciphers: [], sessionIdContext: '', sessionTimeout: 300,
      ticketKeys: rt.native.crypto.getRandomValues(new Uint8Array(48)),
    };

    static stateOf(context: SecureContext): ContextState {
      return context.#state;
    }

    init(method: string | undefined, minimum: number, maximum: number): void {
      let low = minimum, high = maximum;
      if (method) {
        const [, name = '', side] = /^(.*?)(_server|_client)?_method$/.exec(method) ?? [];
        if (/^SSLv[23]$/.test(name)) throw cryptoError(Error, 'ERR_TLS_INVALID_PROTOCOL_METHOD', `${name} methods disabled`);
        const versions = METHODS[name];
        void side;
        if (!versions) throw cryptoError(Error, 'ERR_TLS_INVALID_PROTOCOL_METHOD', `Unknown method: ${method}`);
        [low, high] = versions;
      }
      this.#state.minimum = low;
      this.#state.maximum = high;
    }

    setCert(certificate: unknown): void {
      const found = certificatesIn(rt, copy(certificate));
      if (found.length === 0) throw osslError('PEM routines', 'no start line', '0480006C');
      this.#state.certificates = found;
      this.#check();
    }
    setKey(key: unknown, passphrase?: string): void {
      const { createPrivateKey } = rt.requireBuiltin('crypto');
      this.#state.key = createPrivateKey(passphrase === undefined || passphrase === null ? { key } : { key, passphrase });
      this.#check();
    }
    /** A key of the certificate's kind that is not its key would fail at the first connection only. */
    #check(): void {
      const { certificates: [own], key } = this.#state;
      if (!own || !key || own.publicKey.asymmetricKeyType !== key.asymmetricKeyType) return;
      if (!own.checkPrivateKey(key)) throw osslError('x509 certificate routines', 'key values mismatch', '05800074', 'X509_KEY_VALUES_MISMATCH');
    }
    addCACert(certificate: unknown): void {
      (this.#state.authorities ??= []).push(copy(certificate));
    }
    addRootCerts(): void {
      this.#state.authorities = null;
    }
    setAllowPartialTrustChain(): void {
      this.#state.allowPartialChain = true;
    }
    setCipherSuites(list: string): void {
      this.#state.suites = parseSuites(list);
    }
    setCiphers(list: string): void {
      this.#state.ciphers = parseCiphers(list);
    }
    setSigalgs(): void {}
    setCertificateCompression(): void {}
    setDHParam(): void {}
    setECDHCurve(): void {}
    setMinProto(version: number): void {
      this.#state.minimum = version;
    }
    setMaxProto(version: number): void {
      this.#state.maximum = version;
    }
    getMinProto(): number {
      return this.#state.minimum;
    }
    getMaxProto(): number {
      return this.#state.maximum;
    }
    setOptions(): void {}
    setSessionIdContext(id: string): void {
      this.#state.sessionIdContext = id;
    }
    setSessionTimeout(seconds: number): void {
      this.#state.sessionTimeout = seconds;
    }
    setTicketKeys(keys: Uint8Array): void {
      this.#state.ticketKeys = new Uint8Array(keys);
    }
    getTicketKeys(): Internal {
      return rt.requireBuiltin('buffer').Buffer.from(this.#state.ticketKeys);
    }
    enableTicketKeyCallback(): void {}
    close(): void {}

    getCertificate(): Internal {
      return output(this.#state.certificates[0]);
    }
    getIssuer(): Internal {
      const [own, ...others] = this.#state.certificates;
      return own && output(others.find((one) => own.checkIssued(one)));
    }
  }

  const output = (certificate: Certificate | undefined): Internal => certificate?.raw;

  const copy = (data: unknown): Uint8Array => bytesOf(rt, data).slice();
  return { SecureContext, contextOf: SecureContext.stateOf };
}

export const secureContexts = perRuntime(build);
