import { ansiEscapes } from '../language/escapes.ts';
import type { Command, Context } from '../run/context.ts';
import { decode } from '../text.ts';
import { parseOptions } from './options.ts';

const CLASSES: { [name: string]: RegExp } = {
  alpha: /[A-Za-z]/, digit: /[0-9]/, alnum: /[A-Za-z0-9]/, upper: /[A-Z]/, lower: /[a-z]/, space: /[ \t\n\v\f\r]/, blank: /[ \t]/, cntrl: /[\x00-\x1f\x7f]/, punct: /[!-/:-@[-`{-~]/, print: /[ -~]/, graph: /[!-~]/, xdigit: /[0-9A-Fa-f]/,
};

export const tr: Command = {
  name: 'tr',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'cCdst', long: { complement: 'c', delete: 'd', 'squeeze-repeats': 's', 'truncate-set1': 't' } });
    const [first, second] = o.rest;
    if (first === undefined) return ctx.fail(`missing operand\nTry '${ctx.name} --help' for more information.`);
    const remove = o.has('d');
    const squeeze = o.has('s');
    const complement = o.has('c') || o.has('C');
    if (second === undefined && !remove && !squeeze) return ctx.fail(`missing operand after '${first}'\nTwo strings must be given when translating.\nTry '${ctx.name} --help' for more information.`);
    if (second !== undefined && remove && !squeeze) return ctx.fail(`extra operand '${second}'\nOnly one string may be given when deleting without squeezing repeats.\nTry '${ctx.name} --help' for more information.`);
    if (second === undefined && remove && squeeze) return ctx.fail(`missing operand after '${first}'\nTwo strings must be given when both deleting and squeezing repeats.\nTry '${ctx.name} --help' for more information.`);
    if (o.rest[2] !== undefined) return ctx.fail(`extra operand '${o.rest[2]}'\nTry '${ctx.name} --help' for more information.`);
    if (second !== undefined && !remove) {
      if (/\[:(?!lower:|upper:)\w+:\]/.test(second)) return ctx.fail("when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'");
      if (/\[:(?:lower|upper):\]/.test(second) && (complement || !/\[:(?:lower|upper):\]/.test(first))) return ctx.fail('misaligned [:upper:] and/or [:lower:] construct');
      if (complement && /\[:\w+:\]/.test(first) && new Set(expandSet(ctx, second, 0)).size > 1) return ctx.fail('when translating with complemented character classes,\nstring2 must map all characters in the domain to one');
    }
    const from = expandSet(ctx, first, 0);
    const to = second === undefined ? [] : expandSet(ctx, second, from.length);
    const inFrom = new Set(from);
    const member = (c: string): boolean => inFrom.has(c) !== complement;
    const map = new Map<string, string>();
    const last = to[to.length - 1] ?? '';
    if (!remove && second !== undefined && !complement) {
      from.forEach((c, i) => {
        if (o.has('t') && i >= to.length) return;
        map.set(c, to[i] ?? last);
      });
    }
    const squeezed = new Set(second === undefined ? [] : to);
    const squeezes = (c: string): boolean => squeeze && (second === undefined ? member(c) : squeezed.has(c));
    let previous = '';
    for (let chunk = ctx.stdin.chunk(); chunk; chunk = ctx.stdin.chunk()) {
      let out = '';
      for (const c of decode(chunk)) {
        if (remove && member(c)) continue;
        const mapped = remove || second === undefined ? c : complement ? (member(c) ? last : c) : (map.get(c) ?? c);
        if (mapped === previous && squeezes(mapped)) continue;
        previous = mapped;
        out += mapped;
      }
      ctx.out(out);
    }
    return 0;
  },
};

/** A set's characters in order. `room` is what `[x*]` fills up to. */
function expandSet(ctx: Context, text: string, room: number): string[] {
  const out: string[] = [];
  const escaped = ansiEscapes(text.replace(/\\([^0-7abefnrtv\\])/g, '$1'), 'ansi').text;
  const chars = [...escaped];
  for (let i = 0; i < chars.length; i++) {
    const rest = chars.slice(i).join('');
    const named = /^\[:(\w+):\]/.exec(rest);
    if (named) {
      const test = CLASSES[named[1]!];
      if (!test) return ctx.die(`invalid character class '${named[1]}'`);
      for (let code = 0; code < 128; code++) if (test.test(String.fromCharCode(code))) out.push(String.fromCharCode(code));
      i += named[0].length - 1;
      continue;
    }
    const repeat = /^\[(.)\*(\d*)\]/su.exec(rest);
    if (repeat) {
      const count = repeat[2] === '' || repeat[2] === '0' ? Math.max(0, room - out.length) : Number(repeat[2]);
      for (let n = 0; n < count; n++) out.push(repeat[1]!);
      i += [...repeat[0]].length - 1;
      continue;
    }
    if (chars[i + 1] === '-' && chars[i + 2] !== undefined) {
      const a = chars[i]!.codePointAt(0)!;
      const b = chars[i + 2]!.codePointAt(0)!;
      if (b < a) return ctx.die(`range-endpoints of '${chars[i]}-${chars[i + 2]}' are in reverse collating sequence order`);
      for (let code = a; code <= b; code++) out.push(String.fromCodePoint(code));
      i += 2;
      continue;
    }
    out.push(chars[i]!);
  }
  return out;
}
