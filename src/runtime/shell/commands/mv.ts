import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { basename, joinPath } from '../paths.ts';
import type { Command } from '../run/context.ts';
import { confirm } from './cp.ts';
import { parseOptions } from './options.ts';
import { isDirectory, kindOf, statOrNull } from './trees.ts';

export const mv: Command = {
  name: 'mv',
  run(ctx) {
    const o = parseOptions(ctx, {
      short: 'finuvt:Tb', long: { force: 'f', interactive: 'i', 'no-clobber': 'n', update: 'u', verbose: 'v', 'target-directory:': 't', 'no-target-directory': 'T' },
    });
    const { sys } = ctx;
    const files = [...o.rest];
    let target = o.value('t');
    if (files.length === 0) return ctx.fail(`missing file operand\nTry '${ctx.name} --help' for more information.`);
    if (target === undefined) {
      if (files.length === 1) return ctx.fail(`missing destination file operand after '${files[0]}'\nTry '${ctx.name} --help' for more information.`);
      target = files.pop()!;
    }
    const into = !o.has('T') && isDirectory(sys, target);
    if (!into && files.length > 1) return ctx.fail(`target '${target}': ${statOrNull(sys, target, true) ? 'Not a directory' : 'No such file or directory'}`);
    let status = 0;
    const choice = o.last('fin');
    for (const file of files) {
      const to = into ? joinPath(target, basename(file)) : target;
      const from = statOrNull(sys, file, false);
      if (!from) {
        status = ctx.fail(`cannot stat '${file}': No such file or directory`);
        continue;
      }
      const old = statOrNull(sys, to, false);
      if (old && old[7] === from[7] && old[0] === from[0]) {
        status = ctx.fail(`'${file}' and '${to}' are the same file`);
        continue;
      }
      if (old && (choice === 'n' || (o.has('u') && old[11] >= from[11]))) continue;
      if (old && choice === 'i' && !confirm(ctx, `${ctx.name}: overwrite '${to}'? `)) continue;
      if (old && kindOf(old) === S.IFDIR && kindOf(from) !== S.IFDIR) {
        status = ctx.fail(`cannot overwrite directory '${to}' with non-directory`);
        continue;
      }
      if (old && kindOf(old) !== S.IFDIR && kindOf(from) === S.IFDIR) {
        status = ctx.fail(`cannot overwrite non-directory '${to}' with directory '${file}'`);
        continue;
      }
      try {
        sys.rename(file, to);
        if (o.has('v')) ctx.out(`renamed '${file}' -> '${to}'\n`);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(e.code === 'EINVAL' ? `cannot move '${file}' to a subdirectory of itself, '${to}'` : `cannot move '${file}' to '${to}': ${errorText(e)}`);
      }
    }
    return status;
  },
};
