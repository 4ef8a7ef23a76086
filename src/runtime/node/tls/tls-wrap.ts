/** `TLSWrap`: the handle of a `tls.TLSSocket`, over the handle of a connection. */
import { SysError } from '../../abi/errno.ts';
import { NotAvailableError } from '../stubs.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { perRuntime } from '../streams/per-runtime.ts';
import { streamClasses } from '../streams/stream-wrap.ts';
import { type Certificate, certificatesIn, verifyChain } from './certificates.ts';
import { packProtocols, unpackProtocols } from './handshake.ts';
import { type ContextState, extraAuthorities, secureContexts } from './secure-context.ts';
import { sslError } from './ssl-errors.ts';
import { parseSession, TlsEngine } from './tls-engine.ts';
import { TlsStream } from './tls-stream.ts';

/** Kinds of keys in the order of OpenSSL's algorithms of signatures. */
const PREFERENCE = ['ec', 'ed25519', 'ed448', 'rsa-pss', 'rsa'];

/** To the outside the browser speaks TLS. */
const PASS = { open: true, encode: (data: Uint8Array) => data, farewell: () => new Uint8Array(0) };
const VERSIONS: { readonly [version: number]: string } = { 0x0301: 'TLSv1', 0x0302: 'TLSv1.1', 0x0303: 'TLSv1.2', 0x0304: 'TLSv1.3' };
const bytesOf = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();

