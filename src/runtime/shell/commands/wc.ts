import { S } from '../../abi/constants.ts';
import type { Command } from '../run/context.ts';
import type { Input } from '../run/io.ts';
import { decode, textWidth } from '../text.ts';
import { eachInput } from './inputs.ts';
import { parseOptions } from './options.ts';
import { kindOf } from './trees.ts';

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
    let least = 1;
    const status = eachInput(ctx, o.rest, (input, name) => {
      const [handle] = ctx.handles;
      const stat = name !== '-' ? ctx.sys.stat(name, true) : typeof handle === 'number' ? ctx.sys.fstat(handle) : null;
      if (stat && kindOf(stat) === S.IFREG) regular += stat[8];
      else least = 7;
      const counts = all || o.has('w') || o.has('m') || o.has('L') ? ofText(input.all(), o.has('m'), o.has('L')) : ofBytes(input);
      rows.push({ counts, name: name === '-' && o.rest.length === 0 ? '' : name });
      for (const key of ['lines', 'words', 'chars', 'bytes'] as const) total[key] += counts[key];
      total.longest = Math.max(total.longest, counts.longest);
    });
    if (o.rest.length > 1) rows.push({ counts: total, name: 'total' });
    const columns = (c: Counts): number[] => [
      ...(all || o.has('l') ? [c.lines] : []), ...(all || o.has('w') ? [c.words] : []), ...(o.has('m') ? [c.chars] : []), ...(all || o.has('c') ? [c.bytes] : []), ...(o.has('L') ? [c.longest] : []),
    ];
    // GNU sizes the columns by the sum of the files' sizes; what has none gets seven.
    const single = rows.length === 1 && columns(rows[0]!.counts).length === 1;
    const width = single ? 1 : Math.max(least, String(regular).length);
    for (const { counts, name } of rows) ctx.out(`${columns(counts).map((n) => String(n).padStart(width)).join(' ')}${name === '' ? '' : ` ${name}`}\n`);
    return status;
  },
};

/** Bytes and lines, without keeping them: there may be more than fits. */
function ofBytes(input: Input): Counts {
  const counts: Counts = { lines: 0, words: 0, chars: 0, bytes: 0, longest: 0 };
  for (let chunk = input.chunk(); chunk; chunk = input.chunk()) {
    counts.bytes += chunk.length;
    counts.lines += newlines(chunk);
  }
  return counts;
}

function ofText(bytes: Uint8Array, chars: boolean, longest: boolean): Counts {
  const text = decode(bytes);
  return {
    lines: newlines(bytes), words: text.match(/\S+/g)?.length ?? 0, chars: chars ? [...text].length : 0, bytes: bytes.length,
    longest: longest ? text.split('\n').reduce((most, l) => Math.max(most, columns(l)), 0) : 0,
  };
}

/** Tabs go to the next eighth column. */
function columns(line: string): number {
  return line.split('\t').reduce((before, part, i) => (i === 0 ? 0 : (Math.floor(before / 8) + 1) * 8) + textWidth(part), 0);
}

function newlines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
