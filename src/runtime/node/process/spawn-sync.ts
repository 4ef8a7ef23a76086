/** `spawn_sync.spawn`: runs a child to its end while this process waits, moving input and output meanwhile. */
import { POLL, SIG, WNOHANG } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { status, statusOf } from '../streams/errors.ts';
import { decodeStatus, signalName } from './signals.ts';
import { ChildDescriptors, start } from './spawn-options.ts';

export interface SpawnSyncOptions {
  file: string;
  args?: string[];
  cwd?: string;
  envPairs?: string[];
  detached?: boolean;
  uid?: number;
  gid?: number;
  timeout?: number;
  maxBuffer?: number;
  killSignal?: number;
  stdio: { type: 'ignore' | 'pipe' | 'overlapped' | 'inherit' | 'fd'; readable?: boolean; writable?: boolean; input?: ArrayBufferView; fd?: number }[];
}

/** libuv's number for a full buffer; the kernel itself never reports it. */
const ENOBUFS = 105;

const READ_BYTES = 64 * 1024;

/** The parent's end of one of the child's streams. */
interface Stream { index: number; fd: number; input: Uint8Array; written: number; chunks: Uint8Array[]; bytes: number; reads: boolean; open: boolean }

class SyncChild {
  private readonly rt: NodeRuntime;
  private readonly options: SpawnSyncOptions;
  private readonly streams: Stream[] = [];
  private readonly deadline: number;
  private pid = 0;
  private wait: number | null = null;
  private error = 0;
  /** Of all streams: `maxBuffer` is for their sum (SyncProcessRunner::IncrementBufferSizeAndCheckOverflow). */
  private bytes = 0;
  private readonly buffer = new Uint8Array(READ_BYTES);

  constructor(rt: NodeRuntime, options: SpawnSyncOptions) {
    this.rt = rt;
    this.options = options;
    this.deadline = options.timeout && options.timeout > 0 ? this.rt.native.performance.now() + options.timeout : Infinity;
  }

  run(): Internal {
    const started = this.start();
    if (started === 0) {
      while (this.streams.some((s) => s.open) && this.error === 0) this.turn();
      for (const stream of this.streams) this.closeStream(stream);
      this.reap();
    } else this.error = started;
    return this.result();
  }

  private start(): number {
    const child = new ChildDescriptors(this.rt);
    try {
      for (const [index, option] of this.options.stdio.entries()) {
        if (option.type === 'pipe' || option.type === 'overlapped') {
          const fd = child.pipe();
          this.rt.sys.setNonblock(fd, true);
          const { input } = option;
          const bytes = input ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(0);
          this.streams.push({ index, fd, input: bytes, written: 0, chunks: [], bytes: 0, reads: option.writable === true, open: true });
        } else if (option.type === 'inherit' || option.type === 'fd') child.give(option.fd ?? index);
        else child.ignore();
      }
      // One by one: a copy would have the prototype that the library took care to leave off.
      const { file, args, cwd, envPairs, detached, uid, gid } = this.options;
      this.pid = start(this.rt, { file, args, cwd, envPairs, detached: detached === true, uid, gid }, child.fds);
    } catch (e) {
      for (const stream of this.streams) this.closeStream(stream);
      return statusOf(e);
    } finally {
      child.close();
    }
    for (const stream of this.streams) this.feed(stream);
    return 0;
  }

  /** Waits for any stream, moves what is ready. */
  private turn(): void {
    const open = this.streams.filter((s) => s.open);
    const left = this.deadline === Infinity ? -1 : Math.max(0, Math.ceil(this.deadline - this.rt.native.performance.now()));
    let ready: number[];
    try {
      ready = this.rt.sys.pollSync(open.map((s) => s.fd), open.map((s) => (s.reads ? POLL.IN : 0) | (s.written < s.input.length ? POLL.OUT : 0)), left);
    } catch (e) {
      if (e instanceof SysError && e.code === 'EINTR') return;
      throw e;
    }
    if (left >= 0 && this.rt.native.performance.now() >= this.deadline) {
      this.kill(ERRNO.ETIMEDOUT);
      return;
    }
    for (const [i, stream] of open.entries()) {
      const mask = ready[i]!;
      if (mask & (POLL.OUT | POLL.ERR) && stream.written < stream.input.length) this.feed(stream);
      if (stream.open && stream.reads && mask & (POLL.IN | POLL.HUP | POLL.ERR)) this.drain(stream);
      else if (stream.open && !stream.reads && mask & (POLL.HUP | POLL.ERR)) this.closeStream(stream);
    }
  }

