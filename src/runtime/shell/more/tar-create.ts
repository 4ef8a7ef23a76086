/** tar -c. */
import { O, S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { kindOf } from '../commands/trees.ts';
import { errorText } from '../errors.ts';
import { joinPath } from '../paths.ts';
import type { Context } from '../run/context.ts';
import { Input } from '../run/io.ts';
import { BLOCK, RECORD, typeOf, writeHeader } from './tar-format.ts';
import { isExcluded, type TarOptions } from './tar-options.ts';
import { longLine } from './tar-extract.ts';

/** Writes the members and the end of the archive; `archive` is the file being written, which is left out. Returns tar's status. */
export function createArchive(ctx: Context, options: TarOptions, write: (bytes: Uint8Array) => void, archive: StatFields | null): number {
  const maker = new Maker(ctx, options, write, archive);
  if (options.members.length === 0) {
    ctx.fail(`Cowardly refusing to create an empty archive\nTry 'tar --help' or 'tar --usage' for more information.`);
    return 2;
  }
  for (const { name } of options.members) maker.add(name);
  maker.end();
  if (maker.status !== 0) ctx.fail('Exiting with failure status due to previous errors');
  return maker.status;
}

class Maker {
  status = 0;
  private written = 0;
  private readonly links = new Map<string, string>();
  private readonly told = new Set<string>();
  private readonly ctx: Context;
  private readonly options: TarOptions;
  private readonly output: (bytes: Uint8Array) => void;
  private readonly archive: StatFields | null;

  constructor(ctx: Context, options: TarOptions, output: (bytes: Uint8Array) => void, archive: StatFields | null) {
    this.ctx = ctx;
    this.options = options;
    this.output = output;
    this.archive = archive;
  }

  add(name: string): void {
    const { ctx, options } = this;
    if (isExcluded(options, name)) return;
    const path = name.startsWith('/') ? name : joinPath(options.directory, name);
    let stat: StatFields;
    try {
      stat = ctx.sys.stat(path, options.dereference);
    } catch (e) {
      this.failed(name, 'Cannot stat', e);
      return;
    }
    if (this.archive && stat[0] === this.archive[0] && stat[7] === this.archive[7]) {
      ctx.fail(`${name}: file is the archive; not dumped`);
      return;
    }
    const type = typeOf(kindOf(stat));
    if (type === null) {
      ctx.fail(`${name}: socket ignored`);
      return;
    }
    if (type === '5') this.directory(name, path, stat);
    else this.file(name, path, stat, type);
    if (options.removeFiles && type !== '5') ctx.sys.unlink(path);
  }

  private directory(name: string, path: string, stat: StatFields): void {
    const slashed = name.endsWith('/') ? name : `${name}/`;
    this.header(slashed, stat, '5', '', 0);
    if (!this.options.recursion) return;
    try {
      const names = this.ctx.sys.readdir(path).map(([entry]) => entry);
      if (this.options.sorted) names.sort();
      for (const entry of names) this.add(`${slashed}${entry}`);
    } catch (e) {
      this.failed(name, 'Cannot open', e);
    }
  }

  private file(name: string, path: string, stat: StatFields, type: string): void {
    const { ctx } = this;
    const identity = `${stat[0]}:${stat[7]}`;
    const earlier = stat[2] > 1 ? this.links.get(identity) : undefined;
    if (earlier !== undefined) {
      this.header(name, stat, '1', earlier, 0);
      return;
    }
    if (stat[2] > 1) this.links.set(identity, this.stored(name));
    if (type !== '0') {
      this.header(name, stat, type, type === '2' ? ctx.sys.readlink(path) : '', 0);
      return;
    }
    let fd: number;
    try {
      fd = ctx.sys.open(path, O.RDONLY, 0);
    } catch (e) {
      this.failed(name, 'Cannot open', e);
      return;
    }
    try {
      this.header(name, stat, '0', '', stat[8]);
      const input = new Input(ctx.sys, fd);
      let left = stat[8];
      while (left > 0) {
        const part = input.chunk(Math.min(left, BLOCK * 128));
        if (part === null) break;
        this.write(part);
        left -= part.length;
      }
      // A file that shrank meanwhile is filled up: its header has said how long it is.
      for (; left > 0; left -= BLOCK) this.write(new Uint8Array(Math.min(left, BLOCK)));
      this.pad(BLOCK);
    } finally {
      ctx.sys.close(fd);
    }
  }

  /** The name as the archive has it: no leading slash, and nothing above the folder it is unpacked in. */
  private stored(name: string): string {
    if (this.options.absolute) return name;
    const match = /^(?:.*\/)?\.\.(?:\/|$)|^\/+/.exec(name);
    if (!match) return name;
    const prefix = match[0];
    if (!this.told.has(prefix)) {
      this.told.add(prefix);
      this.ctx.fail(`Removing leading \`${prefix}' from member names`);
    }
    return name.slice(prefix.length) || './';
  }

  private header(name: string, stat: StatFields, type: string, link: string, size: number): void {
    const { options } = this;
    const named = (text: string | null): string => (text === null ? 'user' : text.replace(/:.*$/, ''));
    const entry = {
      name: this.stored(name), mode: stat[1] & (S.IFMT ^ 0xffff), uid: stat[3], gid: stat[4], size, mtimeMs: options.mtimeMs ?? stat[11], type, link,
      user: options.numeric ? '' : named(options.owner), group: options.numeric ? '' : named(options.group),
    };
    if (options.verbose > 0) {
      const line = options.verbose > 1 ? longLine(entry) : entry.name;
      if (options.file === '-') this.ctx.err(`${line}\n`);
      else this.ctx.out(`${line}\n`);
    }
    for (const block of writeHeader(entry)) this.write(block);
  }

  private write(bytes: Uint8Array): void {
    this.written += bytes.length;
    this.output(bytes);
  }

  private pad(unit: number): void {
    const rest = this.written % unit;
    if (rest > 0) this.write(new Uint8Array(unit - rest));
  }

  end(): void {
    this.write(new Uint8Array(2 * BLOCK));
    this.pad(RECORD);
  }

  private failed(name: string, what: string, e: unknown): void {
    if (!(e instanceof SysError)) throw e;
    this.ctx.fail(`${name}: ${what}: ${errorText(e)}`);
    this.status = 2;
  }
}
