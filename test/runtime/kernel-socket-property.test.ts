/** Random reads, writes and closings of both ends of a stream socket against a model: bytes arrive once and in order, ends, errors and readiness are what the model says, and waits end when they should. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { POLL } from '../../src/runtime/abi/constants.ts';
import { MAX_TRANSFER } from '../../src/runtime/abi/mailbox.ts';
import { retain } from '../../src/runtime/kernel/files/fd-table.ts';
import { StreamSocket } from '../../src/runtime/kernel/net/stream-socket.ts';
import { createKernelFs, type KernelFs, type TestProcess } from '../support/kernel-fs.ts';
import { SEED, SOAK } from '../support/sample.ts';

/** Bytes one direction holds. */
const CAPACITY = 256 * 1024;
const SIGPIPE = 13;
const PERIOD = 251;
const PATTERN = Uint8Array.from({ length: 500_000 }, (_, i) => i % PERIOD);

type Op = { op: 'write' | 'read' | 'read-waiting' | 'write-waiting' | 'poll' | 'watch' | 'shutdown' | 'close' | 'reset' | 'dup'; end: 0 | 1; size: number };

const size = fc.oneof(fc.nat(40), fc.constantFrom(0, 1, 65_536, CAPACITY - 1, CAPACITY, CAPACITY + 1), fc.nat(400_000));
const kinds = (...names: Op['op'][]): fc.Arbitrary<Op> => fc.record({ op: fc.constantFrom(...names), end: fc.constantFrom(0 as const, 1 as const), size });
const operation = fc.oneof(
  { weight: 10, arbitrary: kinds('write', 'read') },
  { weight: 4, arbitrary: kinds('read-waiting', 'write-waiting') },
  { weight: 4, arbitrary: kinds('poll', 'watch') },
  { weight: 1, arbitrary: kinds('shutdown', 'close', 'reset', 'dup') },
);

/** What the model knows of one end. */
class End {
  readonly process: TestProcess;
  readonly file: StreamSocket;
  readonly fds: number[];
  /** Bytes ever sent by this end, and ever read by it. */
  sent = 0;
  taken = 0;
  /** Bytes on their way to this end. */
  queued = 0;
  finished = false;
  open = true;
  /** The next failing call reports a broken connection. */
  reset = false;
  read: { answer: Promise<Uint8Array>; size: number } | null = null;
  write: { answer: Promise<number>; left: number; total: number } | null = null;
  /** The mask an event was asked for. */
  watched = 0;
  peer!: End;

  constructor(process: TestProcess, file: StreamSocket) {
    this.process = process;
    this.file = file;
    this.fds = [process.fds.install(file)];
  }

  /** A byte differs from its neighbours and from the other direction's: a lost, doubled or strayed one shows. */
  bytes(length: number): Uint8Array {
    return this.pattern(this.sent, length);
  }
  pattern(at: number, length: number): Uint8Array {
    const start = at % PERIOD + this.shift;
    return PATTERN.subarray(start, start + length);
  }
  shift = 0;

  get room(): number {
    return CAPACITY - this.peer.queued;
  }
  get over(): boolean {
    return this.peer.finished || !this.peer.open;
  }
  get mask(): number {
    let mask = this.queued > 0 || this.over ? POLL.IN : 0;
    if (!this.peer.open || this.finished || this.room > 0) mask |= POLL.OUT;
    if (this.reset) mask |= POLL.IN | POLL.ERR | POLL.HUP;
    if (this.over && (this.finished || !this.peer.open)) mask |= POLL.HUP;
    return mask;
  }
}

class Run {
  readonly k: KernelFs = createKernelFs();
  readonly ends: [End, End];

  constructor() {
    const [a, b] = StreamSocket.pair(['socket:[1]', 'socket:[2]']);
    this.ends = [new End(this.k.createProcess(), a), new End(this.k.createProcess(), b)];
    this.ends[0].peer = this.ends[1];
    this.ends[1].peer = this.ends[0];
    this.ends[1].shift = 5;
  }

  async apply({ op, end: which, size }: Op): Promise<void> {
    const end = this.ends[which];
    if (!end.open) return;
    await this[op](end, size);
    for (const one of this.ends) {
      await this.goOn(one);
      this.events(one);
    }
  }

  private nonblock(end: End, on: boolean): void {
    this.k.call(end.process, 'setNonblock', end.fds[0]!, on);
  }

  private async write(end: End, length: number): Promise<void> {
    if (end.write || end.read) return;
    this.nonblock(end, true);
    this.k.signals.length = 0;
    const attempt = (): number => this.k.call(end.process, 'writeBytes', end.fds[0]!, end.bytes(length), -1);
    if (end.finished || !end.peer.open) {
      const broken = end.reset && !end.finished;
      expect(this.k.code(attempt)).toBe(broken ? 'ECONNRESET' : 'EPIPE');
      if (broken) end.reset = false;
      expect(this.k.signals).toEqual(broken ? [] : [[end.process.pid, SIGPIPE]]);
    } else if (length > 0 && end.room === 0) expect(this.k.code(attempt)).toBe('EAGAIN');
    else {
      const n = attempt();
      // A waiting reader takes its part in the middle of the write, which goes on into the room that makes.
      expect(n).toBe(Math.min(length, end.room + Math.min(end.peer.read?.size ?? 0, MAX_TRANSFER)));
      this.wrote(end, n);
    }
  }

