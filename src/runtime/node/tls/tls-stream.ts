/**
 * The stream above TLS. To the outside the bytes pass as they are: the browser speaks TLS there (`kernel/outside/`). Within the sandbox both ends are
 * of this kind, and a `TlsSession` turns bytes into records and back.
 */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { NodeRuntime } from '../runtime.ts';
import type { ByteStream, Done, ReadSink } from '../streams/byte-stream.ts';
import { UV_EOF } from '../streams/errors.ts';

/** Not among the kernel's own errors: libuv makes it up for requests of a closed handle. */
const ECANCELED = 125;

/** The handle below, as much as TLS needs of it. */
export interface Transport {
  readonly stream: ByteStream | null;
  readStart(): void;
  readStop(): void;
}

/** Turns bytes of the program into those on the connection. */
export interface Coding {
  /** The handshake is over and the program's bytes may go. */
  readonly open: boolean;
  encode(data: Uint8Array): Uint8Array;
  /** What ends the writing side (TLS's close_notify); may be empty. */
  farewell(): Uint8Array;
}

interface Waiting { data: Uint8Array; done: Done }
type Delivery = Uint8Array<ArrayBuffer> | number;

export class TlsStream implements ByteStream {
  coding: Coding | null = null;
  /** Who writes before there was a handshake begins it. */
  begin: (() => void) | null = null;
  private readonly rt: NodeRuntime;
  private readonly transport: Transport;
  private sink: ReadSink | null = null;
  private readonly deliveries: Delivery[] = [];
  private scheduled = false;
  private waiting: Waiting[] = [];
  private finishing: Done | null = null;
  private closed = false;
  private paused = false;
  private begun = false;

  constructor(rt: NodeRuntime, transport: Transport) {
    this.rt = rt;
    this.transport = transport;
  }

  get fd(): number {
    return this.transport.stream?.fd ?? -1;
  }

  get holdsLoop(): boolean {
    return this.coding?.open === true && this.transport.stream?.holdsLoop !== false;
  }

  get queued(): number {
    return this.waiting.reduce((sum, { data }) => sum + data.length, this.transport.stream?.queued ?? 0);
  }

  /** The first call, by the handle itself, only tells where bytes go: a handle over one that is being read already is never told to read. */
  startReading(sink: ReadSink): void {
    this.sink = sink;
    this.paused = false;
    if (!this.begun) {
      this.begun = true;
      return;
    }
    this.transport.readStart();
    if (this.deliveries.length > 0) this.schedule();
  }

  stopReading(): void {
    this.paused = true;
    this.transport.readStop();
  }

  /** Bytes of the peer's program, or the end (`UV_EOF`) or a negative errno. Call it as the last thing of an event. */
  deliver(...all: Delivery[]): void {
    this.deliveries.push(...all);
    if (!this.scheduled) this.next();
  }

  write(data: Uint8Array, done: Done): boolean {
    if (!this.coding?.open || this.waiting.length > 0) {
      this.waiting.push({ data: data.slice(), done });
      this.begin?.();
      return false;
    }
    return this.place(data, done);
  }

  shutdown(done: Done): void {
    this.finishing = done;
    // Before the handshake too: a program that gives up does not wait for it.
    if (this.waiting.length === 0) this.finish();
  }

  /** The coding opened: what waited goes now. */
  opened(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const { data, done } of waiting) {
      let placed: boolean;
      try {
        placed = this.place(data, done);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        this.rt.loop.enqueue(() => done(-e.errno));
        continue;
      }
      if (placed) this.rt.loop.enqueue(() => done(0));
    }
    if (this.finishing) this.finish();
  }

  setBlocking(on: boolean): void {
    this.transport.stream?.setBlocking(on);
  }

  /** The descriptor belongs to the handle below. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.sink = null;
    const ending = this.waiting.map(({ done }) => done);
    if (this.finishing) ending.push(this.finishing);
    this.waiting = [];
    this.finishing = null;
    for (const done of ending) this.rt.loop.complete(() => done(-ECANCELED));
  }

  private place(data: Uint8Array, done: Done): boolean {
    const { stream } = this.transport;
    if (!stream) {
      this.rt.loop.enqueue(() => done(-ERRNO.EPIPE));
      return false;
    }
    return stream.write(this.coding!.encode(data), done);
  }

  private finish(): void {
    const done = this.finishing!;
    this.finishing = null;
    const { stream } = this.transport;
    if (!stream) {
      this.rt.loop.enqueue(() => done(-ERRNO.ENOTCONN));
      return;
    }
    const farewell = this.coding?.open ? this.coding.farewell() : null;
    try {
      if (farewell) stream.write(farewell, () => {});
    } catch (e) {
      // The peer is gone, and needs no farewell.
      if (!(e instanceof SysError)) throw e;
    }
    stream.shutdown(done);
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.rt.loop.complete(() => {
      this.scheduled = false;
      this.next();
    });
  }

  /** One callback for each task, for the microtasks that follow it. */
  private next(): void {
    const { sink } = this;
    if (!sink || this.paused || this.deliveries.length === 0) return;
    const first = this.deliveries[0]!;
    if (typeof first === 'number') {
      this.deliveries.shift();
      if (first === UV_EOF) sink.onEnd();
      else sink.onError(-first);
      return;
    }
    const limit = sink.limit();
    const part = first.length > limit ? first.slice(0, limit) : first;
    if (part === first) this.deliveries.shift();
    else this.deliveries[0] = first.subarray(limit);
    if (this.deliveries.length > 0) this.schedule();
    sink.onData(part);
  }
}
