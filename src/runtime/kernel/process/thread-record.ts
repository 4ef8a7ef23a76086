/** A further thread of a process: a worker with a mailbox of its own that shares everything else with the process's first one. */
import type { KernelToProcess } from '../../abi/messages.ts';
import type { MailboxPeer } from '../../abi/mailbox.ts';
import type { DirectoryInode } from '../fs/inode.ts';
import type { Process } from '../types.ts';
import type { ProcessRecord } from './process-record.ts';
import type { Seat } from './seat.ts';
import { ThreadFds } from './thread-fds.ts';

export class ThreadRecord implements Process {
  readonly kind = 'node';
  /** 1 and up within the process; 0 is the first thread. */
  readonly id: number;
  readonly owner: ProcessRecord;
  /** The thread that made it: it is told of the end, and its own end ends this one. */
  readonly creator: Process;
  readonly seat: Seat;
  readonly fds: ThreadFds;
  readonly polls = new Map<number, () => void>();
  readonly watches = new Map<number, () => void>();
  interruptWait: (() => void) | null = null;
  cancelWait: (() => void) | null = null;
  resumeWait: (() => void) | null = null;
  heldReply: (() => void) | null = null;
  ended = false;
  /** Events that wait until the process is continued. */
  private held: KernelToProcess[] = [];

  constructor(id: number, owner: ProcessRecord, creator: Process, seat: Seat) {
    this.id = id;
    this.owner = owner;
    this.creator = creator;
    this.seat = seat;
    this.fds = new ThreadFds(owner.fds);
  }

  get pid(): number { return this.owner.pid; }
  get ppid(): number { return this.owner.ppid; }
  get pgid(): number { return this.owner.pgid; }
  get sid(): number { return this.owner.sid; }
  get uid(): number { return this.owner.uid; }
  get gid(): number { return this.owner.gid; }
  get argv(): string[] { return this.owner.argv; }
  set argv(words: string[]) { this.owner.argv = words; }
  get dispositions(): Map<number, number> { return this.owner.dispositions; }
  get children(): Set<Process> { return this.owner.children; }
  get startMs(): number { return this.owner.startMs; }
  get status(): Process['status'] { return this.owner.status; }
  get exitStatus(): number { return this.owner.exitStatus; }
  get stopSignal(): number { return this.owner.stopSignal; }
  get slot(): number { return this.seat.slot; }
  get mailbox(): MailboxPeer { return this.seat.peer; }
  get cwd(): DirectoryInode { return this.owner.cwd; }
  set cwd(directory: DirectoryInode) { this.owner.cwd = directory; }
  get umask(): number { return this.owner.umask; }
  set umask(mask: number) { this.owner.umask = mask; }
  get busyMs(): number { return this.owner.busyMs; }
  set busyMs(ms: number) { this.owner.busyMs = ms; }

  post(message: KernelToProcess): void {
    if (this.ended) return;
    if (this.stopSignal !== 0) this.held.push(message);
    else this.seat.post(message);
  }

  /** Posts what was held back while the process was stopped. */
  postHeld(): void {
    for (const message of this.held.splice(0)) this.post(message);
  }
}