  private async read(end: End, length: number): Promise<void> {
    if (end.read || end.write) return;
    this.nonblock(end, true);
    const attempt = (): Uint8Array => this.k.call(end.process, 'readBytes', end.fds[0]!, length, -1);
    if (end.queued > 0) this.took(end, attempt(), length);
    else if (end.reset) {
      expect(this.k.code(attempt)).toBe('ECONNRESET');
      end.reset = false;
    } else if (end.over) expect(attempt().length).toBe(0);
    else expect(this.k.code(attempt)).toBe('EAGAIN');
  }

  private async 'read-waiting'(end: End, length: number): Promise<void> {
    if (end.read || end.write || end.queued > 0 || end.over || end.reset || length === 0) return;
    this.nonblock(end, false);
    end.read = { answer: this.k.waits(end.process, 'readBytes', end.fds[0]!, length, -1), size: length };
  }

  private async 'write-waiting'(end: End, length: number): Promise<void> {
    if (end.write || end.read || end.finished || !end.peer.open || end.peer.read || length <= end.room) return;
    this.nonblock(end, false);
    const { room } = end;
    end.write = { answer: this.k.waits(end.process, 'writeBytes', end.fds[0]!, end.bytes(length), -1), left: length - room, total: length };
    this.wrote(end, room);
  }

  private async poll(end: End): Promise<void> {
    expect(end.file.pollMask()).toBe(end.mask);
  }

  /** Asks for one event; it is delivered at once or when the model says that it holds. */
  private async watch(end: End, seed: number): Promise<void> {
    end.process.posted.length = 0;
    end.watched = [POLL.IN, POLL.OUT, POLL.IN | POLL.OUT][seed % 3]!;
    this.k.call(end.process, 'poll', end.fds[0]!, end.watched);
  }

  private async shutdown(end: End): Promise<void> {
    if (end.write) return;
    end.file.shutdown();
    end.finished = true;
  }

  private async dup(end: End): Promise<void> {
    end.fds.push(this.k.call(end.process, 'dup', end.fds[0]!));
  }

  private async reset(end: End): Promise<void> {
    if (end.fds.length > 1 || end.read || end.write) return;
    end.file.resetPeer();
    if (end.peer.open) end.peer.reset = true;
    await this.close(end);
  }

  private async close(end: End): Promise<void> {
    if (end.read || end.write) return;
    // Bytes that nobody read break the connection; the last descriptor alone ends it.
    const unread = end.queued > 0;
    this.k.call(end.process, 'close', end.fds.pop()!);
    if (end.fds.length > 0) return void (end.watched = 0);
    end.open = false;
    end.watched = 0;
    end.queued = 0;
    if (unread && end.peer.open) end.peer.reset = true;
  }

  /** What waited ends as soon as it can, and not before. */
  private async goOn(end: End): Promise<void> {
    if (end.read && (end.queued > 0 || end.reset || end.over)) {
      const { answer, size } = end.read;
      end.read = null;
      if (end.queued > 0) this.took(end, await answer, size);
      else if (end.reset) {
        expect(await answer.catch((error: { code: string }) => error.code)).toBe('ECONNRESET');
        end.reset = false;
      } else expect((await answer).length).toBe(0);
    }
    if (!end.write) return;
    if (!end.peer.open) {
      // What was taken already is reported; the next write meets the error.
      const { answer, left, total } = end.write;
      end.write = null;
      expect(await answer.catch((error: { code: string }) => error.code)).toBe(total - left || (end.reset ? 'ECONNRESET' : 'EPIPE'));
      end.reset = false;
      return;
    }
    const n = Math.min(end.write.left, end.room);
    end.write.left -= n;
    this.wrote(end, n);
    if (end.write.left > 0) return;
    const { answer, total } = end.write;
    end.write = null;
    expect(await answer).toBe(total);
  }

  private events(end: End): void {
    if (!end.open || end.watched === 0) return;
    const { posted } = end.process;
    const ready = end.mask & (end.watched | POLL.ERR | POLL.HUP);
    // An event may have been told of a state that is over by now, but never of one that was not asked for.
    if (ready !== 0) expect(posted.length).toBe(1);
    if (posted.length === 0) return;
    expect(posted).toEqual([{ t: 'poll', fd: expect.any(Number), events: expect.any(Number) }]);
    expect((posted[0] as { events: number }).events & ~(end.watched | POLL.ERR | POLL.HUP)).toBe(0);
    posted.length = 0;
    end.watched = 0;
  }

  private wrote(end: End, n: number): void {
    end.sent += n;
    end.peer.queued += n;
  }

  private took(end: End, bytes: Uint8Array, most: number): void {
    expect(bytes.length).toBe(Math.min(most, end.queued, MAX_TRANSFER));
    expect(Buffer.compare(bytes, end.peer.pattern(end.taken, bytes.length))).toBe(0);
    end.taken += bytes.length;
    end.queued -= bytes.length;
  }

  /** Everything that was sent and not thrown away by a close is still there; nothing holds the files afterwards. */
  async finish(): Promise<void> {
    for (const end of this.ends) await this.apply({ op: 'read', end: this.ends.indexOf(end) as 0 | 1, size: CAPACITY });
    for (const end of this.ends) {
      retain(end.file);
      for (const fd of end.fds.splice(0)) this.k.call(end.process, 'close', fd);
      expect(end.file.refs).toBe(1);
    }
  }
}

it('stream sockets carry every byte once, in order, both ways, and tell how they end', async () => {
  await fc.assert(fc.asyncProperty(fc.array(operation, { maxLength: 50 }), async (ops) => {
    const run = new Run();
    for (const op of ops) await run.apply(op);
    await run.finish();
  }), { seed: SEED, numRuns: SOAK ? 4000 : 200 });
}, SOAK ? 600_000 : 60_000);
