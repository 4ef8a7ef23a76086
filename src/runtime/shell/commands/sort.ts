import { O } from '../../abi/constants.ts';
import type { Command, Context } from '../run/context.ts';
import { encode, splitLines, decode } from '../text.ts';
import { eachInput } from './inputs.ts';
import { type Options, parseOptions } from './options.ts';
import { versionOrder } from './version-order.ts';

type Compare = (a: string, b: string) => number;
interface Key { from: [number, number]; to: [number, number] | null; flags: string; blankFrom: boolean }

const plain: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

export const sort: Command = {
  name: 'sort',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, {
      short: 'bcCdfghik:Mmno:rRsS:t:T:uVz', status: 2,
      long: {
        'ignore-leading-blanks': 'b', check: 'c', 'dictionary-order': 'd', 'ignore-case': 'f', 'general-numeric-sort': 'g', 'human-numeric-sort': 'h', 'key:': 'k', 'month-sort': 'M', merge: 'm', 'numeric-sort': 'n',
        'output:': 'o', reverse: 'r', 'random-sort': 'R', stable: 's', 'field-separator:': 't', unique: 'u', 'version-sort': 'V', 'zero-terminated': 'z', 'buffer-size:': 'S', 'parallel:': 'parallel',
      },
    });
    const lines: string[] = [];
    const separator = o.has('z') ? '\0' : '\n';
    const status = eachInput(ctx, o.rest, (input) => {
      const text = decode(input.all());
      // One by one: so many arguments would be more than a call takes.
      for (const line of separator === '\n' ? splitLines(text) : text.replace(/\0$/, '').split('\0')) lines.push(line);
    }, 2, (file, text) => `${text === 'Is a directory' ? 'read failed' : 'cannot read'}: ${file}: ${text}`);
    if (status !== 0) return status;
    const keys: Key[] = [];
    for (const text of o.values('k')) {
      const key = parseKey(text);
      if (!key) return ctx.fail(`invalid key specification '${text}'`, 2);
      keys.push(key);
    }
    const clash = (keys.length === 0 ? [''] : keys.map((key) => key.flags)).map((flags) => clashing(flags === '' ? globalFlags(o) : flags)).find(Boolean);
    if (clash) return ctx.fail(`options '-${clash}' are incompatible`, 2);
    const compare = comparator(o, keys);
    if (o.has('c') || o.has('C')) return check(ctx, o, lines, compare);
    lines.sort(compare.full);
    const out = o.has('u') ? lines.filter((line, i) => i === 0 || compare.keys(lines[i - 1]!, line) !== 0) : lines;
    const text = out.map((l) => l + separator).join('');
    const file = o.value('o');
    if (file === undefined) ctx.out(text);
    else ctx.sys.writeFile(file, O.WRONLY | O.CREAT | O.TRUNC, 0o666, encode(text));
    return 0;
  },
};

function check(ctx: Context, o: Options, lines: string[], compare: { keys: Compare; full: Compare }): number {
  for (let i = 1; i < lines.length; i++) {
    const order = o.has('u') ? compare.keys(lines[i - 1]!, lines[i]!) : compare.full(lines[i - 1]!, lines[i]!);
    if (order > 0 || (o.has('u') && order === 0)) return o.has('C') ? 1 : ctx.fail(`${o.rest[0] ?? '-'}:${i + 1}: disorder: ${lines[i]}`);
  }
  return 0;
}

function parseKey(text: string): Key | null {
  const match = /^(\d+)(?:\.(\d+))?([bdfghiMnrRV]*)(?:,(\d+)(?:\.(\d+))?([bdfghiMnrRV]*))?$/.exec(text);
  if (!match || match[1] === '0') return null;
  return {
    from: [Number(match[1]), Number(match[2] ?? 1)], to: match[4] === undefined ? null : [Number(match[4]), Number(match[5] ?? 0)], flags: (match[3] ?? '') + (match[6] ?? ''), blankFrom: (match[3] ?? '').includes('b'),
  };
}

const globalFlags = (o: Options): string => ['b', 'd', 'f', 'g', 'h', 'i', 'M', 'n', 'r', 'R', 'V'].filter((c) => o.has(c)).join('');

/** Ways of comparing of which there can be only one, as GNU's `check_ordering_compatibility` has them. */
function clashing(flags: string): string | undefined {
  const kinds = ['g', 'h', 'M', 'n'].filter((c) => flags.includes(c)).length + (/[dRVi]/.test(flags) ? 1 : 0);
  return kinds > 1 ? [...'dfghiMnRV'].filter((c) => flags.includes(c) && !(c === 'i' && flags.includes('d'))).join('') : undefined;
}

