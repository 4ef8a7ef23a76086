/** From what a model asks for to what finds it quickly. */
import { AppError } from '../../shared/errors.ts';
import { translated } from './dialects.ts';

export interface LinePattern {
  /** Decides about one line, without its line ending. */
  line: RegExp;
  /** Finds the next place in a whole text where a line may match; undefined where lines have to be tried one by one. */
  whole: RegExp | undefined;
  /** A text that every matching line contains: files without it need no further look. */
  required: string | undefined;
}

/** @throws AppError `invalid_arguments` for an expression that is none. */
export function linePattern({ query, literal, ignore_case }: { query: string; literal: boolean; ignore_case: boolean }): LinePattern {
  const { source, ignoreCase } = literal ? { source: query.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), ignoreCase: false } : translated(query);
  const anyCase = ignore_case || ignoreCase;
  const flags = anyCase ? 'i' : '';
  const line = compile(source, `u${flags}`) ?? compile(source, flags);
  if (!line) throw new AppError('invalid_arguments', `Invalid regular expression: ${reasonOf(source)}. Set literal to true to search for the text itself.`);
  return {
    line,
    whole: staysInLine(source) ? new RegExp(source, `${line.flags}gm`) : undefined,
    required: anyCase ? undefined : literal ? query : requiredText(source),
  };
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    // Patterns like `\-` are fine for grep and refused by the strict grammar; the caller tries again without it.
    return undefined;
  }
}

function reasonOf(source: string): string {
  try {
    new RegExp(source);
    return '';
  } catch (error) {
    return (error as Error).message.replace(/^Invalid regular expression: /, '');
  }
}

/**
 * Whether the expression may run over a whole text: when nothing in it can match a line break. What matches inside a line is then found there too. Otherwise a
 * negative assertion would see the neighbouring lines, and a repetition could take the length of the file squared.
 */
function staysInLine(source: string): boolean {
  // In a whole text `^` and `$` are also at line breaks that are none of ours (U+2028, a lone carriage return): one place too many to look at, but for "not there" one too few.
  if (/\(\?<?!/.test(source) && /[$^]/.test(source)) return false;
  return !/\(\?[a-z]*-|\[\^|\\[sWDPpnrxucvf0]|\\t-|[\t\n\r]/.test(source);
}

/** The longest run of plain characters that no alternative and no quantifier can leave out; undefined below three characters. */
export function requiredText(source: string): string | undefined {
  // An alternation at the top makes everything optional.
  let best = '';
  let run = '';
  let depth = 0;
  const end = (): void => {
    if (run.length > best.length) best = run;
    run = '';
  };
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (char === '|' && depth === 0) return undefined;
    if (char === '[') {
      at = endOfClass(source, at);
      end();
    } else if (char === '(') {
      depth++;
      end();
    } else if (char === ')') {
      depth--;
      end();
    } else if (char === '*' || char === '?' || char === '{') {
      // The character before may be missing; a surrogate pair is one character.
      run = [...run].slice(0, -1).join('');
      end();
      if (char === '{') at = Math.max(at, source.indexOf('}', at));
    } else if (char === '\\') {
      at++;
      const next = source[at] ?? '';
      if (depth === 0 && /[^\w\s]/.test(next)) run += next;
      else end();
      // What belongs to the escape is no text: \u{1f4a1}, \x41, \cJ, \p{L}, \k<name>, \12.
      const rest = /^(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[pP]\{[^}]*\}|k<[^>]*>|\d+)/i.exec(source.slice(at));
      if (rest) at += rest[0].length - 1;
    } else if (char === '.' || char === '^' || char === '$' || char === '+') {
      end();
    } else if (depth === 0) {
      run += char;
    }
  }
  end();
  return best.length >= 3 ? best : undefined;
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']') return at;
  }
  return source.length;
}
