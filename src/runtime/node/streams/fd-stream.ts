/**
 * libuv's stream engine over one descriptor: reads when the kernel says so, queues what a write could not place, shuts down after the queue.
 * Knows nothing of Node's handle objects.
 */
import { POLL } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { FdWatch, NodeRuntime } from '../runtime.ts';
import type { ByteStream, Done, ReadSink } from './byte-stream.ts';

interface PendingWrite { data: Uint8Array; at: number; done: Done; before: (() => void) | undefined }

/** What one read asks for, as libuv's alloc callback suggests. */
const READ_BYTES = 64 * 1024;
/** Not among the kernel's own errors: libuv makes it up for requests of a closed handle. */
const ECANCELED = 125;

const scratch = new WeakMap<NodeRuntime, Uint8Array<ArrayBuffer>>();

function scratchOf(rt: NodeRuntime): Uint8Array<ArrayBuffer> {
  let buffer = scratch.get(rt);
  if (!buffer) scratch.set(rt, buffer = new Uint8Array(READ_BYTES));
  return buffer;
}

export class FdStream implements ByteStream {
  readonly fd: number;
  readonly holdsLoop = true;
  /** Bytes in the write queue. */
  queued = 0;
  private readonly rt: NodeRuntime;
  /** Writes wait for room and reads are made only when data is known to be there; the description is shared with other processes, so it must not be switched to non-blocking. */
  private readonly shared: boolean;
  private blockingWrites: boolean;
  private sink: ReadSink | null = null;
  private watch: FdWatch | null = null;
  private interest = 0;
  private readonly queue: PendingWrite[] = [];
  private shutdownDone: Done | null = null;
  private connected: Done | null = null;
  private closed = false;
  /** The writing side was shut down: kept here, since a pipe or terminal has no such state of its own and would take what comes after. A program's handle sets it when it asks; TLS above still says farewell until the queue is empty. */
  ended = false;

  /** `shared`: the descriptor is the process's standard stream or a terminal. Throws `SysError`. */
  constructor(rt: NodeRuntime, fd: number, shared: boolean) {
    this.rt = rt;
    this.fd = fd;
    this.shared = shared;
    this.blockingWrites = shared;
    if (!shared) rt.sys.setNonblock(fd, true);
  }

  get reading(): boolean {
    return this.sink !== null;
  }

  /** Calls back once when a connection under way is established, or with ECANCELED when the stream is closed first: a poll event, so that a listener in this process hears of it first, as with epoll. */
  whenConnected(callback: Done): void {
    this.connected = callback;
    this.arm();
  }

  startReading(sink: ReadSink): void {
    this.sink = sink;
    this.arm();
  }

  stopReading(): void {
    this.sink = null;
    this.arm();
  }

  setBlocking(on: boolean): void {
    if (!this.shared) this.rt.sys.setNonblock(this.fd, !on);
    this.blockingWrites = this.shared || on;
  }

  /** Returns true when everything was written at once; else `done` is called later. Throws `SysError`. */
  /** @param before called when the first byte is about to go */
  write(data: Uint8Array, done: Done, before?: () => void): boolean {
    if (this.closed) throw new SysError(ERRNO.EBADF, 'write');
    if (this.ended) throw new SysError(ERRNO.EPIPE, 'write');
    const first = this.queue.length === 0;
    if (first) before?.();
    const at = first ? this.place(data, 0) : 0;
    if (at === data.length) return true;
    this.queue.push({ data, at, done, before: first ? undefined : before });
    this.queued += data.length - at;
    this.arm();
    return false;
  }

  /** Ends the writing side once the queue is empty. */
  shutdown(done: Done): void {
    this.shutdownDone = done;
    if (this.queue.length === 0) this.rt.loop.enqueue(() => this.drained());
  }

