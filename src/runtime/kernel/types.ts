/** What the parts of the kernel share: open files, processes, and the kernel as its parts see it. */
import type { StatFields, Winsize } from '../abi/syscalls.ts';
import type { HandlerTable, MailboxPeer } from '../abi/mailbox.ts';
import type { KernelToProcess, ProgramKind } from '../abi/messages.ts';
import type { FdTable } from './files/fd-table.ts';
import type { Assets } from './assets.ts';
import type { MemoryMeter } from './memory-meter.ts';
import type { Waiters } from './waiters.ts';
import type { Vfs } from './fs/vfs.ts';
import type { DirectoryInode, Inode } from './fs/inode.ts';
import type { Datagrams } from './net/datagrams.ts';
import type { Network } from './net/network.ts';
import type { Outside } from './outside/outside.ts';
import type { ProcessTable } from './process/process-table.ts';

/** What `read`, `write` and `accept` of an open file return when nothing can be moved right now. */
export const WOULD_BLOCK: unique symbol = Symbol('would block');
export type WouldBlock = typeof WOULD_BLOCK;

export type FileKind = 'file' | 'directory' | 'pipe' | 'device' | 'tty' | 'socket' | 'listener';

/**
 * An open file description: what descriptors refer to, shared after dup and spawn. Reference-counted with `retain` and `release` of
 * `files/fd-table.ts`; `close` runs once, when the last reference goes.
 */
export interface OpenFile {
  readonly kind: FileKind;
  /** Access mode and status flags (`O`): APPEND and NONBLOCK are looked at on each operation. */
  flags: number;
  refs: number;
  /** The path it was opened by, or a name such as `pipe:[4]`; for messages only. */
  readonly path: string;
  /**
   * Up to `length` bytes; an empty array is end of file. `position` -1 uses and moves the description's own offset. The result may be a
   * view of the file's own memory: copy or encode it before anything else runs.
   * @throws SysError
   */
  read(process: Process, length: number, position: number): Uint8Array | WouldBlock;
  /** Number of bytes taken, possibly fewer than given (never 0 for non-empty data: that is WOULD_BLOCK). The bytes are nobody else's: it may keep them, and nobody changes them afterwards. @throws SysError */
  write(process: Process, data: Uint8Array, position: number): number | WouldBlock;
  /** Bits of `POLL` that hold now. */
  pollMask(): number;
  /** Woken whenever `pollMask` may have gained a bit. */
  readonly waiters: Waiters;
  /** @throws SysError */
  stat(): StatFields;
  /** The last reference is gone. */
  close(): void;
  /** Inode behind it, for files, directories and devices: ftruncate, fchmod, futimes go there. */
  readonly inode?: Inode;
  /** Moves the offset; missing means ESPIPE. */
  seek?(offset: number, whence: number): number;
  /** Terminals only. */
  readonly tty?: TtyFile;
}

/** What a terminal adds to an open file. The terminal system calls go here; missing `tty` is ENOTTY. */
export interface TtyFile {
  getModes(): number;
  /** As tcsetattr; WOULD_BLOCK where the process was stopped for it. */
  setModes(process: Process, modes: number): void | WouldBlock;
  winsize(): Winsize;
  foregroundGroup(): number;
  setForegroundGroup(process: Process, pgid: number): void | WouldBlock;
}

/** Identity used for permission checks. The kernel's own doings (mounts, the client's API) use `KERNEL_CREDENTIALS`. */
export interface Credentials {
  readonly uid: number;
  readonly gid: number;
  umask: number;
}

export const USER_ID = 1000;
/** Mode bits are not checked for uid 0. */
export const KERNEL_CREDENTIALS: Credentials = { uid: 0, gid: 0, umask: 0o022 };

export type ProcessStatus = 'starting' | 'running' | 'zombie' | 'gone';

/** A process as the kernel's parts see it; the process table (`process/`) creates them. */
export interface Process extends Credentials {
  readonly pid: number;
  ppid: number;
  pgid: number;
  sid: number;
  readonly kind: ProgramKind;
  argv: string[];
  /** As it was started with. */
  readonly environment?: { readonly [name: string]: string };
  /** Directories know their parents, so this stays right when they are renamed; `vfs.pathOf(cwd)` is getcwd. */
  cwd: DirectoryInode;
  readonly fds: FdTable;
  readonly mailbox: MailboxPeer;
  /** Doorbell slot of the mailbox. */
  readonly slot: number;
  /** By signal number; missing is DISPOSITION.DEFAULT. */
  readonly dispositions: Map<number, number>;
  readonly children: Set<Process>;
  readonly startMs: number;
  /** Time spent by the kernel and, as far as it can tell, by the process outside of waits. */
  busyMs: number;
  status: ProcessStatus;
  /** status as in wait(2), once a zombie. */
  exitStatus: number;
  /** Set by `block` while a call of this process waits: ends it with EINTR (or what it has done so far). For handled signals. */
  interruptWait: (() => void) | null;
  /** Set by `block`: drops the waiting call without an answer. For death. */
  cancelWait: (() => void) | null;
  /** Set by `block`: looks at the waiting call again, as after a stop. */
  resumeWait: (() => void) | null;
  /** The signal that stopped it; 0 while it runs. Its calls are not answered until it is continued (`process/job-control.ts`). */
  stopSignal: number;
  /** The answer to the call by which it stopped itself. */
  heldReply: (() => void) | null;
  /** One-shot `poll` requests by descriptor: each entry cancels its own. */
  readonly polls: Map<number, () => void>;
  /** Watches by id: each entry removes its own. Run on death. */
  readonly watches: Map<number, () => void>;
  /** Posts an event to the process's worker; a no-op once it ended. */
  post(message: KernelToProcess): void;
}

/** The kernel as system-call handlers see it. `kernel.worker.ts` assembles it. */
export interface Kernel {
  readonly vfs: Vfs;
  readonly syscalls: HandlerTable<Process>;
  /** Live processes and zombies by pid. */
  readonly processes: ReadonlyMap<number, Process>;
  readonly table: ProcessTable;
  readonly network: Network;
  readonly datagrams: Datagrams;
  readonly outside: Outside;
  readonly assets: Assets;
  readonly memory: MemoryMeter;
  /** Busy time of a process up to now. */
  busyMs(process: Process): number;
  /** Told of what programs want shown to the person: the client's `xdg-open` and `code` events. */
  onClientEvent: ((event: string, ...args: unknown[]) => void) | null;
  /** Delivers a signal to one process, following its disposition. */
  signal(process: Process, signal: number): void;
  /** A new description of the process's controlling terminal for `/dev/tty`. @throws SysError ENXIO when it has none. */
  openControllingTerminal(process: Process, flags: number): OpenFile;
}
