/** `Http2Stream`: the handle of one stream, as Node's library has it. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { streamClasses } from '../streams/stream-wrap.ts';
import { CODE, FRAME, frame } from './frames.ts';
import { H2ByteStream } from './h2-byte-stream.ts';
import type { H2Session } from './h2-session.ts';
import type { H2Stream } from './h2-stream.ts';
import { EMPTY_PAYLOAD, GET_TRAILERS, parseHeaders } from './library-shapes.ts';

const ERR_STREAM_ID = -509, ERR_PUSH_DISABLED = -528;

/** What a stream's handle asks of its session's. */
export interface StreamOwner {
  readonly engine: H2Session;
  flush(): void;
  handleOf(stream: H2Stream): object;
}

export function http2StreamClass(rt: NodeRuntime, shape: Internal) {
  const { stateOf } = handleClasses(rt);
  const { LibuvStreamWrap, streamOf } = streamClasses(rt);
  const { streamState } = shape as { streamState: Float64Array };

  class Http2Stream extends LibuvStreamWrap {
    readonly #stream: H2Stream;
    readonly #body: H2ByteStream;
    readonly #owner: StreamOwner;
    #reading = false;
    /** Delivered while the program did not ask for more: counted when it does. */
    #unconsumed = 0;
    #destroyed = false;

    constructor(owner: StreamOwner, stream: H2Stream) {
      super('HTTP2STREAM');
      const state = stateOf(this);
      // No handle of libuv's: the connection's own keeps the loop alive.
      rt.active.handles.delete(state);
      state.setReferenced(false);
      this.#stream = stream;
      this.#owner = owner;
      this.#body = new H2ByteStream(rt, owner.engine, stream);
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
      this.#owner.engine.consume(n, this.#stream);
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
      this.#owner.engine.respond(stream, parseHeaders(headers), empty);
      return 0;
    }
    info(headers: [string, number]): number {
      this.#owner.engine.sendHeaders(this.#stream, parseHeaders(headers), false);
      return 0;
    }
    trailers(headers: [string, number]): number {
      const { engine } = this.#owner;
      if (headers[1] > 0) engine.sendHeaders(this.#stream, parseHeaders(headers), true);
      else {
        engine.send(frame(FRAME.DATA, 1, this.#stream.id, new Uint8Array(0)));
        engine.closeLocal(this.#stream);
      }
      return 0;
    }
    pushPromise(headers: [string, number], options: number): object | number {
      const { engine } = this.#owner;
      const pushed = engine.push(this.#stream, parseHeaders(headers));
      if (!pushed) return engine.nextId > 0x7fffffff ? ERR_STREAM_ID : ERR_PUSH_DISABLED;
      if (options & EMPTY_PAYLOAD) pushed.ended = true;
      return this.#owner.handleOf(pushed);
    }
    rstStream(code: number): void {
      // What the program wrote before goes out first, unless it wants to be rid of the stream.
      if (code !== CODE.CANCEL) this.#owner.flush();
      this.#owner.engine.reset(this.#stream, code);
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

  return { Http2Stream, receive: Http2Stream.receive, isDestroyed: Http2Stream.isDestroyed };
}