  /** Releases the descriptor; what is queued ends with ECANCELED, in a later turn: the caller is user code and must not be re-entered. */
  close(keepDescriptor: boolean): void {
    if (this.closed) return;
    this.closed = true;
    this.sink = null;
    this.watch?.close();
    this.watch = null;
    if (!keepDescriptor) {
      try {
        this.rt.sys.close(this.fd);
      } catch (e) {
        // Someone closed the number behind our back (fs.closeSync on a socket's fd): Node ignores that too.
        if (!(e instanceof SysError)) throw e;
      }
    }
    const pending = this.queue.splice(0).map((write) => write.done);
    if (this.shutdownDone) pending.push(this.shutdownDone);
    if (this.connected) pending.push(this.connected);
    this.shutdownDone = this.connected = null;
    this.queued = 0;
    for (const done of pending) this.rt.loop.complete(() => done(-ECANCELED));
  }

  private failAll(errno: number): void {
    this.queued = 0;
    for (const write of this.queue.splice(0)) this.rt.loop.enqueue(() => write.done(-errno));
  }

  private arm(): void {
    if (this.closed) return;
    const events = (this.sink ? POLL.IN : 0) | (this.queue.length > 0 || this.connected ? POLL.OUT : 0);
    if (events === this.interest) return;
    this.interest = events;
    if (this.watch) this.watch.update(events);
    else this.watch = this.rt.loop.watchFd(this.fd, events, (revents) => this.ready(revents));
  }

  private ready(revents: number): boolean {
    const broken = (revents & (POLL.ERR | POLL.HUP)) !== 0;
    if (this.connected && (broken || revents & POLL.OUT)) {
      const { connected } = this;
      this.connected = null;
      this.arm();
      connected(0);
      return false;
    }
    if (this.queue.length > 0 && (broken || revents & POLL.OUT)) this.flush();
    return this.sink !== null && (broken || (revents & POLL.IN) !== 0) && this.readOnce(this.sink);
  }

  /** One read at a time: its callback needs a task of its own for the microtasks that follow. True when it was filled, and the next one will most likely find something; else the watch asks the kernel. */
  private readOnce(sink: ReadSink): boolean {
    const buffer = scratchOf(this.rt);
    const room = Math.min(sink.limit(), buffer.length);
    // What is read ahead of others asks for the next event itself. The standard streams ask afterwards: an event for data that another process takes would be one too many.
    const watch = this.shared ? null : this.watch;
    let n: number;
    try {
      // Another holder of the description may have taken the data meanwhile, and a blocking read would hang the program.
      if (this.shared && this.rt.sys.pollSync([this.fd], [POLL.IN], 0)[0] === 0) return false;
      n = this.rt.sys.read(this.fd, buffer.subarray(0, room), -1, watch?.next());
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      if (e.code === 'EAGAIN' || e.code === 'EINTR') return false;
      this.stopReading();
      sink.onError(e.errno);
      return false;
    }
    if (n > 0) {
      if (n < room) watch?.armed();
      sink.onData(buffer.slice(0, n));
      return n === room;
    }
    this.stopReading();
    sink.onEnd();
    return false;
  }

  /** Writes what fits from `at` on; returns the new position. */
  private place(data: Uint8Array, at: number): number {
    while (at < data.length) {
      try {
        at += this.rt.sys.write(this.fd, data.subarray(at), -1);
        if (!this.blockingWrites) return at;
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (e.code === 'EINTR') continue;
        if (e.code !== 'EAGAIN') throw e;
        if (!this.blockingWrites) return at;
        // Another holder of the same description made it non-blocking; wait as a blocking write would.
        this.rt.sys.pollSync([this.fd], [POLL.OUT], -1);
      }
    }
    return at;
  }

  private flush(): void {
    while (this.queue.length > 0) {
      const write = this.queue[0]!;
      const before = write.at;
      try {
        write.before?.();
        write.before = undefined;
        write.at = this.place(write.data, write.at);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        this.failAll(e.errno);
        break;
      }
      this.queued -= write.at - before;
      if (write.at < write.data.length) break;
      this.queue.shift();
      this.rt.loop.enqueue(() => write.done(0));
    }
    this.arm();
    if (this.queue.length === 0 && this.shutdownDone) this.rt.loop.enqueue(() => this.drained());
  }

  private drained(): void {
    const done = this.shutdownDone;
    if (!done || this.closed || this.queue.length > 0) return;
    this.shutdownDone = null;
    this.ended = true;
    let result = 0;
    try {
      this.rt.sys.shutdown(this.fd);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      result = -e.errno;
    }
    done(result);
  }
}