function build(rt: NodeRuntime) {
  const { stateOf } = handleClasses(rt);
  const { LibuvStreamWrap, streamOf, isStream } = streamClasses(rt);
  const { SecureContext, contextOf } = secureContexts(rt);
  const ownerSymbol: symbol = rt.internalBinding('symbols').owner_symbol;
  const buffer = (bytes: Uint8Array): Internal => rt.requireBuiltin('buffer').Buffer.from(bytes);
  const derOf = (certificate: Certificate): string => certificate.raw.toString('base64');

  class TLSWrap extends LibuvStreamWrap {
    readonly #stream: TlsStream;
    readonly #parent: Internal;
    readonly #engine: TlsEngine;
    #context: ContextState;
    #outside = false;
    #asksCertificate = false;
    #asksProtocol = false;
    #started = false;
    readonly #write: (bytes: Uint8Array) => void;
    /** Waits for what the connection's owner before us is still writing. */
    #held: Uint8Array[] | null = null;
    #sessions = false;
    #logsKeys = false;
    #peer: Certificate[] | null = null;
    #failed = false;
    declare sni_context: Internal;
    declare onhandshakestart: Internal;
    declare onhandshakedone: Internal;
    declare oncertcb: Internal;
    declare ALPNCallback: Internal;
    declare onnewsession: Internal;
    declare onocspresponse: Internal;
    declare onkeylog: Internal;
    declare onerror: Internal;

    constructor(parent: Internal, context: Internal, isServer: boolean, busy: boolean) {
      super('TLSWRAP');
      // libuv knows of the handle below only: it is that one which is listed, and which keeps the loop alive.
      const state = stateOf(this);
      rt.active.handles.delete(state);
      state.setReferenced(false);
      this.#parent = parent;
      this.#context = contextOf(context);
      const below = streamOf(parent);
      const stream = new TlsStream(rt, {
        get stream() {
          return below.stream;
        },
        readStart: () => parent.readStart(),
        readStop: () => parent.readStop(),
      });
      this.#stream = stream;
      streamOf(this).stream = stream;
      super.readStart();
      const call = (fn: Internal, ...args: unknown[]): unknown => state.context.call(fn, this, ...args);
      if (busy) this.#held = [];
      this.#write = (bytes) => {
        try {
          below.stream?.write(bytes, () => {});
        } catch (error) {
          // The peer is gone: reading says so. A stream of the program's own may throw what it likes.
          if (!(error instanceof SysError)) throw error;
        }
      };
      const engine = new TlsEngine({
        send: (bytes) => {
          if (this.#held) this.#held.push(bytes);
          else this.#write(bytes);
        },
        // The loop stays for what has come: the connection below may have ended by then, and holds it no more.
        later: (fn) => rt.loop.complete(fn),
        context: () => this.#context,
        kinds: ({ identities }) => PREFERENCE.filter((kind) => identities.get(kind)?.key && identities.get(kind)!.certificates.length > 0),
        chain: (own, kind) => chainToSend(own, own.identities.get(kind)!.certificates).map(derOf),
        keylog: (label) => {
          if (!this.#logsKeys) return;
          const secret = engine.derive(label, new Uint8Array(0), engine.reply!.version < 0x0304 || engine.reply!.cipher.name.endsWith('384') ? 48 : 32);
          call(this.onkeylog, buffer(rt.toBytes(`${label} ${engine.hello!.random} ${buffer(secret).toString('hex')}\n`)));
        },
        random: () => buffer(rt.native.crypto.getRandomValues(new Uint8Array(32))).toString('hex'),
        handshakeStart: () => {
          call(this.onhandshakestart, Math.floor(rt.loop.now()));
          const owner = (this as Internal)[ownerSymbol];
          if (owner && engine.hello?.servername) owner.servername = engine.hello.servername;
        },
        opened: () => stream.opened(),
        established: () => call(this.onhandshakedone),
        fail: (error) => this.#fail(error),
        deliver: (what) => stream.deliver(what),
        askCertificate: (hello) => {
          if (!this.#asksCertificate) return false;
          call(this.oncertcb, { servername: hello.servername || false, OCSPRequest: hello.ocsp });
          return true;
        },
        askProtocol: (offered) => {
          if (!this.#asksProtocol || offered.length === 0) return undefined;
          const offset = call(this.ALPNCallback, buffer(packProtocols(offered)));
          if (typeof offset !== 'number') return null;
          return offered[unpackProtocols(packProtocols(offered).subarray(0, offset)).length] ?? null;
        },
        session: (blob) => {
          if (this.#sessions) call(this.onnewsession, buffer(new Uint8Array(0)), buffer(blob));
        },
        ocspResponse: (response) => call(this.onocspresponse, response.length > 0 ? buffer(response) : null),
      }, isServer);
      this.#engine = engine;
      stream.coding = engine;
      if (!isServer) stream.begin = () => this.start();
      below.consumer = {
        onData: (bytes) => (this.#outside ? stream.deliver(bytes) : engine.receive(bytes)),
        onFinish: (code) => (this.#outside ? stream.deliver(code) : engine.ended(code)),
      };
    }

    #fail(error: Error): void {
      if (this.#failed) return;
      this.#failed = true;
      stateOf(this).context.call(this.onerror, this, error);
    }

    start(): void {
      if (this.#started) return;
      this.#started = true;
      const { stream } = streamOf(this.#parent);
      if (stream && stream.fd >= 0 && rt.sys.outsideSecure(stream.fd, this.#engine.servername)) {
        this.#outside = true;
        this.#stream.coding = PASS;
        rt.loop.complete(() => stateOf(this).context.call(() => {
          this.onhandshakestart(Math.floor(rt.loop.now()));
          this.#stream.opened();
          this.onhandshakedone();
        }, this));
      } else if (!this.#engine.isServer) this.#engine.start();
    }

    /** Bytes that the stream below had read before it was given away. */
    receive(bytes: Uint8Array): void {
      const copy = new Uint8Array(bytes);
      rt.loop.complete(() => streamOf(this.#parent).consumer?.onData(copy));
    }

    certCbDone(): void {
      const { sni_context: own } = this;
      if (own !== undefined) {
        if (!(own instanceof SecureContext)) {
          this.#fail(Object.assign(new TypeError('Invalid SNI context'), { code: 'ERR_TLS_INVALID_CONTEXT' }));
          return;
        }
        this.#context = contextOf(own);
      }
      this.#engine.answer();
    }

    setVerifyMode(requestCert: boolean, rejectUnauthorized: boolean): void {
      this.#engine.requestCert = requestCert;
      this.#engine.rejectUnauthorized = rejectUnauthorized;
    }
    setKeyCert(context: Internal): void {
      const { identities, own } = contextOf(context);
      this.#context = { ...this.#context, identities, own };
    }
    setServername(name: string): void {
      this.#engine.servername = name;
    }
    getServername(): string | false {
      const { isServer, hello, servername } = this.#engine;
      return (isServer ? hello?.servername : servername) || false;
    }

    enableSessionCallbacks(): void {
      this.#sessions = true;
    }
    enableCertCb(): void {
      this.#asksCertificate = true;
    }
    enableALPNCb(): void {
      this.#asksProtocol = true;
    }
    /** The secrets are those `exportKeyingMaterial` draws on: both ends have the same, and nothing is encrypted with them. */
    enableKeylogCallback(): void {
      this.#logsKeys = true;
    }
    // There is no handshake of OpenSSL's to trace.
    enableTrace(): void {}
    endParser(): void {}
    newSessionDone(): void {}
    loadSession(): void {}

    writesIssuedByPrevListenerDone(): void {
      const held = this.#held ?? [];
      this.#held = null;
      held.forEach(this.#write);
    }

    setSession(blob: Uint8Array): void {
      this.#engine.resume = parseSession(blob);
      this.#engine.session = this.#engine.resume ? bytesOf(blob) : null;
    }
    getSession(): Internal {
      const { session, reply, isServer } = this.#engine;
      if (isServer) return reply ? buffer(rt.toBytes(JSON.stringify({ id: reply.random, ticket: '', version: reply.version, cipher: reply.cipher.name, chain: this.#engine.peerChain }))) : undefined;
      return session ? buffer(session) : undefined;
    }
    getTLSTicket(): Internal {
      const { session } = this.#engine;
      const ticket = session && parseSession(session)?.ticket;
      return ticket ? rt.requireBuiltin('buffer').Buffer.from(ticket, 'base64') : undefined;
    }
    /** True spares the check of a certificate that only the browser sees; a program with a check of its own (a pinned certificate) gets to make it, without a certificate. */
    isSessionReused(): boolean {
      if (!this.#outside) return this.#engine.reply?.resumed ?? false;
      const owner = (this as Internal)[ownerSymbol];
      const key = Object.getOwnPropertySymbols(owner ?? {}).find((symbol) => symbol.description === 'connect-options');
      return !key || owner[key].checkServerIdentity === rt.requireBuiltin('tls').checkServerIdentity;
    }

    setALPNProtocols(packed: Uint8Array): void {
      this.#engine.alpn = unpackProtocols(bytesOf(packed));
    }
    getALPNNegotiatedProtocol(): string | false {
      return this.#engine.reply?.alpn ?? false;
    }
    requestOCSP(): void {
      this.#engine.requestOcsp = true;
    }
    setOCSPResponse(response: Uint8Array): void {
      this.#engine.ocspAnswer = buffer(response).toString('base64');
    }

    #peerCertificates(): Certificate[] {
      return this.#peer ??= this.#engine.peerChain.flatMap((der) => certificatesIn(rt, rt.requireBuiltin('buffer').Buffer.from(der, 'base64')));
    }
    verifyError(): Error | undefined {
      if (this.#outside) return undefined;
      const [leaf, ...others] = this.#peerCertificates();
      if (!leaf) return this.#engine.isServer ? Object.assign(new Error('unable to get issuer certificate'), { code: 'UNABLE_TO_GET_ISSUER_CERT' }) : undefined;
      const { allowPartialChain, revocations } = this.#context;
      const fault = verifyChain(leaf, others, trustedBy(this.#context), allowPartialChain, revocations);
      return fault ? Object.assign(new Error(fault.message), { code: fault.code }) : undefined;
    }
    getPeerCertificate(detailed?: boolean): Internal {
      const all = this.#peerCertificates();
      if (all.length === 0) return undefined;
      return detailed ? withIssuers(all, trustedBy(this.#context)) : legacy(all[0]);
    }
    getPeerX509Certificate(): Internal {
      const { parseX509 } = rt.internalBinding('crypto');
      const chain = this.#peerCertificates();
      // As far as the peer sent them, each with its issuer.
      return chain.slice(0, chain.findIndex((one, i) => !chain[i + 1] || !one.checkIssued(chain[i + 1])) + 1).reduceRight((issuer, one) => parseX509(one.raw, issuer), undefined);
    }
    #ownCertificate(): Certificate | undefined {
      const { own, identities } = this.#context;
      return (identities.get(this.#engine.kind ?? '') ?? own)?.certificates[0];
    }
    getCertificate(): Internal {
      const own = this.#ownCertificate();
      return own && legacy(own);
    }
    getX509Certificate(): Internal {
      const own = this.#ownCertificate();
      return own && rt.internalBinding('crypto').parseX509(own.raw);
    }

    getCipher(): object | undefined {
      const cipher = this.#engine.reply?.cipher;
      return cipher && { ...cipher };
    }
    getProtocol(): string {
      return this.#outside ? 'TLSv1.3' : VERSIONS[this.#engine.reply?.version ?? 0] ?? 'unknown';
    }
    getEphemeralKeyInfo(): object | null {
      if (this.#engine.isServer) return null;
      const { reply } = this.#engine;
      return { type: undefined, name: undefined, size: undefined, ...reply?.group };
    }
    getSharedSigalgs(): string[] {
      return [];
    }
    #finished(side: string): Internal {
      const { reply } = this.#engine;
      return reply ? buffer(this.#engine.derive(side, new Uint8Array(0), reply.version >= 0x0304 ? 48 : 12)) : undefined;
    }
    getFinished(): Internal {
      return this.#finished(this.#engine.isServer ? 'server finished' : 'client finished');
    }
    getPeerFinished(): Internal {
      return this.#finished(this.#engine.isServer ? 'client finished' : 'server finished');
    }
    exportKeyingMaterial(length: number, label: string, context?: ArrayBufferView): Internal {
      return buffer(this.#engine.derive(label, context ? bytesOf(context) : new Uint8Array(0), length));
    }
    setMaxSendFragment(size: number): number {
      if (size < 512 || size > 16384) return 0;
      this.#engine.maxFragment = size;
      return 1;
    }
    renegotiate(): void {
      throw sslError((this.#engine.reply?.version ?? 0) >= 0x0304 ? 'wrong ssl version' : 'no renegotiation');
    }
    enablePskCallback(): void {
      throw new NotAvailableError('tls_wrap.PSK', 'pre-shared keys of TLS');
    }
    destroySSL(): void {
      this.#stream.close();
    }
  }

  /** As the library wants it, which puts the last touch to it itself. */
  const legacy = (certificate: Certificate): Internal => rt.internalBinding('crypto').parseX509(certificate.raw).toLegacy();

  const trustedBy = ({ authorities }: ContextState): Certificate[] => {
    return (authorities ?? extraAuthorities(rt)).flatMap((text) => certificatesIn(rt, text));
  };

  /** A certificate that comes alone is sent with those of its issuers that are known. */
  const chainToSend = (own: ContextState, certificates: Certificate[]): Certificate[] => {
    const chain = [...certificates];
    if (chain.length > 1) return chain;
    const known = trustedBy(own);
    for (let last = chain[0]; !last.checkIssued(last); last = chain.at(-1)) {
      const issuer = known.find((one) => last.checkIssued(one) && !chain.some((sent) => sent.fingerprint512 === one.fingerprint512));
      if (!issuer) break;
      chain.push(issuer);
    }
    return chain;
  };

  /** The certificate with its issuers linked up to the root, which is its own. */
  const withIssuers = (all: Certificate[], trusted: Certificate[]): Internal => {
    const first = legacy(all[0]);
    let at = all[0], object = first;
    for (let depth = 0; depth < 16; depth++) {
      if (at.checkIssued(at)) {
        object.issuerCertificate = object;
        break;
      }
      const issuer = [...all, ...trusted].find((one) => one !== at && at.checkIssued(one));
      if (!issuer) break;
      object = object.issuerCertificate = legacy(issuer);
      at = issuer;
    }
    return first;
  };

  return {
    TLSWrap,
    wrap: (parent: Internal, context: Internal, isServer: boolean, busy = false) => {
      if (!isStream(parent)) throw new NotAvailableError('tls', 'over a stream of this kind');
      return new TLSWrap(parent, context, isServer, busy);
    },
  };
}

export const tlsClasses = perRuntime(build);
