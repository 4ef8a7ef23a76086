/** Shell patterns as regular expressions. */

const cache = new Map<string, RegExp>();

export interface PatternOptions {
  /** `*` and `?` stop at slashes, and a leading dot must be written (pathname expansion). */
  path?: boolean;
  ignoreCase?: boolean;
  /** '': the whole string; 'prefix' and 'suffix': anchored on one side; 'find': anywhere. */
  anchor?: 'prefix' | 'suffix' | 'find' | '';
  /** Shortest match instead of longest. */
  lazy?: boolean;
}

/** True when `pattern` has an unescaped special character. */
export function hasGlob(pattern: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*[*?[]/.test(pattern) || /(?:^|[^\\])(?:\\\\)*[@+!?*]\(/.test(pattern);
}

export function escapePattern(text: string): string {
  return text.replace(/[*?[\]\\!()|@+^-]/g, '\\$&');
}

/** The text a pattern without special characters stands for. */
export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\([\s\S])/g, '$1');
}

export function compilePattern(pattern: string, options: PatternOptions = {}): RegExp {
  const key = `${options.path ? 'p' : ''}${options.ignoreCase ? 'i' : ''}${options.lazy ? 'l' : ''}${options.anchor ?? ''}:${pattern}`;
  const known = cache.get(key);
  if (known) return known;
  const body = translate(pattern, options);
  const start = options.anchor === 'suffix' || options.anchor === 'find' ? '' : '^';
  const end = options.anchor === 'prefix' || options.anchor === 'find' ? '' : '$';
  const regex = new RegExp(`${start}(?:${body})${end}`, options.ignoreCase ? 'sui' : 'su');
  if (cache.size > 500) cache.clear();
  cache.set(key, regex);
  return regex;
}

/** A character that stands for itself; the flag `u` takes no needless backslash. */
export const escapeChar = (c: string): string => (/[\\^$.*+?()[\]{}|/]/.test(c) ? `\\${c}` : c);

function translate(pattern: string, options: PatternOptions): string {
  const any = options.path ? '[^/]' : '.';
  const lazy = options.lazy ? '?' : '';
  let out = '';
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]!;
    if (pattern[i + 1] === '(' && '?*+@!'.includes(c)) {
      const end = closing(pattern, i + 1);
      if (end > 0) {
        const inner = alternatives(pattern.slice(i + 2, end)).map((a) => translate(a, options)).join('|');
        if (c === '!') out += `(?:(?!(?:${inner})${rest(pattern.slice(end + 1), options)})${any}*${lazy})`;
        else out += `(?:${inner})${c === '@' ? '' : c}`;
        i = end;
        continue;
      }
    }
    if (c === '*') {
      while (pattern[i + 1] === '*') i++;
      out += `${any}*${lazy}`;
    } else if (c === '?') out += any;
    else if (c === '[') {
      const set = readSet(pattern, i);
      if (set) {
        out += options.path ? `(?!/)${set.regex}` : set.regex;
        i = set.end;
      } else out += '\\[';
    } else if (c === '\\' && i + 1 < pattern.length) {
      const code = pattern.codePointAt(++i)!;
      const ch = String.fromCodePoint(code);
      i += ch.length - 1;
      out += escapeChar(ch);
    } else {
      const ch = String.fromCodePoint(pattern.codePointAt(i)!);
      i += ch.length - 1;
      out += escapeChar(ch);
    }
  }
  return out;
}

function rest(pattern: string, options: PatternOptions): string {
  return options.anchor ? '' : `${translate(pattern, options)}$`;
}

function closing(pattern: string, open: number): number {
  let depth = 0;
  for (let i = open; i < pattern.length; i++) {
    if (pattern[i] === '\\') i++;
    else if (pattern[i] === '(') depth++;
    else if (pattern[i] === ')' && --depth === 0) return i;
  }
  return -1;
}

function alternatives(text: string): string[] {
  const out = [''];
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === '\\') out[out.length - 1] += c + (text[++i] ?? '');
    else if (c === '|' && depth === 0) out.push('');
    else {
      if (c === '(') depth++;
      if (c === ')') depth--;
      out[out.length - 1] += c;
    }
  }
  return out;
}

export const CLASSES: { [name: string]: string } = {
  alpha: '\\p{L}', digit: '0-9', alnum: '\\p{L}\\p{N}', upper: '\\p{Lu}', lower: '\\p{Ll}', space: '\\s', blank: ' \\t', cntrl: '\\x00-\\x1f\\x7f',
  punct: '!-\\/:-@\\[-`{-~', print: '\\x20-\\x7e\\u00a0-\\u{10ffff}', graph: '\\x21-\\x7e\\u00a1-\\u{10ffff}', xdigit: '0-9A-Fa-f', word: '\\w',
};

/** A bracket expression starting at `from`, as a regular expression's class; null when it does not close. A range that runs backwards (`reversed`) holds nothing. */
export function readSet(pattern: string, from: number): { regex: string; end: number; reversed: boolean } | null {
  let i = from + 1;
  let out = '[';
  if (pattern[i] === '!' || pattern[i] === '^') {
    out += '^';
    i++;
  }
  let reversed = false;
  /** The character that a range may start at, and where it stands in `out`; none after a class or a range. */
  let start: { char: string; at: number } | undefined;
  for (let first = true; i < pattern.length; first = false) {
    const c = pattern[i]!;
    if (c === ']' && !first) return { regex: out === '[' ? '[]' : `${out}]`, end: i, reversed };
    if (c === '[' && pattern[i + 1] === ':') {
      const end = pattern.indexOf(':]', i);
      const set = end > 0 ? CLASSES[pattern.slice(i + 2, end)] : undefined;
      if (set !== undefined) {
        out += set;
        i = end + 2;
        start = undefined;
        continue;
      }
    }
    const next = pattern[i + 1];
    if (c === '-' && start && next !== undefined && next !== ']' && !(next === '[' && pattern[i + 2] === ':')) {
      const last = oneCharacter(pattern, i + 1);
      // JavaScript refuses such a range, where a shell finds nothing in it.
      if (last.char.codePointAt(0)! < start.char.codePointAt(0)!) {
        out = out.slice(0, start.at);
        reversed = true;
      } else out += `-${escapeSet(last.char)}`;
      i = last.end;
      start = undefined;
      continue;
    }
    const { char, end } = oneCharacter(pattern, i);
    start = { char, at: out.length };
    out += escapeSet(char);
    i = end;
  }
  return null;
}

function oneCharacter(pattern: string, at: number): { char: string; end: number } {
  const from = pattern[at] === '\\' && at + 1 < pattern.length ? at + 1 : at;
  const char = String.fromCodePoint(pattern.codePointAt(from)!);
  return { char, end: from + char.length };
}

function escapeSet(c: string): string {
  return /[\\\]^[|(){}/-]/.test(c) ? `\\${c}` : c;
}
