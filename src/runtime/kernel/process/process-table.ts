/** All processes of a sandbox: how they start, how they end, who is told, and who gets which signal. */
import { DISPOSITION, SIG } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { createMailboxBuffer, MailboxPeer } from '../../abi/mailbox.ts';
import type { StartMessage } from '../../abi/messages.ts';
import type { SpawnSpec } from '../../abi/syscalls.ts';
import { retain } from '../files/fd-table.ts';
import { pathOrNone } from '../fs/path-or-none.ts';
import type { Vfs } from '../fs/vfs.ts';
import { ptyOf } from '../tty/pty.ts';
import type { OpenFile, Process } from '../types.ts';
import { isIgnoredByDefault, isStopSignal } from './default-actions.ts';
import { type Executable, findExecutable } from './executable.ts';
import { dependentGroups, isHeld, isOrphaned, resume, stop } from './job-control.ts';
import type { WorkerPool } from './pool.ts';
import { ProcessRecord, type Session } from './process-record.ts';
import type { Seat } from './seat.ts';
import { ThreadGroup, type ThreadHost } from './thread-group.ts';
import { ThreadRecord } from './thread-record.ts';
import { writeAll } from './write-all.ts';

/** Live processes at most: each is a worker with some ten megabytes, and a fork bomb must not take the tab with it. */
const MAX_PROCESSES = 200;
/** Kept for what the client starts: while a fork bomb runs, a person must still get a shell to end it with. */
const RESERVED_PROCESSES = 8;
const MAX_PID = 32768;
/** Exit code of a program that could not be started or whose runtime failed (EX_SOFTWARE). */
const CRASH_CODE = 70;

export interface ProcessTableHooks {
  /** The process can make calls from now on; its slot is to be served. */
  onStart(process: Process): void;
  /** It ended: its slot is no longer served. */
  onEnd(process: Process): void;
  /** It was stopped and runs on: calls it made meanwhile are to be served. */
  onContinue(process: Process): void;
}

/** What a spawn takes beside its `SpawnSpec` when the kernel itself starts a process. */
export interface SpawnFiles { spec: SpawnSpec; files: (OpenFile | null)[] }

export class ProcessTable {
  readonly processes = new Map<number, ProcessRecord>();
  /** Parent of those whose parent ended, and of those that the client starts. */
  readonly init: ProcessRecord;
  private readonly seats = new WeakMap<ProcessRecord, Seat>();
  private readonly vfs: Vfs;
  private readonly pool: WorkerPool;
  private readonly hooks: ProcessTableHooks;
  private readonly threadHost: ThreadHost;
  private lastPid = 1;

  constructor(vfs: Vfs, pool: WorkerPool, hooks: ProcessTableHooks) {
    this.vfs = vfs;
    this.pool = pool;
    this.hooks = hooks;
    this.threadHost = { pool, count: 0, onStart: (thread) => hooks.onStart(thread), onEnd: (thread) => hooks.onEnd(thread), cwdOf: (process) => pathOrNone(vfs, process.cwd) };
    const peer = new MailboxPeer(createMailboxBuffer());
    peer.revoked = true;
    this.init = new ProcessRecord({ pid: 1, ppid: 0, pgid: 1, session: { sid: 1, terminal: null }, kind: 'shell', argv: ['init'], cwd: vfs.root, umask: 0o022, body: { slot: -1, peer, post: () => {} } });
    this.init.status = 'running';
    this.processes.set(1, this.init);
  }

  get(pid: number): ProcessRecord | undefined {
    return this.processes.get(pid);
  }

  /** The record of a process that some other part of the kernel holds. */
  record(process: Process): ProcessRecord {
    return process instanceof ThreadRecord ? process.owner : process as ProcessRecord;
  }

  /** Threads and message ports of the process that a call came from. */
  threadsOf(process: Process): ThreadGroup {
    const record = this.record(process);
    if (record.threads) return record.threads;
    const group = record.threads = new ThreadGroup(this.threadHost, record);
    const seat = this.seats.get(record);
    if (seat) seat.onNatives = (items) => group.arrived(record, items);
    return group;
  }

