import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { errorText } from '../errors.ts';
import { compilePattern } from '../expand/pattern.ts';
import { quoteForShell } from '../expand/quote.ts';
import { joinPath } from '../paths.ts';
import type { Command, Context } from '../run/context.ts';
import { textWidth } from '../text.ts';
import { humanSize } from './sizes.ts';
import { modeText } from './modes.ts';
import { type Options, parseOptions } from './options.ts';
import { formatTime } from './time.ts';
import { zoneOf } from './zone.ts';

interface Entry { name: string; path: string; stat: StatFields | null; target: string | null }

export const ls: Command = {
  name: 'ls',
  aliases: ['dir', 'vdir'],
  batch: 'source',
  run(ctx) {
    const options = parseOptions(ctx, {
      short: '1aAbBcCdfFgGhHiI:klLmnNopqQrRsStTuUvw:xXZ',
      long: {
        all: 'a', 'almost-all': 'A', directory: 'd', classify: 'F', 'human-readable': 'h', inode: 'i', dereference: 'L', 'numeric-uid-gid': 'n', 'no-group': 'G', reverse: 'r', recursive: 'R', size: 's',
        'color::': 'c!', 'sort:': 'sort', 'time:': 'time', 'time-style:': 'style', 'group-directories-first': 'dirsfirst', 'full-time': 'fulltime', 'format:': 'format', 'quote-name': 'Q', literal: 'N', 'indicator-style:': 'indicator', 'width:': 'w', 'ignore:': 'I', 'hide:': 'hide', 'ignore-backups': 'B', escape: 'b',
      },
      status: 2,
    });
    return new Lister(ctx, options).run();
  },
};

class Lister {
  private readonly ctx: Context;
  private readonly o: Options;
  private readonly long: boolean;
  private readonly columns: boolean;
  private readonly color: boolean;
  private readonly tty: boolean;
  private status = 0;
  private readonly now = Date.now();

  constructor(ctx: Context, o: Options) {
    this.ctx = ctx;
    this.o = o;
    this.tty = ctx.stdout.isTty;
    const format = o.last('1lnogCxm');
    this.long = ctx.name === 'vdir' || o.has('fulltime') || ['l', 'n', 'o', 'g'].includes(format ?? '') || ((o.has('l') || o.has('n') || o.has('g') || o.has('o')) && format === '1');
    this.columns = !this.long && format !== '1' && format !== 'm' && (this.tty || format === 'C' || format === 'x');
    const when = o.value('c!');
    this.color = when === undefined ? false : when === '' || when === 'always' || when === 'yes' || (when !== 'never' && when !== 'no' && this.tty);
  }

  run(): number {
    const { o } = this;
    const names = o.rest.length > 0 ? o.rest : ['.'];
    const files: Entry[] = [];
    const directories: Entry[] = [];
    for (const name of names) {
      const entry = this.entry(name, name, true);
      if (!entry) continue;
      const linkToDirectory = entry.stat && isKind(entry.stat, S.IFLNK) && !this.long && !o.has('F') ? this.follow(name) : null;
      const directory = entry.stat && (isKind(entry.stat, S.IFDIR) || (linkToDirectory && isKind(linkToDirectory, S.IFDIR)));
      (directory && !o.has('d') ? directories : files).push(entry);
    }
    this.sort(files);
    this.sort(directories);
    if (files.length > 0) this.print(files);
    const titles = names.length > 1 || o.has('R');
    directories.forEach((d, i) => this.directory(d.path, titles, files.length > 0 || i > 0));
    return this.status;
  }

  private follow(path: string): StatFields | null {
    try {
      return this.ctx.sys.stat(path, true);
    } catch {
      return null;
    }
  }

  private entry(name: string, path: string, argument: boolean): Entry | null {
    const { ctx, o } = this;
    try {
      let stat = ctx.sys.stat(path, false);
      if (o.has('L') && isKind(stat, S.IFLNK)) stat = this.follow(path) ?? stat;
      const target = isKind(stat, S.IFLNK) && this.long ? ctx.sys.readlink(path) : null;
      return { name, path, stat, target };
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      ctx.fail(`cannot access '${path}': ${errorText(e)}`, 2);
      this.status = Math.max(this.status, argument ? 2 : 1);
      return null;
    }
  }

