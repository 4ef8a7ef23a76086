/** `ps -o` and `ps aux`: columns of one's choice, under procps's names. `rss` is the heap that the browser measured, in KiB, and `busy` is ours: milliseconds of work, as the kernel measured them. */
import { SysError } from '../../abi/errno.ts';
import type { Context } from '../run/context.ts';
import { readAll } from './inputs.ts';
import { formatTime } from './time.ts';

type Row = ReturnType<Context['sys']['ps']>[number];
/** `width` is the least, as procps's; the last column has none. */
interface Column { title: string; left?: boolean; width?: number; value(row: Row, nowMs: number, ctx: Context): string }

const pad = (n: number): string => String(n).padStart(2, '0');
const clock = (seconds: number): string => `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
const age = (row: Row, nowMs: number): number => Math.max(0, Math.floor((nowMs - row.startMs) / 1000));
/** Control characters would break the lines. */
const line = (text: string): string => text.replace(/[\u0000-\u001f\u007f]/g, '?');

/** R, S or T, as the kernel's own listing says; a process that ended since it was listed is one that nobody has waited for. */
function stateOf(ctx: Context, pid: number): string {
  try {
    return /\) (\S)/.exec(new TextDecoder().decode(readAll(ctx, `/proc/${pid}/stat`)))?.[1] ?? 'Z';
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    return 'Z';
  }
}

const minutes = (ms: number): string => `${Math.floor(ms / 60_000)}:${pad(Math.floor(ms / 1000) % 60)}`;

const programOf = (row: Row): string => line((row.argv[0] ?? '').replace(/^.*\//, '').slice(0, 15));

const COLUMNS: { [name: string]: Column } = {
  pid: { title: 'PID', width: 7, value: (row) => String(row.pid) },
  ppid: { title: 'PPID', value: (row) => String(row.ppid) },
  pgid: { title: 'PGID', width: 7, value: (row) => String(row.pgid) },
  etimes: { title: 'ELAPSED', value: (row, now) => String(age(row, now)) },
  etime: { title: 'ELAPSED', value: (row, now) => (age(row, now) < 3600 ? clock(age(row, now)).slice(3) : clock(age(row, now))) },
  pcpu: { title: '%CPU', width: 4, value: (row, now) => Math.min(100, row.busyMs / Math.max(1, now - row.startMs) * 100).toFixed(1) },
  time: { title: 'TIME', value: (row) => clock(Math.floor(row.busyMs / 1000)) },
  cputimes: { title: 'TIME', value: (row) => String(Math.floor(row.busyMs / 1000)) },
  busy: { title: 'BUSY', value: (row) => String(Math.round(row.busyMs)) },
  rss: { title: 'RSS', width: 5, value: (row) => (row.memoryBytes === null ? '-' : String(Math.ceil(row.memoryBytes / 1024))) },
  // A browser says neither how much memory there is for all, nor what was only reserved.
  pmem: { title: '%MEM', width: 4, value: () => '-' },
  vsz: { title: 'VSZ', width: 6, value: () => '-' },
  stat: { title: 'STAT', left: true, width: 4, value: (row, _now, ctx) => stateOf(ctx, row.pid) },
  state: { title: 'S', left: true, value: (row, _now, ctx) => stateOf(ctx, row.pid) },
  bsdstart: { title: 'START', left: true, width: 5, value: (row) => formatTime('%H:%M', row.startMs) },
  bsdtime: { title: 'TIME', width: 6, value: (row) => minutes(row.busyMs) },
  lstart: { title: 'STARTED', value: (row) => formatTime('%a %b %e %H:%M:%S %Y', row.startMs) },
  user: { title: 'USER', left: true, width: 8, value: () => 'user' },
  tty: { title: 'TT', left: true, width: 8, value: () => 'tty1' },
  comm: { title: 'COMMAND', left: true, value: programOf },
  args: { title: 'COMMAND', left: true, value: (row) => line(row.argv.join(' ')) },
};
const ALIASES: { [name: string]: string } = { s: 'state', '%mem': 'pmem', vsize: 'vsz', start: 'bsdstart', stime: 'bsdstart', start_time: 'bsdstart', cmd: 'args', command: 'args', pgrp: 'pgid', ucmd: 'comm', '%cpu': 'pcpu', uname: 'user', tt: 'tty', tname: 'tty', rssize: 'rss', rsz: 'rss', cputime: 'time' };

export interface Chosen { columns: { column: Column | undefined; name: string; title: string }[]; quiet: boolean }

/** Which processes are asked for: by their number, their parent's, or their program's name. One that fits any of these is meant; all are when none was given. */
export interface Selected { fits(row: Row): boolean; some: boolean }

/** Programs that end whole trees ask for children in this way, again and again: told of every process each time, they would never come to an end. */
export function selectedRows(args: readonly string[]): Selected {
  const tests: ((row: Row) => boolean)[] = [];
  for (const [i, arg] of args.entries()) {
    const [, option, given] = /^(-p|--pid|--ppid|-C)(?:=(.*))?$/s.exec(arg) ?? [];
    if (option === undefined) continue;
    const items = (given ?? args[i + 1] ?? '').split(/[,\s]+/);
    tests.push((row) => items.includes(option === '-C' ? programOf(row) : String(option === '--ppid' ? row.ppid : row.pid)));
  }
  return { fits: (row) => tests.length === 0 || tests.some((test) => test(row)), some: tests.length > 0 };
}

/** The listings of BSD's `ps aux` and `ps ax`; undefined when another is asked for. */
export function bsdColumns(args: readonly string[]): Chosen | undefined {
  const flags = args[0] ?? '';
  if (!/^-?[auxwf]*[aux][auxwf]*$/.test(flags) || /^-[auf]$/.test(flags)) return undefined;
  const names = flags.includes('u') ? ['user', 'pid', 'pcpu', 'pmem', 'vsz', 'rss', 'tty', 'stat', 'bsdstart', 'bsdtime', 'args'] : ['pid', 'tty', 'stat', 'bsdtime', 'args'];
  return { columns: names.map((name) => ({ column: COLUMNS[name], name, title: name === 'tty' ? 'TTY' : COLUMNS[name]!.title })), quiet: withoutTitles(args) };
}

/** What `-o` asks for; undefined without it. `name=title` gives a title of one's own; when all are empty, there is no line of titles. */
export function chosenColumns(args: readonly string[]): Chosen | undefined {
  const lists: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (/^-[A-Za-z]*o$/.test(arg) || (i === 0 && /^[auxw]*o$/.test(arg))) lists.push(args[++i] ?? '');
    else if (/^-[A-Za-z]*o./.test(arg)) lists.push(arg.slice(arg.indexOf('o') + 1));
    else if (arg.startsWith('--format=')) lists.push(arg.slice('--format='.length));
  }
  if (lists.length === 0) return undefined;
  const columns = lists.flatMap((list) => list.split(/[,\s]+/).filter(Boolean)).map((entry) => {
    const [name, title] = entry.split(/=(.*)/s) as [string, string | undefined];
    const column = COLUMNS[ALIASES[name] ?? name];
    return { column, name, title: title ?? column?.title ?? '' };
  });
  return { columns, quiet: withoutTitles(args) || columns.every(({ title }) => title === '') };
}

export function withoutTitles(args: readonly string[]): boolean {
  return args.some((arg) => /^(?:h|--no-head(?:ers?|ings?))$/.test(arg));
}

export function showColumns(ctx: Context, { columns, quiet }: Chosen, { fits, some }: Selected): number {
  const unknown = columns.find(({ column }) => column === undefined);
  if (unknown) return ctx.fail(`error: unknown user-defined format specifier "${unknown.name}"`);
  const now = Date.now();
  const rows = ctx.sys.ps(columns.some(({ column }) => column === COLUMNS.rss)).filter(fits);
  const cells = rows.map((row) => columns.map(({ column }) => column!.value(row, now, ctx)));
  if (!quiet) cells.unshift(columns.map(({ title }) => title));
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]!.length), columns[i]!.column!.width ?? 0));
  for (const row of cells) ctx.out(`${row.map((cell, i) => (columns[i]!.column!.left ? (i === row.length - 1 ? cell : cell.padEnd(widths[i]!)) : cell.padStart(widths[i]!))).join(' ')}\n`);
  return some && rows.length === 0 ? 1 : 0;
}
