import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { joinPath } from '../paths.ts';
import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const mktemp: Command = {
  name: 'mktemp',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'dp:qtu', long: { directory: 'd', 'tmpdir::': 'p', 'dry-run': 'u', quiet: 'q', 'suffix:': 'suffix' } });
    const template = o.rest[0] ?? 'tmp.XXXXXXXXXX';
    const run = /X{3,}(?=[^X]*$)/.exec(template);
    if (!run) return ctx.fail(`too few X's in template '${template}'`);
    const folder = o.value('p') || (o.has('p') || o.has('t') || o.rest.length === 0 ? ctx.env['TMPDIR'] || '/tmp' : '');
    for (let attempt = 0; ; attempt++) {
      const random = Array.from(crypto.getRandomValues(new Uint8Array(run[0].length)), (n) => LETTERS[n % LETTERS.length]).join('');
      const path = joinPath(folder, template.slice(0, run.index) + random + template.slice(run.index + run[0].length) + (o.value('suffix') ?? ''));
      try {
        if (o.has('u')) ctx.sys.stat(folder || '.', true);
        else if (o.has('d')) ctx.sys.mkdir(path, 0o700);
        else ctx.sys.close(ctx.sys.open(path, O.RDWR | O.CREAT | O.EXCL, 0o600));
        ctx.out(`${path}\n`);
        return 0;
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (e.code === 'EEXIST' && attempt < 100) continue;
        return o.has('q') ? 1 : ctx.fail(`failed to create ${o.has('d') ? 'directory' : 'file'} via template '${joinPath(folder, template)}': ${errorText(e)}`);
      }
    }
  },
};
