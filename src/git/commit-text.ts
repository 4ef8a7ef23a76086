/** A commit as text: git's named forms and its placeholders. */
import type { ReadCommitResult } from 'isomorphic-git';
import * as git from 'isomorphic-git';
import type { Paint } from './color.ts';
import { defaultDate, isoDate, mailDate, relativeDate, shortDate, strictIsoDate, styledDate } from './dates.ts';
import type { DateStyle } from './dates.ts';
import { GitError } from './errors.ts';
import { currentBranch, resolveOrUndefined, shortOid } from './repository.ts';
import type { Repository } from './repository.ts';

const names = ['oneline', 'short', 'medium', 'full', 'fuller', 'reference', 'raw'] as const;

export interface CommitFormat {
  /** `oneline`, `medium` ..., or a text with placeholders. */
  name: (typeof names)[number] | 'placeholders';
  template?: string;
  /** `format:` puts the newline between commits, `tformat:` after each. */
  separator?: boolean;
  abbreviate?: boolean;
}

/** The value of `--format=` or `--pretty=`. @throws GitError for a name that git does not know. */
export function parseFormat(value: string): CommitFormat {
  const name = names.find((known) => known === value);
  if (name) return { name, ...(name === 'reference' ? { abbreviate: true } : {}) };
  if (value.startsWith('format:')) return { name: 'placeholders', template: value.slice(7), separator: true };
  if (value.startsWith('tformat:')) return { name: 'placeholders', template: value.slice(8) };
  if (value === '' || value.includes('%')) return { name: 'placeholders', template: value };
  throw new GitError(`fatal: invalid --pretty format: ${value}`);
}

/** `--format=`: the changes alone. */
export const isEmpty = ({ name, template }: CommitFormat): boolean => name === 'placeholders' && template === '';

/** Whether commits are told apart by a line of their own each, and not by an empty one between them. */
export const isCompact = ({ name, separator }: CommitFormat): boolean => name === 'oneline' || name === 'reference' || (name === 'placeholders' && !separator);

/** Names of refs per commit, HEAD's first. */
export type Decorations = ReadonlyMap<string, string[]>;

export async function readDecorations(repo: Repository): Promise<Decorations> {
  const found = new Map<string, string[]>();
  const put = (oid: string | undefined, name: string): void => {
    if (oid !== undefined) found.set(oid, [...(found.get(oid) ?? []), name]);
  };
  const commitOf = async (ref: string): Promise<string | undefined> => {
    const oid = await resolveOrUndefined(repo, ref);
    return oid === undefined ? undefined : git.readCommit({ ...repo, oid }).then((commit) => commit.oid, () => undefined);
  };
  const current = await currentBranch(repo);
  put(await resolveOrUndefined(repo, 'HEAD'), current === undefined ? 'HEAD' : `HEAD -> ${current}`);
  // Git goes through the refs by name and shows what it found last first.
  for (const tag of (await git.listTags(repo)).sort().reverse()) put(await commitOf(`refs/tags/${tag}`), `tag: ${tag}`);
  put(await resolveOrUndefined(repo, 'refs/stash'), 'refs/stash');
  for (const { remote } of (await git.listRemotes(repo)).sort((a, b) => (a.remote < b.remote ? 1 : -1))) {
    for (const branch of (await git.listBranches({ ...repo, remote })).sort().reverse()) put(await resolveOrUndefined(repo, `refs/remotes/${remote}/${branch}`), `${remote}/${branch}`);
  }
  for (const branch of (await git.listBranches(repo)).sort().reverse()) if (branch !== current) put(await resolveOrUndefined(repo, `refs/heads/${branch}`), branch);
  return found;
}

export interface CommitTextOptions {
  format: CommitFormat;
  now: number;
  decorations?: Decorations | undefined;
  paint?: Paint;
  /** How `%ad` and the line `Date:` show dates. */
  date?: DateStyle | undefined;
}

type Person = ReadCommitResult['commit']['author'];

