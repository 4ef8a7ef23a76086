/** A whole kernel in this thread, with workers that run nothing: tests make the processes' system calls themselves. */
import { HEADER, PENDING, STATE } from '../../src/runtime/abi/mailbox.ts';
import { Reader } from '../../src/runtime/abi/codec.ts';
import { SysError } from '../../src/runtime/abi/errno.ts';
import type { KernelToProcess, ProgramKind, StartMessage } from '../../src/runtime/abi/messages.ts';
import type { Sys, SpawnSpec, SyscallName } from '../../src/runtime/abi/syscalls.ts';
import { O } from '../../src/runtime/abi/constants.ts';
import { Assets } from '../../src/runtime/kernel/assets.ts';
import { SandboxKernel } from '../../src/runtime/kernel/kernel.ts';
import { release } from '../../src/runtime/kernel/files/fd-table.ts';
import type { WorkerLike } from '../../src/runtime/kernel/process/seat.ts';
import type { ProcessRecord } from '../../src/runtime/kernel/process/process-record.ts';
import type { Pty } from '../../src/runtime/kernel/tty/pty.ts';

export class FakeWorker implements WorkerLike {
  readonly kind: ProgramKind;
  readonly received: KernelToProcess[] = [];
  terminated = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;

  constructor(kind: ProgramKind) {
    this.kind = kind;
  }

  postMessage(message: unknown): void {
    this.received.push(message as KernelToProcess);
  }

  terminate(): void {
    this.terminated = true;
  }

  /** Says something to the kernel, as the worker would. */
  say(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }

  get start(): StartMessage | undefined {
    return this.received.find((message) => message.t === 'start') as StartMessage | undefined;
  }
}

type Calls = Omit<Sys, 'read' | 'write' | 'readFile' | 'writeFile'> & { readBytes(fd: number, length: number, position: number): Uint8Array; writeBytes(fd: number, data: Uint8Array, position: number): number };

export class TestKernel {
  readonly workers: FakeWorker[] = [];
  readonly kernel: SandboxKernel;

  /** With `autoReady`, workers report ready soon after they were made. */
  constructor({ autoReady = true, ahead = { node: 0, shell: 0 }, isLoaded = (_kind: ProgramKind): boolean => true, fetchAgain = undefined as ((kind: ProgramKind) => void) | undefined, assets = new Assets() } = {}) {
    this.kernel = new SandboxKernel({
      assets, ahead, isLoaded, ...(fetchAgain ? { fetchAgain } : {}),
      createWorker: (kind) => {
        const worker = new FakeWorker(kind);
        this.workers.push(worker);
        if (autoReady) queueMicrotask(() => worker.say({ t: 'ready' }));
        return worker;
      },
    });
  }

  /** A process of the client's: leader of a session on a terminal of its own. */
  terminalProcess(file = 'sh', args = [file]): { process: ProcessRecord; terminal: Pty } {
    const terminal = this.kernel.createTerminal({ cols: 80, rows: 24 });
    const slave = terminal.openSlave(O.RDWR);
    const { table } = this.kernel;
    const process = table.start(table.init, { spec: spec({ file, args, setsid: true, ctty: 0 }), files: [slave, slave, slave] });
    release(slave);
    return { process, terminal };
  }

  worker(process: ProcessRecord): FakeWorker {
    return this.workers.find((worker) => worker.start?.pid === process.pid)!;
  }

  child(parent: ProcessRecord, overrides: Partial<SpawnSpec> = {}): ProcessRecord {
    return this.kernel.table.get(this.call(parent, 'spawn', spec({ fds: [0, 1, 2], ...overrides })))!;
  }

  /** A call that answers at once. @throws SysError */
  call<K extends keyof Calls & SyscallName>(process: ProcessRecord, name: K, ...args: Parameters<Calls[K]>): ReturnType<Calls[K]> {
    const result = this.invoke(process, name, args);
    if (result === PENDING) throw new Error(`${name} waits`);
    return result as ReturnType<Calls[K]>;
  }

  /** A call that must wait; the promise settles with what arrives in the mailbox. */
  async waits<K extends keyof Calls & SyscallName>(process: ProcessRecord, name: K, ...args: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> {
    const { header, bytes } = process.mailbox;
    Atomics.store(header, HEADER.STATE, STATE.REQUEST);
    const result = this.invoke(process, name, args);
    if (result !== PENDING) throw new Error(`${name} did not wait`);
    while (Atomics.load(header, HEADER.STATE) !== STATE.REPLY) await new Promise((done) => setImmediate(done));
    if (header[HEADER.ERRNO] !== 0) throw new SysError(header[HEADER.ERRNO]!, name);
    return new Reader(bytes).value() as ReturnType<Calls[K]>;
  }

  private invoke(process: ProcessRecord, name: SyscallName, args: unknown[]): unknown {
    return this.kernel.syscalls[name](process, ...(args as never[]));
  }

  close(): void {
    this.kernel.close();
  }
}

export function spec(overrides: Partial<SpawnSpec> = {}): SpawnSpec {
  return { file: 'sh', args: [overrides.file ?? 'sh'], env: { PATH: '/bin:/usr/bin' }, fds: [], ...overrides };
}

/** `ok`, or the code of the error. */
export function codeOf(run: () => unknown): string {
  try {
    run();
    return 'ok';
  } catch (error) {
    if (error instanceof SysError) return error.code;
    throw error;
  }
}
