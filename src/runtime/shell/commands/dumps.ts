/** od, hexdump, xxd. */
import type { Command, Context } from '../run/context.ts';
import { join } from '../text.ts';
import { eachInput, readAll } from './inputs.ts';
import { type Options, parseOptions } from './options.ts';
import { parseSize } from './sizes.ts';

const hex = (n: number, width: number): string => n.toString(16).padStart(width, '0');
const printable = (b: number): string => (b >= 32 && b < 127 ? String.fromCharCode(b) : '.');

function gather(ctx: Context, o: Options, files: readonly string[], skipLetter: string, countLetter: string): { data: Uint8Array; skip: number; status: number } {
  const parts: Uint8Array[] = [];
  const status = eachInput(ctx, files, (input) => parts.push(input.all()));
  const number = (letter: string): number | undefined => {
    const text = o.value(letter);
    return text === undefined ? undefined : /^0x/.test(text) ? Number(text) : (parseSize(text) ?? ctx.die(`invalid number '${text}'`));
  };
  const skip = number(skipLetter) ?? 0;
  const count = number(countLetter);
  const all = join(parts);
  if (ctx.name === 'od' && skip > all.length) ctx.die('cannot skip past end of combined input');
  return { data: all.subarray(skip, count === undefined ? undefined : skip + count), skip, status };
}

const NAMES = ['nul', 'soh', 'stx', 'etx', 'eot', 'enq', 'ack', 'bel', 'bs', 'ht', 'nl', 'vt', 'ff', 'cr', 'so', 'si', 'dle', 'dc1', 'dc2', 'dc3', 'dc4', 'nak', 'syn', 'etb', 'can', 'em', 'sub', 'esc', 'fs', 'gs', 'rs', 'us', 'sp'];
const ESCAPES: { [b: number]: string } = { 0: '\\0', 7: '\\a', 8: '\\b', 9: '\\t', 10: '\\n', 11: '\\v', 12: '\\f', 13: '\\r' };

function formatUnit(type: string, bytes: Uint8Array): { size: number; width: number; text: (at: number) => string } | null {
  const match = /^([acdoux])(\d|C|S|I|L)?/.exec(type);
  if (!match) return null;
  const size = match[1] === 'a' || match[1] === 'c' ? 1 : ({ C: 1, S: 2, I: 4, L: 8 } as { [c: string]: number })[match[2] ?? ''] ?? Number(match[2] ?? 4);
  const read = (at: number): bigint => {
    let n = 0n;
    for (let k = size - 1; k >= 0; k--) n = (n << 8n) | BigInt(bytes[at + k] ?? 0);
    return n;
  };
  const bits = size * 8;
  switch (match[1]) {
    case 'x': return { size, width: size * 2 + 1, text: (at) => read(at).toString(16).padStart(size * 2, '0') };
    case 'o': return { size, width: Math.ceil(bits / 3) + 1, text: (at) => read(at).toString(8).padStart(Math.ceil(bits / 3), '0') };
    case 'u': return { size, width: String(2n ** BigInt(bits)).length + 1, text: (at) => String(read(at)) };
    case 'd': return { size, width: String(2n ** BigInt(bits - 1)).length + 2, text: (at) => String(BigInt.asIntN(bits, read(at))) };
    case 'a': return { size, width: 4, text: (at) => NAMES[bytes[at]! & 0x7f] ?? (bytes[at] === 127 ? 'del' : String.fromCharCode(bytes[at]! & 0x7f)) };
    default: return { size, width: 4, text: (at) => ESCAPES[bytes[at]!] ?? (printable(bytes[at]!) === '.' && bytes[at] !== 46 ? bytes[at]!.toString(8).padStart(3, '0') : String.fromCharCode(bytes[at]!)) };
  }
}

const od: Command = {
  name: 'od',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'A:abcdj:N:ot:vw::x', long: { 'address-radix:': 'A', 'skip-bytes:': 'j', 'read-bytes:': 'N', 'format:': 't', 'width::': 'w', 'output-duplicates': 'v' } });
    const { data, skip, status } = gather(ctx, o, o.rest, 'j', 'N');
    const short: { [letter: string]: string } = { a: 'a', b: 'o1', c: 'c', d: 'u2', o: 'o2', x: 'x2' };
    const types = o.list.flatMap(([l, v]) => (l === 't' ? (v.match(/[acdoux](?:\d|[CSIL])?z?/g) ?? [v]) : short[l] ? [short[l]] : []));
    if (types.length === 0) types.push('o2');
    const radix = o.value('A') ?? 'o';
    const address = (n: number): string => (radix === 'n' ? '' : n.toString(radix === 'x' ? 16 : radix === 'd' ? 10 : 8).padStart(radix === 'x' ? 6 : 7, '0'));
    const units = types.map((type) => formatUnit(type, data) ?? ctx.die(`invalid type string '${type}'`));
    let width = o.has('w') ? Number(o.value('w') || 32) : 16;
    const step = Math.max(...units.map((u) => u.size));
    if (width % step !== 0) {
      ctx.fail(`warning: invalid width ${width}; using ${step} instead`);
      width = step;
    }
    // Several types are lined up by the widest one.
    const perByte = Math.max(...units.map((u) => u.width / u.size));
    let previous = '';
    let starred = false;
    for (let at = 0; at < data.length; at += width) {
      const block = data.subarray(at, at + width);
      const key = block.join();
      if (!o.has('v') && at > 0 && key === previous && block.length === width) {
        if (!starred) ctx.out('*\n');
        starred = true;
        continue;
      }
      starred = false;
      previous = key;
      units.forEach((unit, i) => {
        let line = i === 0 ? address(at + skip) : ' '.repeat(address(0).length);
        for (let k = 0; k < block.length; k += unit.size) line += unit.text(at + k).padStart(Math.round(perByte * unit.size));
        if (types[i]!.endsWith('z')) line += `${' '.repeat(Math.round(perByte * unit.size) * (Math.ceil(width / unit.size) - Math.ceil(block.length / unit.size)))}  >${Array.from(block, printable).join('')}<`;
        ctx.out(`${line}\n`);
      });
    }
    if (radix !== 'n') ctx.out(`${address(data.length + skip)}\n`);
    return status;
  },
};

