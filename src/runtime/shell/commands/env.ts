import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';

export const env: Command = {
  name: 'env',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'C:iS:u:v0', long: { 'ignore-environment': 'i', 'unset:': 'u', 'chdir:': 'C', 'split-string:': 'S', null: '0' }, stop: true, status: 125 });
    const environment = o.has('i') || o.rest[0] === '-' ? {} : { ...ctx.env };
    for (const name of o.values('u')) delete environment[name];
    const words = [...o.values('S').flatMap((s) => s.split(/\s+/).filter((w) => w !== '')), ...o.rest.filter((w, i) => i > 0 || w !== '-')];
    while (words[0] !== undefined && /^[^=]+=/.test(words[0])) {
      const word = words.shift()!;
      const at = word.indexOf('=');
      environment[word.slice(0, at)] = word.slice(at + 1);
    }
    if (words.length === 0) {
      for (const [name, value] of Object.entries(environment)) ctx.out(`${name}=${value}${o.has('0') ? '\0' : '\n'}`);
      return 0;
    }
    const cwd = o.value('C');
    return ctx.launch(words, { env: environment, ...(cwd === undefined ? {} : { cwd }) });
  },
};
