/** Which commits of a history are wanted: by person, by words of the message, by date, by their parents. */
import type { ReadCommitResult } from 'isomorphic-git';
import { parseDate } from '../dates.ts';
import { fatal } from '../errors.ts';
import { valueAfter } from '../options.ts';

export interface FilterOptions {
  authors: string[];
  committers: string[];
  words: string[];
  allWords: boolean;
  invert: boolean;
  ignoreCase: boolean;
  fixed: boolean;
  extended: boolean;
  since: string | undefined;
  until: string | undefined;
  minParents: number;
  maxParents: number;
}

export const filterOptions = (): FilterOptions => ({
  authors: [], committers: [], words: [], allWords: false, invert: false, ignoreCase: false, fixed: false, extended: false, since: undefined, until: undefined, minParents: 0, maxParents: Infinity,
});

/** Takes one argument (with its value, which may be the next one). @returns false when it is none of these. */
export function takeFilterOption(args: readonly string[], at: number, options: FilterOptions): boolean {
  const arg = args[at]!;
  const named = /^--(author|committer|grep|since|after|until|before)(?:=([^]*))?$/.exec(arg);
  if (named) {
    const value = named[2] ?? valueAfter(args, at);
    if (named[1] === 'author') options.authors.push(value);
    else if (named[1] === 'committer') options.committers.push(value);
    else if (named[1] === 'grep') options.words.push(value);
    else if (named[1] === 'since' || named[1] === 'after') options.since = value;
    else options.until = value;
  } else if (arg === '-i' || arg === '--regexp-ignore-case') options.ignoreCase = true;
  else if (arg === '-F' || arg === '--fixed-strings') options.fixed = true;
  else if (arg === '-E' || arg === '--extended-regexp' || arg === '-P' || arg === '--perl-regexp') options.extended = true;
  else if (arg === '--all-match') options.allWords = true;
  else if (arg === '--invert-grep') options.invert = true;
  else if (arg === '--merges') options.minParents = 2;
  else if (arg === '--no-merges') options.maxParents = 1;
  else return false;
  return true;
}

/** @throws GitError for a date or an expression that cannot be read. */
export function commitFilter(options: FilterOptions, clock: { now: number; timezoneOffset: number }): (commit: ReadCommitResult) => boolean {
  const limit = (text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    const moment = parseDate(text, clock.now, clock.timezoneOffset);
    if (!moment) throw fatal(`invalid date: ${text}`);
    return moment.timestamp;
  };
  const since = limit(options.since);
  const until = limit(options.until);
  const compile = (pattern: string): RegExp => expression(pattern, options);
  const authors = options.authors.map(compile);
  const committers = options.committers.map(compile);
  const words = options.words.map(compile);
  const byLine = (patterns: readonly RegExp[], text: string): boolean => patterns[options.allWords ? 'every' : 'some']((pattern) => text.split('\n').some((line) => pattern.test(line)));
  return ({ commit }) => {
    const when = commit.committer.timestamp;
    if ((since !== undefined && when < since) || (until !== undefined && when > until)) return false;
    if (commit.parent.length < options.minParents || commit.parent.length > options.maxParents) return false;
    const person = (who: typeof commit.author): string => `${who.name} <${who.email}>`;
    if (authors.length > 0 && !authors.some((pattern) => pattern.test(person(commit.author)))) return false;
    if (committers.length > 0 && !committers.some((pattern) => pattern.test(person(commit.committer)))) return false;
    return words.length === 0 || byLine(words, commit.message) !== options.invert;
  };
}

/** Git's expressions are basic ones unless it is told otherwise: there `+?|(){}` are letters, and special after a backslash. */
function expression(pattern: string, { ignoreCase, fixed, extended }: FilterOptions): RegExp {
  const source = fixed ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    : extended ? pattern : pattern.replace(/\\([+?|(){}])|([+?|(){}])/g, (_whole, special: string | undefined, plain: string | undefined) => special ?? `\\${plain}`);
  try {
    return new RegExp(source, ignoreCase ? 'i' : '');
  } catch {
    throw fatal(`command line, '${pattern}': Invalid regular expression`);
  }
}
