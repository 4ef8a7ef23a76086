import type { Command } from '../run/context.ts';

export const pwd: Command = {
  name: 'pwd',
  batch: 'source',
  run(ctx) {
    ctx.out(`${ctx.sys.getcwd()}\n`);
    return 0;
  },
};
