/** The body of an HTTP/2 stream as the stream handles know it: writes wait in the session, what arrives is handed over at once. */
import type { NodeRuntime } from '../runtime.ts';
import type { ByteStream, Done, ReadSink } from '../streams/byte-stream.ts';
import type { H2Session } from './h2-session.ts';
import type { H2Stream } from './h2-stream.ts';

const ECANCELED = 125;

export class H2ByteStream implements ByteStream {
  readonly fd = -1;
  sink: ReadSink | null = null;
  private readonly rt: NodeRuntime;
  private readonly session: H2Session;
  private readonly stream: H2Stream;

  constructor(rt: NodeRuntime, session: H2Session, stream: H2Stream) {
    this.rt = rt;
    this.session = session;
    this.stream = stream;
  }

  get queued(): number {
    return this.stream.queued;
  }

  startReading(sink: ReadSink): void {
    this.sink = sink;
  }

  stopReading(): void {}

  write(data: Uint8Array, done: Done): boolean {
    if (this.stream.closed) {
      this.rt.loop.enqueue(() => done(-ECANCELED));
      return false;
    }
    this.stream.writes.push({ data: data.slice(), at: 0, done });
    this.session.host.wake();
    return false;
  }

  shutdown(done: Done): void {
    this.end();
    this.rt.loop.enqueue(() => done(0));
  }

  /** The program has written everything. */
  end(): void {
    this.stream.ended = true;
    this.session.host.wake();
  }

  setBlocking(): void {}

  close(): void {
    this.sink = null;
    for (const { done } of this.stream.writes.splice(0)) this.rt.loop.enqueue(() => done(-ECANCELED));
  }
}
