/** column. */
import { parseOptions } from '../commands/options.ts';
import { eachInput } from '../commands/inputs.ts';
import type { Command, Context } from '../run/context.ts';
import { decode, splitLines, textWidth } from '../text.ts';

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)));

export const column: Command = {
  name: 'column',
  run(ctx) {
    const o = parseOptions(ctx, {
      short: 'c:eo:s:tN:R:xdnJ', long: { 'output-width:': 'c', 'output-separator:': 'o', 'separator:': 's', table: 't', 'table-columns:': 'N', 'table-right:': 'R', fillrows: 'x', 'keep-empty-lines': 'e', 'table-noheadings': 'd' },
    });
    const lines: string[] = [];
    const status = eachInput(ctx, o.rest, (input) => {
      for (const line of splitLines(decode(input.all()))) lines.push(line);
    });
    const kept = o.has('e') ? lines : lines.filter((l) => l.trim() !== '');
    if (o.has('t')) table(ctx, kept, { separator: o.value('s'), joiner: o.value('o') ?? '  ', names: o.value('N')?.split(','), right: o.value('R')?.split(',') ?? [] });
    else fill(ctx, kept, Number(o.value('c') ?? ctx.env['COLUMNS'] ?? 80) || 80, o.has('x'));
    return status;
  },
};

function table(ctx: Context, lines: string[], how: { separator: string | undefined; joiner: string; names: string[] | undefined; right: string[] }): void {
  const { separator } = how;
  const split = lines.map((line) => (separator === undefined ? line.trim().split(/[ \t]+/) : line.split(new RegExp(`[${separator.replace(/[\]\\^-]/g, '\\$&')}]`))));
  const rows = how.names ? [how.names, ...split] : split;
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, textWidth(cell))));
  const right = (i: number): boolean => how.right.includes(String(i + 1)) || (how.names?.[i] !== undefined && how.right.includes(how.names[i]));
  for (const row of rows) {
    // A short row goes on with empty cells.
    const cells = [...row, ...Array.from({ length: widths.length - row.length }, () => '')];
    ctx.out(`${cells.map((cell, i) => {
      if (right(i)) return ' '.repeat(Math.max(0, widths[i]! - textWidth(cell))) + cell;
      return i === widths.length - 1 ? cell : pad(cell, widths[i]!);
    }).join(how.joiner)}\n`);
  }
}

/** Columns of equal width, set at tab stops. */
function fill(ctx: Context, items: string[], width: number, byRows: boolean): void {
  if (items.length === 0) return;
  const cell = (Math.floor(items.reduce((most, item) => Math.max(most, textWidth(item)), 0) / 8) + 1) * 8;
  const columns = Math.max(1, Math.floor((width + 7) / cell) > Math.floor(width / cell) ? Math.floor(width / cell) || 1 : Math.floor(width / cell));
  const rows = Math.ceil(items.length / columns);
  for (let r = 0; r < rows; r++) {
    let line = '';
    for (let c = 0; c < columns; c++) {
      const i = byRows ? r * columns + c : c * rows + r;
      if (i >= items.length) break;
      const item = items[i]!;
      const next = byRows ? c + 1 < columns && i + 1 < items.length : i + rows < items.length;
      line += next ? item + '\t'.repeat(Math.ceil((cell - textWidth(item)) / 8)) : item;
    }
    ctx.out(`${line}\n`);
  }
}
