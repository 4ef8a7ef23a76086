/** POSIX regular expressions as JavaScript's. */
import { escapeChar, readSet } from './expand/pattern.ts';

export class RegexError extends Error {
  readonly code = 'EREGEX';
}

export interface RegexOptions { extended: boolean; flags?: string }

/**
 * Translates a basic or extended expression, with GNU's `\w \s \b \< \> \+ \? \|` and character classes. It finds
 * where POSIX finds something; how much of it there is says `longest`.
 */
export function toJsRegex(pattern: string, { extended, flags = '' }: RegexOptions): RegExp {
  const source = translate(pattern, extended);
  try {
    return new RegExp(source, `${flags.replace('u', '')}u`);
  } catch (e) {
    throw new RegexError(e instanceof Error ? e.message.replace(/^Invalid regular expression: /, '') : String(e));
  }
}

/** Letters behind a backslash. */
export const CONTROLS: { [letter: string]: string } = { a: '\x07', f: '\f', r: '\r', v: '\v' };

/**
 * `\r`, `\x1b` and their like as the characters they stand for, which sed and awk know and grep does not; `octal`: also `\033`, where there are no references to groups.
 */
export function withControls(pattern: string, octal: boolean): string {
  const literal = (code: number): string => {
    const c = String.fromCharCode(code);
    return c === '\\' ? '\\\\' : c;
  };
  return pattern.replace(/\\(?:([afrv])|x([0-9A-Fa-f]{1,2})|o([0-7]{1,3})|d([0-9]{3})|c([\s\S])|([0-7]{1,3})|[\s\S])/g, (all, named?: string, hex?: string, oct?: string, dec?: string, control?: string, plain?: string) => {
    if (named !== undefined) return CONTROLS[named]!;
    if (hex !== undefined) return literal(parseInt(hex, 16));
    if (octal) return plain !== undefined ? literal(parseInt(plain, 8) & 0xff) : all;
    if (oct !== undefined) return literal(parseInt(oct, 8) & 0xff);
    if (dec !== undefined) return literal(Number(dec) & 0xff);
    return control !== undefined ? literal(control.toUpperCase().charCodeAt(0) ^ 64) : all;
  });
}

/** Adds a repetition. After another one JavaScript would take `?` for "as few as possible"; here both count. */
function repeated(out: string, sign: string): string {
  const before = /(?<!\\)(?:\\\\)*([*+?])$/.exec(out)?.[1];
  if (before === undefined) return out + sign;
  return before === sign ? out : `${out.slice(0, -1)}*`;
}

export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (c) => (c === '-' ? '\\x2d' : `\\${c}`));
}

function translate(pattern: string, extended: boolean): string {
  let out = '';
  /** At the start of an expression or group, where `*` is literal. */
  let fresh = true;
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]!;
    if (c === '[') {
      const set = readBracket(pattern, i);
      if (!set) throw new RegexError('Unmatched [, [^, [:, [., or [=');
      out += set.regex;
      i = set.end;
      fresh = false;
      continue;
    }
    if (c === '\\') {
      const n = pattern[++i];
      if (n === undefined) throw new RegexError('Trailing backslash');
      if (!extended && '(){}|+?'.includes(n)) {
        const special = operator(n, fresh);
        out = '+?'.includes(special.text) ? repeated(out, special.text) : out + special.text;
        fresh = special.fresh;
        continue;
      }
      out += escape(n);
      fresh = false;
      continue;
    }
    if (extended && '(){}|+?'.includes(c)) {
      if (c === '{' && !/^\{\d*,?\d*\}/.test(pattern.slice(i))) {
        out += '\\{';
        continue;
      }
      if (c === '}' && !/\{\d*,?\d*$/.test(out)) {
        out += '\\}';
        continue;
      }
      const special = operator(c, fresh);
      out = '+?'.includes(special.text) ? repeated(out, special.text) : out + special.text;
      fresh = special.fresh;
      continue;
    }
    if (c === '*') {
      out = fresh ? `${out}\\*` : repeated(out, '*');
      continue;
    }
    if (c === '^') {
      const anchor = extended || fresh;
      out += anchor ? '^' : '\\^';
      continue;
    }
    if (c === '$') {
      const rest = pattern.slice(i + 1);
      out += extended || rest === '' || rest.startsWith('\\)') || rest.startsWith('\\|') ? '$' : '\\$';
      fresh = false;
      continue;
    }
    const ch = String.fromCodePoint(pattern.codePointAt(i)!);
    i += ch.length - 1;
    out += ch === '.' ? '.' : escapeChar(ch);
    fresh = false;
  }
  // `{,3}` starts at zero, which JavaScript wants written.
  return out.replace(/(^|[^\\])\{,(\d+)\}/g, '$1{0,$2}');
}

function operator(c: string, fresh: boolean): { text: string; fresh: boolean } {
  if (c === '(' || c === '|') return { text: c, fresh: true };
  if ((c === '+' || c === '?') && fresh) return { text: `\\${c}`, fresh: false };
  return { text: c, fresh: false };
}

/** What a word is made of: in JavaScript's own, words end at the first umlaut. Without an opening parenthesis, which `longest` would not read within a lookaround. */
const WORD = '\\p{L}\\p{N}_';
const [BEFORE, NOT_BEFORE, AFTER, NOT_AFTER] = [`(?=[${WORD}])`, `(?![${WORD}])`, `(?<=[${WORD}])`, `(?<![${WORD}])`];

/** As `grep -w` has it. */
export const wholeWord = (source: string): string => `${NOT_AFTER}(?:${source})${NOT_BEFORE}`;

function escape(n: string): string {
  switch (n) {
    case '<': return NOT_AFTER + BEFORE;
    case '>': return AFTER + NOT_BEFORE;
    case 'b': return `(?:${NOT_AFTER}${BEFORE}|${AFTER}${NOT_BEFORE})`;
    case 'B': return `(?:${AFTER}${BEFORE}|${NOT_AFTER}${NOT_BEFORE})`;
    case 'w': return `[${WORD}]`;
    case 'W': return `[^${WORD}]`;
    case 's':
    case 'S': return `\\${n}`;
    case '`': return '^';
    case "'": return '$';
    case 'n': return '\\n';
    case 't': return '\\t';
    default: return /[1-9]/.test(n) ? `\\${n}` : escapeChar(n);
  }
}

/** Inside brackets a backslash is an ordinary character. */
function readBracket(pattern: string, from: number): { regex: string; end: number } | null {
  let end = from + 1;
  if (pattern[end] === '^') end++;
  if (pattern[end] === ']') end++;
  for (; end < pattern.length && pattern[end] !== ']'; end++) {
    if (pattern[end] === '[' && (pattern[end + 1] === ':' || pattern[end + 1] === '.' || pattern[end + 1] === '=')) {
      const close = pattern.indexOf(`${pattern[end + 1]}]`, end + 2);
      if (close < 0) return null;
      end = close + 1;
    }
  }
  if (end >= pattern.length) return null;
  // GNU tools take \n and \t here; bash and grep a plain backslash. Both are served by doubling the others.
  const text = pattern.slice(from, end + 1).replace(/\\(?![nt])/g, '\\\\').replace(/\\n/g, '\n').replace(/\\t/g, '\t').replace(/\[\.(.)\.\]/g, '$1').replace(/\[=(.)=\]/g, '$1').replace(/^\[!/, '[\\!');
  const set = readSet(text, 0);
  if (set?.reversed) throw new RegexError('Invalid range end');
  return set && { regex: set.regex, end };
}
