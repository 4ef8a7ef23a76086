/** watch and top. */
import { SysError } from '../../abi/errno.ts';
import { formatTime } from '../commands/time.ts';
import { type Command, Context, drain } from '../run/context.ts';
import { MemoryOut } from '../run/io.ts';
import { decode } from '../text.ts';
import { Screen, wrap } from './screen.ts';

function paint(screen: Screen, lines: string[]): void {
  const { rows, columns } = screen;
  const shown = lines.slice(0, rows);
  screen.write(`\x1b[H${shown.map((line) => `${wrap(line, columns)[0]}\x1b[0m\x1b[K`).join('\r\n')}\x1b[J`);
}

export const watch: Command = {
  name: 'watch',
  run(ctx) {
    let seconds = 2;
    let title = true;
    let direct = false;
    let untilChange = false;
    let untilError = false;
    let i = 0;
    for (; i < ctx.args.length && ctx.args[i]!.startsWith('-'); i++) {
      const arg = ctx.args[i]!;
      if (arg === '--') {
        i++;
        break;
      }
      if (arg === '-n' || arg === '--interval') seconds = Number(ctx.args[++i]);
      else if (arg.startsWith('--interval=')) seconds = Number(arg.slice(11));
      else if (/^-n[\d.]+$/.test(arg)) seconds = Number(arg.slice(2));
      else if (arg === '-t' || arg === '--no-title') title = false;
      else if (arg === '-x' || arg === '--exec') direct = true;
      else if (arg === '-g' || arg === '--chgexit') untilChange = true;
      else if (arg === '-e' || arg === '--errexit') untilError = true;
      else if (!/^-[cdbwpr]+$|^--(color|differences|beep|no-wrap|precise)/.test(arg)) return ctx.fail(`invalid option -- '${arg.replace(/^-+/, '')}'`);
    }
    const words = ctx.args.slice(i);
    if (words.length === 0) return ctx.fail('usage: watch [options] command');
    if (!(seconds >= 0)) return ctx.fail('failed to parse argument');
    const interval = Math.max(0.1, seconds);
    const screen = new Screen(ctx);
    let before: string | null = null;
    try {
      for (;;) {
        const sink = new MemoryOut();
        const inner = new Context(ctx.sys, ctx.name, [], ctx.env, [0, sink, sink]);
        const drains: [number, MemoryOut][] = [];
        const pid = inner.start(direct ? words : ['sh', '-c', words.join(' ')], {}, drains);
        drain(ctx.sys, drains);
        const status = ctx.wait(pid);
        const text = decode(sink.bytes());
        if (untilChange && before !== null && before !== text) return 0;
        if (untilError && status !== 0) return 8;
        before = text;
        const left = `Every ${interval.toFixed(1)}s: ${words.join(' ')}`;
        const right = `tabloom: ${formatTime('%a %b %e %H:%M:%S %Y', Date.now())}`;
        const head = title ? [left + ' '.repeat(Math.max(1, screen.columns - left.length - right.length)) + right, ''] : [];
        paint(screen, [...head, ...text.split('\n')]);
        const end = Date.now() + interval * 1000;
        while (Date.now() < end) {
          const key = screen.key(Math.max(1, end - Date.now()));
          if (key === 'end' || screen.leaves(key)) return 0;
          if (key?.t === 'text' && key.text === ' ') break;
        }
      }
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      return ctx.failed(words[0]!, e);
    } finally {
      screen.close();
    }
  },
};

interface Row { pid: number; ppid: number; argv: string[]; startMs: number; busyMs: number }

/** Processes, those that had most of the last interval first. */
function table(rows: Row[], before: Map<number, number>, elapsedMs: number, order: string): string[] {
  const clock = (ms: number): string => `${Math.floor(ms / 60_000)}:${((ms / 1000) % 60).toFixed(2).padStart(5, '0')}`;
  const share = (row: Row): number => (elapsedMs <= 0 ? 0 : Math.min(100, (100 * (row.busyMs - (before.get(row.pid) ?? 0))) / elapsedMs));
  const sorted = [...rows].sort((a, b) => (order === 'N' ? b.pid - a.pid : order === 'T' ? b.busyMs - a.busyMs : share(b) - share(a) || b.busyMs - a.busyMs));
  return sorted.map((row) => `${String(row.pid).padStart(7)} ${'user'.padEnd(8)} ${share(row).toFixed(1).padStart(5)} ${clock(row.busyMs).padStart(9)} ${row.argv.join(' ')}`);
}

export const top: Command = {
  name: 'top',
  run(ctx) {
    const value = (letter: string): string | undefined => {
      const at = ctx.args.findIndex((a) => a === `-${letter}` || a === `-b${letter}`);
      const glued = ctx.args.find((a) => new RegExp(`^-b?${letter}[\\d.]+$`).test(a));
      return at >= 0 ? ctx.args[at + 1] : glued?.replace(/^-b?[a-z]/, '');
    };
    const batch = ctx.args.some((a) => /^-[a-z]*b/.test(a)) || !ctx.stdout.isTty;
    const rounds = Number(value('n') ?? Infinity);
    let delay = Number(value('d') ?? 3) * 1000;
    if (!(delay >= 0) || !(rounds > 0)) return ctx.fail('bad argument');
    let before = new Map<number, number>();
    let last = Date.now();
    let order = 'P';
    const started = Math.min(...ctx.sys.ps().map((row) => row.startMs));
    const frame = (): string[] => {
      const rows = ctx.sys.ps();
      const now = Date.now();
      const minutes = Math.floor((now - started) / 60_000);
      const lines = [
        `top - ${formatTime('%H:%M:%S', now)} up ${minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}` : `${minutes} min`},  1 user`, `Tasks: ${rows.length} total`, '',
        `\x1b[7m${'    PID USER      %CPU     TIME+ COMMAND'.padEnd(batch ? 0 : 200)}\x1b[0m`, ...table(rows, before, before.size === 0 ? now - started : now - last, order),
      ];
      before = new Map(rows.map((row) => [row.pid, row.busyMs]));
      last = now;
      return lines;
    };
    if (batch) {
      for (let n = 0; n < (rounds === Infinity && !ctx.stdout.isTty ? 1 : rounds); n++) {
        if (n > 0) ctx.sys.sleep(Math.max(1, delay));
        ctx.out(`${frame().map((line) => line.replace(/\x1b\[[0-9;]*m/g, '')).join('\n')}\n`);
        ctx.stdout.flush();
      }
      return 0;
    }
    const screen = new Screen(ctx);
    try {
      for (let n = 0; n < rounds; n++) {
        paint(screen, frame());
        const end = Date.now() + Math.max(100, delay);
        while (Date.now() < end) {
          const key = screen.key(Math.max(1, end - Date.now()));
          if (key === 'end' || screen.leaves(key)) return 0;
          if (key?.t === 'text' && 'PNT'.includes(key.text)) order = key.text;
          if (key?.t === 'text' && key.text === 's') delay = 1000;
          if (key !== null) break;
        }
      }
      return 0;
    } finally {
      screen.close();
    }
  },
};
