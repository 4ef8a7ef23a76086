/** wait. */
import type { Job } from '../run/jobs.ts';
import type { Builtin, BuiltinCall } from '../run/runner.ts';
import { jobOf } from './jobs.ts';

/** Runs a wait that a trapped signal may end; the status is then 128 + its number, as the second result. */
function interruptible<T>(call: BuiltinCall, wait: (onSignal: () => boolean) => T): { value: T; signal: number } {
  const { shell, runner } = call;
  let signal = 0;
  const value = wait(() => {
    shell.checkInterrupt();
    const pending = shell.pendingSignals;
    if (pending === 0) return false;
    signal = 32 - Math.clz32(pending & -pending);
    runner.runTraps();
    return true;
  });
  return { value, signal };
}

/** An interactive shell tells of it at the next prompt; a script has asked and is done with it. */
function settle({ shell }: BuiltinCall, job: Job): void {
  if (!shell.interactive || job.notified) shell.jobs.forget(job);
}

function waitAll(call: BuiltinCall): number {
  const { shell } = call;
  for (const job of [...shell.jobs.list]) {
    if (shell.jobs.state(job) !== 'done') {
      const { signal } = interruptible(call, (onSignal) => shell.jobs.wait(job.members[job.members.length - 1]!.pid, onSignal));
      if (signal !== 0) return 128 + signal;
    }
    settle(call, job);
  }
  return 0;
}

function waitNext(call: BuiltinCall, specs: string[], name: string | null): number {
  const { shell } = call;
  const { jobs } = shell;
  const wanted = (): Job[] => (specs.length === 0 ? jobs.list : jobs.list.filter((job) => specs.some((s) => (s.startsWith('%') ? jobOf(call, s) === job : job.members.some((m) => m.pid === Number(s))))));
  const { value: job, signal } = interruptible(call, (onSignal) => jobs.waitAny(wanted, onSignal));
  if (signal !== 0) return 128 + signal;
  if (job === null) return 127;
  if (name !== null) shell.vars.set(name, String(job.members[job.members.length - 1]!.pid));
  settle(call, job);
  return jobs.status(job);
}

function waitOne(call: BuiltinCall, spec: string, name: string | null): number {
  const { shell, ctx } = call;
  const { jobs } = shell;
  if (!spec.startsWith('%') && !/^\d+$/.test(spec)) return ctx.fail(`\`${spec}': not a pid or valid job spec`);
  const job = spec.startsWith('%') ? jobOf(call, spec) : jobs.list.find((j) => j.members.some((m) => m.pid === Number(spec)));
  if (job === null) return 127;
  const pid = job && spec.startsWith('%') ? job.members[job.members.length - 1]!.pid : Number(spec);
  const { value, signal } = interruptible(call, (onSignal) => jobs.wait(pid, onSignal));
  if (signal !== 0) return 128 + signal;
  const status = value ?? (job && jobs.state(job) === 'done' ? jobs.status(job) : null);
  if (status === null) return ctx.fail(`pid ${spec} is not a child of this shell`, 127);
  if (name !== null) shell.vars.set(name, String(pid));
  if (job && jobs.state(job) === 'done') settle(call, job);
  return status;
}

export const wait: Builtin = {
  name: 'wait',
  run(call) {
    const { shell, args, ctx } = call;
    let next = false;
    let name: string | null = null;
    let i = 0;
    for (; i < args.length && /^-[fnp]/.test(args[i]!); i++) {
      const arg = args[i]!;
      if (arg.includes('n')) next = true;
      if (arg.includes('p')) name = arg.slice(arg.indexOf('p') + 1) || (args[++i] ?? '');
    }
    if (args[i] === '--') i++;
    if (name !== null && !/^[A-Za-z_]\w*$/.test(name)) return ctx.fail(`\`${name}': not a valid identifier`);
    if (name !== null) shell.vars.unset(name);
    const specs = args.slice(i);
    shell.jobs.reap();
    if (next) return waitNext(call, specs, name);
    if (specs.length === 0) return waitAll(call);
    let status = 0;
    for (const spec of specs) status = waitOne(call, spec, name);
    return status;
  },
};
