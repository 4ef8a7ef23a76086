/** The file part of the kernel without workers: a filesystem, processes made of a descriptor table, and calls through the handler table. */
import { createMailboxBuffer, MailboxPeer, PENDING } from '../../src/runtime/abi/mailbox.ts';
import type { KernelToProcess } from '../../src/runtime/abi/messages.ts';
import { SysError } from '../../src/runtime/abi/errno.ts';
import { FdTable } from '../../src/runtime/kernel/files/fd-table.ts';
import { mkdirp } from '../../src/runtime/kernel/fs/create.ts';
import { addDevices } from '../../src/runtime/kernel/fs/devices.ts';
import { Vfs } from '../../src/runtime/kernel/fs/vfs.ts';
import { fileCalls } from '../../src/runtime/kernel/syscalls/files.ts';
import { ioCalls } from '../../src/runtime/kernel/syscalls/io.ts';
import { pathCalls } from '../../src/runtime/kernel/syscalls/paths.ts';
import { pollCalls } from '../../src/runtime/kernel/syscalls/poll.ts';
import { watchCalls } from '../../src/runtime/kernel/syscalls/watch.ts';
import type { OpenFile, Process } from '../../src/runtime/kernel/types.ts';

/** Records answers instead of writing them to shared memory. */
class RecordingMailbox extends MailboxPeer {
  readonly answers: { value?: unknown; errno?: number }[] = [];
  onAnswer: (() => void) | null = null;
  override reply(value: unknown): void {
    // The wire copies at once; a view kept here would change under the test.
    this.answers.push({ value: value instanceof Uint8Array ? value.slice() : value });
    this.onAnswer?.();
  }
  override fail(errno: number): void {
    this.answers.push({ errno });
    this.onAnswer?.();
  }
}

export interface TestProcess extends Process {
  readonly mailbox: RecordingMailbox;
  readonly posted: KernelToProcess[];
}

type Calls = ReturnType<typeof fileCalls> & ReturnType<typeof ioCalls> & ReturnType<typeof pathCalls> & ReturnType<typeof pollCalls> & ReturnType<typeof watchCalls>;
type Args<K extends keyof Calls> = Calls[K] extends (process: Process, ...args: infer A) => unknown ? A : never;
type Result<K extends keyof Calls> = Exclude<ReturnType<Calls[K]>, typeof PENDING>;

export interface KernelFs {
  readonly vfs: Vfs;
  /** The handlers themselves: those of files, paths, readiness and watches only. */
  readonly calls: Calls;
  /** [pid, signal] of every signal the file part sent. */
  readonly signals: [number, number][];
  createProcess(options?: { uid?: number; umask?: number }): TestProcess;
  /** A call that must not wait. @throws SysError */
  call<K extends keyof Calls>(process: Process, name: K, ...args: Args<K>): Result<K>;
  /** A call that must wait; the promise settles with its answer. */
  waits<K extends keyof Calls>(process: TestProcess, name: K, ...args: Args<K>): Promise<Result<K>>;
  /** `ok`, or the code of the error. */
  code(run: () => unknown): string;
}

/** `/home/project` belongs to uid 1000 and is the working directory of the processes. */
export function createKernelFs(options: { quota?: number } = {}): KernelFs {
  const vfs = new Vfs(options);
  const signals: [number, number][] = [];
  addDevices(vfs, (): OpenFile => {
    throw new SysError(6);
  });
  const home = mkdirp(vfs, vfs.kernel, '/home/project');
  home.uid = 1000;
  home.gid = 1000;
  const kernel = { vfs, signal: (process: Process, signal: number) => void signals.push([process.pid, signal]) };
  const calls: Calls = { ...fileCalls(kernel), ...ioCalls(kernel), ...pollCalls(), ...pathCalls(kernel), ...watchCalls(kernel) };
  const invoke = (process: Process, name: keyof Calls, args: unknown[]): unknown => (calls[name] as (p: Process, ...a: unknown[]) => unknown)(process, ...args);
  let nextPid = 2;

  return {
    vfs,
    calls,
    signals,
    createProcess({ uid = 1000, umask = 0o022 } = {}) {
      const posted: KernelToProcess[] = [];
      return {
        pid: nextPid++, ppid: 1, pgid: 1, sid: 1, kind: 'node', argv: [], uid, gid: uid, umask, cwd: home, fds: new FdTable(),
        mailbox: new RecordingMailbox(createMailboxBuffer()), slot: 0, dispositions: new Map(), children: new Set(), startMs: 0, busyMs: 0,
        status: 'running', exitStatus: 0, interruptWait: null, cancelWait: null, resumeWait: null, stopSignal: 0, heldReply: null, polls: new Map(), watches: new Map(), posted,
        post: (message) => void posted.push(message),
      };
    },
    call(process, name, ...args) {
      const result = invoke(process, name, args);
      if (result === PENDING) throw new Error(`${name} waits`);
      return result as never;
    },
    waits(process, name, ...args) {
      const { mailbox } = process;
      const before = mailbox.answers.length;
      const result = invoke(process, name, args);
      if (result !== PENDING) throw new Error(`${name} did not wait`);
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          const answer = mailbox.answers[before];
          if (!answer) return;
          mailbox.onAnswer = null;
          if (answer.errno !== undefined) reject(new SysError(answer.errno, name));
          else resolve(answer.value as never);
        };
        mailbox.onAnswer = settle;
      });
    },
    code(run) {
      try {
        run();
        return 'ok';
      } catch (e) {
        if (e instanceof SysError) return e.code;
        throw e;
      }
    },
  };
}

export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
export const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);