const hexdump: Command = {
  name: 'hexdump',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'Cn:s:vbcdox', long: { canonical: 'C', 'length:': 'n', 'skip:': 's', 'no-squeezing': 'v' } });
    const { data, skip, status } = gather(ctx, o, o.rest, 's', 'n');
    const wide = o.has('C');
    let previous = '';
    let starred = false;
    for (let at = 0; at < data.length; at += 16) {
      const block = data.subarray(at, at + 16);
      const key = block.join();
      if (!o.has('v') && at > 0 && key === previous && block.length === 16) {
        if (!starred) ctx.out('*\n');
        starred = true;
        continue;
      }
      starred = false;
      previous = key;
      if (wide) {
        const cells = Array.from({ length: 16 }, (_, i) => (i < block.length ? hex(block[i]!, 2) : '  '));
        ctx.out(`${hex(at + skip, 8)}  ${cells.slice(0, 8).join(' ')}  ${cells.slice(8).join(' ')}  |${Array.from(block, printable).join('')}|\n`);
      } else {
        const words: string[] = [];
        for (let k = 0; k < block.length; k += 2) words.push(hex(block[k]! | ((block[k + 1] ?? 0) << 8), 4));
        ctx.out(`${hex(at + skip, 7)} ${words.join(' ').padEnd(39)}\n`);
      }
    }
    if (data.length > 0) ctx.out(`${hex(data.length + skip, wide ? 8 : 7)}\n`);
    return status;
  },
};

const xxd: Command = {
  name: 'xxd',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'bc:g:il:prs:u', long: { plain: 'p', ps: 'p', revert: 'r', 'len:': 'l', 'cols:': 'c', 'groupsize:': 'g', 'seek:': 's' } });
    const raw = readAll(ctx, o.rest[0] ?? '-');
    if (o.has('r')) return revert(ctx, new TextDecoder().decode(raw), o.has('p'));
    const skip = Number(o.value('s') ?? 0);
    const data = raw.subarray(skip, o.has('l') ? skip + Number(o.value('l')) : undefined);
    const digits = (b: number): string => (o.has('u') ? hex(b, 2).toUpperCase() : o.has('b') ? b.toString(2).padStart(8, '0') : hex(b, 2));
    if (o.has('p')) {
      const columns = Number(o.value('c') ?? 30);
      for (let at = 0; at < data.length; at += columns) ctx.out(`${Array.from(data.subarray(at, at + columns), digits).join('')}\n`);
      return 0;
    }
    if (o.has('i')) {
      const rows: string[] = [];
      for (let at = 0; at < data.length; at += 12) rows.push(`  ${Array.from(data.subarray(at, at + 12), (b) => `0x${hex(b, 2)}`).join(', ')}`);
      const name = (o.rest[0] ?? '').replace(/\W/g, '_');
      ctx.out(name === '' ? `${rows.join(',\n')}\n` : `unsigned char ${name}[] = {\n${rows.join(',\n')}\n};\nunsigned int ${name}_len = ${data.length};\n`);
      return 0;
    }
    const columns = Number(o.value('c') ?? (o.has('b') ? 6 : 16));
    const group = Number(o.value('g') ?? (o.has('b') ? 1 : 2)) || columns;
    const cell = o.has('b') ? 8 : 2;
    const width = columns * cell + Math.ceil(columns / group) - 1;
    for (let at = 0; at < data.length; at += columns) {
      const block = data.subarray(at, at + columns);
      let text = '';
      block.forEach((b, i) => {
        text += (i > 0 && i % group === 0 ? ' ' : '') + digits(b);
      });
      ctx.out(`${hex(at + skip, 8)}: ${text.padEnd(width)}  ${Array.from(block, printable).join('')}\n`);
    }
    return 0;
  },
};

function revert(ctx: Context, text: string, plain: boolean): number {
  const digits = plain ? text.replace(/[^0-9a-fA-F]/g, '') : text.split('\n').map((line) => (/^[0-9a-fA-F]+: ?((?:[0-9a-fA-F]{2,} ?)+)/.exec(line)?.[1] ?? '').replaceAll(' ', '')).join('');
  ctx.out(Uint8Array.from(digits.match(/../g) ?? [], (d) => parseInt(d, 16)));
  return 0;
}

export const dumps: readonly Command[] = [od, hexdump, xxd];
