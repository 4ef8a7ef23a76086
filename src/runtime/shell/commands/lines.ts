/** Small filters on lines: rev, tac, nl, paste. */
import { toJsRegex } from '../regex.ts';
import type { Command } from '../run/context.ts';
import { splitLines } from '../text.ts';
import { eachInput, eachLine } from './inputs.ts';
import { parseOptions } from './options.ts';
import { decode } from '../text.ts';

function perLine(name: string, change: (line: string) => string): Command {
  return { name, batch: 'filter', run: (ctx) => eachInput(ctx, ctx.args.filter((a) => a === '-' || !a.startsWith('-')), (input) => eachLine(input, (line, whole) => ctx.out(change(line) + (whole ? '\n' : '')))) };
}

const rev = perLine('rev', (line) => [...line].reverse().join(''));

const tac: Command = {
  name: 'tac',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'bs:', long: { before: 'b', 'separator:': 's' } });
    const separator = o.value('s') ?? '\n';
    return eachInput(ctx, o.rest, (input) => {
      const pieces = decode(input.all()).split(separator);
      const last = pieces.pop()!;
      ctx.out(last + pieces.reverse().map((piece) => piece + separator).join(''));
    });
  },
};

const nl: Command = {
  name: 'nl',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'b:i:n:s:v:w:', long: { 'body-numbering:': 'b', 'line-increment:': 'i', 'number-format:': 'n', 'number-separator:': 's', 'starting-line-number:': 'v', 'number-width:': 'w' } });
    const style = o.value('b') ?? 't';
    const width = Number(o.value('w') ?? 6);
    const separator = o.value('s') ?? '\t';
    const format = o.value('n') ?? 'rn';
    const chosen = style[0] === 'p' ? toJsRegex(style.slice(1), { extended: false }) : null;
    let number = Number(o.value('v') ?? 1);
    return eachInput(ctx, o.rest, (input) => eachLine(input, (line) => {
      if (chosen ? chosen.test(line) : style === 'a' || (style === 't' && line !== '')) {
        const text = String(number);
        ctx.out(`${format === 'ln' ? text.padEnd(width) : text.padStart(width, format === 'rz' ? '0' : ' ')}${separator}${line}\n`);
        number += Number(o.value('i') ?? 1);
      } else ctx.out(`${' '.repeat(width + separator.length)}${line}\n`);
    }));
  },
};

const paste: Command = {
  name: 'paste',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'd:sz', long: { 'delimiters:': 'd', serial: 's' } });
    const delimiters = (o.value('d') ?? '\t').replace(/\\([nt\\0])/g, (_, c: string) => (c === 'n' ? '\n' : c === 't' ? '\t' : c === '0' ? '\0' : '\\'));
    const d = (i: number): string => (delimiters === '' ? '' : delimiters[i % delimiters.length]!.replace('\0', ''));
    const files = o.rest.length > 0 ? o.rest : ['-'];
    const columns: string[][] = [];
    const shared = files.includes('-') ? splitLines(decode(ctx.stdin.all())) : [];
    const inputs = files.filter((f) => f === '-').length;
    let nth = 0;
    let status = 0;
    for (const file of files) {
      if (file === '-') {
        const k = nth++;
        columns.push(shared.filter((_, i) => i % inputs === k));
      } else status = eachInput(ctx, [file], (input) => columns.push(splitLines(decode(input.all())))) || status;
    }
    if (status !== 0 && !o.has('s')) return status;
    if (o.has('s')) for (const column of columns) ctx.out(`${column.reduce((out, line, i) => out + (i > 0 ? d(i - 1) : '') + line, '')}\n`);
    else {
      const rows = Math.max(0, ...columns.map((c) => c.length));
      for (let r = 0; r < rows; r++) ctx.out(`${columns.reduce((out, c, i) => out + (i > 0 ? d(i - 1) : '') + (c[r] ?? ''), '')}\n`);
    }
    return status;
  },
};

export const lineFilters: readonly Command[] = [rev, tac, nl, paste];
