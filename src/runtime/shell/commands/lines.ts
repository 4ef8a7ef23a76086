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
    if (status !== 0 && !o.has('s')) return status;
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

/** How many characters have room; tabs go to the next eighth column. */
function within(text: readonly string[], width: number, columns: boolean): number {
  let column = 0;
  for (let i = 0; i < text.length; i++) {
    column += columns && text[i] === '\t' ? 8 - (column % 8) : 1;
    if (column > width) return Math.max(i, 1);
  }
  return text.length;
}

/** The tab stop after a column; behind the last one of a list each column is one. */
function nextStop(stops: readonly number[], column: number): number {
  return stops.length === 1 ? (Math.floor(column / stops[0]!) + 1) * stops[0]! : stops.find((stop) => stop > column) ?? column + 1;
}

const fold: Command = {
  name: 'fold',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'bsw:', long: { spaces: 's', 'width:': 'w' }, digits: 'w' });
    const width = Number(o.value('w') ?? 80);
    return eachInput(ctx, o.rest, (input) => eachLine(input, (line, whole) => {
      let rest = [...line];
      for (let cut = within(rest, width, !o.has('b')); cut < rest.length; cut = within(rest, width, !o.has('b'))) {
        if (o.has('s')) {
          const space = rest.slice(0, cut).lastIndexOf(' ');
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
    const stops = (o.value('t') ?? '8').split(/[ ,]/).map(Number);
    return eachInput(ctx, o.rest, (input) => eachLine(input, (line, whole) => {
      let out = '';
      let column = 0;
      let blank = true;
      for (const c of line) {
        const width = c === '\t' ? nextStop(stops, column) - column : 1;
        blank &&= c === '\t' || c === ' ';
        out += c === '\t' && (blank || !o.has('i')) ? ' '.repeat(width) : c;
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
    const stops = (o.value('t') ?? '8').split(/[ ,]/).map(Number);
    const all = (o.has('a') || o.has('t')) && !o.has('f');
    return eachInput(ctx, o.rest, (input) => eachLine(input, (line, whole) => {
      let column = 0;
      const text = line.replace(all ? /[ \t]+|[^ \t]+/g : /^[ \t]+/g, (run) => {
        let end = column;
        const blank = run[0] === ' ' || run[0] === '\t';
        for (const c of run) end = c === '\t' ? nextStop(stops, end) : end + 1;
        let out = '';
        // A single space within a line stays one, even in front of a tab stop.
        for (let stop = nextStop(stops, column); blank && run !== ' ' && stop <= end; stop = nextStop(stops, column)) {
          out += '\t';
          column = stop;
        }
        if (blank) out += ' '.repeat(end - column);
        column = end;
        return blank ? out : run;
      });
      ctx.out(text + (whole ? '\n' : ''));
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
    const o = parseOptions(ctx, { short: '1:2:j:t:a:v:o:e:', long: {} });
    if (o.rest.length !== 2) return ctx.fail("missing operand\nTry 'join --help' for more information.");
    const separator = o.value('t');
    const split = (line: string): string[] => (separator === undefined ? line.trim().split(/[ \t]+/) : line.split(separator));
    const read = (file: string, field: number): { key: string; rest: string[] }[] => splitLines(readText(ctx, file)).map((line) => {
      const fields = split(line);
      return { key: fields[field] ?? '', rest: fields.filter((_, i) => i !== field) };
    });
    const at = (side: number): number => Number(o.value(String(side)) ?? o.value('j') ?? 1);
    const left = read(o.rest[0]!, at(1) - 1);
    const right = read(o.rest[1]!, at(2) - 1);
    const empty = o.value('e') ?? '';
    const format = o.value('o')?.split(/[, ]+/);
    // `-o 0,1.2,2.1`: field numbers count the key, which is kept apart here.
    const field = (spec: string, key: string, sides: (string[] | undefined)[]): string => {
      if (spec === '0') return key;
      const [side, n] = spec.split('.').map(Number) as [number, number];
      const rest = sides[side - 1];
      if (rest === undefined) return empty;
      return (n === at(side) ? key : rest[n < at(side) ? n - 1 : n - 2]) || empty;
    };
    const row = (key: string, a: string[] | undefined, b: string[] | undefined): void => {
      const cells = format ? format.map((spec) => field(spec, key, [a, b])) : [key, ...(a ?? []), ...(b ?? [])];
      ctx.out(`${cells.join(separator ?? ' ')}\n`);
    };
    const only = o.value('v');
    const also = o.values('a');
    for (let i = 0, k = 0; i < left.length || k < right.length;) {
      const a = left[i];
      const b = right[k];
      if (!b || (a && a.key < b.key)) {
        if (only === '1' || also.includes('1')) row(a!.key, a!.rest, undefined);
        i++;
      } else if (!a || b.key < a.key) {
        if (only === '2' || also.includes('2')) row(b.key, undefined, b.rest);
        k++;
      } else {
        const first = k;
        for (; left[i]?.key === b.key; i++) for (k = first; right[k]?.key === b.key; k++) if (only === undefined) row(b.key, left[i]!.rest, right[k]!.rest);
      }
    }
    return 0;
  },
};

export const lineFilters: readonly Command[] = [rev, tac, nl, paste, comm, fold, expand, unexpand, shuf, joinLines];
