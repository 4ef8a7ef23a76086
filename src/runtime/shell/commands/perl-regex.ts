/** `grep -P`: what Perl's expressions have and JavaScript's write differently. */
import { CLASSES, escapeChar } from '../expand/pattern.ts';
import { RegexError } from '../regex.ts';

/** The empty group that marks the place of `\K`. */
const KEEP = 'tabloomKeep';

const LETTERS: { [letter: string]: string } = { a: '\\x07', e: '\\x1b', A: '^', z: '$', Z: '$' };
const BLANKS: { [letter: string]: [inside: string, outside: string] } = { h: [' \\t', '[ \\t]'], H: ['', '[^ \\t]'], R: ['', '(?:\\r\\n|[\\n-\\r])'] };

/**
 * The source of a JavaScript expression (flag `u`) for a Perl one; `PerlRegExp` runs it. Possessive quantifiers, atomic groups, conditions and recursion have no counterpart; the engine then names what it does not know.
 */
export function fromPerl(pattern: string): string {
  const options = /^\(\?([ims]+)\)/.exec(pattern);
  if (options) return `(?${options[1]}:${fromPerl(pattern.slice(options[0].length))})`;
  let out = '';
  let inSet = false;
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]!;
    if (c === '\\') {
      const n = pattern[++i];
      if (n === undefined) throw new RegexError('\\ at end of pattern');
      if (n === 'Q') {
        const end = pattern.indexOf('\\E', i);
        for (const literal of pattern.slice(i + 1, end < 0 ? undefined : end)) out += (inSet && literal === '-' ? '\\-' : escapeChar(literal));
        i = end < 0 ? pattern.length : end + 1;
      } else if (n === 'K' && !inSet) out += `(?<${KEEP}>)`;
      else if ('pPx'.includes(n) && pattern[i + 1] === '{') {
        const end = pattern.indexOf('}', i);
        if (end < 0) throw new RegexError('missing terminating } for a character');
        out += `\\${n === 'x' ? 'u' : n}${pattern.slice(i + 1, end + 1)}`;
        i = end;
      } else if ((n === 'p' || n === 'P') && /[A-Z]/.test(pattern[i + 1] ?? '')) {
        out += `\\${n}{${pattern[++i]}}`;
      } else if (Object.hasOwn(BLANKS, n)) out += BLANKS[n]![inSet ? 0 : 1];
      else if (Object.hasOwn(LETTERS, n)) out += LETTERS[n]!;
      else out += /[A-Za-z0-9]/.test(n) ? `\\${n}` : (inSet && n === '-' ? '\\-' : escapeChar(n));
      continue;
    }
    if (inSet) {
      const named = c === '[' ? /^\[:(\w+):\]/.exec(pattern.slice(i)) : null;
      if (named && CLASSES[named[1]!] !== undefined) {
        out += CLASSES[named[1]!];
        i += named[0].length - 1;
        continue;
      }
      if (c === ']') inSet = false;
      out += c;
      continue;
    }
    if (c === '[') {
      inSet = true;
      out += c;
      if (pattern[i + 1] === '^') out += pattern[++i];
      if (pattern[i + 1] === ']') {
        out += '\\]';
        i++;
      }
    } else if (c === '(' && pattern.startsWith('(?P<', i)) {
      out += '(?<';
      i += 3;
    } else if (c === '(' && pattern.startsWith('(?P=', i)) {
      const end = pattern.indexOf(')', i);
      out += `\\k<${pattern.slice(i + 4, end)}>`;
      i = end;
    } else if (c === '{') {
      const count = /^\{\d+(?:,\d*)?\}/.exec(pattern.slice(i));
      out += count ? count[0] : '\\{';
      if (count) i += count[0].length - 1;
    } else out += c === '}' || c === ']' ? `\\${c}` : c;
  }
  return out;
}

/** An expression from `fromPerl`: a match begins where `\K` stood. */
export class PerlRegExp extends RegExp {
  override exec(text: string): RegExpExecArray | null {
    const match = super.exec(text);
    const keep = match?.indices?.groups?.[KEEP];
    if (!match || !keep) return match;
    match[0] = text.slice(keep[0], match.index + match[0].length);
    [match.index] = keep;
    return match;
  }
}
