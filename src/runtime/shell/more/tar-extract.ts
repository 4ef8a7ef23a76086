/** tar -x and -t. */
import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { modeText } from '../commands/modes.ts';
import { makeParents } from '../commands/mkdir.ts';
import { formatTime } from '../commands/time.ts';
import { statOrNull } from '../commands/trees.ts';
import { errorText } from '../errors.ts';
import { compilePattern } from '../expand/pattern.ts';
import { dirname, joinPath } from '../paths.ts';
import type { Context } from '../run/context.ts';
import { BLOCK, type ByteSource, readHeader, type TarEntry } from './tar-format.ts';
import { isExcluded, type TarOptions } from './tar-options.ts';

/** The line of `tar -tv`. */
export function longLine(entry: TarEntry): string {
  const kind = { '5': 0o040000, '2': 0o120000, '6': 0o010000, '3': 0o020000, '4': 0o060000 }[entry.type] ?? 0o100000;
  const mode = entry.type === '1' ? `h${modeText(0o100000 | entry.mode).slice(1)}` : modeText(kind | entry.mode);
  const owner = `${entry.user || entry.uid}/${entry.group || entry.gid}`;
  const size = String(entry.size);
  const link = entry.type === '2' ? ` -> ${entry.link}` : entry.type === '1' ? ` link to ${entry.link}` : '';
  return `${mode} ${owner}${' '.repeat(Math.max(1, 19 - owner.length - size.length))}${size} ${formatTime('%Y-%m-%d %H:%M', entry.mtimeMs)} ${entry.name}${link}`;
}

export function readArchive(ctx: Context, options: TarOptions, source: ByteSource): number {
  const reader = new Reader(ctx, options);
  let any = false;
  for (;;) {
    const header = readHeader(source);
    if (header === 'end') break;
    if (header === 'broken') {
      if (any) ctx.fail('Skipping to next header');
      else ctx.fail('This does not look like a tar archive');
      ctx.fail('Exiting with failure status due to previous errors');
      return 2;
    }
    any = true;
    const whole = Math.ceil(header.size / BLOCK) * BLOCK;
    if (!reader.take(header, source, whole)) {
      ctx.fail('Unexpected EOF in archive');
      return ctx.fail('Error is not recoverable: exiting now', 2);
    }
  }
  reader.finish();
  if (reader.status !== 0) ctx.fail('Exiting with failure status due to previous errors');
  return reader.status;
}

class Reader {
  status = 0;
  private readonly found = new Set<string>();
  /** Folders get their modes and times when everything is in them. */
  private readonly later: { path: string; entry: TarEntry }[] = [];
  /** Links that lead out of the folder are made last: what follows in the archive must not be led through them. */
  private readonly links = new Map<string, string>();
  private readonly told = new Set<string>();
  private readonly umask: number;
  private readonly ctx: Context;
  private readonly options: TarOptions;

  constructor(ctx: Context, options: TarOptions) {
    this.ctx = ctx;
    this.options = options;
    this.umask = ctx.sys.umask(0);
    ctx.sys.umask(this.umask);
  }

  /** Lists or unpacks one entry. False when the archive ends within it. */
  take(entry: TarEntry, source: ByteSource, whole: number): boolean {
    const { ctx, options } = this;
    if (!this.wanted(entry.name) || isExcluded(options, entry.name)) return source.skip(whole);
    if (options.action === 't' || options.verbose > 0) {
      const long = options.verbose > (options.action === 't' ? 0 : 1);
      const line = `${long ? longLine(entry) : entry.name}\n`;
      if (options.toStdout) ctx.err(line);
      else ctx.out(line);
    }
    if (options.action === 't') return source.skip(whole);
    const name = this.target(entry.name);
    if (name === null) return source.skip(whole);
    if (options.toStdout) return source.each(entry.size, (bytes) => ctx.out(bytes.slice())) && source.skip(whole - entry.size);
    try {
      return this.unpack(entry, joinPath(options.directory, name), source, whole);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      ctx.fail(`${entry.name}: Cannot ${entry.type === '5' ? 'mkdir' : entry.type === '2' ? 'create symlink to ‘' + entry.link + '’' : 'open'}: ${errorText(e)}`);
      this.status = 2;
      return source.skip(whole);
    }
  }

