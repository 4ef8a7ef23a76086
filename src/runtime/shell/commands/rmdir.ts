import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';

export const rmdir: Command = {
  name: 'rmdir',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'pv', long: { parents: 'p', verbose: 'v', 'ignore-fail-on-non-empty': 'ignore' } });
    if (o.rest.length === 0) return ctx.fail(`missing operand\nTry '${ctx.name} --help' for more information.`);
    let status = 0;
    for (const start of o.rest) {
      try {
        for (let path = start.replace(/\/+$/, '') || '/'; ; path = path.slice(0, path.lastIndexOf('/')).replace(/\/+$/, '')) {
          if (o.has('v')) ctx.out(`rmdir: removing directory, '${path}'\n`);
          ctx.sys.rmdir(path);
          if (!o.has('p') || path.lastIndexOf('/') <= 0) break;
        }
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (!(o.has('ignore') && e.code === 'ENOTEMPTY')) status = ctx.fail(`failed to remove '${start}': ${errorText(e)}`);
      }
    }
    return status;
  },
};

export const unlink: Command = {
  name: 'unlink',
  run(ctx) {
    if (ctx.args.length !== 1) return ctx.fail(ctx.args.length === 0 ? 'missing operand' : `extra operand '${ctx.args[1]}'`);
    try {
      ctx.sys.unlink(ctx.args[0]!);
      return 0;
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      return ctx.fail(`cannot unlink '${ctx.args[0]}': ${errorText(e)}`);
    }
  },
};
