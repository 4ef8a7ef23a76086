import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { basename, dirname, joinPath, normalize } from '../paths.ts';
import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';
import { relativePath } from './realpath.ts';
import { isDirectory, statOrNull } from './trees.ts';

export const ln: Command = {
  name: 'ln',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'fhinrsTt:vLP', long: { force: 'f', symbolic: 's', 'no-dereference': 'n', relative: 'r', verbose: 'v', 'target-directory:': 't', 'no-target-directory': 'T' } });
    const { sys } = ctx;
    const files = [...o.rest];
    if (files.length === 0) return ctx.fail(`missing file operand\nTry '${ctx.name} --help' for more information.`);
    const target = o.value('t') ?? (files.length === 1 ? '.' : files.pop()!);
    const link = statOrNull(sys, target, false);
    const plainLink = link !== null && (link[1] & 0o170000) === 0o120000 && (o.has('n') || o.has('h'));
    const into = !o.has('T') && !plainLink && isDirectory(sys, target);
    if (!into && files.length > 1) return ctx.fail(`target '${target}': No such file or directory`);
    let status = 0;
    for (const file of files) {
      const path = into ? joinPath(target, basename(file)) : target;
      try {
        if (o.has('f') && statOrNull(sys, path, false)) sys.unlink(path);
        if (!o.has('s')) sys.link(file, path);
        else {
          const absolute = (p: string): string => normalize(p.startsWith('/') ? p : `${sys.getcwd()}/${p}`);
          sys.symlink(o.has('r') ? relativePath(statOrNull(sys, file, true) ? sys.realpath(file) : absolute(file), sys.realpath(dirname(absolute(path)))) : file, path);
        }
        if (o.has('v')) ctx.out(`'${path}' ${o.has('s') ? '->' : '=>'} '${file}'\n`);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(!o.has('s') && e.code === 'ENOENT' ? `failed to access '${file}': ${errorText(e)}` : `failed to create ${o.has('s') ? 'symbolic' : 'hard'} link '${path}'${o.has('s') ? '' : ` => '${file}'`}: ${errorText(e)}`);
      }
    }
    return status;
  },
};
