/** kill. */
import { SysError } from '../../abi/errno.ts';
import { SIG } from '../../abi/constants.ts';
import { errorText } from '../errors.ts';
import type { Job } from '../run/jobs.ts';
import type { Builtin, BuiltinCall } from '../run/runner.ts';
import { SIGNAL_NAMES, signalNumber } from '../run/status.ts';
import { jobOf } from './jobs.ts';

function listSignals({ ctx }: BuiltinCall, words: string[]): number {
  if (words.length === 0) {
    ctx.out(`${SIGNAL_NAMES.slice(1).map((n, k) => `${String(k + 1).padStart(2)}) SIG${n}`).map((entry, k, all) => `${entry}${k % 5 < 4 && k < all.length - 1 ? '\t' : '\n'}`).join('')}`);
    return 0;
  }
  let status = 0;
  for (const word of words) {
    // A status of a command stands for the signal in it.
    const number = Number(word) > 128 ? Number(word) - 128 : Number(word);
    const found = /^\d+$/.test(word) ? SIGNAL_NAMES[number] : signalNumber(word);
    if (found === undefined || found === null) status = ctx.fail(`${word}: invalid signal specification`);
    else ctx.out(`${found}\n`);
  }
  return status;
}

/** A job with a group of its own is signalled as one. What is stopped is continued, or it would die only when somebody brings it back. */
function killJob({ shell }: BuiltinCall, job: Job, signal: number): void {
  if (job.pgid === 0) {
    for (const member of job.members) if (member.raw === null) shell.sys.kill(member.pid, signal);
    return;
  }
  const stopped = shell.jobs.state(job) === 'stopped';
  shell.sys.kill(shell.jobControl ? -job.pgid : job.members[0]!.pid, signal);
  if (stopped && (signal === SIG.TERM || signal === SIG.HUP)) shell.sys.kill(-job.pgid, SIG.CONT);
}

export const kill: Builtin = {
  name: 'kill',
  run(call) {
    const { shell, args, ctx } = call;
    let signal: number = SIG.TERM;
    let i = 0;
    if (args[0] === '-l' || args[0] === '-L') return listSignals(call, args.slice(1));
    if (args[0] !== undefined && /^-./.test(args[0]) && args[0] !== '--') {
      const name = args[0] === '-s' || args[0] === '-n' ? args[++i] ?? '' : args[0].slice(1);
      const n = signalNumber(name);
      if (n === null) return ctx.fail(`${name}: invalid signal specification`);
      signal = n;
      i++;
    }
    if (args[i] === '--') i++;
    if (i >= args.length) {
      ctx.err('kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n');
      return 2;
    }
    // bash takes what ended as soon as it ends. Who asked `while kill -0 $pid` would otherwise ask for ever: what nobody has waited for can still be signalled.
    shell.jobs.reap();
    let status = 0;
    for (const arg of args.slice(i)) {
      const job = arg.startsWith('%') ? jobOf(call, arg) : undefined;
      if (job === null) {
        status = 1;
        continue;
      }
      if (!job && !/^-?\d+$/.test(arg)) {
        status = ctx.fail(`${arg}: arguments must be process or job IDs`);
        continue;
      }
      try {
        if (job) killJob(call, job, signal);
        else shell.sys.kill(Number(arg), signal);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        ctx.err(`${shell.prefix()}kill: (${arg}) - ${errorText(e)}\n`);
        status = 1;
      }
    }
    return status;
  },
};
