import type { Context, Command } from '../run/context.ts';
import { parseOptions } from './options.ts';

/** The folder as the environment calls it, links and all, when that still leads here. */
function logical(ctx: Context, here: string): string {
  const named = ctx.env['PWD'];
  if (named === undefined || !named.startsWith('/') || /(^|\/)\.\.?(\/|$)/.test(named)) return here;
  try {
    return ctx.sys.realpath(named) === here ? named : here;
  } catch {
    return here;
  }
}

export const pwd: Command = {
  name: 'pwd',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'LP', long: { logical: 'L', physical: 'P' } });
    if (o.rest.length > 0) ctx.err(`${ctx.name}: ignoring non-option arguments\n`);
    const here = ctx.sys.getcwd();
    ctx.out(`${o.last('LP') === 'L' ? logical(ctx, here) : here}\n`);
    return 0;
  },
};
