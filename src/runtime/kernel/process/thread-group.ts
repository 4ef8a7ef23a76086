/** The threads of one process beyond its first, and the ports between them. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { ThreadSpec } from '../../abi/syscalls.ts';
import type { Process } from '../types.ts';
import type { WorkerPool } from './pool.ts';
import { LockTable } from './lock-table.ts';
import { PortTable } from './port-table.ts';
import type { ProcessRecord } from './process-record.ts';
import { ThreadRecord } from './thread-record.ts';

/** Threads of a sandbox at most: each is a worker with some ten megabytes. */
const MAX_THREADS = 128;
/** Exit code of a thread that was ended from outside. */
const TERMINATED = 1;

/** What all groups of a kernel share. */
export interface ThreadHost {
  readonly pool: WorkerPool;
  /** Threads alive, of all processes. */
  count: number;
  onStart(thread: Process): void;
  onEnd(thread: Process): void;
  cwdOf(process: Process): string;
}

export class ThreadGroup {
  readonly ports = new PortTable();
  readonly locks = new LockTable();
  /** The environment of threads that share one. */
  environment: Map<string, string> | null = null;
  readonly threads = new Map<number, ThreadRecord>();
  private readonly host: ThreadHost;
  private readonly owner: ProcessRecord;
  private readonly reserved = new Map<number, { creator: Process; port: number }>();
  private readonly ending = new Map<Process, number>();
  private lastId = 0;

  constructor(host: ThreadHost, owner: ProcessRecord) {
    this.host = host;
    this.owner = owner;
    // Whoever closes a descriptor ends every thread's wish to hear of it.
    owner.fds.onClose = (fd) => {
      for (const member of [owner, ...this.threads.values()]) {
        member.polls.get(fd)?.();
        member.polls.delete(fd);
        if (member instanceof ThreadRecord) member.fds.opened.delete(fd);
      }
    };
  }

  /** Number of a thread to be, and the creator's end of its port. */
  reserve(creator: Process): [id: number, port: number] {
    const [mine, theirs] = this.ports.pair(creator);
    const id = ++this.lastId;
    this.reserved.set(id, { creator, port: theirs });
    return [id, mine];
  }

  /** Starts it. @throws SysError EINVAL, EAGAIN when there are too many */
  start(creator: Process, id: number, start: ThreadSpec): void {
    const reserved = this.reserved.get(id);
    if (!reserved || reserved.creator !== creator) throw new SysError(ERRNO.EINVAL);
    if (this.host.count >= MAX_THREADS) throw new SysError(ERRNO.EAGAIN);
    const seat = this.host.pool.takeForThread();
    if (!seat) throw new SysError(ERRNO.EAGAIN);
    this.reserved.delete(id);
    this.host.count++;
    const thread = new ThreadRecord(id, this.owner, creator, seat);
    this.threads.set(id, thread);
    seat.onCrash = (text) => this.end(thread, TERMINATED, text);
    seat.onNatives = (items) => this.arrived(thread, items);
    this.host.onStart(thread);
    seat.start({
      t: 'start', pid: this.owner.pid, ppid: this.owner.ppid, applet: 'node', cwd: this.host.cwdOf(this.owner), ...start, thread: { id, port: reserved.port },
    });
    // After the start: events for a port mean something to a thread that runs.
    this.ports.hand(creator, reserved.port, thread);
  }

  /** A thread ends by itself: what it posted beside its messages comes first. */
  exit(thread: ThreadRecord, code: number): void {
    if (this.ports.awaits(thread)) this.ending.set(thread, code);
    else this.end(thread, code);
  }

  /** Ends a thread that `creator` made. */
  terminate(creator: Process, id: number): void {
    const thread = this.threads.get(id);
    // One that never came to run has not failed.
    if (thread && thread.creator === creator) this.end(thread, thread.seat.ready ? TERMINATED : 0);
  }

  /** Ends a thread's worker at once, and those it made. `error`: why it could not live. */
  end(thread: ThreadRecord, code: number, error?: string): void {
    if (thread.ended) return;
    for (const other of [...this.threads.values()]) if (other.creator === thread) this.end(other, TERMINATED);
    this.stop(thread);
    thread.creator.post({ t: 'thread', id: thread.id, code, ...(error === undefined ? {} : { error }) });
  }

  /** The process ended. */
  endAll(): void {
    for (const thread of [...this.threads.values()]) this.stop(thread);
  }

  /** What a thread posted beside a message. */
  arrived(sender: Process, items: unknown[]): void {
    this.ports.arrived(sender, items);
    const code = this.ending.get(sender);
    if (code === undefined || this.ports.awaits(sender)) return;
    this.end(sender as ThreadRecord, code);
  }

  /** The thread that a call came from by its number; undefined is the first one. */
  find(process: Process): ThreadRecord | undefined {
    return process instanceof ThreadRecord ? process : undefined;
  }

  private stop(thread: ThreadRecord): void {
    thread.cancelWait?.();
    for (const cancel of [...thread.polls.values(), ...thread.watches.values()]) cancel();
    thread.polls.clear();
    thread.watches.clear();
    thread.ended = true;
    this.threads.delete(thread.id);
    this.ending.delete(thread);
    for (const [id, { creator }] of this.reserved) if (creator === thread) this.reserved.delete(id);
    this.host.pool.end(thread.seat);
    this.host.onEnd(thread);
    this.host.count--;
    this.ports.dropOwner(thread);
    this.locks.dropOwner(thread);
    thread.fds.closeAll();
  }
}
