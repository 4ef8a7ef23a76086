/** One process of the table, as the process part sees it. */
import type { Pty } from '../tty/pty.ts';
import type { KernelToProcess, ProgramKind } from '../../abi/messages.ts';
import type { MailboxPeer } from '../../abi/mailbox.ts';
import type { DirectoryInode } from '../fs/inode.ts';
import type { ThreadGroup } from './thread-group.ts';
import { FdTable } from '../files/fd-table.ts';
import { type Process, type ProcessStatus, USER_ID } from '../types.ts';
import { Waiters } from '../waiters.ts';

/** Where a process's worker is reached. init has none. */
export interface ProcessBody {
  readonly slot: number;
  readonly peer: MailboxPeer;
  post(message: KernelToProcess): void;
}

/** A session: its leader and its controlling terminal. */
export interface Session { readonly sid: number; terminal: Pty | null }

export interface ProcessInit {
  pid: number;
  ppid: number;
  pgid: number;
  session: Session;
  kind: ProgramKind;
  argv: string[];
  cwd: DirectoryInode;
  umask: number;
  body: ProcessBody;
}

export class ProcessRecord implements Process {
  readonly uid = USER_ID;
  readonly gid = USER_ID;
  readonly pid: number;
  kind: ProgramKind;
  argv: string[];
  /** Absolute path of its program, and the environment it was started with. */
  execPath = '';
  environment: { readonly [name: string]: string } = {};
  readonly fds = new FdTable();
  readonly dispositions = new Map<number, number>();
  readonly children = new Set<ProcessRecord>();
  readonly polls = new Map<number, () => void>();
  readonly watches = new Map<number, () => void>();
  readonly startMs = Date.now();
  /** Woken when a child ended. */
  readonly childWaiters = new Waiters();
  ppid: number;
  pgid: number;
  session: Session;
  umask: number;
  cwd: DirectoryInode;
  busyMs = 0;
  status: ProcessStatus = 'starting';
  exitStatus = 0;
  interruptWait: (() => void) | null = null;
  cancelWait: (() => void) | null = null;
  resumeWait: (() => void) | null = null;
  stopSignal = 0;
  heldReply: (() => void) | null = null;
  /** Signals that wait until it is continued. */
  readonly heldSignals: number[] = [];
  /** Status of a stop or continuation that no waitpid has taken yet; 0 for none. */
  unreported = 0;
  /** Events that wait until it is continued. */
  private held: KernelToProcess[] = [];
  /** Its further threads and their ports; null as long as it has had none. */
  threads: ThreadGroup | null = null;
  /** The thread that started it is told of its end; null when that was no further thread. */
  starter: Process | null = null;
  /** Told once with the status when it ended; for processes that the client started. */
  onExit: ((status: number) => void) | null = null;
  private body: ProcessBody;

  constructor(init: ProcessInit) {
    this.pid = init.pid;
    this.ppid = init.ppid;
    this.pgid = init.pgid;
    this.session = init.session;
    this.kind = init.kind;
    this.argv = init.argv;
    this.cwd = init.cwd;
    this.umask = init.umask;
    this.body = init.body;
  }

  /** Another program runs in its place from now on. */
  replace({ kind, argv, cwd, body }: Pick<ProcessInit, 'kind' | 'argv' | 'cwd' | 'body'>): void {
    this.kind = kind;
    this.argv = argv;
    this.cwd = cwd;
    this.body = body;
    this.fds.onClose = null;
  }

  get sid(): number {
    return this.session.sid;
  }

  get slot(): number {
    return this.body.slot;
  }

  get mailbox(): MailboxPeer {
    return this.body.peer;
  }

  get alive(): boolean {
    return this.status === 'starting' || this.status === 'running';
  }

  post(message: KernelToProcess): void {
    if (!this.alive) return;
    if (this.stopSignal !== 0) this.held.push(message);
    else this.body.post(message);
  }

  /** Posts what was held back while it was stopped. */
  postHeld(): void {
    for (const message of this.held.splice(0)) this.post(message);
    for (const thread of this.threads?.threads.values() ?? []) thread.postHeld();
  }
}
