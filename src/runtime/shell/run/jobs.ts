/** Children of the shell: background jobs, and statuses reaped before anybody asked. */
import { SysError } from '../../abi/errno.ts';
import { WNOHANG } from '../../abi/constants.ts';
import type { Shell } from './shell.ts';
import { signalText, statusOf } from './status.ts';

export interface Job { id: number; pids: number[]; pgid: number; source: string; status: number | null; signal: number }

export class Jobs {
  readonly list: Job[] = [];
  /** Statuses (as $?) of children that ended. */
  private readonly ended = new Map<number, number>();
  private readonly shell: Shell;

  constructor(shell: Shell) {
    this.shell = shell;
  }

  add(pids: number[], pgid: number, source: string): Job {
    const job = { id: Math.max(0, ...this.list.map((j) => j.id)) + 1, pids, pgid, source, status: null, signal: 0 };
    this.list.push(job);
    return job;
  }

  /** As wait(2) gave it, of the child recorded last. */
  lastRaw = 0;

  private record(pid: number, raw: number): void {
    const status = statusOf(raw);
    this.lastRaw = raw;
    this.ended.set(pid, status);
    const job = this.list.find((j) => j.pids[j.pids.length - 1] === pid);
    if (job) {
      job.status = status;
      job.signal = raw & 0x7f;
    }
  }

  /** Takes the statuses of children that have ended, without waiting. */
  reap(): void {
    try {
      for (;;) {
        const [pid, raw] = this.shell.sys.waitpid(-1, WNOHANG);
        if (pid === 0) return;
        this.record(pid, raw);
      }
    } catch (e) {
      if (!(e instanceof SysError) || (e.code !== 'ECHILD' && e.code !== 'EINTR')) throw e;
    }
  }

  /** Waits for one child. `onSignal` is asked after an interrupted wait: true gives up (status 128 + n is the caller's). Null when it is no child. */
  wait(pid: number, onSignal: () => boolean = () => false): number | null {
    for (;;) {
      const known = this.ended.get(pid);
      if (known !== undefined) {
        this.ended.delete(pid);
        return known;
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

  /** `%1`, `%%`, `%+`, `%-`, `%name`. */
  find(spec: string): Job | undefined {
    const rest = spec.slice(1);
    if (rest === '' || rest === '%' || rest === '+') return this.list[this.list.length - 1];
    if (rest === '-') return this.list[this.list.length - 2] ?? this.list[this.list.length - 1];
    if (/^\d+$/.test(rest)) return this.list.find((j) => j.id === Number(rest));
    return this.list.find((j) => j.source.startsWith(rest));
  }

  forget(job: Job): void {
    const at = this.list.indexOf(job);
    if (at >= 0) this.list.splice(at, 1);
  }

  /** The line `jobs` prints. */
  describe(job: Job): string {
    const at = this.list.indexOf(job);
    const mark = at === this.list.length - 1 ? '+' : at === this.list.length - 2 ? '-' : ' ';
    const state = job.status === null ? 'Running' : job.signal !== 0 ? (signalText(job.signal) ?? `Signal ${job.signal}`) : job.status === 0 ? 'Done' : `Exit ${job.status}`;
    return `[${job.id}]${mark}  ${state.padEnd(24)}${job.source}${job.status === null ? ' &' : ''}\n`;
  }

  /** Lines about jobs that ended since the last prompt; they are forgotten. */
  news(): string {
    this.reap();
    let out = '';
    for (const job of this.list.filter((j) => j.status !== null)) {
      out += this.describe(job);
      this.forget(job);
    }
    return out;
  }
}
