/** Small filters on lines: rev, tac, nl, paste, comm, fold, expand, unexpand, shuf, join. */
import type { Command } from '../run/context.ts';
import { splitLines } from '../text.ts';
import { eachInput, eachLine, readText } from './inputs.ts';
import { parseOptions } from './options.ts';
import { decode } from '../text.ts';

function perLine(name: string, change: (line: string) => string): Command {
  return { name, batch: 'filter', run: (ctx) => eachInput(ctx, ctx.args.filter((a) => a === '-' || !a.startsWith('-')), (input) => eachLine(input, (line, whole) => ctx.out(change(line) + (whole ? '\n' : '')))) };
}

const rev = perLine('rev', (line) => [...line].reverse().join(''));

const tac: Command = {
  name: 'tac',
  batch: 'filter',
  run: (ctx) => eachInput(ctx, parseOptions(ctx, { short: 'b', long: {} }).rest, (input) => {
    const pieces = decode(input.all()).match(/[^\n]*\n|[^\n]+$/g) ?? [];
    ctx.out(pieces.reverse().join(''));
  }),
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
    let number = Number(o.value('v') ?? 1);
    return eachInput(ctx, o.rest, (input) => eachLine(input, (line) => {
      if (style === 'a' || (style === 't' && line !== '')) {
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
    if (o.has('s')) for (const column of columns) ctx.out(`${column.reduce((out, line, i) => out + (i > 0 ? d(i - 1) : '') + line, '')}\n`);
    else {
      const rows = Math.max(0, ...columns.map((c) => c.length));
      for (let r = 0; r < rows; r++) ctx.out(`${columns.reduce((out, c, i) => out + (i > 0 ? d(i - 1) : '') + (c[r] ?? ''), '')}\n`);
    }
    return status;
  },
};

const comm: Command = {
  name: 'comm',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: '123z', long: { 'output-delimiter:': 'd', 'check-order': 'c', 'nocheck-order': 'n' } });
    if (o.rest.length < 2) return ctx.fail(`missing operand${o.rest[0] === undefined ? '' : ` after '${o.rest[0]}'`}\nTry 'comm --help' for more information.`);
    const sets: string[][] = [];
    const status = eachInput(ctx, o.rest, (input) => sets.push(splitLines(decode(input.all()))));
    if (status !== 0) return status;
    const [a, b] = sets as [string[], string[]];
    const tab = o.value('d') ?? '\t';
    const show = (column: number, line: string): void => {
      if (o.has(String(column))) return;
      const before = [1, 2].filter((c) => c < column && !o.has(String(c))).length;
      ctx.out(`${tab.repeat(before)}${line}\n`);
    };
    let i = 0;
    let k = 0;
    while (i < a.length || k < b.length) {
      if (k >= b.length || (i < a.length && a[i]! < b[k]!)) show(1, a[i++]!);
      else if (i >= a.length || b[k]! < a[i]!) show(2, b[k++]!);
      else {
        show(3, a[i]!);
        i++;
        k++;
      }
    }
    return 0;
  },
};

const fold: Command = {
  name: 'fold',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'bsw:', long: { spaces: 's', 'width:': 'w' }, digits: 'w' });
    const width = Number(o.value('w') ?? 80);
    return eachInput(ctx, o.rest, (input) => eachLine(input, (line, whole) => {
      let rest = [...line];
      while (rest.length > width) {
        let cut = width;
        if (o.has('s')) {
          const space = rest.slice(0, width).lastIndexOf(' ');
          if (space >= 0) cut = space + 1;
        }
        ctx.out(`${rest.slice(0, cut).join('')}\n`);
        rest = rest.slice(cut);
      }
      ctx.out(rest.join('') + (whole ? '\n' : ''));
    }));
  },
};

const expand: Command = {
  name: 'expand',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'it:', long: { initial: 'i', 'tabs:': 't' }, digits: 't' });
    const stop = Number(o.value('t') ?? 8);
    return eachInput(ctx, o.rest, (input) => eachLine(input, (line, whole) => {
      let out = '';
      let column = 0;
      for (const c of line) {
        const width = c === '\t' ? stop - (column % stop) : 1;
        out += c === '\t' ? ' '.repeat(width) : c;
        column += width;
      }
      ctx.out(out + (whole ? '\n' : ''));
    }));
  },
};