  private wanted(name: string): boolean {
    const { members, wildcards } = this.options;
    if (members.length === 0) return true;
    const plain = name.replace(/\/+$/, '');
    for (const { name: member } of members) {
      const m = member.replace(/\/+$/, '');
      if (plain !== m && !plain.startsWith(`${m}/`) && !(wildcards && compilePattern(m).test(plain))) continue;
      this.found.add(member);
      return true;
    }
    return false;
  }

  /** Where an entry goes; null when stripping leaves nothing. It never leaves the folder. */
  private target(stored: string): string | null {
    let name = stored;
    if (!this.options.absolute) {
      const match = /^\/+/.exec(name);
      if (match) {
        if (!this.told.has('/')) this.ctx.fail("Removing leading `/' from member names");
        this.told.add('/');
        name = name.slice(match[0].length);
      }
      if (name.split('/').includes('..')) {
        this.ctx.fail(`${stored}: Member name contains '..'; not extracted`);
        this.status = 2;
        return null;
      }
    }
    const parts = name.split('/').filter((p) => p !== '' && p !== '.');
    if (this.options.strip > 0 && parts.length <= this.options.strip) return null;
    return (name.startsWith('/') ? '/' : '') + parts.slice(this.options.strip).join('/') || '.';
  }

  private unpack(entry: TarEntry, path: string, source: ByteSource, whole: number): boolean {
    const { ctx, options } = this;
    const { sys } = ctx;
    const mode = options.permissions ? entry.mode & 0o7777 : entry.mode & 0o777 & ~this.umask;
    if (entry.type === '5') {
      makeParents(ctx, path, 0o777);
      this.later.push({ path, entry: { ...entry, mode } });
      return source.skip(whole);
    }
    makeParents(ctx, dirname(path), 0o777);
    const old = statOrNull(sys, path, false);
    if (old && options.keep) {
      ctx.fail(`${entry.name}: Cannot open: File exists`);
      this.status = 2;
      return source.skip(whole);
    }
    // Never through what lies there: a link in an archive must not lead its next entry elsewhere.
    if (old) sys.unlink(path);
    // Of several entries of one name the last counts.
    this.links.delete(path);
    if (entry.type === '2' && !options.absolute && /^\/|(?:^|\/)\.\.(?:\/|$)/.test(entry.link)) this.links.set(path, entry.link);
    else if (entry.type === '2') sys.symlink(entry.link, path);
    else if (entry.type === '1') {
      const link = this.target(entry.link);
      const first = link === null ? null : joinPath(options.directory, link);
      const pending = first === null ? undefined : this.links.get(first);
      if (pending !== undefined) this.links.set(path, pending);
      else if (first !== null) sys.link(first, path);
    } else {
      const fd = sys.open(path, O.WRONLY | O.CREAT | O.EXCL, 0o600);
      try {
        let fine = source.each(entry.size, (bytes) => void sys.write(fd, bytes.slice(), -1));
        fine &&= source.skip(whole - entry.size);
        sys.fchmod(fd, mode);
        if (options.keepTimes) sys.futimes(fd, Date.now(), entry.mtimeMs);
        return fine;
      } finally {
        sys.close(fd);
      }
    }
    return source.skip(whole);
  }

  finish(): void {
    const { ctx, options } = this;
    for (const [path, target] of this.links) {
      try {
        ctx.sys.symlink(target, path);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        ctx.fail(`${path}: Cannot create symlink to ‘${target}’: ${errorText(e)}`);
        this.status = 2;
      }
    }
    for (const { path, entry } of this.later.reverse()) {
      ctx.sys.chmod(path, entry.mode);
      if (options.keepTimes) ctx.sys.utimes(path, Date.now(), entry.mtimeMs, true);
    }
    for (const { name } of options.members) {
      if (this.found.has(name)) continue;
      ctx.fail(`${name}: Not found in archive`);
      this.status = 2;
    }
  }
}
