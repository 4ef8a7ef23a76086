/** Regular expressions, with the results that `match` of jq has. */
import { described, JqError, type Json } from './values.ts';

/** Oniguruma's spelling of what JavaScript has too. */
function translate(pattern: string, extended: boolean): string {
  let out = pattern.replace(/\(\?<([A-Za-z_]\w*)>/g, '(?<$1>').replace(/\\h/g, '[0-9a-fA-F]').replace(/\\H/g, '[^0-9a-fA-F]').replace(/\\A/g, '(?<![\\s\\S])').replace(/\\[zZ]/g, '(?![\\s\\S])');
  out = out.replace(/\[\[:(\^?)(\w+):\]\]/g, (_, not: string, name: string) => `[${not}${CLASSES[name] ?? ''}]`).replace(/\[:(\w+):\]/g, (_, name: string) => CLASSES[name] ?? '');
  if (extended) out = out.replace(/\\#/g, '\0').replace(/#[^\n]*/g, '').replace(/\\ /g, '\x01').replace(/\s+/g, '').replaceAll('\0', '#').replaceAll('\x01', ' ');
  return out;
}

const CLASSES: { [name: string]: string } = { alpha: 'A-Za-z', digit: '0-9', alnum: 'A-Za-z0-9', upper: 'A-Z', lower: 'a-z', space: '\\s', blank: ' \\t', punct: '!-\\/:-@\\[-`{-~', xdigit: '0-9A-Fa-f', cntrl: '\\x00-\\x1f\\x7f', word: '\\w' };

/** Matches as jq's objects, or with `test` whether there is one. @throws JqError */
export function matches(v: Json, re: Json, flags: Json, test: boolean): Json {
  if (typeof v !== 'string') throw new JqError(`${described(v)} cannot be matched, as it is not a string`);
  if (typeof re !== 'string') throw new JqError(`${described(re)} cannot be matched, as it is not a string`);
  if (flags !== null && typeof flags !== 'string') throw new JqError(`${described(flags)} is not a string`);
  const letters = flags ?? '';
  if (/[^gimnpslx]/.test(letters)) throw new JqError(`${letters} is not a valid modifier string`);
  let regex: RegExp;
  try {
    // Ruby's rules: ^ and $ are those of lines always; the dot takes newlines with s.
    regex = new RegExp(translate(re, letters.includes('x')), `dgmu${letters.includes('i') ? 'i' : ''}${/[sp]/.test(letters) ? 's' : ''}`);
  } catch {
    throw new JqError(`${re} (at offset 0) is not a valid regex`);
  }
  if (test) return regex.test(v);
  const out: Json[] = [];
  const position = (i: number): number => [...v.slice(0, i)].length;
  for (const m of v.matchAll(regex)) {
    if (letters.includes('n') && m[0] === '') continue;
    const groups = m.slice(1).map((text, i): Json => {
      const span = m.indices![i + 1];
      return new Map<string, Json>([['offset', span ? position(span[0]) : -1], ['length', text === undefined ? 0 : [...text].length], ['string', text ?? null], ['name', groupName(re, i)]]);
    });
    out.push(new Map<string, Json>([['offset', position(m.index)], ['length', [...m[0]].length], ['string', m[0]], ['captures', groups]]));
    if (!letters.includes('g')) break;
  }
  return out;
}

/** Name of the group with this number in the text of an expression; null for one without. */
function groupName(re: string, number: number): string | null {
  let n = 0;
  for (let i = 0; i < re.length; i++) {
    if (re[i] === '\\') i++;
    else if (re[i] === '[') {
      while (i < re.length && re[i] !== ']') i += re[i] === '\\' ? 2 : 1;
    } else if (re[i] === '(') {
      const named = /^\(\?<([A-Za-z_]\w*)>/.exec(re.slice(i));
      if (!named && re[i + 1] === '?') continue;
      if (n++ === number) return named?.[1] ?? null;
    }
  }
  return null;
}