  /**
   * Starts a process with descriptors of its parent.
   * @throws SysError as execvp and open do: ENOENT, EACCES, ENOEXEC, EBADF, EAGAIN when there are too many processes
   */
  spawn(parent: ProcessRecord, spec: SpawnSpec): ProcessRecord {
    const files = spec.fds.map((fd) => (fd < 0 ? null : parent.fds.get(fd)));
    const terminal = spec.foreground === undefined ? null : ptyOf(parent.fds.get(spec.foreground));
    const child = this.start(parent, { spec, files });
    if (terminal && terminal.session === child.sid) terminal.setForeground(child.pgid);
    return child;
  }

  /** Starts a process with these open files as its descriptors 0, 1, ... It takes references of its own. @throws SysError */
  start(parent: ProcessRecord, { spec, files }: SpawnFiles): ProcessRecord {
    const cwd = spec.cwd === undefined ? parent.cwd : this.vfs.lookupDirectory(parent, spec.cwd);
    const caller = { uid: parent.uid, gid: parent.gid, umask: parent.umask, cwd, fds: parent.fds };
    const program = findExecutable(this.vfs, caller, spec.file, spec.args, spec.env['PATH']);
    const terminal = spec.setsid && spec.ctty !== undefined ? ptyOf(files[spec.ctty] ?? missing()) : null;
    if (spec.setsid && spec.ctty !== undefined && terminal === null) throw new SysError(ERRNO.ENOTTY);
    // Another session's (TIOCSCTTY): its end would hang up the line of those who sit at it.
    if (terminal && terminal.session !== 0) throw new SysError(ERRNO.EPERM);
    const pgid = spec.setsid || spec.pgid === 0 ? 0 : spec.pgid ?? parent.pgid;
    if (pgid !== 0 && pgid !== parent.pgid && !this.groupInSession(pgid, parent.sid)) throw new SysError(ERRNO.EPERM);
    if (this.processes.size > (parent === this.init ? MAX_PROCESSES + RESERVED_PROCESSES : MAX_PROCESSES)) throw new SysError(ERRNO.EAGAIN);
    const seat = this.pool.take(program.kind);
    if (!seat) throw new SysError(ERRNO.EAGAIN);

    const pid = this.freePid();
    const session: Session = spec.setsid ? { sid: pid, terminal } : parent.session;
    const process = new ProcessRecord({ pid, ppid: parent.pid, pgid: pgid || pid, session, kind: program.kind, argv: program.argv, cwd, umask: parent.umask, body: seat });
    if (terminal) {
      terminal.session = pid;
      terminal.foreground = pid;
    }
    // Ignored signals stay ignored across exec; node (libuv) resets all of them in its children and ignores SIGPIPE itself.
    if (parent.kind === 'shell') for (const [signal, disposition] of parent.dispositions) if (disposition === DISPOSITION.IGNORE) process.dispositions.set(signal, disposition);
    for (const [signal, disposition] of spec.signals ?? []) process.dispositions.set(signal, disposition);
    files.forEach((file, fd) => {
      if (file) process.fds.installAt(fd, retain(file));
    });
    this.processes.set(pid, process);
    parent.children.add(process);
    process.status = 'running';
    this.run(process, seat, program, spec);
    return process;
  }

  /** Lets a program run as a process. */
  private run(process: ProcessRecord, seat: Seat, program: Executable, spec: SpawnSpec): void {
    if (program.kind === 'node') process.dispositions.set(SIG.PIPE, DISPOSITION.IGNORE);
    process.execPath = program.execPath;
    process.environment = spec.env;
    this.seats.set(process, seat);
    seat.onCrash = (text) => this.crashed(process, text);
    this.hooks.onStart(process);
    const start: StartMessage = {
      t: 'start', pid: process.pid, ppid: process.ppid, argv: program.argv, applet: program.applet, execPath: program.execPath, env: spec.env, cwd: pathOrNone(this.vfs, process.cwd),
    };
    if (spec.payload !== undefined) start.payload = spec.payload;
    const further = spec.fds.flatMap((_from, fd) => (fd > 2 && process.fds.has(fd) ? [fd] : []));
    if (further.length > 0) start.fds = further;
    const closed = [0, 1, 2].filter((fd) => !process.fds.has(fd));
    if (closed.length > 0) start.closed = closed;
    seat.start(start);
  }