  private directory(path: string, title: boolean, gap: boolean): void {
    const { ctx, o } = this;
    let names: string[];
    try {
      names = ctx.sys.readdir(path).map(([n]) => n);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      ctx.fail(`cannot open directory '${path}': ${errorText(e)}`, 2);
      this.status = Math.max(this.status, 2);
      return;
    }
    const all = o.last('aAf');
    names = names.filter((n) => all !== undefined || !n.startsWith('.'));
    if (all === 'a' || all === 'f') names.unshift('.', '..');
    const left = [...o.values('I'), ...(all === undefined ? o.values('hide') : [])].map((p) => compilePattern(p));
    names = names.filter((n) => !left.some((p) => p.test(n)));
    if (o.has('B')) names = names.filter((n) => !n.endsWith('~'));
    const entries = names.map((n) => this.entry(n, joinPath(path, n), false)).filter((e) => e !== null);
    this.sort(entries);
    if (gap) ctx.out('\n');
    if (title) ctx.out(`${this.quote(path)}:\n`);
    if (this.long || o.has('s')) ctx.out(`total ${this.blocks(entries.reduce((n, e) => n + (e.stat?.[9] ?? 0), 0))}\n`);
    this.print(entries);
    if (!o.has('R')) return;
    for (const e of entries) if (e.stat && isKind(e.stat, S.IFDIR) && e.name !== '.' && e.name !== '..') this.directory(e.path, true, true);
  }

  private blocks(sectors: number): string {
    return this.o.has('h') ? humanSize(sectors * 512) : String(Math.ceil(sectors / 2));
  }

