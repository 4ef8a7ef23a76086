/** `SecureContext`: certificates, keys and settings that connections over TLS share. */
import { DerError, DerReader } from '../crypto/asym/der.ts';
import { pemBlocks } from '../crypto/asym/pem.ts';
import { bytesOf, latin1 } from '../crypto/bytes.ts';
import { cryptoError } from '../crypto/errors.ts';
import { type Pkcs12, readPkcs12, WrongPassphrase } from '../crypto/x509/pkcs12.ts';
import { parseRevocations, type RevocationList } from '../crypto/x509/revocation.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { perRuntime } from '../streams/per-runtime.ts';
import { certificatesIn, type Certificate } from './certificates.ts';
import { DEFAULT_SUITES, parseCiphers, parseSuites } from './cipher-suites.ts';
import { parseGroups } from './groups.ts';
import { osslError } from './ssl-errors.ts';

/** Protocol versions as OpenSSL numbers them. */
export const TLS1_2 = 0x0303;
export const TLS1_3 = 0x0304;

/** A certificate with those that lead to its issuer behind it, and its key, Node's KeyObject. */
export interface Identity { certificates: Certificate[]; key: Internal }

/** What a handshake reads of a context. */
export interface ContextState {
  minimum: number;
  maximum: number;
  /** OpenSSL's SSL_OP_* bits. */
  options: number;
  /** One for each kind of key. */
  identities: Map<string, Identity>;
  /** Of the certificate given last. */
  own: Identity | null;
  /** Null: those that come with the system. The browser's own no page can read, so these are the ones of NODE_EXTRA_CA_CERTS. */
  authorities: Uint8Array[] | null;
  allowPartialChain: boolean;
  /** Once there is one, every certificate of a chain needs a list of its issuer. */
  revocations: RevocationList[];
  /** Suites of TLS 1.3, and older ones. */
  suites: string[];
  ciphers: string[];
  /** Groups for ephemeral keys, in order; null: those OpenSSL has by itself. */
  groups: string[] | null;
  /** Size of the Diffie-Hellman group over integers; 0 when there is none. */
  dhBits: number;
  sessionIdContext: string;
  sessionTimeout: number;
  ticketKeys: Uint8Array;
}

/** Methods of OpenSSL's by name: the versions they allow. */
const METHODS: { readonly [name: string]: [minimum: number, maximum: number] } = {
  TLS: [0, TLS1_3], TLSv1: [0x0301, 0x0301], TLSv1_1: [0x0302, 0x0302], TLSv1_2: [TLS1_2, TLS1_2], SSLv23: [-1, TLS1_2],
};

/** A key of the certificate's kind that is not its key would fail at the first connection only. */
function check({ certificates: [own], key }: Identity): void {
  if (own && key && !own.checkPrivateKey(key)) throw osslError('x509 certificate routines', 'key values mismatch', '05800074', 'X509_KEY_VALUES_MISMATCH');
}

/** Those that stand for the system's. */
export const extraAuthorities = (rt: NodeRuntime): Uint8Array[] => (rt.internalBinding('crypto').getExtraCACertificates() as string[]).map((text) => rt.toBytes(text));

