/** Random reads and writes on pipes: the bytes that go in come out, in order and once; ends, errors and readiness agree with a queue of bytes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { O, POLL } from '../../src/runtime/abi/constants.ts';
import { PIPE_CAPACITY } from '../../src/runtime/kernel/files/pipe.ts';
import { createKernelFs, type KernelFs, type TestProcess } from '../support/kernel-fs.ts';
import { SEED, SOAK } from '../support/sample.ts';

/** Writes up to this size go in whole or not at all (pipe(7)). */
const PIPE_BUF = 4096;

type Op = { op: 'write' | 'read' | 'read-waiting' | 'write-waiting'; size: number } | { op: 'dup-writer' | 'dup-reader' | 'close-writer' | 'close-reader' | 'poll' };

const size = fc.oneof(fc.nat(40), fc.constantFrom(0, 1, PIPE_BUF - 1, PIPE_BUF, PIPE_BUF + 1, PIPE_CAPACITY - 1, PIPE_CAPACITY, PIPE_CAPACITY + 1), fc.nat(100_000));
const operation: fc.Arbitrary<Op> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ op: fc.constantFrom('write' as const, 'read' as const), size }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('read-waiting' as const, 'write-waiting' as const), size }) },
  { weight: 2, arbitrary: fc.constant({ op: 'poll' as const }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('dup-writer' as const, 'dup-reader' as const, 'close-writer' as const, 'close-reader' as const) }) },
);

class Run {
  readonly k: KernelFs = createKernelFs();
  readonly reader: TestProcess = this.k.createProcess();
  readonly writer: TestProcess = this.k.createProcess();
  readonly readers: number[];
  readonly writers: number[];
  private queued = 0;
  /** Every byte differs from its neighbours: a lost or doubled one shows. */
  private written = 0;
  private taken = 0;
  private waitingRead: { answer: Promise<Uint8Array>; size: number } | null = null;
  private waitingWrite: { answer: Promise<number>; left: number; total: number } | null = null;

  constructor() {
    const [read, write] = this.k.call(this.reader, 'pipe');
    this.readers = [read];
    this.writers = [this.writer.fds.install(this.reader.fds.get(write))];
    this.reader.fds.get(write).refs++;
    this.k.call(this.reader, 'close', write);
  }

  private data(length: number): Uint8Array {
    return Uint8Array.from({ length }, (_, i) => (this.written + i) % 251);
  }

  private nonblock(process: TestProcess, fds: number[], on: boolean): void {
    for (const fd of fds) this.k.call(process, 'setNonblock', fd, on);
  }

