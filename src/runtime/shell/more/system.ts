/** uptime, getconf, logname, users, tput, cal, sha224sum, sha384sum, b2sum, dd. */
import { blake2b } from '@noble/hashes/blake2.js';
import { sha224, sha384 } from '@noble/hashes/sha2.js';
import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { parseOptions } from '../commands/options.ts';
import { eachInput } from '../commands/inputs.ts';
import { parseSize } from '../commands/sizes.ts';
import { formatTime } from '../commands/time.ts';
import { UTC } from '../commands/zone.ts';
import { errorText } from '../errors.ts';
import type { Command, Context } from '../run/context.ts';
import { Input } from '../run/io.ts';

const uptime: Command = {
  name: 'uptime',
  run(ctx) {
    const started = Math.min(...ctx.sys.ps().map((row) => row.startMs));
    const now = Date.now();
    if (ctx.args.includes('-s') || ctx.args.includes('--since')) {
      ctx.out(`${formatTime('%Y-%m-%d %H:%M:%S', started)}\n`);
      return 0;
    }
    const minutes = Math.floor((now - started) / 60_000);
    const hours = Math.floor(minutes / 60);
    const days = Math.floor(hours / 24);
    if (ctx.args.includes('-p') || ctx.args.includes('--pretty')) {
      const part = (n: number, unit: string): string => (n === 0 ? '' : `${n} ${unit}${n === 1 ? '' : 's'}`);
      ctx.out(`up ${[part(days, 'day'), part(hours % 24, 'hour'), part(minutes % 60, 'minute')].filter(Boolean).join(', ') || '0 minutes'}\n`);
      return 0;
    }
    const up = hours > 0 ? `${hours % 24}:${String(minutes % 60).padStart(2, '0')}` : `${minutes} min`;
    // A browser tells no load averages, so the line ends here.
    ctx.out(` ${formatTime('%H:%M:%S', now)} up ${days > 0 ? `${days} day${days === 1 ? '' : 's'}, ` : ''}${up},  1 user\n`);
    return 0;
  },
};

const CONFIGURATION: { [name: string]: string | (() => string) } = {
  PAGESIZE: '4096', PAGE_SIZE: '4096', ARG_MAX: '2097152', PATH: '/bin:/usr/bin', NAME_MAX: '255', PATH_MAX: '4096', PIPE_BUF: '4096', CHAR_BIT: '8', INT_MAX: '2147483647', INT_MIN: '-2147483648', UINT_MAX: '4294967295',
  LONG_BIT: '64', LONG_MAX: '9223372036854775807', ULONG_MAX: '18446744073709551615', CLK_TCK: '100', OPEN_MAX: '65536', HOST_NAME_MAX: '64', LINE_MAX: '2048', SSIZE_MAX: '9223372036854775807',
  _NPROCESSORS_ONLN: () => String(globalThis.navigator?.hardwareConcurrency ?? 1), _NPROCESSORS_CONF: () => String(globalThis.navigator?.hardwareConcurrency ?? 1),
};

const getconf: Command = {
  name: 'getconf',
  run(ctx) {
    const value = (name: string): string => {
      const known = CONFIGURATION[name]!;
      return typeof known === 'string' ? known : known();
    };
    if (ctx.args[0] === '-a') {
      for (const name of Object.keys(CONFIGURATION)) ctx.out(`${name.padEnd(34)} ${value(name)}\n`);
      return 0;
    }
    const [name] = ctx.args;
    if (name === undefined) return ctx.fail('usage: getconf [-v specification] variable_name [pathname]');
    if (!Object.hasOwn(CONFIGURATION, name)) return ctx.fail(`Unrecognized variable \`${name}'`, 2);
    ctx.out(`${value(name)}\n`);
    return 0;
  },
};

const logname: Command = { name: 'logname', aliases: ['users'], run: (ctx) => (ctx.out(`${ctx.env['LOGNAME'] ?? 'user'}\n`), 0) };

const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const CAPABILITIES: { [name: string]: string } = {
  clear: '\x1b[H\x1b[2J\x1b[3J', bold: '\x1b[1m', dim: '\x1b[2m', sitm: '\x1b[3m', ritm: '\x1b[23m', smul: '\x1b[4m', rmul: '\x1b[24m', blink: '\x1b[5m', rev: '\x1b[7m', smso: '\x1b[7m', rmso: '\x1b[27m', invis: '\x1b[8m', sgr0: '\x1b(B\x1b[m',
  op: '\x1b[39;49m', el: '\x1b[K', el1: '\x1b[1K', ed: '\x1b[J', home: '\x1b[H', civis: '\x1b[?25l', cnorm: '\x1b[?12l\x1b[?25h', smcup: '\x1b[?1049h\x1b[22;0;0t', rmcup: '\x1b[?1049l\x1b[23;0;0t', sc: '\x1b7', rc: '\x1b8',
  cuu1: '\x1b[A', cud1: '\n', cuf1: '\x1b[C', cub1: '\b', cr: '\r', bel: '\x07', ind: '\n', reset: '\x1bc\x1b[!p\x1b[?3;4l\x1b[4l\x1b>',
};

