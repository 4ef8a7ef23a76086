import { O, S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { errorText } from '../errors.ts';
import { basename, joinPath } from '../paths.ts';
import type { Command, Context } from '../run/context.ts';
import { type Options, parseOptions } from './options.ts';
import { copyContent, isDirectory, kindOf, statOrNull } from './trees.ts';

export const cp: Command = {
  name: 'cp',
  run(ctx) {
    const o = parseOptions(ctx, {
      short: 'abdfHiLlnPpRrst:Tuv',
      long: { archive: 'a', recursive: 'r', force: 'f', interactive: 'i', 'no-clobber': 'n', 'preserve::': 'p', update: 'u', verbose: 'v', 'target-directory:': 't', 'no-target-directory': 'T', dereference: 'L', 'no-dereference': 'P', link: 'l', 'symbolic-link': 's', parents: 'parents' },
    });
    const files = [...o.rest];
    let target = o.value('t');
    if (files.length === 0) return usage(ctx, 'missing file operand');
    if (target === undefined) {
      if (files.length === 1) return usage(ctx, `missing destination file operand after '${files[0]}'`);
      target = files.pop()!;
    }
    const into = !o.has('T') && isDirectory(ctx.sys, target);
    if (!into && files.length > 1) return ctx.fail(`target '${target}': ${statOrNull(ctx.sys, target, true) ? 'Not a directory' : 'No such file or directory'}`);
    const copier = new Copier(ctx, o);
    for (const file of files) copier.copy(file, into ? joinPath(target, o.has('parents') ? file.replace(/^\/+/, '') : basename(file)) : target, true);
    return copier.status;
  },
};

function usage(ctx: Context, message: string): number {
  ctx.fail(message);
  ctx.err(`Try '${ctx.name} --help' for more information.\n`);
  return 1;
}

class Copier {
  status = 0;
  private readonly ctx: Context;
  private readonly o: Options;
  private readonly recursive: boolean;
  private readonly keep: boolean;
  constructor(ctx: Context, o: Options) {
    this.ctx = ctx;
    this.o = o;
    this.recursive = o.has('r') || o.has('R') || o.has('a');
    this.keep = o.has('p') || o.has('a');
  }

  private fail(message: string): void {
    this.status = this.ctx.fail(message);
  }

  copy(from: string, to: string, top: boolean): void {
    const { sys } = this.ctx;
    try {
      const follow = this.o.has('L') || !(this.recursive || this.o.has('P') || this.o.has('d')) || (top && this.o.has('H'));
      let stat: StatFields;
      try {
        stat = sys.stat(from, follow);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        this.fail(`cannot stat '${from}': ${errorText(e)}`);
        return;
      }
      if (kindOf(stat) === S.IFDIR) this.directory(from, to, stat);
      else this.file(from, to, stat);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      // By then the file is there: what finds no room is its contents.
      this.fail(`${e.syscall.startsWith('write') ? 'error writing' : 'cannot create regular file'} '${to}': ${errorText(e)}`);
    }
  }

  private directory(from: string, to: string, stat: StatFields): void {
    const { ctx } = this;
    const { sys } = ctx;
    if (!this.recursive) {
      this.fail(`-r not specified; omitting directory '${from}'`);
      return;
    }
    const target = statOrNull(sys, to, true);
    if (target && kindOf(target) !== S.IFDIR) {
      this.fail(`cannot overwrite non-directory '${to}' with directory '${from}'`);
      return;
    }
    const inside = `${sys.realpath(from)}/`;
    const names = sys.readdir(from);
    if (!target) {
      sys.mkdir(to, stat[1] & 0o777 | 0o700);
      if (this.o.has('v')) ctx.out(`'${from}' -> '${to}'\n`);
    }
    if (`${sys.realpath(to)}/`.startsWith(inside)) {
      this.fail(`cannot copy a directory, '${from}', into itself, '${to}'`);
      return;
    }
    for (const [name] of names) this.copy(joinPath(from, name), joinPath(to, name), false);
    if (this.keep) sys.utimes(to, stat[10], stat[11], true);
  }

  private file(from: string, to: string, stat: StatFields): void {
    const { ctx, o } = this;
    const { sys } = ctx;
    const target = statOrNull(sys, to, false);
    if (target && target[0] === stat[0] && target[7] === stat[7]) {
      this.fail(`'${from}' and '${to}' are the same file`);
      return;
    }
    if (target && kindOf(target) === S.IFDIR) {
      this.fail(`cannot overwrite directory '${to}' with non-directory`);
      return;
    }
    if (target && (o.has('n') || (o.has('u') && target[11] >= stat[11]))) return;
    if (target && o.has('i') && !confirm(ctx, `${ctx.name}: overwrite '${to}'? `)) return;
    if (o.has('l')) {
      if (target) sys.unlink(to);
      sys.link(from, to);
    } else if (o.has('s') || kindOf(stat) === S.IFLNK) {
      if (target) sys.unlink(to);
      sys.symlink(o.has('s') ? from : sys.readlink(from), to);
    } else {
      try {
        copyContent(sys, from, to, stat[1]);
      } catch (e) {
        if (!(e instanceof SysError) || e.code !== 'EACCES' || !o.has('f') || !target) throw e;
        sys.unlink(to);
        copyContent(sys, from, to, stat[1], O.EXCL);
      }
      if (this.keep) {
        sys.chmod(to, stat[1] & 0o7777);
        sys.utimes(to, stat[10], stat[11], true);
      }
    }
    if (o.has('v')) ctx.out(`'${from}' -> '${to}'\n`);
  }
}

/** Asks a question on standard error; true for an answer that begins with y. */
export function confirm(ctx: Context, question: string): boolean {
  ctx.err(question);
  const byte = new Uint8Array(1);
  let line = '';
  while (ctx.stdin.read(byte) > 0 && byte[0] !== 10) line += String.fromCharCode(byte[0]!);
  return /^y/i.test(line);
}
