/** nohup, setsid, nice, stdbuf, pgrep, pkill, killall, pidof. */
import { DISPOSITION, O, SIG } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { SpawnSpec } from '../../abi/syscalls.ts';
import { parseOptions } from '../commands/options.ts';
import { errorText } from '../errors.ts';
import type { Command, Context } from '../run/context.ts';
import { signalNumber } from '../run/status.ts';

/** The command's own descriptors, with all that it was started with. */
const ownDescriptors = (ctx: Context): number[] => [0, 1, 2, ...Array.from(ctx.handles.slice(3), (handle) => (typeof handle === 'number' ? handle : -1))];

/** Starts a program on the command's own descriptors and waits for it; a failure to start becomes a status, as of the program's own shell. */
function run(ctx: Context, argv: string[], more: Partial<SpawnSpec> = {}, wait = true): number {
  ctx.stdout.flush();
  let pid: number;
  try {
    pid = ctx.sys.spawn({ file: argv[0]!, args: argv, env: ctx.env, fds: ownDescriptors(ctx), ...more });
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    if (more.ctty !== undefined && (e.code === 'EPERM' || e.code === 'ENOTTY')) return ctx.fail(`failed to set the controlling terminal: ${errorText(e)}`);
    return ctx.fail(`failed to run command '${argv[0]}': ${errorText(e)}`, e.code === 'ENOENT' ? 127 : 126);
  }
  return wait ? ctx.wait(pid) : 0;
}

const nohup: Command = {
  name: 'nohup',
  run(ctx) {
    const words = ctx.args[0] === '--' ? ctx.args.slice(1) : ctx.args;
    if (words.length === 0) return ctx.fail("missing operand\nTry 'nohup --help' for more information.", 125);
    const fds = ownDescriptors(ctx);
    const terminal = (fd: number): boolean => ctx.sys.isatty(fd);
    const said: string[] = [];
    if (terminal(0)) {
      fds[0] = ctx.sys.open('/dev/null', O.RDONLY, 0);
      said.push('ignoring input');
    }
    if (terminal(1)) {
      const path = tryOpen(ctx, ['nohup.out', `${ctx.env['HOME'] ?? ''}/nohup.out`]);
      if (path === null) return ctx.fail("failed to open 'nohup.out': Permission denied", 125);
      fds[1] = path.fd;
      said.push(`appending output to '${path.name}'`);
    }
    if (terminal(2)) {
      fds[2] = fds[1]!;
      if (!terminal(1)) said.push('redirecting stderr to stdout');
    }
    if (said.length > 0) ctx.fail(said.join(' and '));
    ctx.sys.sigaction(SIG.HUP, DISPOSITION.IGNORE);
    return run(ctx, words, { fds, signals: [[SIG.HUP, DISPOSITION.IGNORE]] });
  },
};

function tryOpen(ctx: Context, names: string[]): { fd: number; name: string } | null {
  for (const name of names) {
    try {
      return { fd: ctx.sys.open(name, O.WRONLY | O.CREAT | O.APPEND, 0o600), name };
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
    }
  }
  return null;
}

const setsid: Command = {
  name: 'setsid',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'cfw', long: { ctty: 'c', fork: 'f', wait: 'w' }, stop: true });
    if (o.rest.length === 0) return ctx.fail("no command specified\nTry 'setsid --help' for more information.");
    // The command could only be replaced by its program if it were no group leader; waiting is the same to who started it.
    return run(ctx, o.rest, { setsid: true, ...(o.has('c') ? { ctty: 0 } : {}) }, !o.has('f'));
  },
};

const nice: Command = {
  name: 'nice',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'n:', long: { 'adjustment:': 'n' }, stop: true, status: 125, digits: 'n' });
    if (o.rest.length === 0) {
      ctx.out('0\n');
      return 0;
    }
    // Workers have no priorities: the program runs as any other.
    return run(ctx, o.rest);
  },
};

const stdbuf: Command = {
  name: 'stdbuf',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'i:o:e:', long: { 'input:': 'i', 'output:': 'o', 'error:': 'e' }, stop: true, status: 125 });
    if (o.list.length === 0) return ctx.fail("you must specify a buffering mode option\nTry 'stdbuf --help' for more information.", 125);
    if (o.rest.length === 0) return ctx.fail("missing operand\nTry 'stdbuf --help' for more information.", 125);
    // Programs here write through: there is no buffer of C's library to set.
    return run(ctx, o.rest);
  },
};

interface Row { pid: number; ppid: number; pgid: number; argv: string[]; startMs: number }

