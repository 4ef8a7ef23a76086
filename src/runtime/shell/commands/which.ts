import { S } from '../../abi/constants.ts';
import type { Command, Context } from '../run/context.ts';
import { parseOptions } from './options.ts';
import { statOrNull } from './trees.ts';

export const which: Command = {
  name: 'which',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'as', long: { all: 'a' } });
    let status = o.rest.length === 0 ? 1 : 0;
    for (const name of o.rest) {
      const found = (name.includes('/') ? [name] : (ctx.env['PATH'] ?? '').split(':').map((d) => `${d || '.'}/${name}`)).filter((p) => runnable(ctx, p));
      if (found.length === 0) status = 1;
      for (const path of o.has('a') ? found : found.slice(0, 1)) if (!o.has('s')) ctx.out(`${path}\n`);
    }
    return status;
  },
};

function runnable(ctx: Context, path: string): boolean {
  const stat = statOrNull(ctx.sys, path, true);
  return stat !== null && (stat[1] & S.IFMT) === S.IFREG && (stat[1] & 0o111) !== 0;
}
