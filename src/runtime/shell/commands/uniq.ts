import { O } from '../../abi/constants.ts';
import type { Command } from '../run/context.ts';
import { encode } from '../text.ts';
import { eachInput, eachLine } from './inputs.ts';
import { parseOptions } from './options.ts';

export const uniq: Command = {
  name: 'uniq',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'cdDf:is:uw:z', long: { count: 'c', repeated: 'd', 'all-repeated::': 'D', 'skip-fields:': 'f', 'ignore-case': 'i', 'skip-chars:': 's', unique: 'u', 'check-chars:': 'w' } });
    if (o.has('c') && o.has('D')) return ctx.fail(`printing all duplicated lines and repeat counts is meaningless\nTry '${ctx.name} --help' for more information.`);
    const [input, output] = o.rest;
    const key = (line: string): string => {
      let s = line;
      for (let n = Number(o.value('f') ?? 0); n > 0; n--) s = s.replace(/^[ \t]*[^ \t]*/, '');
      s = s.slice(Number(o.value('s') ?? 0));
      if (o.has('w')) s = s.slice(0, Number(o.value('w')));
      return o.has('i') ? s.toLowerCase() : s;
    };
    let out = '';
    let group: string[] = [];
    let current: string | null = null;
    const flush = (): void => {
      const count = group.length;
      if (count === 0) return;
      if (o.has('D')) {
        if (count > 1) out += group.map((l) => `${l}\n`).join('');
      } else if ((!o.has('d') || count > 1) && (!o.has('u') || count === 1)) out += o.has('c') ? `${String(count).padStart(7)} ${group[0]}\n` : `${group[0]}\n`;
      if (output === undefined) {
        ctx.out(out);
        out = '';
      }
    };
    const status = eachInput(ctx, input === undefined ? [] : [input], (source) => eachLine(source, (line) => {
      const k = key(line);
      if (k !== current) {
        flush();
        group = [];
        current = k;
      }
      group.push(line);
    }));
    flush();
    if (output !== undefined) ctx.sys.writeFile(output, O.WRONLY | O.CREAT | O.TRUNC, 0o666, encode(out));
    return status;
  },
};
