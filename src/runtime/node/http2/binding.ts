/** The classes of Node's HTTP/2 binding over a session of our own. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { streamClasses } from '../streams/stream-wrap.ts';
import { chosenSettings, fillDefaults, fillSessionState, fillSettings, packSettings, readOptions } from './buffers.ts';
import { CODE, FRAME, frame } from './frames.ts';
import { H2ByteStream } from './h2-byte-stream.ts';
import { H2Session } from './h2-session.ts';
import type { H2Stream } from './h2-stream.ts';
import { errorNames, parseHeaders } from './library-shapes.ts';
import { NGHTTP2_ERRORS } from './nghttp2-errors.ts';

const EMPTY_PAYLOAD = 1, GET_TRAILERS = 2;
const ERR_STREAM_ID = -509, ERR_PUSH_DISABLED = -528;
const CALLBACKS = ['error', 'priority', 'settings', 'ping', 'headers', 'frameError', 'goaway', 'altsvc', 'origin', 'trailers', 'streamClose'] as const;

export function createHttp2(rt: NodeRuntime, shape: Internal): Internal {
  const { AsyncWrap, stateOf } = handleClasses(rt);
  const { LibuvStreamWrap, streamOf } = streamClasses(rt);
  const { kBitfield, kSessionPriorityListenerCount, kSessionUint8FieldCount, kSessionHasRemoteSettingsListeners, kSessionRemoteSettingsIsUpToDate, kSessionHasPingListeners, kSessionHasAltsvcListeners } = shape;
  const { settingsBuffer, optionsBuffer } = shape as { settingsBuffer: Uint32Array; optionsBuffer: Uint32Array };
  const { sessionState, streamState } = shape as { sessionState: Float64Array; streamState: Float64Array };
  const on: { [name in typeof CALLBACKS[number]]?: Internal } = {};
  const buffer = (bytes: Uint8Array): Internal => rt.requireBuiltin('buffer').Buffer.from(bytes);

  class Http2Stream extends LibuvStreamWrap {
    readonly #stream: H2Stream;
    readonly #body: H2ByteStream;
    readonly #session: Http2Session;
    #reading = false;
    /** Delivered while the program did not ask for more: counted when it does. */
    #unconsumed = 0;
    #destroyed = false;

    constructor(session: Http2Session, stream: H2Stream) {
      super('HTTP2STREAM');
      const state = stateOf(this);
      // No handle of libuv's: the connection's own keeps the loop alive.
      rt.active.handles.delete(state);
      state.setReferenced(false);
      this.#stream = stream;
      this.#session = session;
      this.#body = new H2ByteStream(rt, Http2Session.engineOf(session), stream);
      streamOf(this).stream = this.#body;
      super.readStart();
    }

    /** Null is the end. */
    static receive(handle: Http2Stream, bytes: Uint8Array | null): void {
      if (handle.#destroyed || !handle.#body.sink) return;
      if (!bytes) {
        handle.#body.sink.onEnd();
        return;
      }
      if (handle.#reading) handle.#consume(bytes.length);
      else handle.#unconsumed += bytes.length;
      handle.#body.sink.onData(bytes.slice());
    }
    static isDestroyed(handle: Http2Stream): boolean {
      return handle.#destroyed;
    }

    #consume(n: number): void {
      Http2Session.engineOf(this.#session).consume(n, this.#stream);
    }

    override readStart(): number {
      this.#reading = true;
      if (this.#unconsumed > 0) this.#consume(this.#unconsumed);
      this.#unconsumed = 0;
      return 0;
    }
    override readStop(): number {
      this.#reading = false;
      return 0;
    }
    /** 1 says that it is done already. */
    override shutdown(): number {
      this.#body.end();
      return 1;
    }
    id(): number {
      return this.#stream.id;
    }
    respond(headers: [string, number], options: number): number {
      const stream = this.#stream;
      if (options & GET_TRAILERS) stream.wantsTrailers = true;
      const empty = (options & EMPTY_PAYLOAD) !== 0 || stream.ended;
      if (empty) stream.ended = true;
      stream.headersSent = true;
      Http2Session.engineOf(this.#session).respond(stream, parseHeaders(headers), empty);
      return 0;
    }
    info(headers: [string, number]): number {
      Http2Session.engineOf(this.#session).sendHeaders(this.#stream, parseHeaders(headers), false);
      return 0;
    }
    trailers(headers: [string, number]): number {
      const engine = Http2Session.engineOf(this.#session);
      if (headers[1] > 0) engine.sendHeaders(this.#stream, parseHeaders(headers), true);
      else {
        engine.send(frame(FRAME.DATA, 1, this.#stream.id, new Uint8Array(0)));
        engine.closeLocal(this.#stream);
      }
      return 0;
    }
    pushPromise(headers: [string, number], options: number): Http2Stream | number {
      const engine = Http2Session.engineOf(this.#session);
      const pushed = engine.push(this.#stream, parseHeaders(headers));
      if (!pushed) return engine.nextId > 0x7fffffff ? ERR_STREAM_ID : ERR_PUSH_DISABLED;
      if (options & EMPTY_PAYLOAD) pushed.ended = true;
      return Http2Session.wrap(this.#session, pushed);
    }
    rstStream(code: number): void {
      // What the program wrote before goes out first, unless it wants to be rid of the stream.
      if (code !== CODE.CANCEL) Http2Session.flush(this.#session);
      Http2Session.engineOf(this.#session).reset(this.#stream, code);
    }
    destroy(): void {
      this.#destroyed = true;
      this.#body.close();
      streamOf(this).stream = null;
    }
    priority(): void {}
    refreshState(): void {
      const { state, localClosed, remoteClosed, sendWindow } = this.#stream;
      streamState.set([state, 16, 0, Number(localClosed), Number(remoteClosed), sendWindow]);
    }
  }

  class Http2Session extends AsyncWrap {
    readonly fields = new Uint8Array(kSessionUint8FieldCount);
    chunksSentSinceLastWrite = 0;
    declare ondone: Internal;
    declare ongracefulclosecomplete: Internal;
    readonly #engine: H2Session;
    readonly #custom: number[];
    readonly #handles = new Map<H2Stream, Http2Stream>();
    readonly #pings: { at: number; callback: Internal }[] = [];
    readonly #settings: { at: number; callback: Internal }[] = [];
    readonly #maxPings: number;
    readonly #maxSettings: number;
    readonly #events: (() => void)[] = [];
    #parent: Internal = null;
    #running = false;
    #waking = false;
    #writing = false;
    #chunks = 0;
    #graceful = false;
    #closed = false;

    constructor(type: number) {
      super('HTTP2SESSION');
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
          const handle = Http2Session.wrap(this, stream);
          call('headers', handle, stream.id, category, flags, fields.flatMap(({ name, value }) => [name, value]), fields.filter(({ sensitive }) => sensitive).map(({ name }) => name));
        },
        data: (stream, bytes) => {
          const handle = this.#handles.get(stream);
          if (handle) this.#queue(() => Http2Stream.receive(handle, bytes));
        },
        ended: (stream) => this.#queue(() => this.#engine.closeRemote(stream)),
        closed: (stream, code) => {
          const handle = this.#handles.get(stream);
          this.#handles.delete(stream);
          for (const { done } of stream.writes.splice(0)) this.#queue(() => done(-125));
          if (handle) this.#queue(() => (Http2Stream.isDestroyed(handle) ? undefined : stateOf(handle).context.call(on.streamClose, handle, code)));
        },
        wantsTrailers: (stream) => {
          const handle = this.#handles.get(stream);
          if (handle) this.#queue(() => (Http2Stream.isDestroyed(handle) ? undefined : stateOf(handle).context.call(on.trailers, handle)));
        },
        settings: () => {
          this.fields[kBitfield]! &= ~(1 << kSessionRemoteSettingsIsUpToDate);
          if (listens(kSessionHasRemoteSettingsListeners)) call('settings');
        },
        acknowledged: () => {
          const sent = this.#settings.shift();
          if (sent) this.#queue(() => stateOf(this).context.call(sent.callback, this, true, performance.now() - sent.at));
        },
        ping: (payload) => {
          if (listens(kSessionHasPingListeners)) call('ping', buffer(payload));
        },
        pong: (payload) => {
          const sent = this.#pings.shift();
          if (sent) this.#queue(() => stateOf(this).context.call(sent.callback, this, true, performance.now() - sent.at, buffer(payload)));
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
        failed: (errno) => call('error', errno),
        wake: () => this.#wake(),
      });
    }

    static engineOf(session: Http2Session): H2Session {
      return session.#engine;
    }
    static flush(session: Http2Session): void {
      session.#flush();
    }
    static wrap(session: Http2Session, stream: H2Stream): Http2Stream {
      let handle = session.#handles.get(stream);
      if (!handle) session.#handles.set(stream, handle = new Http2Stream(session, stream));
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
          if (this.#closed) this.#finish();
        };
        let complete = true;
        try {
          complete = below.write(bytes, (code: number) => {
            rt.loop.unref();
            written(code);
          });
        } catch (e) {
          written(-((e as { errno?: number }).errno ?? 32));
          return;
        }
        if (complete) written(0);
        else rt.loop.ref();
      } else for (const event of [...done.map((tell) => () => tell(0)), ...later]) this.#queue(event);
    }

    settings(callback: Internal): boolean {
      if (this.#settings.length >= this.#maxSettings) return false;
      this.#settings.push({ at: performance.now(), callback });
      this.#engine.settings(chosenSettings(settingsBuffer));
      return true;
    }
    localSettings(): void {
      fillSettings(settingsBuffer, this.#engine.local, []);
    }
    remoteSettings(): void {
      fillSettings(settingsBuffer, this.#engine.remote, this.#custom);
    }
    ping(payload: ArrayBufferView | undefined, callback: Internal): boolean {
      if (this.#pings.length >= this.#maxPings) return false;
      this.#pings.push({ at: performance.now(), callback });
      this.#engine.send(frame(FRAME.PING, 0, 0, payload ? new Uint8Array(payload.buffer, payload.byteOffset, 8).slice() : new Uint8Array(8)));
      return true;
    }
    request(headers: [string, number], options: number): Http2Stream | number {
      const fields = parseHeaders(headers);
      const empty = (options & EMPTY_PAYLOAD) !== 0;
      const stream = this.#engine.request(fields, empty);
      if (!stream) return ERR_STREAM_ID;
      stream.headersSent = true;
      stream.ended = empty;
      stream.isHead = fields.some(({ name, value }) => name === ':method' && value === 'HEAD');
      stream.wantsTrailers = (options & GET_TRAILERS) !== 0;
      return Http2Session.wrap(this, stream);
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
      for (const { callback } of [...this.#pings.splice(0), ...this.#settings.splice(0)]) this.#queue(() => stateOf(this).context.call(callback, this, false, 0, undefined));
      if (!this.#writing) this.#finish();
    }
    #finish(): void {
      rt.loop.complete(() => stateOf(this).context.call(this.ondone, this));
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
      const text = `${origin}${value}`;
      this.#engine.send(frame(FRAME.ALTSVC, 0, id, Uint8Array.from([origin.length >> 8, origin.length & 255, ...[...text].map((letter) => letter.charCodeAt(0))])));
    }
    origin(list: string): void {
      const bytes = list.split('\0').filter((text) => text !== '').flatMap((text) => [text.length >> 8, text.length & 255, ...[...text].map((letter) => letter.charCodeAt(0))]);
      this.#engine.send(frame(FRAME.ORIGIN, 0, 0, Uint8Array.from(bytes)));
    }
  }

  expose(shape, { Http2Session, Http2Stream });
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
