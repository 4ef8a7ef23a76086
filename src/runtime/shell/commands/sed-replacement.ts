import { upperCase } from '../text.ts';
import type { SedCommand } from './sed-script.ts';

/** What `s` puts in the place of a match: texts, groups, and letters changed by `\U`, `\L`, `\u`, `\l` until `\E`. */
export function replacementFor(parts: NonNullable<SedCommand['replacement']>, match: RegExpMatchArray): string {
  let out = '';
  let mode = '';
  let once = '';
  const add = (s: string): void => {
    if (s === '') return;
    let text = mode === 'U' ? upperCase(s) : mode === 'L' ? s.toLowerCase() : s;
    if (once !== '') text = (once === 'u' ? upperCase(text[0]!) : text[0]!.toLowerCase()) + text.slice(1);
    once = '';
    out += text;
  };
  for (const part of parts) {
    if (typeof part === 'string') add(part);
    else if ('group' in part) add(match[part.group] ?? '');
    else if (part.change === 'E') mode = '';
    else if (part.change === 'u' || part.change === 'l') once = part.change;
    else mode = part.change;
  }
  return out;
}