/** Without a newline at the end. */
export async function commitText(repo: Repository, { oid, commit }: Pick<ReadCommitResult, 'oid' | 'commit'>, options: CommitTextOptions): Promise<string> {
  const { format, decorations, paint = (_style, text) => text } = options;
  const shown = format.abbreviate ? await shortOid(repo, oid) : oid;
  const named = (before: string): string => paint('yellow', before + shown);
  const refs = decorations?.get(oid);
  const decoration = refs ? ` ${paint('yellow', `(${refs.join(', ')})`)}` : '';
  const { subject } = messageParts(commit.message);
  if (format.name === 'oneline') return `${named('')}${decoration} ${subject}`;
  if (format.name === 'reference') return `${shown} (${subject}, ${shortDate(commit.author.timestamp, commit.author.timezoneOffset)})`;
  if (format.name === 'placeholders') return fillPlaceholders(repo, { oid, commit }, format.template ?? '', options);
  const indented = commit.message.replace(/\n+$/, '').split('\n').map((line) => `    ${line}`);
  const person = (who: Person): string => `${who.name} <${who.email}>`;
  const date = (who: Person): string => dateOf(who, options.date);
  const lines = [`${named('commit ')}${decoration}`];
  if (format.name === 'raw') {
    const stamp = (who: Person): string => `${person(who)} ${styledDate({ name: 'raw', now: 0, timezoneOffset: 0 }, who.timestamp, who.timezoneOffset)}`;
    lines.push(`tree ${commit.tree}`, ...commit.parent.map((parent) => `parent ${parent}`), `author ${stamp(commit.author)}`, `committer ${stamp(commit.committer)}`);
    return [...lines, '', ...indented].join('\n');
  }
  if (commit.parent.length > 1) lines.push(`Merge: ${(await Promise.all(commit.parent.map((parent) => shortOid(repo, parent)))).join(' ')}`);
  if (format.name === 'full') lines.push(`Author: ${person(commit.author)}`, `Commit: ${person(commit.committer)}`);
  else if (format.name === 'fuller') lines.push(`Author:     ${person(commit.author)}`, `AuthorDate: ${date(commit.author)}`, `Commit:     ${person(commit.committer)}`, `CommitDate: ${date(commit.committer)}`);
  else lines.push(`Author: ${person(commit.author)}`);
  if (format.name === 'medium') lines.push(`Date:   ${date(commit.author)}`);
  return [...lines, '', ...(format.name === 'short' ? [`    ${subject}`] : indented)].join('\n');
}

function dateOf({ timestamp, timezoneOffset }: Person, style: DateStyle | undefined): string {
  return (style && styledDate(style, timestamp, timezoneOffset)) ?? defaultDate(timestamp, timezoneOffset);
}

function messageParts(message: string): { subject: string; body: string } {
  const text = message.replace(/^\n+/, '');
  const [first = ''] = text.split(/\n[ \t]*\n/);
  return { subject: first.split('\n').map((line) => line.trim()).join(' ').trim(), body: text.slice(first.length).replace(/^(?:[ \t]*\n)+/, '') };
}

const colours: Record<string, number> = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36, bold: 1, dim: 2, reset: 0 };

const placeholder = /%([+\- ])?(C(?:\([^)]*\)|red|green|blue|reset)|[ac][nNeElLdDrtiIsh]|x[0-9a-fA-F]{2}|m|[HhTtPpsbBfnNdD%])/g;

async function fillPlaceholders(repo: Repository, { oid, commit }: Pick<ReadCommitResult, 'oid' | 'commit'>, template: string, { now, decorations, date, paint }: CommitTextOptions): Promise<string> {
  const { subject, body } = messageParts(commit.message);
  const colourful = paint !== undefined && paint('red', 'x') !== 'x';
  const person = (who: Person, key: string): string => {
    const values: Record<string, () => string> = {
      n: () => who.name, e: () => who.email, l: () => who.email.split('@')[0]!, d: () => dateOf(who, date), D: () => mailDate(who.timestamp, who.timezoneOffset), r: () => relativeDate(who.timestamp, now),
      t: () => String(who.timestamp), i: () => isoDate(who.timestamp, who.timezoneOffset), I: () => strictIsoDate(who.timestamp, who.timezoneOffset), s: () => shortDate(who.timestamp, who.timezoneOffset),
      h: () => relativeDate(who.timestamp, now),
    };
    // There is no file that maps names to others, so the mapped ones are the same.
    return values['NEL'.includes(key) ? key.toLowerCase() : key]!();
  };
  const refs = decorations?.get(oid)?.join(', ');
  const short = (ids: readonly string[]): Promise<string[]> => Promise.all(ids.map((id) => shortOid(repo, id)));
  const simple: Record<string, string> = {
    H: oid, h: await shortOid(repo, oid), T: commit.tree, t: await shortOid(repo, commit.tree), P: commit.parent.join(' '), p: (await short(commit.parent)).join(' '),
    s: subject, b: body, B: commit.message, n: '\n', N: '', m: '>', '%': '%', d: refs ? ` (${refs})` : '', D: refs ?? '',
    f: subject.replace(/[^A-Za-z0-9._]+/g, '-').replace(/\.\.+/g, '.').replace(/^[-.]+|[-.]+$/g, ''),
  };
  return template.replace(placeholder, (_whole, sign: string | undefined, key: string) => {
    let value: string;
    if (key[0] === 'x' && key.length === 3) value = String.fromCharCode(Number.parseInt(key.slice(1), 16));
    else if (key[0] === 'C') value = colourful ? colourCode(key.slice(1)) : '';
    else if (key.length === 2) value = person(key[0] === 'a' ? commit.author : commit.committer, key[1]!);
    else value = simple[key]!;
    return value === '' || sign === undefined ? value : sign === '+' ? `\n${value}` : sign === ' ' ? ` ${value}` : value;
  });
}

function colourCode(name: string): string {
  const codes = name.replace(/^\((?:auto,?)?|\)$/g, '').split(/[\s,]+/).map((word) => colours[word]).filter((code) => code !== undefined);
  return codes.length === 0 ? '' : `\u001b[${codes[0] === 0 ? '' : codes.join(';')}m`;
}