  private feed(stream: Stream): void {
    try {
      while (stream.written < stream.input.length) stream.written += this.rt.sys.write(stream.fd, stream.input.subarray(stream.written), -1);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      if (e.code === 'EAGAIN') return;
      // The child does not want its input; EPIPE is its choice, not an error of ours.
      if (e.code !== 'EPIPE') this.error ||= -e.errno;
      this.closeStream(stream);
      return;
    }
    if (stream.reads) status(() => this.rt.sys.shutdown(stream.fd));
    else this.closeStream(stream);
  }

  private drain(stream: Stream): void {
    let n: number;
    try {
      n = this.rt.sys.read(stream.fd, this.buffer, -1);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      if (e.code === 'EAGAIN' || e.code === 'EINTR') return;
      this.error ||= -e.errno;
      this.closeStream(stream);
      return;
    }
    if (n === 0) {
      this.closeStream(stream);
      return;
    }
    stream.chunks.push(this.buffer.slice(0, n));
    stream.bytes += n;
    this.bytes += n;
    const { maxBuffer } = this.options;
    if (maxBuffer !== undefined && maxBuffer > 0 && this.bytes > maxBuffer) this.kill(ENOBUFS);
  }

  private closeStream(stream: Stream): void {
    if (!stream.open) return;
    stream.open = false;
    status(() => this.rt.sys.close(stream.fd));
  }

  private kill(errno: number): void {
    this.error ||= -errno;
    status(() => this.rt.sys.kill(this.pid, this.options.killSignal || SIG.TERM));
  }

  /** Waits for the child's end, which with a time limit may have to be brought about. */
  private reap(): void {
    let pause = 1;
    while (this.wait === null) {
      const limited = this.deadline !== Infinity && this.error === 0;
      try {
        const [pid, wait] = this.rt.sys.waitpid(this.pid, limited ? WNOHANG : 0);
        if (pid === this.pid) {
          this.wait = wait;
          return;
        }
        if (this.rt.native.performance.now() >= this.deadline) this.kill(ERRNO.ETIMEDOUT);
        else {
          this.rt.sys.sleep(Math.min(pause, this.deadline - this.rt.native.performance.now()));
          pause = Math.min(pause * 2, 16);
        }
      } catch (e) {
        if (!(e instanceof SysError) || e.code !== 'EINTR') throw e;
      }
    }
  }

  private result(): Internal {
    // In the order in which Node's own object has them: it shows when the result is printed.
    const result: Internal = {};
    if (this.error !== 0) result.error = this.error;
    const ended = this.wait === null ? null : decodeStatus(this.wait);
    result.status = ended && ended.signal === 0 ? ended.code : null;
    result.signal = ended && ended.signal > 0 ? signalName(this.rt, ended.signal) : null;
    result.output = ended ? this.output() : null;
    result.pid = this.pid;
    return result;
  }

  private output(): Internal[] {
    const { Buffer } = this.rt.requireBuiltin('buffer');
    return this.options.stdio.map((_, index) => {
      const stream = this.streams.find((s) => s.index === index);
      return stream?.reads ? Buffer.concat(stream.chunks, stream.bytes) : null;
    });
  }
}

/** The result object of Node's `spawn_sync` binding: `{pid, status, signal, output, error?}`, `error` a negative errno. */
export function spawnSync(rt: NodeRuntime, options: SpawnSyncOptions): Internal {
  return new SyncChild(rt, options).run();
}