const tput: Command = {
  name: 'tput',
  run(ctx) {
    const args = ctx.args[0] === '-T' ? ctx.args.slice(2) : ctx.args;
    const [name, ...rest] = args;
    if (name === undefined) return ctx.fail('usage: tput [-V] [-S] [-T term] capname', 2);
    const size = (): { cols: number; rows: number } => {
      for (const fd of [1, 2, 0]) if (ctx.sys.isatty(fd)) return ctx.sys.winsize(fd);
      return { cols: Number(ctx.env['COLUMNS'] ?? 80), rows: Number(ctx.env['LINES'] ?? 24) };
    };
    const n = (i: number): number => Number(rest[i] ?? 0);
    if (name === 'cols') ctx.out(`${size().cols}\n`);
    else if (name === 'lines') ctx.out(`${size().rows}\n`);
    else if (name === 'colors') ctx.out('256\n');
    else if (name === 'longname') ctx.out('xterm with 256 colors');
    else if (name === 'setaf' || name === 'setab') {
      const base = name === 'setaf' ? 30 : 40;
      ctx.out(n(0) < COLORS.length ? `\x1b[${base + n(0)}m` : n(0) < 16 ? `\x1b[${base + 52 + n(0)}m` : `\x1b[${base + 8};5;${n(0)}m`);
    } else if (name === 'cup') ctx.out(`\x1b[${n(0) + 1};${n(1) + 1}H`);
    else if (['cuu', 'cud', 'cuf', 'cub'].includes(name)) ctx.out(`\x1b[${n(0)}${{ cuu: 'A', cud: 'B', cuf: 'C', cub: 'D' }[name]!}`);
    else if (Object.hasOwn(CAPABILITIES, name)) ctx.out(CAPABILITIES[name]!);
    else return ctx.fail(`unknown terminfo capability '${name}'`, 4);
    return 0;
  },
};

function monthLines(year: number, month: number, monday: boolean, today: number | null, withYear: boolean): string[] {
  const title = `${formatTime('%B', Date.UTC(year, month, 15), UTC)}${withYear ? ` ${year}` : ''}`;
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const first = (new Date(Date.UTC(year, month, 1)).getUTCDay() + (monday ? 6 : 0)) % 7;
  const out = [`${' '.repeat(Math.floor((20 - title.length) / 2))}${title}`.padEnd(20), monday ? 'Mo Tu We Th Fr Sa Su' : 'Su Mo Tu We Th Fr Sa'];
  for (let week = 0; week < 6; week++) {
    const cells: string[] = [];
    for (let d = 0; d < 7; d++) {
      const day = week * 7 + d - first + 1;
      const cell = day >= 1 && day <= days ? String(day).padStart(2) : '  ';
      cells.push(day === today ? `\x1b[7m${cell}\x1b[27m` : cell);
    }
    out.push(cells.join(' '));
  }
  return out;
}

const cal: Command = {
  name: 'cal',
  aliases: ['ncal'],
  run(ctx) {
    const o = parseOptions(ctx, { short: '13hmsy', long: { monday: 'm', sunday: 's', year: 'y', three: '3', one: '1' } });
    const now = new Date();
    const [a, b] = o.rest.map(Number);
    const year = b ?? (o.rest.length === 1 ? a! : now.getFullYear());
    if (!Number.isInteger(year) || year < 1 || year > 9999) return ctx.fail(`year \`${o.rest[o.rest.length - 1]}' not in range 1..9999`, 64);
    const month = b === undefined ? now.getMonth() : a! - 1;
    if (!(month >= 0 && month < 12)) return ctx.fail(`${o.rest[0]} is neither a month number (1..12) nor a name`, 64);
    const monday = o.has('m');
    const today = (y: number, m: number): number | null => (ctx.stdout.isTty && !o.has('h') && y === now.getFullYear() && m === now.getMonth() ? now.getDate() : null);
    const beside = (list: [number, number][], named: boolean): void => {
      const blocks = list.map(([y, m]) => monthLines(y, m, monday, today(y, m), named));
      for (let i = 0; i < 8; i++) ctx.out(`${blocks.map((block) => `${block[i]}  `).join('')}\n`);
    };
    const at = (offset: number): [number, number] => {
      const d = new Date(Date.UTC(year, month + offset, 1));
      return [d.getUTCFullYear(), d.getUTCMonth()];
    };
    if (o.has('y') || (o.rest.length === 1 && !o.has('3'))) {
      ctx.out(`${' '.repeat(30)}${year}\n`);
      for (let row = 0; row < 4; row++) beside([0, 1, 2].map((i): [number, number] => [year, row * 3 + i]), false);
    } else beside(o.has('3') ? [at(-1), at(0), at(1)] : [at(0)], true);
    return 0;
  },
};

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function sum(name: string, hash: (data: Uint8Array) => Uint8Array): Command {
  return {
    name,
    run: (ctx) => {
      const o = parseOptions(ctx, { short: 'bt', long: { binary: 'b', text: 't', tag: 'tag' } });
      return eachInput(ctx, o.rest, (input, file) => ctx.out(o.has('tag') ? `${name.slice(0, -3).toUpperCase().replace('B2', 'BLAKE2b')} (${file}) = ${hex(hash(input.all()))}\n` : `${hex(hash(input.all()))} ${o.has('b') ? '*' : ' '}${file}\n`));
    },
  };
}