  private sort(entries: Entry[]): void {
    const { o } = this;
    const by = o.value('sort');
    const key = o.last('tSUfXv') ?? '';
    if (key === 'U' || key === 'f' || by === 'none') {
      if (o.has('r')) entries.reverse();
      return;
    }
    const time = o.has('u') ? 10 : o.has('c') ? 12 : 11;
    const name = (a: Entry, b: Entry): number => compare(a.name, b.name);
    let order = name;
    if (key === 't' || by === 'time') order = (a, b) => (b.stat?.[time] ?? 0) - (a.stat?.[time] ?? 0) || name(a, b);
    else if (key === 'S' || by === 'size') order = (a, b) => (b.stat?.[8] ?? 0) - (a.stat?.[8] ?? 0) || name(a, b);
    else if (key === 'X' || by === 'extension') order = (a, b) => compare(extension(a.name), extension(b.name)) || name(a, b);
    else if (key === 'v' || by === 'version') order = (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true });
    entries.sort(order);
    if (o.has('r')) entries.reverse();
    if (o.has('dirsfirst')) entries.sort((a, b) => Number(isDirectory(b)) - Number(isDirectory(a)));
  }

  private quote(name: string): string {
    if (this.o.has('Q')) return `"${name.replace(/["\\]/g, '\\$&')}"`;
    if (this.o.has('b')) return name.replace(/[ \\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
    // GNU quotes only for people.
    if (!this.tty || this.o.has('N') || /^[A-Za-z0-9_@%+=:,./\u0080-\uffff{}~#^-]*$/.test(name)) return name;
    return name.includes("'") && !/["$`\\]/.test(name) ? `"${name}"` : quoteForShell(name, true);
  }

  private label(e: Entry): string {
    const text = this.quote(e.name);
    return this.paint(text, e.stat, e.path) + this.mark(e.stat);
  }

  private mark(stat: StatFields | null): string {
    const style = this.o.value('indicator');
    if (!stat || !(this.o.has('F') || this.o.has('p') || style)) return '';
    if (isKind(stat, S.IFDIR)) return '/';
    if (this.o.has('p') || style === 'slash') return '';
    if (isKind(stat, S.IFLNK)) return this.long ? '' : '@';
    if (isKind(stat, S.IFIFO)) return '|';
    if (isKind(stat, S.IFSOCK)) return '=';
    return isKind(stat, S.IFREG) && (stat[1] & 0o111) !== 0 ? '*' : '';
  }

  private paint(text: string, stat: StatFields | null, path: string): string {
    if (!this.color || !stat) return text;
    let code = '';
    if (isKind(stat, S.IFDIR)) code = '01;34';
    else if (isKind(stat, S.IFLNK)) code = this.follow(path) ? '01;36' : '01;31';
    else if (isKind(stat, S.IFIFO)) code = '33';
    else if (isKind(stat, S.IFSOCK)) code = '01;35';
    else if (isKind(stat, S.IFCHR)) code = '01;33';
    else if ((stat[1] & 0o111) !== 0) code = '01;32';
    return code === '' ? text : `\x1b[${code}m${text}\x1b[0m`;
  }

  private print(entries: Entry[]): void {
    const { ctx, o } = this;
    if (this.long) this.printLong(entries);
    else if (o.last('1Cxm') === 'm') ctx.out(`${entries.map((e) => this.label(e)).join(', ')}\n`);
    else {
      const inodeWidth = o.has('i') ? Math.max(...entries.map((e) => String(e.stat?.[7] ?? '?').length)) : 0;
      const front = (e: Entry): string => (o.has('i') ? `${String(e.stat?.[7] ?? '?').padStart(inodeWidth)} ` : '') + (o.has('s') ? `${this.blocks(e.stat?.[9] ?? 0)} ` : '');
      if (!this.columns) ctx.out(entries.map((e) => `${front(e)}${this.label(e)}\n`).join(''));
      else this.printColumns(entries.map((e) => ({ text: front(e) + this.label(e), width: textWidth(front(e) + this.quote(e.name) + this.mark(e.stat)) })));
    }
  }

  private printColumns(cells: { text: string; width: number }[]): void {
    if (cells.length === 0) return;
    const width = Number(this.o.value('w') ?? this.ctx.env['COLUMNS'] ?? '') || this.terminalWidth();
    const across = this.o.last('1Cx') === 'x';
    for (let rows = 1; ; rows++) {
      const columns = Math.ceil(cells.length / rows);
      const at = (r: number, c: number): number => (across ? r * columns + c : c * rows + r);
      const widths = Array.from({ length: columns }, (_, c) => Math.max(0, ...Array.from({ length: rows }, (__, r) => cells[at(r, c)]?.width ?? 0)));
      if (rows < cells.length && widths.reduce((n, w) => n + w + 2, -2) > width) continue;
      for (let r = 0; r < rows; r++) {
        let line = '';
        let from = 0;
        let to = 0;
        for (let c = 0; c < columns && at(r, c) < cells.length; c++) {
          const cell = cells[at(r, c)]!;
          line += cell.text;
          if (c + 1 < columns && at(r, c + 1) < cells.length) {
            from = to + cell.width;
            to += widths[c]! + 2;
            // Into a file GNU goes from column to column with tabs.
            for (; from < to; from++) {
              const tab = !this.tty && Math.floor(to / 8) > Math.floor((from + 1) / 8);
              line += tab ? '\t' : ' ';
              if (tab) from += 7 - (from % 8);
            }
          }
        }
        this.ctx.out(`${line}\n`);
      }
      return;
    }
  }

  private terminalWidth(): number {
    const { handle } = this.ctx.stdout;
    return this.tty && typeof handle === 'number' ? this.ctx.sys.winsize(handle).cols || 80 : 80;
  }

  private printLong(entries: Entry[]): void {
    const { o } = this;
    const numeric = o.has('n');
    const rows = entries.map((e) => {
      const s = e.stat!;
      const user = (id: number): string => (id === 0 ? 'root' : 'user');
      const size = isKind(s, S.IFCHR) ? `${(s[5] >> 8) & 0xfff}, ${s[5] & 0xff}` : o.has('h') ? humanSize(s[8]) : String(s[8]);
      return {
        e,
        cells: [
          ...(o.has('i') ? [String(s[7])] : []), ...(o.has('s') ? [this.blocks(s[9])] : []), modeText(s[1]), String(s[2]), ...(o.has('g') ? [] : [numeric ? String(s[3]) : user(s[3])]),
          ...(o.has('o') || o.has('G') ? [] : [numeric ? String(s[4]) : user(s[4])]), size, this.time(s),
        ],
      };
    });
    const left = new Set(rows[0] ? rows[0].cells.map((c, i) => (/^(?:user|root)$/.test(c) ? i : -1)) : []);
    const widths = rows[0]?.cells.map((_, i) => Math.max(...rows.map((r) => r.cells[i]!.length))) ?? [];
    for (const { e, cells } of rows) {
      const line = cells.map((c, i) => (left.has(i) ? c.padEnd(widths[i]!) : c.padStart(widths[i]!))).join(' ');
      const link = e.target === null ? '' : ` -> ${this.quote(e.target)}`;
      this.ctx.out(`${line} ${this.label(e)}${link}\n`);
    }
  }

  private time(s: StatFields): string {
    const ms = s[this.o.has('u') ? 10 : this.o.has('c') ? 12 : 11]!;
    const style = this.o.value('style');
    const zone = zoneOf(this.ctx.env['TZ']);
    if (this.o.has('fulltime') || style === 'full-iso') return formatTime('%Y-%m-%d %H:%M:%S.%N %z', ms, zone);
    if (style === 'long-iso') return formatTime('%Y-%m-%d %H:%M', ms, zone);
    if (style?.startsWith('+')) return formatTime(style.slice(1), ms, zone);
    const recent = ms <= this.now + 1000 && ms > this.now - 15_778_476_000;
    return formatTime(recent ? '%b %e %H:%M' : '%b %e  %Y', ms, zone);
  }
}

function isKind(stat: StatFields, kind: number): boolean {
  return (stat[1] & S.IFMT) === kind;
}

function isDirectory(e: Entry): boolean {
  return e.stat !== null && isKind(e.stat, S.IFDIR);
}

function extension(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 ? name.slice(at) : '';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