/** Name of a process as the kernel of Linux keeps it: of its program, without path, 15 characters at most. */
function nameOf(row: Row): string {
  return (row.argv[0] ?? '').replace(/^.*\//, '').replace(/^-/, '').slice(0, 15);
}

const pgrep: Command = {
  name: 'pgrep',
  aliases: ['pkill'],
  run(ctx) {
    const kill = ctx.name === 'pkill';
    const args = [...ctx.args];
    let signal: number | null = SIG.TERM;
    const at = args.findIndex((a) => /^-(?:[A-Z][A-Z0-9]+|\d+)$/.test(a));
    if (kill && at >= 0) signal = signalNumber(args.splice(at, 1)[0]!.slice(1));
    const o = parseOptions(ctx, {
      short: 'acd:fg:iLlnoP:s:t:u:U:vwxe', long: { 'list-full': 'a', count: 'c', 'delimiter:': 'd', full: 'f', 'pgroup:': 'g', 'ignore-case': 'i', 'list-name': 'l', newest: 'n', oldest: 'o', 'parent:': 'P', 'signal:': 'signal', inverse: 'v', exact: 'x', echo: 'e', 'euid:': 'u', 'uid:': 'U' }, status: 2,
    }, args);
    if (o.has('signal')) signal = signalNumber(o.value('signal')!);
    if (signal === null) return ctx.fail('Unknown signal', 2);
    const [pattern] = o.rest;
    if (pattern === undefined && !/[gPuUs]/.test(o.list.map(([l]) => l).join(''))) return ctx.fail("no matching criteria specified\nTry `pgrep --help' for more information.", 2);
    let regex: RegExp;
    try {
      regex = new RegExp(o.has('x') ? `^(?:${pattern ?? '.*'})$` : pattern ?? '', o.has('i') ? 'i' : '');
    } catch {
      return ctx.fail(`${pattern}: invalid regular expression`, 2);
    }
    const numbers = (letter: string): number[] => (o.value(letter) ?? '').split(',').filter(Boolean).map(Number);
    let rows = ctx.sys.ps().filter((row) => !isSelf(ctx, row));
    rows = rows.filter((row) => (regex.test(o.has('f') ? row.argv.join(' ') : nameOf(row)) && (!o.has('P') || numbers('P').includes(row.ppid)) && (!o.has('g') || numbers('g').includes(row.pgid))) !== o.has('v'));
    rows.sort((a, b) => a.pid - b.pid);
    if (o.has('n')) rows = rows.sort((a, b) => a.startMs - b.startMs || a.pid - b.pid).slice(-1);
    if (o.has('o')) rows = rows.sort((a, b) => a.startMs - b.startMs || a.pid - b.pid).slice(0, 1);
    if (kill) {
      for (const row of rows) {
        ctx.sys.kill(row.pid, signal);
        if (o.has('e')) ctx.out(`${nameOf(row)} killed (pid ${row.pid})\n`);
      }
    } else if (o.has('c')) ctx.out(`${rows.length}\n`);
    else if (rows.length > 0) ctx.out(`${rows.map((row) => `${row.pid}${o.has('a') ? ` ${row.argv.join(' ')}` : o.has('l') ? ` ${nameOf(row)}` : ''}`).join(o.value('d') ?? '\n')}\n`);
    return rows.length > 0 ? 0 : 1;
  },
};

/** The command itself: the youngest of its own name with its own arguments. */
function isSelf(ctx: Context, row: Row): boolean {
  return row.argv.length === ctx.args.length + 1 && nameOf(row) === ctx.name && ctx.args.every((a, i) => row.argv[i + 1] === a);
}

const killall: Command = {
  name: 'killall',
  run(ctx) {
    const args = [...ctx.args];
    let signal: number | null = SIG.TERM;
    let quiet = false;
    while (args[0]?.startsWith('-')) {
      const arg = args.shift()!;
      if (arg === '-q') quiet = true;
      else if (arg === '-s' || arg === '--signal') signal = signalNumber(args.shift() ?? '');
      else if (/^-[vwIegry]$/.test(arg)) continue;
      else signal = signalNumber(arg.slice(1));
    }
    if (signal === null) return ctx.fail('unknown signal; killall -l lists signals.');
    if (args.length === 0) return ctx.fail('no process name given');
    let status = 0;
    for (const name of args) {
      const rows = ctx.sys.ps().filter((row) => nameOf(row) === name && !isSelf(ctx, row));
      for (const row of rows) ctx.sys.kill(row.pid, signal);
      if (rows.length === 0) {
        status = 1;
        if (!quiet) ctx.err(`${name}: no process found\n`);
      }
    }
    return status;
  },
};

const pidof: Command = {
  name: 'pidof',
  run(ctx) {
    const names = ctx.args.filter((a) => !a.startsWith('-'));
    const pids = ctx.sys.ps().filter((row) => names.some((n) => n.replace(/^.*\//, '') === nameOf(row))).map((row) => row.pid).sort((a, b) => b - a);
    if (pids.length === 0) return 1;
    ctx.out(`${(ctx.args.includes('-s') ? pids.slice(0, 1) : pids).join(' ')}\n`);
    return 0;
  },
};

export const running: readonly Command[] = [nohup, setsid, nice, stdbuf, pgrep, killall, pidof];