const dd: Command = {
  name: 'dd',
  run(ctx) {
    const set: { [name: string]: string } = {};
    for (const arg of ctx.args) {
      const at = arg.indexOf('=');
      if (at < 0 || !['if', 'of', 'bs', 'ibs', 'obs', 'count', 'skip', 'seek', 'conv', 'status', 'iflag', 'oflag'].includes(arg.slice(0, at))) return ctx.fail(`unrecognized operand '${arg}'\nTry 'dd --help' for more information.`);
      set[arg.slice(0, at)] = arg.slice(at + 1);
    }
    const size = (name: string, fallback: number): number => {
      if (set[name] === undefined) return fallback;
      const n = parseSize(set[name]!.replace(/c$/, ''));
      return n === null ? ctx.die(`invalid number: '${set[name]}'`) : n;
    };
    const block = size('bs', size('ibs', 512));
    const outBlock = size('bs', size('obs', 512));
    const count = set['count'] === undefined ? Infinity : size('count', 0);
    const conversions = (set['conv'] ?? '').split(',');
    let from = 0;
    let to = 1;
    let operand = '';
    try {
      if (set['if'] !== undefined) from = ctx.sys.open((operand = set['if']), O.RDONLY, 0);
      if (set['of'] !== undefined) to = ctx.sys.open((operand = set['of']), O.WRONLY | O.CREAT | (conversions.includes('notrunc') || set['seek'] !== undefined ? 0 : O.TRUNC), 0o666);
      if (set['of'] !== undefined && set['seek'] !== undefined && !conversions.includes('notrunc')) ctx.sys.ftruncate(to, size('seek', 0) * outBlock);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      return ctx.fail(`failed to open '${operand}': ${errorText(e)}`);
    }
    return copy(ctx, { from, to, block, outBlock, count, skip: size('skip', 0), seek: size('seek', 0), conversions, status: set['status'] ?? '' });
  },
};

function copy(ctx: Context, how: { from: number; to: number; block: number; outBlock: number; count: number; skip: number; seek: number; conversions: string[]; status: string }): number {
  const { sys } = ctx;
  const started = performance.now();
  const input = new Input(sys, how.from);
  const full = { in: 0, partIn: 0, out: 0, partOut: 0, bytes: 0 };
  if (how.skip > 0) {
    try {
      sys.lseek(how.from, how.skip * how.block, 1);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      for (let left = how.skip * how.block; left > 0;) {
        const part = input.chunk(Math.min(left, 65_536));
        if (part === null) break;
        left -= part.length;
      }
    }
  }
  if (how.seek > 0) sys.lseek(how.to, how.seek * how.outBlock, 0);
  const buffer = new Uint8Array(how.block);
  for (let n = 0; n < how.count; n++) {
    let length = input.read(buffer);
    if (length === 0) break;
    if (length === how.block) full.in++;
    else full.partIn++;
    if (length < how.block && how.conversions.includes('sync')) {
      buffer.fill(0, length);
      length = how.block;
    }
    const data = buffer.subarray(0, length);
    if (how.conversions.includes('ucase')) data.forEach((b, i) => (data[i] = b >= 97 && b <= 122 ? b - 32 : b));
    if (how.conversions.includes('lcase')) data.forEach((b, i) => (data[i] = b >= 65 && b <= 90 ? b + 32 : b));
    for (let done = 0; done < length;) done += sys.write(how.to, data.slice(done), -1);
    full.bytes += length;
    if (length === how.block) full.out++;
    else full.partOut++;
  }
  const seconds = (performance.now() - started) / 1000;
  if (how.status !== 'none') ctx.err(`${full.in}+${full.partIn} records in\n${full.out}+${full.partOut} records out\n`);
  if (how.status === '') ctx.err(`${full.bytes} byte${full.bytes === 1 ? '' : 's'} copied, ${seconds.toPrecision(6).replace(/0+$/, '')} s, ${(full.bytes / 1000 / Math.max(seconds, 1e-6)).toFixed(1)} kB/s\n`);
  return 0;
}

export const system: readonly Command[] = [uptime, getconf, logname, tput, cal, sum('sha224sum', sha224), sum('sha384sum', sha384), sum('b2sum', (data) => blake2b(data)), dd];
