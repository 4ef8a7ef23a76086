import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { basename, joinPath } from '../paths.ts';
import type { Command, Context } from '../run/context.ts';
import { confirm } from './cp.ts';
import { type Options, parseOptions } from './options.ts';
import { kindOf, statOrNull } from './trees.ts';

export const rm: Command = {
  name: 'rm',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'dfiIrRv', long: { dir: 'd', force: 'f', recursive: 'r', verbose: 'v', 'interactive::': 'i', 'no-preserve-root': 'npr', 'preserve-root': 'pr', 'one-file-system': 'ofs' } });
    if (o.rest.length === 0) return o.has('f') ? 0 : ctx.fail(`missing operand\nTry '${ctx.name} --help' for more information.`);
    let status = 0;
    for (const path of o.rest) {
      const name = basename(path);
      if (name === '.' || name === '..') {
        status = ctx.fail(`refusing to remove '.' or '..' directory: skipping '${path}'`);
        continue;
      }
      if (/^\/+$/.test(path) && (o.has('r') || o.has('R'))) {
        status = ctx.fail("it is dangerous to operate recursively on '/'\nrm: use --no-preserve-root to override this failsafe");
        continue;
      }
      status = remove(ctx, o, path) || status;
    }
    return status;
  },
};

function remove(ctx: Context, o: Options, path: string): number {
  const { sys } = ctx;
  const force = o.last('fi') === 'f';
  try {
    const stat = statOrNull(sys, path, false);
    if (!stat) return force ? 0 : ctx.fail(`cannot remove '${path}': No such file or directory`);
    const recursive = o.has('r') || o.has('R');
    if (kindOf(stat) !== S.IFDIR) {
      if (o.last('fi') === 'i' && !confirm(ctx, `${ctx.name}: remove ${stat[8] === 0 ? 'regular empty file' : 'regular file'} '${path}'? `)) return 0;
      sys.unlink(path);
      if (o.has('v')) ctx.out(`removed '${path}'\n`);
      return 0;
    }
    if (!recursive) {
      if (!o.has('d')) return ctx.fail(`cannot remove '${path}': Is a directory`);
      sys.rmdir(path);
      return 0;
    }
    if (!o.has('v') && o.last('fi') !== 'i') {
      sys.rmtree(path);
      return 0;
    }
    let status = 0;
    for (const [name] of sys.readdir(path)) status = remove(ctx, o, joinPath(path, name)) || status;
    if (status === 0) {
      sys.rmdir(path);
      if (o.has('v')) ctx.out(`removed directory '${path}'\n`);
    }
    return status;
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    return ctx.fail(`cannot remove '${path}': ${errorText(e)}`);
  }
}
