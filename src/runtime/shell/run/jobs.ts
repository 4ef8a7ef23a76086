/** Jobs: what the shell started, how each of their processes does, and which of them `%+` and `%-` are. */
import { SysError } from '../../abi/errno.ts';
import { SIG, WCONTINUED, WNOHANG, WUNTRACED } from '../../abi/constants.ts';
import type { Shell } from './shell.ts';
import { statusOf } from './status.ts';

/** One process of a job. */
export interface Member {
  pid: number;
  /** Its part of the command line. */
  source: string;
  /** Status of wait(2); null while it lives. */
  raw: number | null;
  /** The signal that stopped it, 0 while it runs. */
  stopped: number;
}

export interface Job {
  /** Number in the list; 0 for a foreground job, which is in no list. */
  id: number;
  members: Member[];
  pgid: number;
  source: string;
  /** The person knows its present state. */
  notified: boolean;
  /** Terminal modes it was stopped with. */
  modes: number | null;
  cwd: string;
}

export type JobState = 'running' | 'stopped' | 'done';

export class NoSuchJob extends Error {
  readonly code = 'ENOJOB';
}

export class Jobs {
  readonly list: Job[] = [];
  current: Job | null = null;
  previous: Job | null = null;
  /** Foreground jobs that are waited for. */
  private readonly unlisted = new Set<Job>();
  /** Statuses (as wait(2) gave them) of children that ended, until somebody asks. A copy of the shell within a pipeline may have taken them before the pipeline is waited for. */
  private readonly ended = new Map<number, number>();
  private readonly shell: Shell;
  /** The list of the shell that this one is a copy of: a copy may reap its children, and must not swallow what they ended with. */
  private readonly outer: Jobs | null;
  /** As wait(2) gave it, of the child recorded last. */
  lastRaw = 0;

  constructor(shell: Shell, outer: Jobs | null = null) {
    this.shell = shell;
    this.outer = outer;
    if (!outer) return;
    // `jobs` in a pipeline or substitution shows those of the shell around it.
    this.list.push(...outer.list);
    this.current = outer.current;
    this.previous = outer.previous;
  }

  /** A job that is waited for; `listed` gives it a number. */
  watch(pids: number[], pgid: number, source: string, sources: readonly string[] = [source]): Job {
    const members = pids.map((pid, i) => ({ pid, source: sources[i] ?? '', raw: this.ended.get(pid) ?? null, stopped: 0 }));
    const job: Job = { id: 0, members, pgid, source, notified: true, modes: null, cwd: this.shell.vars.get('PWD') ?? '' };
    this.unlisted.add(job);
    return job;
  }

  /** A process began: what is known of an earlier one of that number is not about it. */
  started(pid: number): void {
    this.ended.delete(pid);
    this.outer?.started(pid);
  }

  /** Starts to list a background job. */
  add(pids: number[], pgid: number, source: string): Job {
    const job = this.watch(pids, pgid, source);
    this.enlist(job);
    this.choose();
    return job;
  }

  enlist(job: Job): void {
    this.unlisted.delete(job);
    if (job.id !== 0) return;
    job.id = Math.max(0, ...this.list.map((j) => j.id)) + 1;
    this.list.push(job);
  }

  forget(job: Job): void {
    this.unlisted.delete(job);
    const at = this.list.indexOf(job);
    if (at >= 0) this.list.splice(at, 1);
    if (job === this.current || job === this.previous) this.choose();
  }

  state(job: Job): JobState {
    const alive = job.members.filter((m) => m.raw === null);
    if (alive.length === 0) return 'done';
    return alive.every((m) => m.stopped !== 0) ? 'stopped' : 'running';
  }

  /** `$?` of a job that is done. */
  status(job: Job): number {
    return statusOf(job.members[job.members.length - 1]!.raw ?? 0);
  }

  get anyStopped(): boolean {
    return this.list.some((job) => this.state(job) === 'stopped');
  }

  /** Makes it `%+`; what was that becomes `%-`, unless a stopped job has the better claim. */
  setCurrent(job: Job): void {
    if (this.current !== job) {
      this.previous = this.current;
      this.current = job;
    }
    if (this.previous !== null && this.previous !== job && this.isIn(this.previous, 'stopped')) return;
    const others = this.list.filter((j) => j !== job).reverse();
    const stopped = this.isIn(job, 'stopped') ? others.find((j) => this.state(j) === 'stopped') : undefined;
    this.previous = stopped ?? others.find((j) => this.state(j) === 'running') ?? null;
  }

  /** Chooses `%+` anew: a stopped job before a running one, the youngest first. */
  choose(): void {
    const stopped = [this.current, this.previous, ...[...this.list].reverse()].find((j) => j !== null && this.isIn(j, 'stopped'));
    const job = stopped ?? [...this.list].reverse().find((j) => this.state(j) === 'running');
    if (job) this.setCurrent(job);
    else this.current = this.previous = null;
  }