  /**
   * Another program takes the process's place, with its number, parent, group and children. `spec.fds` are its descriptors, of the present ones; group, session and terminal stay.
   * @throws SysError as `spawn`; the present program then goes on
   */
  exec(process: ProcessRecord, spec: SpawnSpec): void {
    const files = spec.fds.map((fd) => (fd < 0 ? null : process.fds.get(fd)));
    const cwd = spec.cwd === undefined ? process.cwd : this.vfs.lookupDirectory(process, spec.cwd);
    const program = findExecutable(this.vfs, process, spec.file, spec.args, spec.env['PATH']);
    const seat = this.pool.take(program.kind);
    if (!seat) throw new SysError(ERRNO.EAGAIN);
    for (const file of files) if (file) retain(file);
    this.dropProgram(process);
    process.fds.closeAll();
    files.forEach((file, fd) => {
      if (file) process.fds.installAt(fd, file);
    });
    for (const [signal, disposition] of [...process.dispositions]) if (disposition !== DISPOSITION.IGNORE) process.dispositions.delete(signal);
    // What libuv ignores for itself it does not leave to others.
    if (process.kind === 'node') process.dispositions.delete(SIG.PIPE);
    for (const [signal, disposition] of spec.signals ?? []) process.dispositions.set(signal, disposition);
    process.replace({ kind: program.kind, argv: program.argv, cwd, body: seat });
    this.run(process, seat, program, spec);
  }

  /** Ends a process. `status` as in wait(2). Everything it held is given back before anybody hears of it. */
  end(process: ProcessRecord, status: number): void {
    if (!process.alive || process === this.init) return;
    this.dropProgram(process);
    process.status = 'zombie';
    process.exitStatus = status;
    process.fds.closeAll();
    const dependent = dependentGroups(this, process);
    this.orphan(process);
    this.leaveTerminal(process);
    for (const pgid of dependent) this.freeStopped(pgid);
    process.onExit?.(status);
    this.tellParent(process);
  }

  /** Ends the workers of a process and what they asked for. */
  private dropProgram(process: ProcessRecord): void {
    process.cancelWait?.();
    for (const cancel of [...process.polls.values(), ...process.watches.values()]) cancel();
    process.polls.clear();
    process.watches.clear();
    process.threads?.endAll();
    process.threads = null;
    const seat = this.seats.get(process);
    if (seat) this.pool.end(seat);
    this.hooks.onEnd(process);
  }

  /** Removes a zombie: its parent has its status, or never will ask. */
  reap(process: ProcessRecord): void {
    process.status = 'gone';
    this.processes.delete(process.pid);
    this.processes.get(process.ppid)?.children.delete(process);
  }

  /** Delivers a signal, following the process's disposition. */
  signal(process: ProcessRecord, signal: number): void {
    if (!process.alive || process === this.init || signal === 0) return;
    if (isHeld(process, signal)) {
      if (!process.heldSignals.includes(signal)) process.heldSignals.push(signal);
      return;
    }
    if (signal === SIG.CONT) this.resume(process);
    const disposition = signal === SIG.KILL || signal === SIG.STOP ? DISPOSITION.DEFAULT : process.dispositions.get(signal) ?? DISPOSITION.DEFAULT;
    if (disposition === DISPOSITION.IGNORE) return;
    if (disposition === DISPOSITION.HANDLE) {
      process.mailbox.signal(signal);
      process.post({ t: 'signal', signal });
      process.interruptWait?.();
    } else if (isStopSignal(signal)) {
      if (signal !== SIG.STOP && isOrphaned(this, process.pgid)) return;
      if (stop(process, signal)) this.tellOfChange(process);
    } else if (!isIgnoredByDefault(signal)) this.end(process, signal);
  }

