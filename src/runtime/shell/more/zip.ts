/** zip, with the words of Info-ZIP's. */
import { O, S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { readText } from '../commands/inputs.ts';
import { kindOf, statOrNull } from '../commands/trees.ts';
import { errorText } from '../errors.ts';
import { compilePattern } from '../expand/pattern.ts';
import { basename, dirname, joinPath } from '../paths.ts';
import type { Command, Context } from '../run/context.ts';
import { encode, splitLines } from '../text.ts';
import { FormatError } from './deflate.ts';
import { pack, readZip, writeZip, type ZipEntry } from './zip-format.ts';

interface Settings {
  flags: Set<string>;
  level: number;
  archive: string;
  members: string[];
  left: string[];
  only: string[];
}

const LONG: { [name: string]: string } = {
  'recurse-paths': 'r', quiet: 'q', 'junk-paths': 'j', symlinks: 'y', move: 'm', delete: 'd', update: 'u', freshen: 'f', 'no-dir-entries': 'D', 'no-extra': 'X', 'names-stdin': '@', exclude: 'x', include: 'i', verbose: 'v',
};

/** The end of the command with zip's own status. */
class ZipError extends Error {
  readonly code = 'EZIP';
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export const zip: Command = {
  name: 'zip',
  run(ctx) {
    try {
      const s = readArguments(ctx);
      if (s.archive !== '') return new Zipper(ctx, s).run();
      ctx.out('Usage: zip [-rqjymudfDX@] [-0..-9] zipfile list [-x xlist] [-i ilist]\nThe zipfile is standard output when it is "-", and so is a member standard input.\n');
      return 0;
    } catch (e) {
      if (!(e instanceof ZipError)) throw e;
      ctx.err(`\nzip error: ${e.message}\n`);
      return e.status;
    }
  },
};

function readArguments(ctx: Context): Settings {
  const s: Settings = { flags: new Set(), level: 6, archive: '', members: [], left: [], only: [] };
  const { args } = ctx;
  let plain = false;
  const operand = (arg: string): void => {
    if (s.archive === '') s.archive = arg === '-' || /\.[^/]*$/.test(basename(arg)) ? arg : `${arg}.zip`;
    else s.members.push(arg);
  };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    /** Patterns up to the next option; a lone `@` ends them too. */
    const patterns = (into: string[], glued: string): void => {
      if (glued !== '') into.push(glued.replace(/^=/, ''));
      else {
        while (i + 1 < args.length && !args[i + 1]!.startsWith('-') && args[i + 1] !== '@') into.push(args[++i]!);
        if (args[i + 1] === '@') i++;
      }
    };
    if (plain || arg === '-' || !arg.startsWith('-')) operand(arg);
    else if (arg === '--') plain = true;
    else if (arg.startsWith('--')) {
      const letter = LONG[arg.slice(2)];
      if (letter === undefined) throw new ZipError(`Invalid command arguments (long option '${arg.slice(2)}' not supported)`, 16);
      if (letter === 'x' || letter === 'i') patterns(letter === 'x' ? s.left : s.only, '');
      else s.flags.add(letter);
    } else {
      for (let k = 1; k < arg.length; k++) {
        const letter = arg[k]!;
        if (letter === 'x' || letter === 'i') {
          patterns(letter === 'x' ? s.left : s.only, arg.slice(k + 1));
          break;
        }
        if (/\d/.test(letter)) s.level = Number(letter);
        else if ('rqjymdufDXv@oT'.includes(letter)) s.flags.add(letter);
        else throw new ZipError(`Invalid command arguments (short option '${letter}' not supported)`, 16);
      }
    }
  }
  if (s.flags.has('@')) s.members.push(...splitLines(readText(ctx, '-')).filter((line) => line !== ''));
  // As a filter it packs what it is given.
  if (args.length === 0 && !ctx.stdout.isTty) {
    s.archive = '-';
    s.members = ['-'];
  }
  return s;
}

class Zipper {
  private entries: ZipEntry[] = [];
  private readonly old = new Set<string>();
  private readonly done = new Set<string>();
  /** What `-m` removes when the archive is written. */
  private readonly moved: { path: string; folder: boolean }[] = [];
  private changed = 0;
  private status = 0;
  private self: StatFields | null = null;
  private readonly ctx: Context;
  private readonly s: Settings;

  constructor(ctx: Context, s: Settings) {
    this.ctx = ctx;
    this.s = s;
  }

  run(): number {
    const { ctx, s } = this;
    if (s.archive === '-' && ctx.stdout.isTty) throw new ZipError('Invalid command arguments (cannot write zip file to terminal)', 16);
    this.read();
    if (s.flags.has('d')) this.remove();
    else for (const name of s.members.length > 0 || !s.flags.has('f') ? s.members : [...this.old]) this.add(name, true);
    if (this.changed === 0) {
      if (this.status === 0 && (s.flags.has('u') || s.flags.has('f'))) return s.flags.has('f') ? 0 : 12;
      throw new ZipError(`Nothing to do! (${s.archive})`, 12);
    }
    this.write();
    for (const { path, folder } of this.moved.reverse()) {
      if (!folder) ctx.sys.unlink(path);
      else if (ctx.sys.readdir(path).length === 0) ctx.sys.rmdir(path);
    }
    return this.status;
  }

  private read(): void {
    const { ctx, s } = this;
    if (s.archive === '-') return;
    this.self = statOrNull(ctx.sys, s.archive, true);
    if (!this.self) return;
    try {
      const entries = readZip(ctx.sys.readFile(s.archive));
      if (entries === null) throw new FormatError('missing end signature--probably not a zip file (did you\n\tzip warning:  remember to use binary mode when you transferred it?)');
      this.entries = entries;
      for (const entry of entries) this.old.add(entry.name);
    } catch (e) {
      if (e instanceof SysError) throw new ZipError(`Could not open: ${errorText(e)} (${s.archive})`, 15);
      if (!(e instanceof FormatError)) throw e;
      this.warn(e.message);
      throw new ZipError(`Zip file structure invalid (${s.archive})`, 3);
    }
  }

  private remove(): void {
    const { s } = this;
    for (const pattern of s.members) {
      const found = this.entries.filter(({ name }) => name === pattern || compilePattern(pattern).test(name));
      if (found.length === 0) this.warn(`name not matched: ${pattern}`);
      for (const { name } of found) this.say(`deleting: ${name}`);
      this.changed += found.length;
      this.entries = this.entries.filter((entry) => !found.includes(entry));
    }
  }

  /** @param given typed by the person, so that its absence is told. */
  private add(path: string, given: boolean): void {
    const { ctx, s } = this;
    if (path === '-') {
      this.put('-', ctx.stdin.all(), { mode: S.IFIFO | 0o600, mtimeMs: Date.now() });
      return;
    }
    const stat = statOrNull(ctx.sys, path, !s.flags.has('y'));
    if (!stat) {
      if (given || statOrNull(ctx.sys, path, false)) this.warn(given ? `name not matched: ${path}` : `could not open for reading: ${path}`);
      if (!given) this.status = 18;
      return;
    }
    if (kindOf(stat) === S.IFDIR) this.folder(path.replace(/\/+$/, '') || '/', stat);
    else if (!this.self || stat[0] !== this.self[0] || stat[7] !== this.self[7]) {
      const link = kindOf(stat) === S.IFLNK;
      if (!link && kindOf(stat) !== S.IFREG) return;
      const name = this.stored(path);
      if (!this.isWanted(name, stat)) return;
      try {
        const content = link ? encode(ctx.sys.readlink(path)) : ctx.sys.readFile(path);
        this.put(name, content, { mode: stat[1], mtimeMs: stat[11] });
        if (s.flags.has('m')) this.moved.push({ path, folder: false });
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        this.warn(`could not open for reading: ${path}`);
        this.status = 18;
      }
    }
  }

  private folder(path: string, stat: StatFields): void {
    const { ctx, s } = this;
    const stored = this.stored(path);
    const name = `${stored}/`;
    if (stored !== '' && !s.flags.has('j') && !s.flags.has('D') && this.isWanted(name, stat)) {
      this.put(name, new Uint8Array(0), { mode: stat[1], mtimeMs: stat[11] });
      if (s.flags.has('m')) this.moved.push({ path, folder: true });
    }
    if (!s.flags.has('r')) return;
    for (const [entry] of ctx.sys.readdir(path)) this.add(joinPath(path === '.' ? '' : path, entry), false);
  }

  private stored(path: string): string {
    const name = path.replace(/^(?:\.?\/+)+/, '').replace(/^\.$/, '');
    return this.s.flags.has('j') ? basename(name) : name;
  }

  private isWanted(name: string, stat: StatFields): boolean {
    const { s } = this;
    const matches = (pattern: string): boolean => compilePattern(pattern).test(name);
    if (s.left.some(matches) || (s.only.length > 0 && !s.only.some(matches))) return false;
    if (s.flags.has('f') && !this.old.has(name)) return false;
    if (!s.flags.has('u') && !s.flags.has('f')) return true;
    const before = this.entries.find((entry) => entry.name === name);
    return !before || Math.floor(before.mtimeMs / 1000) < Math.floor(stat[11] / 1000);
  }

  private put(name: string, content: Uint8Array, attributes: { mode: number; mtimeMs: number }): void {
    if (this.done.has(name)) return;
    this.done.add(name);
    const entry = pack(name, content, this.s.level, attributes);
    const at = this.old.has(name) ? this.entries.findIndex((e) => e.name === name) : -1;
    if (at >= 0) this.entries[at] = entry;
    else this.entries.push(entry);
    this.changed++;
    const saved = entry.size - entry.packed.length;
    const percent = entry.size > 0 && saved > 0 ? Math.trunc((1 + Math.trunc((200 * saved) / entry.size)) / 2) : 0;
    this.say(`${at < 0 ? '  adding' : this.s.flags.has('f') ? 'freshening' : 'updating'}: ${name} (${entry.method === 0 ? 'stored' : 'deflated'} ${percent}%)`);
  }

  private write(): void {
    const { ctx, s } = this;
    if (s.archive === '-') {
      writeZip(this.entries, (bytes) => ctx.out(bytes));
      return;
    }
    if (this.entries.length === 0) this.warn('zip file empty');
    // Beside it, then in its place: an archive is whole or as it was.
    const temporary = joinPath(dirname(s.archive), `.zi${Date.now().toString(36)}`);
    try {
      const fd = ctx.sys.open(temporary, O.WRONLY | O.CREAT | O.EXCL, this.self ? this.self[1] & 0o777 : 0o666);
      try {
        writeZip(this.entries, (bytes) => {
          for (let done = 0; done < bytes.length;) done += ctx.sys.write(fd, bytes.subarray(done), -1);
        });
      } finally {
        ctx.sys.close(fd);
      }
      ctx.sys.rename(temporary, s.archive);
    } catch (e) {
      if (statOrNull(ctx.sys, temporary, false)) ctx.sys.unlink(temporary);
      if (e instanceof SysError) throw new ZipError(`Could not create output file (${s.archive})`, 15);
      if (e instanceof FormatError) throw new ZipError(`Entry too big to split, read, or write (${e.message})`, 6);
      throw e;
    }
  }

  private say(line: string): void {
    if (this.s.flags.has('q')) return;
    if (this.s.archive === '-') this.ctx.err(`${line}\n`);
    else this.ctx.out(`${line}\n`);
  }

  private warn(message: string): void {
    const line = `\tzip warning: ${message}\n`;
    if (this.s.archive === '-') this.ctx.err(line);
    else this.ctx.out(line);
  }
}
