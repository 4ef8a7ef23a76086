import { ansiEscapes } from '../language/escapes.ts';
import type { Command } from '../run/context.ts';

export const echo: Command = {
  name: 'echo',
  batch: 'source',
  run(ctx) {
    let newline = true;
    let escapes = false;
    let i = 0;
    for (; i < ctx.args.length && /^-[neE]+$/.test(ctx.args[i]!); i++) {
      for (const c of ctx.args[i]!.slice(1)) {
        if (c === 'n') newline = false;
        else escapes = c === 'e';
      }
    }
    const text = ctx.args.slice(i).join(' ');
    if (!escapes) ctx.out(newline ? `${text}\n` : text);
    else {
      const done = ansiEscapes(text, 'echo');
      ctx.out(newline && !done.ended ? `${done.text}\n` : done.text);
    }
    return 0;
  },
};
