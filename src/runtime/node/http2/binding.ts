/** The classes of Node's HTTP/2 binding over a session of our own. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { streamClasses } from '../streams/stream-wrap.ts';
import { chosenSettings, fillDefaults, fillSessionState, fillSettings, packSettings, readOptions } from './buffers.ts';
import { FRAME, frame } from './frames.ts';
import { H2Session } from './h2-session.ts';
import type { H2Stream } from './h2-stream.ts';
import { EMPTY_PAYLOAD, errorNames, GET_TRAILERS, parseHeaders } from './library-shapes.ts';
import { NGHTTP2_ERRORS } from './nghttp2-errors.ts';
import { Question } from './question.ts';
import type { Settings } from './settings.ts';
import { http2StreamClass, type StreamOwner } from './stream-handle.ts';

const ERR_STREAM_ID = -509;
const CALLBACKS = ['error', 'priority', 'settings', 'ping', 'headers', 'frameError', 'goaway', 'altsvc', 'origin', 'trailers', 'streamClose'] as const;

export function createHttp2(rt: NodeRuntime, shape: Internal): Internal {
  const { AsyncWrap, stateOf } = handleClasses(rt);
  const { streamOf } = streamClasses(rt);
  const { kBitfield, kSessionPriorityListenerCount, kSessionUint8FieldCount, kSessionHasRemoteSettingsListeners, kSessionRemoteSettingsIsUpToDate, kSessionHasPingListeners, kSessionHasAltsvcListeners, kSessionMaxInvalidFrames, kSessionMaxRejectedStreams } = shape;
  const { settingsBuffer, optionsBuffer } = shape as { settingsBuffer: Uint32Array; optionsBuffer: Uint32Array };
  const { sessionState } = shape as { sessionState: Float64Array };
  const on: { [name in typeof CALLBACKS[number]]?: Internal } = {};
  /** A Buffer of memory of its own, as the binding makes them. */
  const buffer = (bytes: Uint8Array): Internal => {
    const { FastBuffer } = rt.requireBuiltin('internal/buffer');
    const copy = bytes.slice();
    return new FastBuffer(copy.buffer, 0, copy.length);
  };

  const { Http2Stream, receive, isDestroyed } = http2StreamClass(rt, shape);
  type Http2Stream = InstanceType<typeof Http2Stream>;

  class Http2Session extends AsyncWrap {
    readonly fields = new Uint8Array(kSessionUint8FieldCount);
    readonly #limits = new DataView(this.fields.buffer);
    chunksSentSinceLastWrite = 0;
    declare ondone: Internal;
    declare ongracefulclosecomplete: Internal;
    readonly #engine: H2Session;
    readonly #side: StreamOwner;
    readonly #custom: number[];
    /** Settings of the program's own kind that were sent: they count at once. */
    readonly #ownCustom: number[] = [];
    readonly #handles = new Map<H2Stream, Http2Stream>();
    readonly #pings: Question[] = [];
    readonly #settings: Question[] = [];
    readonly #maxPings: number;
    readonly #maxSettings: number;
    readonly #events: (() => void)[] = [];
    #parent: Internal = null;
    #local: Settings;
    #remote: Settings;
    #running = false;
    #waking = false;
    #writing = false;
    #chunks = 0;
    #graceful = false;
    #closed = false;

    constructor(type: number) {
      super('HTTP2SESSION');
      this.#limits.setUint32(kSessionMaxInvalidFrames, 1000, true);
      this.#limits.setUint32(kSessionMaxRejectedStreams, 100, true);
      const isServer = type === shape.constants.NGHTTP2_SESSION_SERVER;
      const { maxPings, maxSettings, ...options } = readOptions(optionsBuffer, settingsBuffer, isServer);
      this.#maxPings = maxPings;
      this.#maxSettings = maxSettings;
      this.#custom = options.remoteCustomSettings;
      const call = (name: typeof CALLBACKS[number], ...args: unknown[]): void => {
        this.#queue(() => stateOf(this).context.call(on[name], this, ...args));
      };
      const listens = (bit: number): boolean => (this.fields[kBitfield]! & 1 << bit) !== 0;
      this.#engine = new H2Session(isServer, options, {
        headers: (stream, category, flags, fields) => {
          const handle = this.#handleOf(stream);
          call('headers', handle, stream.id, category, flags, fields.flatMap(({ name, value }) => [name, value]), fields.filter(({ sensitive }) => sensitive).map(({ name }) => name));
        },
        data: (stream, bytes) => {
          const handle = this.#handles.get(stream);
          if (handle) this.#queue(() => receive(handle, bytes));
        },
        ended: (stream) => this.#queue(() => this.#engine.closeRemote(stream)),
        closed: (stream, code) => {
          const handle = this.#handles.get(stream);
          this.#handles.delete(stream);
          if (handle) this.#queue(() => (isDestroyed(handle) ? undefined : stateOf(handle).context.call(on.streamClose, handle, code)));
        },
        wantsTrailers: (stream) => {
          const handle = this.#handles.get(stream);
          if (handle) this.#queue(() => (isDestroyed(handle) ? undefined : stateOf(handle).context.call(on.trailers, handle)));
        },
        settings: () => {
          // What a program reads is as of this frame: another may have come behind it already.
          const seen = this.#engine.remote.copy();
          this.#queue(() => {
            this.#remote = seen;
            this.fields[kBitfield]! &= ~(1 << kSessionRemoteSettingsIsUpToDate);
            if (listens(kSessionHasRemoteSettingsListeners)) stateOf(this).context.call(on.settings, this);
          });
        },
        acknowledged: () => {
          const sent = this.#settings.shift();
          const seen = this.#engine.local.copy();
          if (sent) this.#queue(() => {
            this.#local = seen;
            sent.answer(true);
          });
        },
        ping: (payload) => {
          if (listens(kSessionHasPingListeners)) call('ping', buffer(payload));
        },
        pong: (payload) => {
          const sent = this.#pings.shift();
          if (sent) this.#queue(() => sent.answer(true, buffer(payload)));
          else call('error', -505);
        },
        goaway: (code, lastId, data) => call('goaway', code, lastId, data.length > 0 ? buffer(data) : undefined),
        priority: (id, parent, weight, exclusive) => {
          if (this.fields[kSessionPriorityListenerCount]! > 0) call('priority', id, parent, weight, exclusive);
        },
        altsvc: (id, origin, value) => {
          if (listens(kSessionHasAltsvcListeners)) call('altsvc', id, origin, value);
        },
        origins: (list) => call('origin', list),
        failed: (errno, code) => call('error', errno, code ?? null),
        notSent: (type, code, id) => call('frameError', id, type, code),
        maxInvalidFrames: () => this.#limits.getUint32(kSessionMaxInvalidFrames, true),
        wake: () => this.#wake(),
      });
      this.#local = this.#engine.local.copy();
      this.#remote = this.#engine.remote.copy();
      this.#side = { engine: this.#engine, flush: () => this.#flush(), handleOf: (stream) => this.#handleOf(stream) };
    }

    #handleOf(stream: H2Stream): Http2Stream {
      let handle = this.#handles.get(stream);
      if (!handle) this.#handles.set(stream, handle = new Http2Stream(this.#side, stream));
      return handle;
    }

    consume(parent: Internal): void {
      this.#parent = parent;
      streamOf(parent).consumer = { onData: (bytes) => this.receive(bytes) };
      parent.readStart();
    }

    receive(bytes: Uint8Array): void {
      if (this.#closed) return;
      this.#engine.receive(bytes.slice());
      if (!this.#running) this.#next();
    }

    #queue(event: () => void): void {
      this.#events.push(event);
      this.#schedule();
    }
    #schedule(): void {
      if (this.#running || this.#events.length === 0) return;
      this.#running = true;
      rt.loop.ref();
      rt.loop.enqueueNext(() => {
        rt.loop.unref();
        this.#running = false;
        this.#next();
      });
    }
    /** One callback for each task, for the microtasks that follow it. */
    #next(): void {
      const event = this.#events.shift();
      this.#schedule();
      event?.();
    }

    #wake(): void {
      if (this.#waking) return;
      this.#waking = true;
      rt.loop.complete(() => {
        this.#waking = false;
        this.#flush();
      });
    }

    #flush(): void {
      const below = this.#parent && streamOf(this.#parent).stream;
      if (this.#writing || !below) return;
      const before = this.#events.length;
      const { bytes, done } = this.#engine.flush();
      // A stream that ended with its last byte is closed for the program when that byte has gone, not before its write was called back.
      const later = this.#events.splice(before);
      if (bytes.length > 0) {
        streamOf(this.#parent).bytesWritten += bytes.length;
        this.#chunks++;
        this.#writing = true;
        const written = (code: number): void => {
          this.#writing = false;
          for (const tell of done) this.#queue(() => tell(code));
          for (const event of later) this.#queue(event);
          if (this.#engine.hasPending || this.#engine.canSendData) this.#wake();
          if (this.#graceful && !this.hasPendingData()) {
            this.#graceful = false;
            this.#queue(() => stateOf(this).context.call(this.ongracefulclosecomplete, this));
          }
          if (this.#closed) this.#queue(() => this.#finish());
        };
        // A duplex of the program's own keeps no process alive.
        const alive = below.fd >= 0;
        let complete = true;
        try {
          complete = below.write(bytes, (code: number) => {
            if (alive) rt.loop.unref();
            written(code);
          });
        } catch (e) {
          written(-((e as { errno?: number }).errno ?? 32));
          return;
        }
        if (complete) written(0);
        else if (alive) rt.loop.ref();
      } else for (const event of [...done.map((tell) => () => tell(0)), ...later]) this.#queue(event);
    }

    #ask(asked: Question[], most: number, type: string, callback: Internal): boolean {
      const question = new Question(rt, type, callback, this);
      if (asked.length < most) return asked.push(question) > 0;
      question.answer(false);
      return false;
    }
    settings(callback: Internal): boolean {
      if (!this.#ask(this.#settings, this.#maxSettings, 'HTTP2SETTINGS', callback)) return false;
      const entries = chosenSettings(settingsBuffer);
      for (const [id, value] of entries) {
        if (this.#engine.local.has(id) && !this.#ownCustom.includes(id)) continue;
        if (!this.#ownCustom.includes(id)) this.#ownCustom.push(id);
        this.#engine.local.set(id, value);
        this.#local.set(id, value);
      }
      this.#engine.settings(entries);
      return true;
    }
    localSettings(): void {
      fillSettings(settingsBuffer, this.#local, this.#ownCustom);
    }
    remoteSettings(): void {
      fillSettings(settingsBuffer, this.#remote, this.#custom);
    }
    ping(payload: ArrayBufferView | undefined, callback: Internal): boolean {
      if (!this.#ask(this.#pings, this.#maxPings, 'HTTP2PING', callback)) return false;
      this.#engine.send(frame(FRAME.PING, 0, 0, payload ? new Uint8Array(payload.buffer, payload.byteOffset, 8).slice() : new Uint8Array(8)));
      return true;
    }
    request(headers: [string, number], options: number): Http2Stream | number {
      const fields = parseHeaders(headers);
      const empty = (options & EMPTY_PAYLOAD) !== 0;
      const stream = this.#engine.request(fields, empty);
      if (!stream) return ERR_STREAM_ID;
      stream.ended = empty;
      stream.isHead = fields.some(({ name, value }) => name === ':method' && value === 'HEAD');
      stream.wantsTrailers = (options & GET_TRAILERS) !== 0;
      const handle = this.#handleOf(stream);
      this.#engine.releaseHeld();
      return handle;
    }
    goaway(code: number, lastId: number, data?: ArrayBufferView): void {
      this.#engine.goaway(code, lastId, data ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice() : new Uint8Array(0));
    }
    destroy(code: number, socketDestroyed: boolean): void {
      if (this.#closed) return;
      if (!socketDestroyed) {
        this.#engine.terminate(code);
        this.#flush();
      }
      this.#closed = true;
      this.#engine.dead = true;
      // Settings that were not acknowledged are nobody's any more; who asked for a ping is told.
      for (const ping of this.#pings.splice(0)) this.#queue(() => ping.answer(false));
      if (!this.#writing) this.#finish();
    }
    #finish(): void {
      stateOf(this).context.call(this.ondone, this);
    }
    setNextStreamID(id: number): boolean {
      if (id < this.#engine.nextId || (id & 1) !== (this.#engine.nextId & 1)) return false;
      this.#engine.nextId = id;
      return true;
    }
    setLocalWindowSize(size: number): number {
      this.#engine.setWindow(size);
      return 0;
    }
    setGracefulClose(): void {
      this.#graceful = true;
      this.#wake();
    }
    /** As nghttp2 wants to read or write: until a farewell has gone or come and all streams are closed. */
    hasPendingData(): boolean {
      const { hasPending, streams, goawaySent, goawayReceived } = this.#engine;
      return hasPending || streams.size > 0 || !(goawaySent || goawayReceived);
    }
    updateChunksSent(): number {
      this.chunksSentSinceLastWrite = this.#chunks;
      return this.#chunks;
    }
    refreshState(): void {
      fillSessionState(sessionState, this.#engine);
    }
    altsvc(id: number, origin: string, value: string): void {
      if (id > 0 && !this.#engine.streams.has(id)) return;
      const text = `${origin}${value}`;
      this.#engine.send(frame(FRAME.ALTSVC, 0, id, Uint8Array.from([origin.length >> 8, origin.length & 255, ...[...text].map((letter) => letter.charCodeAt(0))])));
    }
    origin(list: string): void {
      const bytes = list.split('\0').filter((text) => text !== '').flatMap((text) => [text.length >> 8, text.length & 255, ...[...text].map((letter) => letter.charCodeAt(0))]);
      this.#engine.send(frame(FRAME.ORIGIN, 0, 0, Uint8Array.from(bytes)));
    }
  }

  expose(shape, { Http2Session, Http2Stream });
  // What is the library's own business is not listed.
  for (const name of Object.keys(shape.constants)) if (/_HCAT_|_NV_FLAG_|^STREAM_OPTION_|^NGHTTP2_ERR_(?!FRAME_SIZE)/.test(name)) Object.defineProperty(shape.constants, name, { enumerable: false });
  return Object.assign(shape, {
    nameForErrorCode: errorNames(shape.constants),
    nghttp2ErrorString: (code: number) => NGHTTP2_ERRORS[code] ?? 'Unknown error code',
    refreshDefaultSettings: () => fillDefaults(settingsBuffer, shape.constants),
    packSettings: () => buffer(packSettings(settingsBuffer)),
    setCallbackFunctions(...functions: Internal[]) {
      for (const [i, name] of CALLBACKS.entries()) on[name] = functions[i];
    },
  });
}
