/** `TLSWrap`: the handle of a `tls.TLSSocket`, over the handle of a connection. */
import { NotAvailableError } from '../stubs.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { perRuntime } from '../streams/per-runtime.ts';
import { streamClasses } from '../streams/stream-wrap.ts';
import { secureContexts } from './secure-context.ts';
import { TlsStream } from './tls-stream.ts';

const PASS = { open: true, encode: (data: Uint8Array) => data, farewell: () => new Uint8Array(0) };

function build(rt: NodeRuntime) {
  const { stateOf } = handleClasses(rt);
  const { LibuvStreamWrap, streamOf, isStream } = streamClasses(rt);
  const { contextOf } = secureContexts(rt);

  class TLSWrap extends LibuvStreamWrap {
    readonly #stream: TlsStream;
    readonly #parent: Internal;
    #servername = '';
    #outside = false;
    declare onhandshakestart: Internal;
    declare onhandshakedone: Internal;
    declare onerror: Internal;

    constructor(parent: Internal, context: Internal) {
      super('TLSWRAP');
      // libuv knows of the handle below only: it is that one which is listed, and which keeps the loop alive.
      const state = stateOf(this);
      rt.active.handles.delete(state);
      state.setReferenced(false);
      this.#parent = parent;
      contextOf(context);
      const below = streamOf(parent);
      this.#stream = new TlsStream(rt, {
        get stream() {
          return below.stream;
        },
        readStart: () => parent.readStart(),
        readStop: () => parent.readStop(),
      });
      streamOf(this).stream = this.#stream;
      below.consumer = {
        onData: (bytes) => this.#stream.deliver(bytes),
        onFinish: (code) => this.#stream.deliver(code),
      };
    }

    start(): void {
      const { stream } = streamOf(this.#parent);
      if (stream && stream.fd >= 0 && rt.sys.outsideSecure(stream.fd, this.#servername)) {
        this.#outside = true;
        this.#stream.coding = PASS;
        rt.loop.complete(() => stateOf(this).context.call(() => {
          this.onhandshakestart(rt.loop.now());
          this.#stream.opened();
          this.onhandshakedone();
        }, this));
        return;
      }
      rt.loop.complete(() => stateOf(this).context.call(this.onerror, this, new NotAvailableError('tls', 'within the sandbox')));
    }

    receive(bytes: Uint8Array): void {
      streamOf(this.#parent).consumer?.onData(new Uint8Array(bytes));
    }

    setVerifyMode(): void {}
    setServername(name: string): void {
      this.#servername = name;
    }
    getServername(): string | false {
      return this.#servername || false;
    }
    setSession(): void {}
    getSession(): undefined {}
    enableSessionCallbacks(): void {}
    enableKeylogCallback(): void {}
    enableCertCb(): void {}
    enableTrace(): void {}
    setALPNProtocols(): void {}
    getALPNNegotiatedProtocol(): false {
      return false;
    }
    verifyError(): undefined {}
    /** True spares the check of a certificate that only the browser sees; a program with a check of its own (a pinned certificate) gets to make it, without a certificate. */
    isSessionReused(): boolean {
      if (!this.#outside) return false;
      const owner = (this as Internal)[rt.internalBinding('symbols').owner_symbol];
      const key = Object.getOwnPropertySymbols(owner ?? {}).find((symbol) => symbol.description === 'connect-options');
      return !key || owner[key].checkServerIdentity === rt.requireBuiltin('tls').checkServerIdentity;
    }
    getEphemeralKeyInfo(): object {
      return {};
    }
    getPeerCertificate(): undefined {}
    getPeerX509Certificate(): undefined {}
    getProtocol(): string {
      return 'TLSv1.3';
    }
    destroySSL(): void {
      this.#stream.close();
    }
  }
  return { TLSWrap, wrap: (parent: Internal, context: Internal) => {
    if (!isStream(parent)) throw new NotAvailableError('tls', 'over a stream of this kind');
    return new TLSWrap(parent, context);
  } };
}

export const tlsClasses = perRuntime(build);
