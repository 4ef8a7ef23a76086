/** Columns and sorted files: fold, expand, unexpand, comm, join. */
import { eachInput, eachLine, readText } from '../commands/inputs.ts';
import { parseOptions } from '../commands/options.ts';
import type { Command } from '../run/context.ts';
import { decode, splitLines } from '../text.ts';
import { SortedOrder } from './sorted-order.ts';

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
          const space = rest.slice(0, cut).findLastIndex((c) => c === ' ' || c === '\t');
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
      // Behind the last stop of a list nothing is changed.
      let over = false;
      const text = line.replace(all ? /[ \t]+|[^ \t]+/g : /^[ \t]+/g, (run) => {
        let end = column;
        const blank = run[0] === ' ' || run[0] === '\t';
        for (const c of run) end = c === '\t' ? nextStop(stops, end) : end + 1;
        let out = '';
        // A single space within a line stays one, even in front of a tab stop.
        for (let stop = nextStop(stops, column); blank && run !== ' ' && stop <= end; stop = nextStop(stops, column)) {
          // One that only reaches the last stop stays, as what is behind it does.
          over ||= stops.length > 1 && (column >= stops.at(-1)! || (out === '' && run[0] === ' ' && stop === stops.at(-1) && stop === column + 1));
          if (over) break;
          out += '\t';
          column = stop;
        }
        if (blank) out += ' '.repeat(end - column);
        column = end;
        return blank && !(over && out.trimStart() === '' && !out.includes('\t')) ? out : run;
      });
      ctx.out(text + (whole ? '\n' : ''));
    }));
  },
};

const comm: Command = {
  name: 'comm',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: '123z', long: { 'output-delimiter:': 'd', 'check-order': 'c', 'nocheck-order': 'n' } });
    if (o.rest.length < 2) return ctx.fail(`missing operand${o.rest[0] === undefined ? '' : ` after '${o.rest[0]}'`}\nTry 'comm --help' for more information.`);
    const sets: string[][] = [];
    const order = new SortedOrder(ctx, o.has('c') ? 'always' : o.has('n') ? 'never' : 'unpaired');
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
    /** The line that is next, and at the end once more the last one: what has no counterpart may have been seen since it was read. */
    const check = (file: 1 | 2, lines: string[], next: number): void => {
      const at = Math.min(next, lines.length - 1);
      if (at > 0) order.check(file, lines[at - 1]!, lines[at]!, `file ${file} is not in sorted order`);
    };
    while (i < a.length || k < b.length) {
      const first = k >= b.length || (i < a.length && a[i]! <= b[k]!);
      const second = i >= a.length || (k < b.length && b[k]! <= a[i]!);
      show(first && second ? 3 : first ? 1 : 2, first ? a[i]! : b[k]!);
      if (first !== second) order.unpaired = true;
      if (first) check(1, a, ++i);
      if (second) check(2, b, ++k);
    }
    return order.status();
  },
};

const joinLines: Command = {
  name: 'join',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: '1:2:j:t:a:v:o:e:', long: { 'check-order': 'c', 'nocheck-order': 'n' } });
    const order = new SortedOrder(ctx, o.has('c') ? 'always' : o.has('n') ? 'never' : 'unpaired');
    if (o.rest.length !== 2) return ctx.fail("missing operand\nTry 'join --help' for more information.");
    const separator = o.value('t');
    const split = (line: string): string[] => {
      if (separator !== undefined) return line.split(separator);
      const text = line.replace(/^[ \t]+/, '');
      // Blanks at the end have an empty field behind them.
      return text === '' ? [] : text.split(/[ \t]+/);
    };
    const read = (file: string, field: number): { line: string; key: string; rest: string[] }[] => splitLines(readText(ctx, file)).map((line) => {
      const fields = split(line);
      return { line, key: fields[field] ?? '', rest: fields.filter((_, i) => i !== field) };
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
      ctx.out(`${cells.map((cell) => cell || empty).join(separator ?? ' ')}\n`);
    };
    /** Called with each line when it is read, which is when the one before it has been dealt with. */
    const check = (file: 1 | 2, lines: typeof left, at: number): void => {
      if (at > 0 && at < lines.length) order.check(file, lines[at - 1]!.key, lines[at]!.key, `${o.rest[file - 1]}:${at + 1}: is not sorted: ${lines[at]!.line}`);
    };
    const only = o.value('v');
    const also = o.values('a');
    for (let i = 0, k = 0; i < left.length || k < right.length;) {
      const a = left[i];
      const b = right[k];
      if (!b || (a && a.key < b.key)) {
        if (only === '1' || also.includes('1')) row(a!.key, a!.rest, undefined);
        check(1, left, ++i);
        if (b) order.unpaired = true;
      } else if (!a || b.key < a.key) {
        if (only === '2' || also.includes('2')) row(b.key, undefined, b.rest);
        check(2, right, ++k);
        if (a) order.unpaired = true;
      } else {
        const first = i;
        const second = k;
        while (left[i]?.key === b.key) check(1, left, ++i);
        while (right[k]?.key === b.key) check(2, right, ++k);
        if (only === undefined) for (const one of left.slice(first, i)) for (const other of right.slice(second, k)) row(b.key, one.rest, other.rest);
      }
    }
    return order.status();
  },
};

export const columns: readonly Command[] = [fold, expand, unexpand, comm, joinLines];
