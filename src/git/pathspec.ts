/** Paths as people give them to git: relative to where they stand, folders, globs, and what is left out of them. */
import { joinPath, normalizePath, relativeInside } from '../shared/path.ts';
import { fatal } from './errors.ts';
import type { Repository } from './repository.ts';

export interface Pathspec {
  /** As given, for messages. */
  given: string;
  /** From the root (`.` for the root itself). */
  path: string;
  /** The same when it is no glob, and nothing is left out of it. */
  literal?: string;
  matches: (path: string) => boolean;
}

/** Whether a word without `--` before it can be nothing else. */
export const looksLikePathspec = (word: string): boolean => /[*?[]/.test(word) || /^:[(!^/]/.test(word);

/**
 * What `:!path` and `:(exclude)path` name is taken out of all others; alone they are taken out of the folder one stands in, or with `everywhere` of the whole tree.
 * @throws GitError for paths outside of the repository, and for magic that this git does not have.
 */
export function pathspecs(repo: Repository, given: readonly string[], { everywhere = false } = {}): Pathspec[] {
  const wanted: Pathspec[] = [];
  const without: Pathspec[] = [];
  for (const one of given) {
    const { words, rest } = magic(one);
    (words.includes('exclude') ? without : wanted).push(pathspec(repo, one, rest, words));
  }
  if (without.length === 0) return wanted;
  const from = wanted.length > 0 ? wanted : [pathspec(repo, '.', '.', everywhere ? ['top'] : [])];
  return from.map(({ given: shown, path, matches }) => ({ given: shown, path, matches: (candidate) => matches(candidate) && !without.some((spec) => spec.matches(candidate)) }));
}

/** Whether a path given so is taken out of the others. */
export const isExclusion = (given: string): boolean => magic(given).words.includes('exclude');

const SHORT: Readonly<Record<string, string>> = { '!': 'exclude', '^': 'exclude', '/': 'top' };

function magic(given: string): { words: string[]; rest: string } {
  const short = /^:([!^/]+):?([^]*)$/.exec(given);
  if (short) return { words: [...short[1]!].map((sign) => SHORT[sign]!), rest: short[2]! };
  const long = /^:\(([^)]*)\)([^]*)$/.exec(given);
  if (!long) return { words: [], rest: given };
  const words = long[1]!.split(',').filter((word) => word !== '');
  for (const word of words) if (!['exclude', 'top', 'literal', 'glob'].includes(word)) throw fatal(`pathspec magic '${word}' in '${given}' is not in this git; exclude, top, literal and glob are`);
  if (words.includes('literal') && words.includes('glob')) throw fatal(`${given}: 'literal' and 'glob' are incompatible`);
  return { words, rest: long[2]! };
}

function pathspec(repo: Repository, given: string, rest: string, words: readonly string[]): Pathspec {
  const prefix = words.includes('top') ? '' : repo.prefix;
  const full = rest.startsWith('/') ? normalizePath(rest) : joinPath(repo.dir, prefix, rest);
  const path = relativeInside(repo.dir, full);
  if (path === undefined) throw fatal(`${given}: '${given}' is outside repository at '${repo.dir}'`);
  if (path === '.') return { given, path, literal: '.', matches: () => true };
  const inside = (candidate: string): boolean => candidate === path || candidate.startsWith(`${path}/`);
  if (words.includes('literal') || !/[*?[]/.test(rest)) return { given, path, literal: path, matches: inside };
  // The folder one stands in is no glob, whatever it is called; and a file of the very name is meant in any case, as is a folder.
  const parts = path.split('/');
  const here = prefix.split('/');
  let own = 0;
  while (own < parts.length - 1 && parts[own] === here[own]) own++;
  const glob = new RegExp(`^${escaped(parts.slice(0, own).map((part) => `${part}/`).join(''))}${expression(parts.slice(own).join('/'), words.includes('glob'))}$`);
  return { given, path, matches: (candidate) => inside(candidate) || glob.test(candidate) };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Stars and question marks also match slashes, but with the magic `glob`, where two stars do; nothing but them, sets and backslashes is special. */
function expression(pattern: string, glob: boolean): string {
  const any = glob ? '[^/]' : '[^]';
  let source = '';
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    const set = char === '[' ? /^\[([!^]?)(\]?[^\]]*)\]/.exec(pattern.slice(at)) : null;
    const folders = glob && (at === 0 || pattern[at - 1] === '/') ? /^\*\*(?:\/|$)/.exec(pattern.slice(at)) : null;
    if (folders) {
      source += folders[0] === '**' ? '[^]*' : '(?:[^]*/)?';
      at += folders[0].length - 1;
    } else if (char === '*') source += source.endsWith(`${any}*`) ? '' : `${any}*`;
    else if (char === '?') source += any;
    else if (set) {
      // A range from its end to its beginning holds nothing; JavaScript does not take one.
      const inside = set[2]!.replace(/([^])-([^])/g, (range, from: string, to: string) => (from > to ? '' : range));
      source += `${glob ? '(?!/)' : ''}[${set[1] === '' ? '' : '^'}${inside.replace(/[\\\]^[]/g, '\\$&')}]`;
      at += set[0].length - 1;
    } else source += escaped(char === '\\' && at + 1 < pattern.length ? pattern[++at]! : char);
  }
  return source;
}

export function anyMatch(specs: readonly Pathspec[], path: string): boolean {
  return specs.length === 0 || specs.some((spec) => spec.matches(path));
}
