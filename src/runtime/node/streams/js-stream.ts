/** `JSStream`: a stream of the program's own (any duplex) under the classes that expect a native one: TLS over it, HTTP/2 over it. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import type { ByteStream, Done, ReadSink } from './byte-stream.ts';
import { handleClasses } from './handle-wrap.ts';
import { perRuntime } from './per-runtime.ts';
import { streamClasses } from './stream-wrap.ts';

const ECANCELED = 125;

/** One write at a time goes to the program's stream, which is what the class above it counts on. */
class JsByteStream implements ByteStream {
  readonly fd = -1;
  readonly holdsLoop = false;
  sink: ReadSink | null = null;
  private readonly rt: NodeRuntime;
  private readonly handle: Internal;
  private readonly writes: { data: Uint8Array; done: Done }[] = [];
  private finishing: Done | null = null;
  private busy = false;

  constructor(rt: NodeRuntime, handle: Internal) {
    this.rt = rt;
    this.handle = handle;
  }

  get queued(): number {
    return this.writes.reduce((sum, { data }) => sum + data.length, 0);
  }

  startReading(sink: ReadSink): void {
    this.sink = sink;
  }
  stopReading(): void {}

  write(data: Uint8Array, done: Done): boolean {
    this.writes.push({ data: data.slice(), done });
    this.next();
    return false;
  }

  shutdown(done: Done): void {
    this.finishing = done;
    this.next();
  }

  /** The program's stream took what it was given, or ended. */
  finished(status: number): void {
    this.busy = false;
    const done = this.writes.length > 0 ? this.writes.shift()!.done : this.finishing;
    if (this.writes.length === 0 && done === this.finishing) this.finishing = null;
    done?.(status);
    this.next();
  }

  setBlocking(): void {}

  close(): void {
    this.sink = null;
    const pending = [...this.writes.splice(0).map(({ done }) => done), ...(this.finishing ? [this.finishing] : [])];
    this.finishing = null;
    for (const done of pending) this.rt.loop.enqueue(() => done(-ECANCELED));
  }

  private next(): void {
    if (this.busy) return;
    const [write] = this.writes;
    if (write) {
      this.busy = true;
      this.ask(() => this.handle.onwrite({}, [this.rt.requireBuiltin('buffer').Buffer.from(write.data)]));
    } else if (this.finishing) {
      this.busy = true;
      this.ask(() => this.handle.onshutdown({}));
    }
  }

  /** What the program throws is uncaught here, as in Node: it goes no further up, through the protocol that wrote. */
  private ask(fn: () => void): void {
    try {
      fn();
    } catch (error) {
      this.rt.fatal(error);
    }
  }
}

function build(rt: NodeRuntime) {
  const { stateOf } = handleClasses(rt);
  const { LibuvStreamWrap, streamOf } = streamClasses(rt);

  class JSStream extends LibuvStreamWrap {
    readonly #stream: JsByteStream;
    declare onreadstart: Internal;
    declare onreadstop: Internal;

    constructor() {
      super('JSSTREAM');
      const state = stateOf(this);
      // Nothing of libuv's is behind it.
      rt.active.handles.delete(state);
      state.setReferenced(false);
      this.#stream = new JsByteStream(rt, this);
      streamOf(this).stream = this.#stream;
      super.readStart();
    }
    override readStart(): number {
      return this.onreadstart() as number;
    }
    override readStop(): number {
      return this.onreadstop() as number;
    }
    finishWrite(_request: object, status: number): void {
      this.#stream.finished(status);
    }
    finishShutdown(_request: object, status: number): void {
      this.#stream.finished(status);
    }
    readBuffer(chunk: ArrayBufferView): void {
      this.#stream.sink?.onData(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength).slice() as Uint8Array<ArrayBuffer>);
    }
    emitEOF(): void {
      this.#stream.sink?.onEnd();
    }
  }
  return { JSStream };
}

export const jsStreamClasses = perRuntime(build);
