/** Messages between the kernel and its process workers. Everything else goes through the mailbox (`mailbox.ts`). */
import type { MailboxInit } from './mailbox.ts';

/** Which program a worker holds: chosen by the kernel from the executable's header, started ahead of need in a pool per kind. */
export type ProgramKind = 'node' | 'shell';

/** Executables the sandbox brings: a file whose content is this line names the program and its applet (`ls`, `sh`, `node`, ...). */
export const EXEC_MAGIC = '\u0000tabloom-exec ';

/** Sent once when the worker was created. `thread`: it will be a further thread of a process, and not a process. */
export interface InitMessage { t: 'init'; mailbox: MailboxInit; thread: boolean }

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
  /** Empty where the folder was removed. */
  cwd: string;
  payload?: string;
  /** Descriptors beyond the first three that it was given; absent where there are none. */
  fds?: number[];
  /** Those of the first three that it was not given; absent where it has them all. */
  closed?: number[];
  /** Set for a further thread of a process: its number, and its end of the port to the thread that made it. */
  thread?: { id: number; port: number };
}

export interface PollEvent { t: 'poll'; fd: number; events: number; watch?: number }
/** status as in wait(2). The child is reaped by `waitpid`. */
export interface ChildEvent { t: 'child'; pid: number; status: number }
export interface SignalEvent { t: 'signal'; signal: number }
/** `event` is 'rename' or 'change', as fs.watch reports; `filename` relative to the watched directory. */
export interface WatchEvent { t: 'watch'; id: number; event: 'rename' | 'change'; filename: string }

/** Something waits at a message port. */
export interface PortEvent { t: 'port'; port: number }
/** What belongs to message `seq` of a port and cannot be sent as bytes. */
export interface NativesEvent { t: 'natives'; port: number; seq: number; items: unknown[] }
/** A thread that this one made has ended; `error` says why it could not live. */
export interface ThreadEvent { t: 'thread'; id: number; code: number; error?: string }

/** A web lock that was waited for is granted, or one that is held was taken away. */
export interface LockEvent { t: 'lock'; id: number; stolen: boolean }

export type KernelToProcess = InitMessage | StartMessage | PollEvent | ChildEvent | SignalEvent | WatchEvent | PortEvent | NativesEvent | ThreadEvent | LockEvent;

/**
 * `ready`: booted as far as it goes without arguments. `crash`: the program itself failed to boot; the text goes to the process's stderr and it ends with 70.
 * `natives`: what belongs to a message sent by `portSend` with `natives` set; in the order of those calls, before or after them.
 */
export type ProcessToKernel = { t: 'ready' } | { t: 'crash'; text: string } | { t: 'natives'; items: readonly unknown[] };
