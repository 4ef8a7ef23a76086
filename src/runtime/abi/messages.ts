/** Messages between the kernel and its process workers. Everything else goes through the mailbox (`mailbox.ts`). */
import type { MailboxInit } from './mailbox.ts';

/** Which program a worker holds: chosen by the kernel from the executable's header, started ahead of need in a pool per kind. */
export type ProgramKind = 'node' | 'shell';

/** Executables the sandbox brings: a file whose content is this line names the program and its applet (`ls`, `sh`, `node`, ...). */
export const EXEC_MAGIC = '\u0000tabloom-exec ';

/** Sent once when the worker was created. */
export interface InitMessage { t: 'init'; mailbox: MailboxInit }

/** Turns a waiting worker into a process. */
export interface StartMessage {
  t: 'start';
  pid: number;
  ppid: number;
  /** argv as given to spawn; argv[0] is the program's own name, `applet` what the executable's header says. */
  argv: string[];
  applet: string;
  /** Absolute path of the executable, as `process.execPath` for node. */
  execPath: string;
  env: { [name: string]: string };
  cwd: string;
  payload?: string;
}

export interface PollEvent { t: 'poll'; fd: number; events: number }
/** status as in wait(2). The child is reaped by `waitpid`. */
export interface ChildEvent { t: 'child'; pid: number; status: number }
export interface SignalEvent { t: 'signal'; signal: number }
/** `event` is 'rename' or 'change', as fs.watch reports; `filename` relative to the watched directory. */
export interface WatchEvent { t: 'watch'; id: number; event: 'rename' | 'change'; filename: string }

export type KernelToProcess = InitMessage | StartMessage | PollEvent | ChildEvent | SignalEvent | WatchEvent;

/** `ready`: booted as far as it goes without arguments. `crash`: the program itself failed to boot; the text goes to the process's stderr and it ends with 70. */
export type ProcessToKernel = { t: 'ready' } | { t: 'crash'; text: string };
