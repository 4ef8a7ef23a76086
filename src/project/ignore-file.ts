/**
 * The rules of one `.gitignore`, matched in time that grows with their length and no faster. The file comes from the sandbox and is matched on the
 * page's own thread, at every start again: as regular expressions, a rule with three double stars and a deep folder kept the page busy for a minute.
 */

/** More rules, longer rules and deeper paths than anybody writes; what lies beyond does not count. */
const MAX_RULES = 2000;
const MAX_RULE = 1024;
export const MAX_DEPTH = 100;
export const MAX_REMEMBERED = 10_000;

type Character = (c: string) => boolean;
/** One piece of a name: a character to match, or a star. */
type Piece = Character | '*';
/** One name of a rule, or any number of names. */
type Part = readonly Piece[] | '**';

interface Rule { negated: boolean; foldersOnly: boolean; parts: readonly Part[] }

export interface IgnoreFile {
  /** @param path relative to the file's folder, without slashes at its ends. */
  ignores(path: string, directory: boolean): boolean;
  /** What the rules say of this very path, whatever they say of the folders above it; undefined when they say nothing. */
  verdict(path: string, directory: boolean): boolean | undefined;
}

export function parseIgnoreFile(text: string): IgnoreFile {
  const rules = text.slice(0, MAX_RULES * MAX_RULE).split(/\r?\n/, MAX_RULES).flatMap((line) => parseRule(line) ?? []);
  const folders = new Map<string, boolean>();

  const verdict = (path: string, directory: boolean): boolean | undefined => {
    const names = path.split('/').map((name) => [...name]);
    for (let at = rules.length - 1; at >= 0; at--) {
      const rule = rules[at]!;
      if ((directory || !rule.foldersOnly) && matchParts(rule.parts, names)) return !rule.negated;
    }
    return undefined;
  };
  const ignores = (path: string, directory: boolean): boolean => {
    const known = directory ? folders.get(path) : undefined;
    if (known !== undefined) return known;
    const up = path.lastIndexOf('/');
    // What lies in an ignored folder cannot be brought back by a later rule.
    const result = (up > 0 && ignores(path.slice(0, up), true)) || verdict(path, directory) === true;
    if (folders.size >= MAX_REMEMBERED) folders.clear();
    if (directory) folders.set(path, result);
    return result;
  };
  return { verdict, ignores: (path, directory) => path.split('/').length <= MAX_DEPTH && ignores(path, directory) };
}

function parseRule(line: string): Rule | undefined {
  if (line.length > MAX_RULE || line.startsWith('#')) return undefined;
  let end = line.length;
  while (line[end - 1] === ' ' && line[end - 2] !== '\\') end--;
  let rest = line.slice(0, end);
  const negated = rest.startsWith('!');
  if (negated) rest = rest.slice(1);
  const foldersOnly = rest.endsWith('/');
  if (foldersOnly) rest = rest.slice(0, -1);
  const anchored = rest.includes('/');
  const names = rest.replace(/^\//, '').split('/');
  if (rest === '' || names.includes('')) return undefined;
  const parts: Part[] = names.map((name) => (name === '**' ? '**' : piecesOf(name)));
  if (!anchored) parts.unshift('**');
  // `a/**` is what lies in `a`, not `a` itself.
  else if (parts.at(-1) === '**') parts.push(['*']);
  return { negated, foldersOnly, parts };
}

function piecesOf(name: string): Piece[] {
  const pieces: Piece[] = [];
  const characters = [...name];
  for (let at = 0; at < characters.length; at++) {
    const c = characters[at]!;
    if (c === '*') {
      if (pieces.at(-1) !== '*') pieces.push('*');
    } else if (c === '?') pieces.push(() => true);
    else if (c === '[') {
      const end = characters.indexOf(']', at + (characters[at + 1] === '!' || characters[at + 1] === '^' ? 3 : 2));
      // A bracket that is never closed matches nothing, as in git.
      if (end < 0) return [() => false];
      pieces.push(setOf(characters.slice(at + 1, end)));
      at = end;
    } else {
      const literal = c === '\\' ? characters[++at] ?? c : c;
      pieces.push((given) => given === literal);
    }
  }
  return pieces;
}

function setOf(inside: string[]): Character {
  const negated = inside[0] === '!' || inside[0] === '^';
  const ranges: [string, string][] = [];
  for (let at = negated ? 1 : 0; at < inside.length; at++) {
    const from = inside[at]!;
    const isRange = inside[at + 1] === '-' && at + 2 < inside.length;
    ranges.push([from, isRange ? inside[at + 2]! : from]);
    if (isRange) at += 2;
  }
  return (c) => ranges.some(([from, to]) => c >= from && c <= to) !== negated;
}

const matchParts = (parts: readonly Part[], names: readonly (readonly string[])[]): boolean =>
  matchWith(parts, names, '**', (part, name) => matchWith(part as readonly Piece[], name, '*', (piece, c) => (piece as Character)(c)));

/** Matches a row of patterns with a star among them. Going back to the last star alone is enough, and bounds the work by the product of the lengths. */
function matchWith<P, T>(patterns: readonly P[], given: readonly T[], star: P, matches: (pattern: P, item: T) => boolean): boolean {
  let p = 0;
  let at = 0;
  let starAt = -1;
  let from = 0;
  while (at < given.length) {
    if (p < patterns.length && patterns[p] === star) {
      starAt = p++;
      from = at;
    } else if (p < patterns.length && matches(patterns[p]!, given[at]!)) {
      p++;
      at++;
    } else if (starAt >= 0) {
      p = starAt + 1;
      at = ++from;
    } else return false;
  }
  while (p < patterns.length && patterns[p] === star) p++;
  return p === patterns.length;
}