  /** Members of a group, init excluded. */
  group(pgid: number): ProcessRecord[] {
    return [...this.processes.values()].filter((process) => process.pgid === pgid && process !== this.init);
  }

  signalGroup(pgid: number, signal: number): void {
    for (const process of this.group(pgid)) this.signal(process, signal);
  }

  groupInSession(pgid: number, sid: number): boolean {
    return this.group(pgid).some((process) => process.sid === sid);
  }

  /** Ends everything, with nobody told but those who watch from outside. */
  close(): void {
    for (const process of [...this.processes.values()]) this.end(process, SIG.KILL);
    this.pool.close();
  }

  private orphan(process: ProcessRecord): void {
    for (const child of process.children) {
      child.ppid = this.init.pid;
      this.init.children.add(child);
      if (!child.alive) this.reap(child);
    }
    process.children.clear();
  }

  /** SIGCONT, whatever the process makes of it beside. */
  private resume(process: ProcessRecord): void {
    if (process.stopSignal === 0) return;
    const signals = resume(process);
    this.tellOfChange(process);
    for (const signal of signals) this.signal(process, signal);
    if (!process.alive || process.stopSignal !== 0) return;
    process.postHeld();
    this.hooks.onContinue(process);
    for (const thread of process.threads?.threads.values() ?? []) this.hooks.onContinue(thread);
  }

  /** A stopped group without anybody to continue it is told that its session went on without it. */
  private freeStopped(pgid: number): void {
    if (!this.group(pgid).some((member) => member.alive && member.stopSignal !== 0) || !isOrphaned(this, pgid)) return;
    this.signalGroup(pgid, SIG.HUP);
    this.signalGroup(pgid, SIG.CONT);
  }

  private tellOfChange(process: ProcessRecord): void {
    const parent = this.processes.get(process.ppid) ?? this.init;
    this.signal(parent, SIG.CHLD);
    parent.childWaiters.wake();
  }

  /** A session's leader takes its terminal with it: the foreground group is told, and the line is dead for whoever still holds it. */
  private leaveTerminal(process: ProcessRecord): void {
    const { session } = process;
    if (session.sid !== process.pid || !session.terminal) return;
    const terminal = session.terminal;
    session.terminal = null;
    const { foreground } = terminal;
    terminal.hangup();
    if (!foreground) return;
    this.signalGroup(foreground, SIG.HUP);
    this.signalGroup(foreground, SIG.CONT);
  }

  private tellParent(process: ProcessRecord): void {
    const parent = this.processes.get(process.ppid) ?? this.init;
    if (parent === this.init || parent.dispositions.get(SIG.CHLD) === DISPOSITION.IGNORE) this.reap(process);
    // A thread that is gone has nobody to tell, and nobody will ask for the status.
    if (process.starter instanceof ThreadRecord && process.starter.ended && process.status !== 'gone') this.reap(process);
    (process.starter ?? parent).post({ t: 'child', pid: process.pid, status: process.exitStatus });
    this.signal(parent, SIG.CHLD);
    parent.childWaiters.wake();
  }

  private crashed(process: ProcessRecord, text: string): void {
    const message = new TextEncoder().encode(text.endsWith('\n') ? text : `${text}\n`);
    if (process.fds.has(2)) writeAll(process, process.fds.get(2), message);
    this.end(process, CRASH_CODE << 8);
  }

  private freePid(): number {
    for (;;) {
      this.lastPid = this.lastPid >= MAX_PID ? 2 : this.lastPid + 1;
      // A group or session that outlives its leader keeps the number.
      if (!this.processes.has(this.lastPid) && this.group(this.lastPid).length === 0) return this.lastPid;
    }
  }
}

function missing(): never {
  throw new SysError(ERRNO.EBADF);
}

