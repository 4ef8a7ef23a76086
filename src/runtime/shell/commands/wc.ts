import type { Command } from '../run/context.ts';
import { decode } from '../text.ts';
import { eachInput } from './inputs.ts';
import { parseOptions } from './options.ts';

interface Counts { lines: number; words: number; chars: number; bytes: number; longest: number }

export const wc: Command = {
  name: 'wc',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'clLmw', long: { bytes: 'c', chars: 'm', lines: 'l', words: 'w', 'max-line-length': 'L' } });
    const all = !['c', 'l', 'L', 'm', 'w'].some((c) => o.has(c));
    const rows: { counts: Counts; name: string }[] = [];
    const total: Counts = { lines: 0, words: 0, chars: 0, bytes: 0, longest: 0 };
    let regular = 0;
    const status = eachInput(ctx, o.rest, (input, name) => {
      if (name !== '-') regular += ctx.sys.stat(name, true)[8];
      const bytes = input.all();
      const text = decode(bytes);
      let lines = 0;
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
      const counts: Counts = {
        lines, words: o.has('w') || all ? (text.match(/\S+/g)?.length ?? 0) : 0, chars: o.has('m') ? [...text].length : 0, bytes: bytes.length,
        longest: o.has('L') ? Math.max(0, ...text.split('\n').map((l) => [...l].length)) : 0,
      };
      rows.push({ counts, name: name === '-' && o.rest.length === 0 ? '' : name });
      for (const key of ['lines', 'words', 'chars', 'bytes'] as const) total[key] += counts[key];
      total.longest = Math.max(total.longest, counts.longest);
    });
    if (o.rest.length > 1) rows.push({ counts: total, name: 'total' });
    const columns = (c: Counts): number[] => [
      ...(all || o.has('l') ? [c.lines] : []), ...(all || o.has('w') ? [c.words] : []), ...(o.has('m') ? [c.chars] : []), ...(all || o.has('c') ? [c.bytes] : []), ...(o.has('L') ? [c.longest] : []),
    ];
    // GNU sizes the columns by the sum of the files' sizes; standard input gets seven.
    const single = rows.length === 1 && columns(rows[0]!.counts).length === 1;
    const width = single ? 1 : o.rest.length === 0 || o.rest.includes('-') ? 7 : String(regular).length;
    for (const { counts, name } of rows) ctx.out(`${columns(counts).map((n) => String(n).padStart(width)).join(' ')}${name === '' ? '' : ` ${name}`}\n`);
    return status;
  },
};