function build(rt: NodeRuntime) {
  class SecureContext {
    #state: ContextState = {
      minimum: 0, maximum: TLS1_3, options: 0, identities: new Map(), own: null, groups: null, dhBits: 0, authorities: [], allowPartialChain: false, revocations: [], suites: [...DEFAULT_SUITES], ciphers: [], sessionIdContext: '', sessionTimeout: 300,
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
        // Of the oldest name the smallest version is the program's default.
        [low, high] = [versions[0] < 0 ? minimum : versions[0], versions[1]];
      }
      this.#state.minimum = low;
      this.#state.maximum = high;
    }

    setCert(certificate: unknown): void {
      const found = certificatesIn(rt, copy(certificate));
      if (found.length === 0) throw osslError('PEM routines', 'no start line', '0480006C');
      this.#putCertificates(found);
    }
    setKey(key: unknown, passphrase?: string): void {
      const { createPrivateKey } = rt.requireBuiltin('crypto');
      // None given is an empty one here.
      this.#putKey(createPrivateKey({ key, passphrase: passphrase ?? '' }));
    }
    loadPKCS12(file: unknown, passphrase?: unknown): void {
      const { X509Certificate } = rt.requireBuiltin('crypto');
      const { Buffer } = rt.requireBuiltin('buffer');
      const { key, certificates: ders } = openPkcs12(copy(file), passphrase === undefined ? null : copy(passphrase));
      if (key === null) throw cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Unable to load private key from PFX data');
      const secret = rt.requireBuiltin('crypto').createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
      const certificates: Certificate[] = ders.map((der) => new X509Certificate(Buffer.from(der)));
      const own = certificates.find((one) => one.checkPrivateKey(secret));
      if (!own) throw cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Unable to load certificate from PFX data');
      const others = certificates.filter((one) => one !== own);
      this.#putCertificates([own, ...others]);
      this.#putKey(secret);
      // What comes along is trusted as well.
      for (const { raw } of others) this.addCACert(raw);
    }
    #identity(kind: string): Identity {
      const { identities } = this.#state;
      const found = identities.get(kind) ?? { certificates: [], key: null };
      identities.set(kind, found);
      return found;
    }
    #putCertificates(certificates: Certificate[]): void {
      const identity = this.#identity(certificates[0].publicKey.asymmetricKeyType);
      identity.certificates = certificates;
      this.#state.own = identity;
      check(identity);
    }
    #putKey(key: Internal): void {
      const identity = this.#identity(key.asymmetricKeyType);
      identity.key = key;
      check(identity);
    }
    addCACert(certificate: unknown): void {
      // Beside those that come with the system, not in their place.
      (this.#state.authorities ??= extraAuthorities(rt)).push(copy(certificate));
    }
    addCRL(list: unknown): void {
      const bytes = copy(list);
      try {
        const block = [...pemBlocks(latin1(bytes))].find(({ label }) => label === 'X509 CRL');
        if (!block) throw new DerError('no start line');
        this.#state.revocations.push(parseRevocations(block.bytes));
      } catch (error) {
        if (!(error instanceof DerError)) throw error;
        throw cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to parse CRL');
      }
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
    /** Parameters in PEM, or true for those that fit the certificate's key. Returns a warning. */
    setDHParam(given: unknown): string | undefined {
      if (given === true) {
        this.#state.dhBits = 2048;
        return undefined;
      }
      const block = [...pemBlocks(latin1(copy(given)))].find(({ label }) => label === 'DH PARAMETERS' || label === 'X9.42 DH PARAMETERS');
      if (!block) return undefined;
      const bits = new DerReader(block.bytes).sequence().integer().toString(2).length;
      if (bits < 1024) throw cryptoError(RangeError, 'ERR_INVALID_ARG_VALUE', 'DH parameter is less than 1024 bits');
      // OpenSSL's level of security.
      if (bits < 2048) throw cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Error setting temp DH parameter');
      this.#state.dhBits = bits;
      return undefined;
    }
    setECDHCurve(names: string): void {
      this.#state.groups = names === 'auto' ? null : parseGroups(names);
    }
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
    setOptions(bits: number): void {
      this.#state.options |= bits;
    }
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
      return output(this.#state.own?.certificates[0]);
    }
    getIssuer(): Internal {
      const [own, ...others] = this.#state.own?.certificates ?? [];
      const known = [...others, ...(this.#state.authorities ?? []).flatMap((text) => certificatesIn(rt, text))];
      return output(own && known.find((one) => own.checkIssued(one)));
    }
  }

  const openPkcs12 = (file: Uint8Array, passphrase: Uint8Array | null): Pkcs12 => {
    try {
      return readPkcs12(file, passphrase);
    } catch (error) {
      if (error instanceof DerError && error.message === 'unsupported') throw cryptoError(Error, 'ERR_CRYPTO_UNSUPPORTED_OPERATION', 'Unsupported PKCS12 PFX data');
      if (error instanceof DerError || error instanceof WrongPassphrase) throw new Error(error.message === 'too long' ? 'not enough data' : error.message);
      throw error;
    }
  };

  const output = (certificate: Certificate | undefined): Internal => certificate?.raw ?? null;

  const copy = (data: unknown): Uint8Array => bytesOf(rt, data).slice();
  return { SecureContext, contextOf: SecureContext.stateOf };
}

export const secureContexts = perRuntime(build);
