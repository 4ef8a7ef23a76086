/** unzip, with the words of Info-ZIP's. */
import { O, S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { formatTime } from '../commands/time.ts';
import { kindOf, statOrNull } from '../commands/trees.ts';
import { errorText } from '../errors.ts';
import { compilePattern } from '../expand/pattern.ts';
import { basename, dirname, joinPath } from '../paths.ts';
import type { Command, Context } from '../run/context.ts';
import { decode, join } from '../text.ts';
import { FormatError } from './deflate.ts';
import { readZip, unpack, type ZipEntry } from './zip-format.ts';

interface Settings {
  flags: Set<string>;
  quiet: number;
  folder: string;
  archive: string;
  wanted: string[];
  left: string[];
}

const USAGE = 'Usage: unzip [-Z1] [-cflnopqtuvjC] file[.zip] [list] [-x xlist] [-d exdir]\n';

export const unzip: Command = {
  name: 'unzip',
  run(ctx) {
    const s = readArguments(ctx);
    if (s === null) return 10;
    if (s.archive === '') {
      ctx.out(USAGE);
      return 0;
    }
    const found = open(ctx, s.archive);
    if (found === null) return 9;
    const { entries, path } = found;
    const named = new Set<string>();
    const chosen = entries.filter((entry) => isWanted(entry.name, s, named));
    if (s.flags.has('Z')) for (const { name } of chosen) ctx.out(`${name}\n`);
    else {
      const listing = s.flags.has('l') || s.flags.has('v');
      if (!s.flags.has('p') && s.quiet === 0) ctx.out(`Archive:  ${path}\n`);
      if (listing) list(ctx, chosen, s);
      else {
        const status = new Unpacker(ctx, s).all(chosen, path);
        if (status !== 0) return status;
      }
    }
    const missing = s.wanted.filter((name) => !named.has(name));
    if (!s.flags.has('l') && !s.flags.has('v')) for (const name of missing) ctx.err(`caution: filename not matched:  ${name}\n`);
    return missing.length > 0 ? 11 : 0;
  },
};

function readArguments(ctx: Context): Settings | null {
  const s: Settings = { flags: new Set(), quiet: 0, folder: '', archive: '', wanted: [], left: [] };
  let into = s.wanted;
  for (let i = 0; i < ctx.args.length; i++) {
    const arg = ctx.args[i]!;
    if (arg === '-Z1' && s.archive === '') s.flags.add('Z');
    else if (arg.startsWith('-d') && (arg !== '-d' || i + 1 < ctx.args.length)) s.folder = arg.slice(2) || ctx.args[++i]!;
    else if (arg === '-x' && s.archive !== '') into = s.left;
    else if (s.archive === '' && /^-./.test(arg)) {
      for (const letter of arg.slice(1)) {
        if (letter === 'q') s.quiet++;
        else if ('cflnoptuvjCX'.includes(letter)) s.flags.add(letter);
        else {
          ctx.err(USAGE);
          return null;
        }
      }
    } else if (s.archive === '') s.archive = arg;
    else into.push(arg);
  }
  return s;
}

function open(ctx: Context, name: string): { entries: ZipEntry[]; path: string } | null {
  for (const path of [name, `${name}.zip`, `${name}.ZIP`]) {
    const stat = statOrNull(ctx.sys, path, true);
    if (!stat || kindOf(stat) === S.IFDIR) continue;
    try {
      const entries = readZip(ctx.sys.readFile(path));
      if (entries) return { entries, path };
    } catch (e) {
      if (e instanceof SysError) {
        ctx.err(`error:  cannot open zipfile [ ${path} ]\n        ${errorText(e)}\n`);
        return null;
      }
      if (!(e instanceof FormatError)) throw e;
      ctx.err(`error [${path}]:  ${e.message}\n  (please check that you have transferred or created the zipfile in the\n  appropriate BINARY mode)\n`);
      return null;
    }
    ctx.out(`Archive:  ${path}\n`);
    ctx.err('  End-of-central-directory signature not found.  Either this file is not\n  a zipfile, or it constitutes one disk of a multi-part archive.  In the\n  latter case the central directory and zipfile comment will be found on\n  the last disk(s) of this archive.\n');
    ctx.err(`unzip:  cannot find zipfile directory in one of ${name} or\n        ${name}.zip, and cannot find ${name}.ZIP, period.\n`);
    return null;
  }
  ctx.err(`unzip:  cannot find or open ${name}, ${name}.zip or ${name}.ZIP.\n`);
  return null;
}

function isWanted(name: string, s: Settings, named: Set<string>): boolean {
  const matches = (pattern: string): boolean => pattern === name || compilePattern(pattern, { ignoreCase: s.flags.has('C') }).test(name);
  const by = s.wanted.filter(matches);
  for (const pattern of by) named.add(pattern);
  return (s.wanted.length === 0 || by.length > 0) && !s.left.some(matches);
}

function list(ctx: Context, entries: readonly ZipEntry[], s: Settings): void {
  const total = entries.reduce((n, e) => n + e.size, 0);
  const packed = entries.reduce((n, e) => n + e.packed.length, 0);
  const files = `${entries.length} file${entries.length === 1 ? '' : 's'}\n`;
  const long = s.flags.has('v');
  if (s.quiet < 2) {
    ctx.out(long ? ' Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n--------  ------  ------- ---- ---------- ----- --------  ----\n' : '  Length      Date    Time    Name\n---------  ---------- -----   ----\n');
  }
  for (const e of entries) {
    const time = formatTime('%Y-%m-%d %H:%M', e.mtimeMs);
    const method = e.method === 0 ? 'Stored' : e.method === 8 ? 'Defl:N' : `Unk:${String(e.method).padStart(3, '0')}`;
    ctx.out(long
      ? `${String(e.size).padStart(8)}  ${method}  ${String(e.packed.length).padStart(7)} ${ratio(e.size, e.packed.length)} ${time} ${sumText(e.crc)}  ${e.name}\n`
      : `${String(e.size).padStart(9)}  ${time}   ${e.name}\n`);
  }
  if (s.quiet >= 2) return;
  ctx.out(long
    ? `--------          -------  ---                            -------\n${String(total).padStart(8)}         ${String(packed).padStart(8)} ${ratio(total, packed)}                            ${files}`
    : `---------                     -------\n${String(total).padStart(9)}                     ${files}`);
}

function ratio(size: number, packed: number): string {
  const thousandths = size === 0 ? 0 : Math.trunc(((size - packed) * 1000 + Math.floor(size / 2)) / size);
  return `${String(Math.trunc((thousandths + 5) / 10)).padStart(3)}%`;
}

const sumText = (sum: number): string => sum.toString(16).padStart(8, '0');

class Unpacker {
  private status = 0;
  /** What to do with files that are there: undefined asks. */
  private answer: 'all' | 'none' | undefined;
  /** Made last: what follows in the archive must not be led through them. */
  private readonly links: { path: string; target: string }[] = [];
  private readonly folders: { path: string; entry: ZipEntry }[] = [];
  private root = '';
  /** Answers that were read and not yet asked for. */
  private typed = '';
  private readonly ctx: Context;
  private readonly s: Settings;

  constructor(ctx: Context, s: Settings) {
    this.ctx = ctx;
    this.s = s;
    this.answer = s.flags.has('o') ? 'all' : s.flags.has('n') ? 'none' : undefined;
  }

  all(entries: readonly ZipEntry[], archive: string): number {
    const { ctx, s } = this;
    for (const entry of entries) this.one(entry);
    if (this.links.length > 0 && s.quiet === 0) ctx.out('finishing deferred symbolic links:\n');
    for (const { path, target } of this.links) {
      try {
        if (s.quiet === 0) ctx.out(`  ${path.padEnd(22)} -> ${target}\n`);
        ctx.sys.symlink(target, path);
      } catch (e) {
        this.failed(path, e);
      }
    }
    for (const { path, entry } of this.folders.reverse()) {
      if (entry.mode !== 0) ctx.sys.chmod(path, entry.mode & 0o777);
      ctx.sys.utimes(path, Date.now(), entry.mtimeMs, true);
    }
    if (s.flags.has('t') && entries.length > 0) ctx.out(this.status === 0 ? `No errors detected in ${s.wanted.length > 0 ? `${archive} for the ${entries.length} file${entries.length === 1 ? '' : 's'} tested` : `compressed data of ${archive}`}.\n` : `At least one error was detected in ${archive}.\n`);
    return this.status;
  }

  private one(entry: ZipEntry): void {
    const { ctx, s } = this;
    if (entry.encrypted || (entry.method !== 0 && entry.method !== 8)) {
      ctx.err(`   skipping: ${entry.name.padEnd(22)}  ${entry.encrypted ? 'unable to get password' : `unsupported compression method ${entry.method}`}\n`);
      this.worse(entry.encrypted ? 82 : 81);
      return;
    }
    if (s.flags.has('t')) this.content(entry, 'testing', entry.name, () => {}, ' OK');
    else if (s.flags.has('p')) {
      if (!entry.name.endsWith('/')) this.content(entry, null, entry.name, (bytes) => ctx.out(bytes.slice()));
    } else if (s.flags.has('c')) {
      if (entry.name.endsWith('/')) return;
      if (s.quiet === 0) ctx.out(`${verb(entry)}: ${entry.name.padEnd(22)}  \n`);
      this.content(entry, null, entry.name, (bytes) => ctx.out(bytes.slice()));
      if (s.quiet === 0) ctx.out('\n');
    } else {
      try {
        this.extract(entry);
      } catch (e) {
        this.failed(entry.name, e);
      }
    }
  }

  /** Unpacks and checks the sum; true when it is right. */
  private content(entry: ZipEntry, what: string | null, shown: string, use: (bytes: Uint8Array) => void, done = ''): boolean {
    const { ctx, s } = this;
    const says = what !== null && s.quiet === 0;
    if (says) ctx.out(`${what.padStart(11)}: ${shown.padEnd(22)}  `);
    try {
      const sum = unpack(entry, use);
      if (sum === entry.crc) {
        if (says) ctx.out(`${done}\n`);
        return true;
      }
      ctx.err(`${says ? '' : `${entry.name.padEnd(22)} `} bad CRC ${sumText(sum)}  (should be ${sumText(entry.crc)})\n`);
    } catch (e) {
      if (!(e instanceof FormatError)) throw e;
      ctx.err(`${says ? '' : `${entry.name.padEnd(22)} `}\n  error:  invalid compressed data to inflate\n`);
    }
    this.worse(2);
    return false;
  }

  private extract(entry: ZipEntry): void {
    const { ctx, s } = this;
    const name = this.inside(entry.name);
    if (name === '') return;
    const isFolder = entry.name.endsWith('/');
    if (s.flags.has('j') && isFolder) return;
    if (this.root === '') this.root = this.makeRoot();
    let path = joinPath(s.folder, s.flags.has('j') ? basename(name) : name);
    if (isFolder) {
      if (this.makeFolder(name)) {
        if (s.quiet === 0) ctx.out(`   creating: ${path}/\n`);
        this.folders.push({ path, entry });
      }
      return;
    }
    if (!s.flags.has('j') && name.includes('/')) this.makeFolder(dirname(name));
    const old = statOrNull(ctx.sys, path, false);
    if (!old && s.flags.has('f')) return;
    if (old) {
      if (kindOf(old) === S.IFDIR) {
        ctx.err(`checkdir error:  ${path} exists but is not directory\n`);
        this.worse(3);
        return;
      }
      if ((s.flags.has('u') || s.flags.has('f')) && old[11] >= entry.mtimeMs) return;
      const instead = this.mayReplace(path);
      if (instead === null) return;
      if (instead !== path) {
        // Another name must not be a way out either.
        const other = this.inside(s.folder !== '' && instead.startsWith(`${s.folder}/`) ? instead.slice(s.folder.length + 1) : instead);
        if (other.includes('/')) this.makeFolder(dirname(other));
        path = joinPath(s.folder, other);
      }
      // Never through what lies there: it may be a link.
      if (statOrNull(ctx.sys, path, false)) ctx.sys.unlink(path);
    }
    if ((entry.mode & S.IFMT) === S.IFLNK) this.link(entry, path);
    else this.file(entry, path);
  }

  private link(entry: ZipEntry, path: string): void {
    const parts: Uint8Array[] = [];
    if (!this.content(entry, null, path, (bytes) => parts.push(bytes.slice()))) return;
    const target = decode(join(parts));
    if (this.s.quiet === 0) this.ctx.out(`    linking: ${path.padEnd(22)}  -> ${target} \n`);
    this.links.push({ path, target });
  }

  private file(entry: ZipEntry, path: string): void {
    const { sys } = this.ctx;
    const fd = sys.open(path, O.WRONLY | O.CREAT | O.EXCL, 0o666);
    try {
      this.content(entry, verb(entry).trim(), path, (bytes) => {
        for (let done = 0; done < bytes.length;) done += sys.write(fd, bytes.slice(done), -1);
      });
      if ((entry.mode & 0o777) !== 0) sys.fchmod(fd, entry.mode & 0o777);
      sys.futimes(fd, Date.now(), entry.mtimeMs);
    } finally {
      sys.close(fd);
    }
  }

  /** The name below the folder: what would lead out of it is taken off, with a warning. */
  private inside(stored: string): string {
    let name = stored.replaceAll('\0', '');
    if (name.startsWith('/')) {
      this.ctx.err(`warning:  stripped absolute path spec from ${stored}\n`);
      this.worse(1);
    }
    const parts = name.split('/').filter((part) => part !== '' && part !== '.');
    if (parts.includes('..')) {
      this.ctx.out(`warning:  skipped "../" path component(s) in ${stored}\n`);
      this.worse(1);
    }
    return parts.filter((part) => part !== '..').join('/');
  }

  private makeRoot(): string {
    const { sys } = this.ctx;
    const { folder } = this.s;
    if (folder === '') return sys.realpath('.');
    if (!statOrNull(sys, folder, true)) sys.mkdir(folder, 0o777);
    return sys.realpath(folder);
  }

  /** Makes a folder below the root; true when it is new. A link on the way that leads out of the root ends it. */
  private makeFolder(name: string): boolean {
    const { sys } = this.ctx;
    let path = this.s.folder;
    let made = false;
    for (const part of name.split('/')) {
      path = joinPath(path, part);
      const stat = statOrNull(sys, path, false);
      made = stat === null;
      if (made) sys.mkdir(path, 0o777);
      else if (stat && kindOf(stat) === S.IFLNK) {
        const real = sys.realpath(path);
        if (this.root !== '/' && real !== this.root && !real.startsWith(`${this.root}/`)) throw new FormatError(`${path} is a link that leaves the folder`);
      }
    }
    return made;
  }

  /** The path to write to, null to leave the old file. */
  private mayReplace(path: string): string | null {
    const { ctx } = this;
    for (;;) {
      if (this.answer === 'all') return path;
      if (this.answer === 'none') return null;
      ctx.err(`replace ${path}? [y]es, [n]o, [A]ll, [N]one, [r]ename: `);
      const line = this.ask();
      if (line === null) {
        ctx.err(' NULL\n(EOF or read error, treating as "[N]one" ...)\n');
        this.answer = 'none';
        this.worse(1);
        return null;
      }
      if (line.startsWith('A')) this.answer = 'all';
      else if (line.startsWith('N')) this.answer = 'none';
      else if (/^y/i.test(line)) return path;
      else if (line.startsWith('n')) return null;
      else if (/^r/i.test(line)) {
        ctx.err('new name: ');
        const name = this.ask();
        if (name !== null && name !== '') return name;
      } else ctx.err(`error:  invalid response [${line}]\n`);
    }
  }

  private ask(): string | null {
    for (;;) {
      const at = this.typed.indexOf('\n');
      if (at >= 0) {
        const line = this.typed.slice(0, at);
        this.typed = this.typed.slice(at + 1);
        return line;
      }
      const part = this.ctx.stdin.chunk();
      if (part === null) return null;
      this.typed += decode(part);
    }
  }

  private failed(name: string, e: unknown): void {
    if (!(e instanceof SysError) && !(e instanceof FormatError)) throw e;
    this.ctx.err(`error:  cannot create ${name}\n        ${e instanceof SysError ? errorText(e) : e.message}\n`);
    this.worse(50);
  }

  private worse(status: number): void {
    this.status = Math.max(this.status, status);
  }
}

function verb(entry: ZipEntry): string {
  return entry.method === 0 ? ' extracting' : '  inflating';
}
