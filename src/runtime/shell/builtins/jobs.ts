/** jobs, fg, bg, wait, disown, suspend. */
import { SIG } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { giveTerminal, waitForegroundJob } from '../run/children.ts';
import { describeJob } from '../run/job-text.ts';
import { type Job, NoSuchJob } from '../run/jobs.ts';
import type { Builtin, BuiltinCall } from '../run/runner.ts';
import type { Shell } from '../run/shell.ts';

/** The job of an argument, or null after a message. */
export function jobOf({ shell, ctx }: Pick<BuiltinCall, 'shell' | 'ctx'>, spec: string): Job | null {
  try {
    return shell.jobs.find(spec);
  } catch (e) {
    if (!(e instanceof NoSuchJob)) throw e;
    ctx.fail(e.message);
    return null;
  }
}

function resume(shell: Shell, job: Job): void {
  shell.jobs.setRunning(job);
  try {
    shell.sys.kill(-job.pgid, SIG.CONT);
  } catch (e) {
    // Ended meanwhile: the wait will find that out.
    if (!(e instanceof SysError)) throw e;
  }
}

/** Where the job was started, when that is not where the shell is. */
function elsewhere(shell: Shell, job: Job): string {
  const home = shell.vars.get('HOME') ?? '';
  if (job.cwd === (shell.vars.get('PWD') ?? '')) return '';
  return `\t(wd: ${home !== '' && (job.cwd === home || job.cwd.startsWith(`${home}/`)) ? `~${job.cwd.slice(home.length)}` : job.cwd})`;
}

function foreground(call: BuiltinCall, spec: string): number {
  const { shell, ctx } = call;
  if (!shell.jobControl) return ctx.fail('no job control');
  shell.jobs.reap();
  const job = jobOf(call, spec);
  if (!job) return 1;
  if (shell.jobs.state(job) === 'done') return ctx.fail('job has terminated');
  shell.jobs.setCurrent(job);
  ctx.out(`${job.source}${elsewhere(shell, job)}\n`);
  ctx.stdout.flush();
  giveTerminal(shell, job);
  resume(shell, job);
  const statuses = waitForegroundJob(shell, job);
  return statuses[statuses.length - 1]!;
}

function background(call: BuiltinCall, spec: string): number {
  const { shell, ctx } = call;
  const { jobs } = shell;
  if (!shell.jobControl) return ctx.fail('no job control');
  jobs.reap();
  const job = jobOf(call, spec);
  if (!job) return 1;
  if (jobs.state(job) === 'done') return ctx.fail('job has terminated');
  if (jobs.state(job) === 'running') {
    ctx.fail(`job ${job.id} already in background`);
    return 0;
  }
  const mark = job === jobs.current ? '+ ' : job === jobs.previous ? '- ' : ' ';
  ctx.out(`[${job.id}]${mark}${job.source} &${elsewhere(shell, job)}\n`);
  resume(shell, job);
  jobs.choose();
  return 0;
}

function list(call: BuiltinCall): number {
  const { shell, args, ctx } = call;
  const { jobs } = shell;
  jobs.reap();
  const flags = args.filter((a) => /^-[lnprs]+$/.test(a)).join('');
  const operands = args.filter((a) => !/^-[lnprs]+$/.test(a));
  const bad = operands.find((a) => a.startsWith('-') && a !== '--');
  if (bad !== undefined) {
    ctx.fail(`${bad}: invalid option`);
    ctx.err('jobs: usage: jobs [-lnprs] [jobspec ...] or jobs -x command [args]\n');
    return 2;
  }
  let status = 0;
  let shown = [...jobs.list];
  if (operands.length > 0) {
    shown = [];
    for (const spec of operands) {
      const job = jobOf(call, spec);
      if (job) shown.push(job);
      else status = 1;
    }
  }
  for (const job of shown) {
    const state = jobs.state(job);
    if ((flags.includes('r') && state !== 'running') || (flags.includes('s') && state !== 'stopped') || (flags.includes('n') && job.notified)) continue;
    ctx.out(flags.includes('p') ? `${job.pgid || job.members[0]!.pid}\n` : describeJob(jobs, job, flags.includes('l')));
    job.notified = true;
    if (state === 'done') jobs.forget(job);
  }
  return status;
}

function disown(call: BuiltinCall): number {
  const { shell, args } = call;
  const { jobs } = shell;
  const flags = args.filter((a) => /^-[ahr]+$/.test(a)).join('');
  const specs = args.filter((a) => !/^-[ahr]+$/.test(a));
  let status = 0;
  const chosen: Job[] = flags.includes('a') || (flags.includes('r') && specs.length === 0) ? jobs.list.filter((j) => !flags.includes('r') || jobs.state(j) === 'running') : [];
  for (const spec of specs.length === 0 && chosen.length === 0 && !/[ar]/.test(flags) ? [''] : specs) {
    const byPid = /^\d+$/.test(spec) ? jobs.list.find((j) => j.members.some((m) => m.pid === Number(spec))) : undefined;
    const job = byPid ?? jobOf(call, spec);
    if (job) chosen.push(job);
    else status = 1;
  }
  // With -h it stays in the list; there is no hang-up of the shell's own that it would be spared.
  if (!flags.includes('h')) for (const job of chosen) jobs.forget(job);
  return status;
}

/** Runs `body` with each argument, or once with the current job. */
function each(args: string[], body: (spec: string) => number): number {
  let status = 0;
  for (const spec of args.length === 0 ? [''] : args) status = body(spec);
  return status;
}

export const jobs: Builtin[] = [
  { name: 'jobs', source: true, run: list },
  { name: 'fg', run: (call) => foreground(call, call.args.find((a) => a !== '--') ?? '') },
  { name: 'bg', run: (call) => each(call.args.filter((a) => a !== '--'), (spec) => background(call, spec)) },
  { name: 'disown', run: disown },
  {
    name: 'suspend',
    run({ shell, args, ctx }) {
      if (!shell.jobControl && !args.includes('-f')) return ctx.fail('cannot suspend: no job control');
      shell.sys.kill(shell.pid, SIG.STOP);
      return 0;
    },
  },
];