function comparator(o: Options, keys: Key[]): { keys: Compare; full: Compare } {
  const global = globalFlags(o);
  const separator = o.value('t');
  const parts = keys.map((key) => {
    const flags = key.flags === '' ? global : key.flags;
    // Where a key begins is settled already.
    const compare = byFlags(flags.replaceAll('b', ''));
    const cache = new Map<string, string>();
    const extract = (line: string): string => {
      let text = cache.get(line);
      if (text === undefined) {
        text = keyText(line, key, separator === '\\0' ? '\0' : separator, flags.includes('b'));
        cache.set(line, text);
      }
      return text;
    };
    return (a: string, b: string): number => compare(extract(a), extract(b)) * (flags.includes('r') ? -1 : 1);
  });
  const whole = byFlags(global);
  const reverse = o.has('r') ? -1 : 1;
  const byKeys: Compare = keys.length === 0 ? (a, b) => whole(a, b) * reverse : (a, b) => {
    for (const part of parts) {
      const order = part(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
  // Lines that are equal by their keys are ordered as a whole, unless the order of the input counts.
  const full: Compare = o.has('s') || o.has('u') ? byKeys : (a, b) => byKeys(a, b) || plain(a, b) * reverse;
  return { keys: byKeys, full };
}

/** Positions of fields: with a separator between them, else each field begins with its blanks. */
function fieldsOf(line: string, separator: string | undefined): [number, number][] {
  const out: [number, number][] = [];
  if (separator !== undefined) {
    let start = 0;
    for (;;) {
      const end = line.indexOf(separator, start);
      out.push([start, end < 0 ? line.length : end]);
      if (end < 0) return out;
      start = end + separator.length;
    }
  }
  for (const match of line.matchAll(/[ \t]*[^ \t]+|[ \t]+$/g)) out.push([match.index, match.index + match[0].length]);
  return out;
}

function keyText(line: string, key: Key, separator: string | undefined, blanks: boolean): string {
  const fields = fieldsOf(line, separator);
  const first = fields[key.from[0] - 1];
  if (!first) return '';
  let start = first[0];
  if (blanks || key.blankFrom) while (start < first[1] && /[ \t]/.test(line[start]!)) start++;
  start += key.from[1] - 1;
  let end = line.length;
  if (key.to) {
    const last = fields[key.to[0] - 1];
    if (last) end = key.to[1] === 0 ? last[1] : Math.min(last[1], last[0] + key.to[1]);
  }
  return line.slice(start, Math.max(start, end));
}

function byFlags(flags: string): Compare {
  const prepare = (s: string): string => {
    let out = s;
    if (flags.includes('b')) out = out.trimStart();
    if (flags.includes('d')) out = out.replace(/[^\p{L}\p{N}\s]/gu, '');
    if (flags.includes('i')) out = out.replace(/[^\x20-\x7e]/g, '');
    return flags.includes('f') ? out.toUpperCase() : out;
  };
  if (flags.includes('n')) return (a, b) => numeric(a) - numeric(b);
  if (flags.includes('g')) return (a, b) => general(a) - general(b);
  if (flags.includes('h')) return (a, b) => human(a) - human(b);
  if (flags.includes('M')) return (a, b) => month(a) - month(b);
  if (flags.includes('V')) return (a, b) => versionOrder(prepare(a), prepare(b));
  if (flags.includes('R')) {
    const seed = new Map<string, number>();
    const of = (s: string): number => seed.get(s) ?? (seed.set(s, Math.random()), seed.get(s)!);
    return (a, b) => of(a) - of(b);
  }
  return /[bdif]/.test(flags) ? (a, b) => plain(prepare(a), prepare(b)) : plain;
}

function numeric(s: string): number {
  return Number(/^\s*(-?\d*\.?\d*)/.exec(s)?.[1] || 0) || 0;
}

function general(s: string): number {
  const n = Number.parseFloat(s.trim());
  return Number.isNaN(n) ? -Number.MAX_VALUE : n;
}

function human(s: string): number {
  const match = /^\s*(-?\d*\.?\d+)([KMGTPEZYk])?/.exec(s);
  // The unit counts before the number: 2K is more than 3000.
  return match ? Number(match[1]) * 1e30 ** (match[2] && Number(match[1]) !== 0 ? 'KMGTPEZY'.indexOf(match[2].toUpperCase()) + 1 : 0) : 0;
}

function month(s: string): number {
  return ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'].indexOf(s.trim().slice(0, 3).toUpperCase()) + 1;
}