const unexpand: Command = {
  name: 'unexpand',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'at:', long: { all: 'a', 'tabs:': 't', 'first-only': 'f' } });
    const stop = Number(o.value('t') ?? 8);
    return eachInput(ctx, o.rest, (input) => eachLine(input, (line, whole) => {
      const blanks = /^[ \t]*/.exec(line)![0];
      let column = 0;
      for (const c of blanks) column += c === '\t' ? stop - (column % stop) : 1;
      ctx.out('\t'.repeat(Math.floor(column / stop)) + ' '.repeat(column % stop) + line.slice(blanks.length) + (whole ? '\n' : ''));
    }));
  },
};

const shuf: Command = {
  name: 'shuf',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'ei:n:rz', long: { echo: 'e', 'input-range:': 'i', 'head-count:': 'n' } });
    const range = /^(\d+)-(\d+)$/.exec(o.value('i') ?? '');
    const lines = range ? Array.from({ length: Number(range[2]) - Number(range[1]) + 1 }, (_, i) => String(Number(range[1]) + i)) : o.has('e') ? [...o.rest] : splitLines(readText(ctx, o.rest[0] ?? '-'));
    for (let i = lines.length - 1; i > 0; i--) {
      const k = Math.floor(Math.random() * (i + 1));
      [lines[i], lines[k]] = [lines[k]!, lines[i]!];
    }
    for (const line of lines.slice(0, Number(o.value('n') ?? Infinity))) ctx.out(`${line}\n`);
    return 0;
  },
};

const joinLines: Command = {
  name: 'join',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: '1:2:t:a:v:o:e:', long: {} });
    if (o.rest.length !== 2) return ctx.fail("missing operand\nTry 'join --help' for more information.");
    const separator = o.value('t');
    const split = (line: string): string[] => (separator === undefined ? line.trim().split(/[ \t]+/) : line.split(separator));
    const read = (file: string, field: number): { key: string; rest: string[] }[] => splitLines(readText(ctx, file)).map((line) => {
      const fields = split(line);
      return { key: fields[field] ?? '', rest: fields.filter((_, i) => i !== field) };
    });
    const left = read(o.rest[0]!, Number(o.value('1') ?? 1) - 1);
    const right = read(o.rest[1]!, Number(o.value('2') ?? 1) - 1);
    const empty = o.value('e') ?? '';
    const format = o.value('o')?.split(/[, ]+/);
    // `-o 0,1.2,2.1`: field numbers count the key, which is kept apart here.
    const field = (spec: string, key: string, sides: (string[] | undefined)[]): string => {
      if (spec === '0') return key;
      const [side, n] = spec.split('.').map(Number) as [number, number];
      const rest = sides[side - 1];
      const at = Number(o.value(String(side)) ?? 1);
      if (rest === undefined) return empty;
      return (n === at ? key : rest[n < at ? n - 1 : n - 2]) || empty;
    };
    const row = (key: string, a: string[] | undefined, b: string[] | undefined): void => {
      const cells = format ? format.map((spec) => field(spec, key, [a, b])) : [key, ...(a ?? []), ...(b ?? [])];
      ctx.out(`${cells.join(separator ?? ' ')}\n`);
    };
    const only = o.value('v');
    const also = o.values('a');
    for (const a of left) {
      const matches = right.filter((b) => b.key === a.key);
      if (only === undefined) for (const b of matches) row(a.key, a.rest, b.rest);
      if (matches.length === 0 && (only === '1' || also.includes('1'))) row(a.key, a.rest, undefined);
    }
    if (only === '2' || also.includes('2')) for (const b of right) if (!left.some((a) => a.key === b.key)) row(b.key, undefined, b.rest);
    return 0;
  },
};

export const lineFilters: readonly Command[] = [rev, tac, nl, paste, comm, fold, expand, unexpand, shuf, joinLines];
