import { assetBytes } from '../asset-bytes.ts';
import { ConnectionSet } from '../http/connections.ts';
import { Llhttp } from '../http/llhttp.ts';
import { ParserState } from '../http/parser.ts';
import type { Binding, Internal, NodeRuntime } from '../runtime.ts';
import { AsyncContext } from '../streams/async-context.ts';
import { streamClasses } from '../streams/stream-wrap.ts';
import { expose } from '../streams/expose.ts';

const ON_EXECUTE = 5;
const REQUEST = 1;
/** `httpValidation: 'relaxed'` of a server; the published WebAssembly build of llhttp has no switch for it. */
const LENIENT_HEADER_VALUE_RELAXED = 1024;

function build(rt: NodeRuntime, shape: Internal): Internal {
  const { isStream, streamOf } = streamClasses(rt);
  let llhttp: Llhttp | null = null;
  const lists = new WeakMap<object, ConnectionSet<ParserState>>();
  const Shape = shape.HTTPParser;

  class ConnectionsList {
    constructor() {
      lists.set(this, new ConnectionSet());
    }
    all(): Internal[] {
      return [...lists.get(this)!.all].map((parser) => parser.owner);
    }
    idle(): Internal[] {
      return lists.get(this)!.idle().map((parser) => parser.owner);
    }
    active(): Internal[] {
      return [...lists.get(this)!.active].map((parser) => parser.owner);
    }
    expired(headersTimeout: number, requestTimeout: number): Internal[] {
      return lists.get(this)!.expire(headersTimeout, requestTimeout, rt.native.performance.now()).map((parser) => parser.owner);
    }
  }

  class HTTPParser {
    #state: ParserState | null = null;
    #stream: Internal = null;

    #live(): ParserState {
      if (!this.#state) throw Object.assign(new TypeError('HTTPParser used before initialize()'), { code: 'ERR_INVALID_STATE' });
      return this.#state;
    }

    initialize(type: number, resource: object, maxHeaderSize = 0, lenientFlags = 0, connections?: object): void {
      if (lenientFlags & LENIENT_HEADER_VALUE_RELAXED) {
        throw Object.assign(new Error("HTTP option httpValidation: 'relaxed' is not available in this runtime"), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
      }
      llhttp ??= new Llhttp(rt.native, assetBytes(rt, 'llhttp.wasm'));
      this.#state?.destroy();
      this.#state = new ParserState(rt, llhttp, this, {
        type,
        maxHeaderSize: maxHeaderSize > 0 ? maxHeaderSize : rt.requireBuiltin('internal/options').getOptionValue('--max-http-header-size'),
        lenientFlags,
        connections: connections ? lists.get(connections) ?? null : null,
        context: new AsyncContext(rt, type === REQUEST ? 'HTTPINCOMINGMESSAGE' : 'HTTPCLIENTREQUEST', resource),
      });
    }

    execute(data: ArrayBufferView): Internal {
      return this.#live().execute(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    }

    finish(): Internal {
      return this.#live().execute(null);
    }

    pause(): void {
      this.#live().pause(true);
    }

    resume(): void {
      this.#live().pause(false);
    }

    /** Takes the stream's data over, past its `onread`. */
    consume(handle: unknown): void {
      if (!isStream(handle)) throw Object.assign(new TypeError('HTTPParser.consume needs a stream handle'), { code: 'ERR_INVALID_ARG_TYPE' });
      this.#stream = handle;
      streamOf(handle).consumer = { onData: (bytes) => this.#consumed(bytes) };
    }

    unconsume(): void {
      if (this.#stream) streamOf(this.#stream).consumer = null;
      this.#stream = null;
    }

    #consumed(bytes: Uint8Array): void {
      const state = this.#live();
      // Through one callback scope, so that ticks run once after all messages in this portion, as with one read.
      state.context.call(() => {
        const result: unknown = state.execute(bytes);
        const callback: unknown = (this as Record<number, unknown>)[ON_EXECUTE];
        if (typeof callback !== 'function') return;
        state.current = bytes;
        try {
          Reflect.apply(callback, this, [result]);
        } finally {
          state.current = null;
        }
      }, this);
    }

    getCurrentBuffer(): Internal {
      const current = this.#live().current;
      const { Buffer } = rt.requireBuiltin('buffer');
      return Buffer.from(current ?? []);
    }

    remove(): void {
      this.#state?.untrack();
    }

    /** The parser goes back to Node's free list; `initialize` makes it usable again. */
    free(): void {
      this.#state?.context.destroy();
    }

    close(): void {
      this.unconsume();
      this.#state?.destroy();
      this.#state = null;
    }

    getAsyncId(): number {
      return this.#state?.context.asyncId ?? -1;
    }
  }
  for (const [key, value] of Object.entries(Shape)) if (typeof value === 'number') Object.defineProperty(HTTPParser, key, { value, enumerable: true, configurable: true });

  return expose(shape, { HTTPParser, ConnectionsList });
}

export const http_parser: Binding = { name: 'http_parser', create: build };