  async apply(op: Op): Promise<void> {
    const { k, reader, writer, readers, writers } = this;
    switch (op.op) {
      case 'write': {
        if (writers.length === 0 || this.waitingWrite || this.waitingRead) return;
        this.nonblock(writer, writers, true);
        const free = PIPE_CAPACITY - this.queued;
        const attempt = (): number => k.call(writer, 'writeBytes', writers[0]!, this.data(op.size), -1);
        if (readers.length === 0) {
          k.signals.length = 0;
          expect(k.code(attempt)).toBe('EPIPE');
          expect(k.signals).toEqual([[writer.pid, 13]]);
        } else if (op.size > 0 && (free === 0 || (op.size <= PIPE_BUF && op.size > free))) expect(k.code(attempt)).toBe('EAGAIN');
        else {
          const n = attempt();
          expect(n).toBe(op.size <= PIPE_BUF ? op.size : Math.min(op.size, free));
          this.wrote(n);
        }
        return;
      }
      case 'read': {
        if (readers.length === 0 || this.waitingRead) return;
        this.nonblock(reader, readers, true);
        const attempt = (): Uint8Array => k.call(reader, 'readBytes', readers[0]!, op.size, -1);
        if (this.queued === 0 && writers.length > 0 && op.size > 0) expect(k.code(attempt)).toBe('EAGAIN');
        else this.took(attempt(), Math.min(op.size, this.queued));
        return this.settle();
      }
      case 'read-waiting': {
        if (readers.length === 0 || this.waitingRead || this.queued > 0 || writers.length === 0 || this.waitingWrite || op.size === 0) return;
        this.nonblock(reader, readers, false);
        this.waitingRead = { answer: k.waits(reader, 'readBytes', readers[0]!, op.size, -1), size: op.size };
        // A waiter is woken by the first byte.
        this.nonblock(writer, writers, true);
        const n = k.call(writer, 'writeBytes', writers[0]!, this.data(7), -1);
        expect(n).toBe(7);
        this.wrote(7);
        const { answer, size } = this.waitingRead;
        this.waitingRead = null;
        this.took(await answer, Math.min(size, 7));
        return;
      }
      case 'write-waiting': {
        const free = PIPE_CAPACITY - this.queued;
        if (writers.length === 0 || readers.length === 0 || this.waitingWrite || op.size <= Math.max(free, PIPE_BUF)) return;
        this.nonblock(writer, writers, false);
        const bytes = this.data(op.size);
        this.waitingWrite = { answer: k.waits(writer, 'writeBytes', writers[0]!, bytes, -1), left: op.size - free, total: op.size };
        this.wrote(free);
        return;
      }
      case 'poll': {
        if (readers.length > 0) expect(reader.fds.get(readers[0]!).pollMask()).toBe((this.queued > 0 ? POLL.IN : 0) | (writers.length === 0 ? POLL.HUP : 0));
        if (writers.length > 0) expect(writer.fds.get(writers[0]!).pollMask()).toBe(readers.length === 0 ? POLL.OUT | POLL.ERR : PIPE_CAPACITY - this.queued >= PIPE_BUF ? POLL.OUT : 0);
        return;
      }
      case 'dup-writer': if (writers.length > 0) writers.push(k.call(writer, 'dup', writers[0]!)); return;
      case 'dup-reader': if (readers.length > 0) readers.push(k.call(reader, 'dup', readers[0]!)); return;
      case 'close-writer': if (writers.length > 0 && !this.waitingWrite) k.call(writer, 'close', writers.pop()!); return;
      case 'close-reader': {
        if (readers.length === 0) return;
        k.call(reader, 'close', readers.pop()!);
        if (readers.length > 0) return;
        this.queued = 0;
        if (!this.waitingWrite) return;
        // What was taken already is reported; the next write meets the error.
        const { answer, left, total } = this.waitingWrite;
        this.waitingWrite = null;
        const outcome = await answer.catch((error: { code: string }) => error.code);
        expect(outcome === 'EPIPE' || outcome === total - left).toBe(true);
      }
    }
  }

  /** Room was made: the waiting write goes on by itself. */
  private async settle(): Promise<void> {
    if (!this.waitingWrite) return;
    const free = PIPE_CAPACITY - this.queued;
    // The last of a long write goes in whole too.
    if (this.waitingWrite.left <= PIPE_BUF && this.waitingWrite.left > free) return;
    const n = Math.min(this.waitingWrite.left, free);
    this.waitingWrite.left -= n;
    this.wrote(n);
    if (this.waitingWrite.left > 0) return;
    const { answer, total } = this.waitingWrite;
    this.waitingWrite = null;
    expect(await answer).toBe(total);
  }

  private wrote(n: number): void {
    this.queued += n;
    this.written += n;
  }

  private took(bytes: Uint8Array, length: number): void {
    expect(bytes.length).toBe(length);
    expect(bytes.every((byte, i) => byte === (this.taken + i) % 251)).toBe(true);
    this.taken += length;
    this.queued -= length;
  }

  /** Nothing is left over: closing both ends lets go of the pipe. */
  async finish(): Promise<void> {
    const files = [...this.readers.map((fd) => this.reader.fds.get(fd)), ...this.writers.map((fd) => this.writer.fds.get(fd))];
    while (this.readers.length > 0) await this.apply({ op: 'close-reader' });
    while (this.writers.length > 0) await this.apply({ op: 'close-writer' });
    expect(files.map((file) => file.refs)).toEqual(files.map(() => 0));
    for (const file of files) expect(file.flags & O.ACCMODE).toBeLessThan(2);
  }
}

it('pipes carry every byte once, in order, and tell when they are ready', async () => {
  await fc.assert(fc.asyncProperty(fc.array(operation, { maxLength: 50 }), async (ops) => {
    const run = new Run();
    for (const op of ops) await run.apply(op);
    await run.finish();
  }), { seed: SEED, numRuns: SOAK ? 4000 : 200 });
}, SOAK ? 600_000 : 60_000);
