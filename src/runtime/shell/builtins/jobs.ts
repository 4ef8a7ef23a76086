/** wait, jobs, fg, bg, disown, kill. */
import { SysError } from '../../abi/errno.ts';
import { SIG } from '../../abi/constants.ts';
import { errorText } from '../errors.ts';
import { giveTerminal, waitForeground } from '../run/children.ts';
import type { Builtin, BuiltinCall } from '../run/runner.ts';
import { SIGNAL_NAMES, signalNumber } from '../run/status.ts';

/** A trapped signal ends `wait` with 128 + its number. */
function waitFor(call: BuiltinCall, pid: number): number | null {
  const { shell, runner } = call;
  let signal = 0;
  const status = shell.jobs.wait(pid, () => {
    shell.checkInterrupt();
    const pending = shell.pendingSignals;
    if (pending === 0) return false;
    signal = 32 - Math.clz32(pending & -pending);
    runner.runTraps();
    return true;
  });
  return signal !== 0 ? 128 + signal : status;
}

export const jobs: Builtin[] = [
  {
    name: 'wait',
    run(call) {
      const { shell, args, ctx } = call;
      if (args.length === 0 || args[0] === '-n') {
        let status = 0;
        for (const job of [...shell.jobs.list]) {
          if (job.status === null) status = waitFor(call, job.pids[job.pids.length - 1]!) ?? 127;
          else status = job.status;
          if (job.status === null) return status;
          shell.jobs.forget(job);
          if (args[0] === '-n') return status;
        }
        return args[0] === '-n' ? 127 : 0;
      }
      let status = 0;
      for (const arg of args) {
        const job = arg.startsWith('%') ? shell.jobs.find(arg) : shell.jobs.list.find((j) => j.pids.includes(Number(arg)));
        if (arg.startsWith('%') && !job) {
          status = ctx.fail(`${arg}: no such job`, 127);
          continue;
        }
        if (!arg.startsWith('%') && !/^\d+$/.test(arg)) {
          status = ctx.fail(`\`${arg}': not a pid or valid job spec`, 2);
          continue;
        }
        const pid = job ? job.pids[job.pids.length - 1]! : Number(arg);
        const known = job?.status ?? waitFor(call, pid);
        if (job && job.status !== null) shell.jobs.forget(job);
        if (known === null) status = ctx.fail(`pid ${arg} is not a child of this shell`, 127);
        else status = known;
      }
      return status;
    },
  },
  {
    name: 'jobs',
    source: true,
    run({ shell, args, ctx }) {
      shell.jobs.reap();
      for (const job of [...shell.jobs.list]) {
        if (args.includes('-p')) ctx.out(`${job.pids[0]}\n`);
        else if (args.includes('-l')) ctx.out(shell.jobs.describe(job).replace(/^(\[\d+\].) /, `$1 ${job.pids[0]}`));
        else if (!(args.includes('-r') && job.status !== null)) ctx.out(shell.jobs.describe(job));
        if (job.status !== null) shell.jobs.forget(job);
      }
      return 0;
    },
  },
  {
    name: 'fg',
    run({ shell, args, ctx }) {
      if (!shell.interactive) return ctx.fail('no job control');
      shell.jobs.reap();
      const job = shell.jobs.find(args[0] ? (args[0].startsWith('%') ? args[0] : `%${args[0]}`) : '%%');
      if (!job || job.status !== null) return ctx.fail(`${args[0] ?? 'current'}: no such job`);
      ctx.out(`${job.source}\n`);
      ctx.stdout.flush();
      giveTerminal(shell, job.pgid);
      shell.sys.kill(-job.pgid, SIG.CONT);
      const statuses = waitForeground(shell, job.pids, job.pgid, job.source);
      shell.jobs.forget(job);
      return statuses[statuses.length - 1]!;
    },
  },
  {
    name: 'bg',
    run({ shell, args, ctx }) {
      const job = shell.jobs.find(args[0] ?? '%%');
      if (!job) return ctx.fail(`${args[0] ?? 'current'}: no such job`);
      shell.sys.kill(-job.pgid, SIG.CONT);
      ctx.out(`[${job.id}]+ ${job.source} &\n`);
      return 0;
    },
  },
  {
    name: 'disown',
    run({ shell, args }) {
      for (const job of args.length > 0 ? args.map((a) => shell.jobs.find(a)) : [...shell.jobs.list]) if (job) shell.jobs.forget(job);
      return 0;
    },
  },
  {
    name: 'kill',
    run({ shell, args, ctx }) {
      let signal: number = SIG.TERM;
      let i = 0;
      if (args[0] === '-l' || args[0] === '-L') {
        if (args[1] !== undefined) {
          const n = /^\d+$/.test(args[1]) ? SIGNAL_NAMES[Number(args[1]) & 0x7f] : signalNumber(args[1]);
          ctx.out(`${n ?? ''}\n`);
        } else ctx.out(`${SIGNAL_NAMES.slice(1).map((n, k) => `${String(k + 1).padStart(2)}) SIG${n}`).join('\n')}\n`);
        return 0;
      }
      if (args[0] !== undefined && /^-./.test(args[0]) && args[0] !== '--') {
        const name = args[0] === '-s' || args[0] === '-n' ? args[++i] ?? '' : args[0].slice(1);
        const n = signalNumber(name);
        if (n === null) return ctx.fail(`${name}: invalid signal specification`);
        signal = n;
        i++;
      }
      if (args[i] === '--') i++;
      if (i >= args.length) {
        ctx.err(`kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n`);
        return 2;
      }
      let status = 0;
      for (const arg of args.slice(i)) {
        const job = arg.startsWith('%') ? shell.jobs.find(arg) : undefined;
        if (arg.startsWith('%') && !job) {
          status = ctx.fail(`${arg}: no such job`);
          continue;
        }
        if (!job && !/^-?\d+$/.test(arg)) {
          status = ctx.fail(`${arg}: arguments must be process or job IDs`);
          continue;
        }
        try {
          shell.sys.kill(job ? (shell.interactive ? -job.pgid : job.pids[0]!) : Number(arg), signal);
        } catch (e) {
          if (!(e instanceof SysError)) throw e;
          ctx.err(`${shell.prefix()}kill: (${arg}) - ${errorText(e)}\n`);
          status = 1;
        }
      }
      return status;
    },
  },
];
