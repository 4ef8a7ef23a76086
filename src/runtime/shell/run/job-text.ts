/** What `jobs` and the notices before a prompt say. */
import type { Job, Jobs, Member } from './jobs.ts';
import type { Shell } from './shell.ts';
import { signalText } from './status.ts';

/** Width of the state's column. */
const WIDTH = 24;

const STOPPED: { [signal: number]: string } = { 19: 'Stopped (signal)', 20: 'Stopped', 21: 'Stopped (tty input)', 22: 'Stopped (tty output)' };

function ended(raw: number): string {
  const signal = raw & 0x7f;
  if (signal !== 0) return signalText(signal) ?? (signal === 2 ? 'Interrupt' : signal === 13 ? 'Broken pipe' : `Signal ${signal}`);
  const status = (raw >> 8) & 0xff;
  return status === 0 ? 'Done' : `Exit ${status}`;
}

/** The line (with `long` one for each process) of a job, newline included. */
export function describeJob(jobs: Jobs, job: Job, long = false): string {
  const mark = job === jobs.current ? '+' : job === jobs.previous ? '-' : ' ';
  const state = jobs.state(job);
  const last = job.members[job.members.length - 1]!;
  const tail = state === 'running' ? ' &' : '';
  if (!long) {
    const text = state === 'running' ? 'Running' : state === 'stopped' ? 'Stopped' : ended(last.raw ?? 0);
    return `[${job.id}]${mark}  ${text.padEnd(WIDTH)}${job.source}${tail}\n`;
  }
  const member = (m: Member): string => (m.raw !== null ? ended(m.raw) : m.stopped !== 0 ? (STOPPED[m.stopped] ?? 'Stopped') : 'Running').padEnd(WIDTH);
  return job.members.map((m, i) => {
    const end = i === job.members.length - 1 ? tail : '';
    const source = job.members.length === 1 ? job.source : m.source;
    const pid = String(m.pid).padStart(5);
    if (i === 0) return `[${job.id}]${mark} ${pid} ${member(m)}${source}${end}\n`;
    return `     ${pid} ${' '.repeat(WIDTH)}| ${source}${end}\n`;
  }).join('');
}

/** Lines about jobs that ended or stopped since the last prompt. Those that ended are forgotten. */
export function jobNews(jobs: Jobs): string {
  jobs.reap();
  let out = '';
  for (const job of [...jobs.list]) {
    if (job.notified) continue;
    const state = jobs.state(job);
    out += `${state === 'stopped' ? '\n' : ''}${describeJob(jobs, job)}`;
    job.notified = true;
    if (state === 'done') jobs.forget(job);
  }
  return out;
}

/** Whether an interactive shell stays because jobs are stopped: the first time it is told to end. */
export function refusesExit(shell: Shell): boolean {
  if (!shell.jobs.anyStopped || shell.exitRefused === shell.commandNumber - 1) return false;
  shell.exitRefused = shell.commandNumber;
  shell.complainRaw('There are stopped jobs.\n');
  return true;
}
