/** JSON as a model must write it: one value, nothing behind it, and no field twice. */
import { AppError } from '../../shared/errors.ts';
import { balancedEnd } from './json-candidates.ts';

/** @throws AppError `invalid_arguments` with what is wrong, in the words that Go's decoder uses where it has some. */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (hasTrailingTokens(text)) throw new AppError('invalid_arguments', 'unexpected trailing JSON tokens');
    throw new AppError('invalid_arguments', (error as Error).message, { cause: error });
  }
  const twice = duplicateField(text);
  if (twice !== undefined) throw new AppError('invalid_arguments', `json: duplicate field "${twice}"`);
  return value;
}

/** Whether an object is followed by more JSON: another object, or nothing but another value. Prose behind it is none. */
export function hasTrailingTokens(text: string): boolean {
  const trimmed = text.trim();
  const first = firstObject(trimmed);
  if (first === undefined) return false;
  const rest = trimmed.slice(first.length).trim();
  return rest !== '' && (isJson(rest) || firstObject(rest) !== undefined);
}

/** The JSON object with which the text begins. */
function firstObject(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  const first = text.slice(0, balancedEnd(text, 0) ?? 0);
  return isJson(first) ? first : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The first field that occurs twice in one object of a valid JSON text: which of the two was meant, nobody knows. */
function duplicateField(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
  for (let match = token.exec(json); match; match = token.exec(json)) {
    const [text] = match;
    if (text === '{') open.push(new Set());
    else if (text === '[') open.push(undefined);
    else if (text === '}' || text === ']') open.pop();
    else {
      const fields = open.at(-1);
      if (!fields || !isField(json, token.lastIndex)) continue;
      const field = JSON.parse(text) as string;
      if (fields.has(field)) return field;
      fields.add(field);
    }
  }
  return undefined;
}

/** Whether a colon follows: then the string before it was a name, not a value. */
function isField(json: string, at: number): boolean {
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at++;
  return json[at] === ':';
}
