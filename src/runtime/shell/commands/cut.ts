import type { Command, Context } from '../run/context.ts';
import { decode, encode } from '../text.ts';
import { eachInput, eachLine } from './inputs.ts';
import { parseOptions } from './options.ts';

export const cut: Command = {
  name: 'cut',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'b:c:d:f:nsz', long: { 'bytes:': 'b', 'characters:': 'c', 'delimiter:': 'd', 'fields:': 'f', 'only-delimited': 's', 'output-delimiter:': 'out', complement: 'complement' } });
    const kind = o.last('bcf');
    if (kind === undefined) return ctx.fail(`you must specify a list of bytes, characters, or fields\nTry '${ctx.name} --help' for more information.`);
    const delimiter = o.value('d') ?? '\t';
    if ([...delimiter].length > 1) return ctx.fail(`the delimiter must be a single character\nTry '${ctx.name} --help' for more information.`);
    const ranges = parseRanges(ctx, o.value(kind)!, kind);
    const wanted = (n: number): boolean => ranges.some(([a, b]) => n >= a && n <= b) !== o.has('complement');
    const joiner = o.value('out');
    return eachInput(ctx, o.rest, (input) => eachLine(input, (line) => {
      if (kind === 'f') {
        const d = delimiter === '' ? '\0' : delimiter;
        if (!line.includes(d)) {
          if (!o.has('s')) ctx.out(`${line}\n`);
          return;
        }
        ctx.out(`${line.split(d).filter((_, i) => wanted(i + 1)).join(joiner ?? d)}\n`);
      } else if (kind === 'b') ctx.out(`${decode(encode(line).filter((_, i) => wanted(i + 1)))}\n`);
      else if (joiner !== undefined) ctx.out(`${ranges.map(([a, b]) => [...line].slice(a - 1, b).join('')).filter((s) => s !== '').join(joiner)}\n`);
      else ctx.out(`${[...line].filter((_, i) => wanted(i + 1)).join('')}\n`);
    }));
  },
};

function parseRanges(ctx: Context, text: string, kind: string): [number, number][] {
  return text.split(/[, ]/).map((part) => {
    const match = /^(\d*)(-?)(\d*)$/.exec(part);
    const what = kind === 'f' ? 'field' : 'byte/character';
    if (!match || part === '-' || part === '') return ctx.die(`invalid ${what} value '${part}'\nTry '${ctx.name} --help' for more information.`);
    const from = match[1] === '' ? 1 : Number(match[1]);
    const to = match[2] === '' ? from : match[3] === '' ? Infinity : Number(match[3]);
    if (from === 0) return ctx.die(`${what === 'field' ? 'fields' : 'byte/character positions'} are numbered from 1\nTry '${ctx.name} --help' for more information.`);
    if (to < from) return ctx.die(`invalid decreasing range\nTry '${ctx.name} --help' for more information.`);
    return [from, to];
  });
}