  /** All its processes run again. */
  setRunning(job: Job): void {
    for (const member of job.members) member.stopped = 0;
    job.notified = true;
  }

  /** Takes what has happened to children, without waiting. */
  reap(): void {
    try {
      for (;;) {
        const [pid, raw] = this.shell.sys.waitpid(-1, WNOHANG | WUNTRACED | WCONTINUED);
        if (pid === 0) return;
        this.record(pid, raw);
      }
    } catch (e) {
      if (!(e instanceof SysError) || (e.code !== 'ECHILD' && e.code !== 'EINTR')) throw e;
    }
  }

  /**
   * Waits until a job is done or, with job control, stopped. `onSignal` is asked after an interrupted wait: true gives up.
   * Returns false when it gave up.
   */
  waitFor(job: Job, onSignal: () => boolean = () => false): boolean {
    const flags = this.shell.jobControl ? WUNTRACED : 0;
    while (this.state(job) === 'running') {
      try {
        const [pid, raw] = this.shell.sys.waitpid(-1, flags);
        this.record(pid, raw);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        // Its processes were taken by somebody else's wait.
        if (e.code === 'EINTR') this.shell.checkEnd();
        if (e.code !== 'EINTR') for (const member of job.members) member.raw ??= 127 << 8;
        else if (onSignal()) return false;
      }
    }
    return true;
  }

  /** Waits for one child. `onSignal` is asked after an interrupted wait: true gives up (status 128 + n is the caller's). Null when it is no child. */
  wait(pid: number, onSignal: () => boolean = () => false): number | null {
    for (;;) {
      const known = this.ended.get(pid);
      if (known !== undefined) {
        this.ended.delete(pid);
        return statusOf(known);
      }
      try {
        const [, raw] = this.shell.sys.waitpid(pid, 0);
        this.record(pid, raw);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (e.code !== 'EINTR') return null;
        if (onSignal()) return 128;
      }
    }
  }

  /** Waits until any of `jobs` is done; null when there is none or a signal gave the wait up. */
  waitAny(jobs: () => Job[], onSignal: () => boolean): Job | null {
    for (;;) {
      const done = jobs().find((job) => this.state(job) === 'done');
      if (done) return done;
      if (jobs().length === 0) return null;
      try {
        const [pid, raw] = this.shell.sys.waitpid(-1, 0);
        this.record(pid, raw);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (e.code !== 'EINTR' || onSignal()) return null;
      }
    }
  }

  /** `1`, `%1`, `%%`, `%+`, `%-`, `%name`, `%?text`. @throws NoSuchJob when there is none, or more than one */
  find(spec: string): Job {
    const rest = spec.startsWith('%') ? spec.slice(1) : spec;
    if (rest === '' || rest === '%' || rest === '+') return this.current ?? none(spec);
    if (rest === '-') return this.previous ?? this.current ?? none(spec);
    if (/^\d+$/.test(rest)) return this.list.find((j) => j.id === Number(rest)) ?? none(spec);
    const text = rest.startsWith('?') ? rest.slice(1) : null;
    const found = this.list.filter((j) => (text === null ? j.source.startsWith(rest) : j.source.includes(text)));
    if (found.length > 1) throw new NoSuchJob(`${text ?? rest}: ambiguous job spec`);
    return found[0] ?? none(spec);
  }

  private isIn(job: Job, state: JobState): boolean {
    return this.list.includes(job) && this.state(job) === state;
  }

  private record(pid: number, raw: number): void {
    const own = [...this.unlisted, ...this.list].find((j) => j.members.some((m) => m.pid === pid));
    const job = own && !this.outer?.list.includes(own) ? own : undefined;
    if (!job && this.outer) {
      // Noted here too: it may be one that this shell is about to wait for.
      if ((raw & 0xff) !== 0x7f && raw !== 0xffff) this.ended.set(pid, raw);
      this.outer.record(pid, raw);
      return;
    }
    const member = job?.members.find((m) => m.pid === pid);
    if ((raw & 0xff) === 0x7f) {
      if (member) member.stopped = (raw >> 8) & 0xff;
      if (job) this.stopped(job);
      return;
    }
    if (raw === 0xffff) {
      if (member) member.stopped = 0;
      return;
    }
    this.lastRaw = raw;
    this.ended.set(pid, raw);
    if (!job || !member) return;
    member.raw = raw;
    if (this.state(job) === 'done') job.notified = false;
  }

  private stopped(job: Job): void {
    if (this.state(job) !== 'stopped') return;
    job.notified = false;
    if (this.list.includes(job)) this.setCurrent(job);
  }
}

function none(spec: string): never {
  throw new NoSuchJob(`${spec === '' ? 'current' : spec}: no such job`);
}

/** Signals that only a job of a shell with job control gets back from the terminal: elsewhere they are ignored. */
export const JOB_SIGNALS: readonly number[] = [SIG.TSTP, SIG.TTIN, SIG.TTOU];
