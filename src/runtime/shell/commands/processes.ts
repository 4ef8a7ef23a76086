/** ps and kill. */
import { SIG } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command } from '../run/context.ts';
import { SIGNAL_NAMES, signalNumber } from '../run/status.ts';
import { bsdColumns, chosenColumns, selectedRows, showColumns, withoutTitles } from './ps-columns.ts';
import { formatTime } from './time.ts';

export const ps: Command = {
  name: 'ps',
  batch: 'source',
  run(ctx) {
    const chosen = chosenColumns(ctx.args) ?? bsdColumns(ctx.args);
    const selected = selectedRows(ctx.args);
    if (chosen) return showColumns(ctx, chosen, selected);
    const flags = ctx.args.filter((arg) => !arg.startsWith('--') && arg !== '-C').join('').replaceAll('-', '');
    const rows = ctx.sys.ps().filter(selected.fits);
    const wide = /[fu]/.test(flags);
    const clock = (ms: number): string => {
      const s = Math.floor(ms / 1000);
      return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, '0')).join(':');
    };
    if (!withoutTitles(ctx.args)) ctx.out(wide ? 'UID          PID    PPID  C STIME TTY          TIME CMD\n' : '    PID TTY          TIME CMD\n');
    for (const p of rows) {
      const command = wide ? p.argv.join(' ') : (p.argv[0] ?? '').replace(/^.*\//, '');
      if (wide) ctx.out(`${'user'.padEnd(8)}${String(p.pid).padStart(8)}${String(p.ppid).padStart(8)}  0 ${formatTime('%H:%M', p.startMs)} tty1     ${clock(p.busyMs)} ${command}\n`);
      else ctx.out(`${String(p.pid).padStart(7)} tty1     ${clock(p.busyMs)} ${command}\n`);
    }
    return selected.some && rows.length === 0 ? 1 : 0;
  },
};

export const kill: Command = {
  name: 'kill',
  run(ctx) {
    const args = [...ctx.args];
    let signal: number | null = SIG.TERM;
    if (args[0] === '-l') {
      ctx.out(`${SIGNAL_NAMES.slice(1).join(' ')}\n`);
      return 0;
    }
    if (args[0] === '-s' || args[0] === '-n') {
      signal = signalNumber(args[1] ?? '');
      args.splice(0, 2);
    } else if (args[0] !== undefined && /^-[A-Z0-9]/i.test(args[0])) signal = signalNumber(args.shift()!.slice(1));
    if (signal === null) return ctx.fail('invalid signal');
    if (args[0] === '--') args.shift();
    let status = args.length === 0 ? ctx.fail('usage: kill [-s signal | -signal] pid ...', 2) : 0;
    for (const arg of args) {
      try {
        ctx.sys.kill(Number(arg), signal);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`(${arg}): ${errorText(e)}`);
      }
    }
    return status;
  },
};
