/**
 * One pattern for all runners. `*` in an otherwise plain name is a wildcard, as in the documents' `TestFoo*`; everything else is the runner's own:
 * a regular expression for go, jest, vitest, mocha and node, an expression of `-k` for pytest and unittest.
 */

/** No name of a test is longer. */
const MAX_NAME = 1_000;

const meta = /[\\^$+?()[\]{}|]/;

/** For runners that match a regular expression anywhere in the joined names. A name with brackets or signs also means itself. */
export function namePattern(pattern: string): string {
  const asked = pattern.replaceAll(' > ', ' ');
  if (isGlob(asked)) return wildcard(asked).replace(/^(\.\*)+|(\.\*)+$/g, '') || '.*';
  const literal = escapeRegex(asked);
  try {
    // One that is too large throws only when it is used.
    const itself = asked.length > MAX_NAME || new RegExp(asked).test(asked);
    return itself || asked.startsWith('^') || asked.endsWith('$') ? asked : `${asked}|${literal}`;
  } catch {
    return literal;
  }
}

/** For `go test -run`, which matches level by level and writes `_` for spaces. */
export function goPattern(pattern: string): string {
  const asked = pattern.replaceAll(' > ', '/').replaceAll(' ', '_');
  return isGlob(asked) ? asked.split('/').map((part) => `^${wildcard(part)}$`.replace('.*$', '')).join('/') : asked;
}

/** For `pytest -k`: words and wildcards become expressions. */
export function pytestPattern(pattern: string): string {
  const words = pattern.replaceAll(' > ', ' ');
  if (/\b(and|or|not)\b/.test(words)) return words;
  const parts = words.split('|').map((part) => part.split(/[\s*]+/).filter((word) => word !== '').join(' and '));
  return parts.filter((part) => part !== '').join(' or ');
}

export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function isGlob(text: string): boolean {
  return text.includes('*') && !text.includes('.*') && !meta.test(text);
}

function wildcard(text: string): string {
  return text.split('*').map(escapeRegex).join('.*');
}
