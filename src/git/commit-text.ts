/** A commit as text: git's named forms and its placeholders. */
import type { ReadCommitResult } from 'isomorphic-git';
import * as git from 'isomorphic-git';
import type { Paint } from './color.ts';
import { defaultDate, isoDate, relativeDate, shortDate, strictIsoDate } from './dates.ts';
import { GitError } from './errors.ts';
import { currentBranch, resolveOrUndefined, shortOid } from './repository.ts';
import type { Repository } from './repository.ts';

export interface CommitFormat {
  /** `oneline`, `medium` ..., or a text with placeholders. */
  name: 'oneline' | 'short' | 'medium' | 'full' | 'placeholders';
  template?: string;
  /** `format:` puts the newline between commits, `tformat:` after each. */
  separator?: boolean;
  abbreviate?: boolean;
}

/** The value of `--format=` or `--pretty=`. @throws GitError for a name that git does not know. */
export function parseFormat(value: string): CommitFormat {
  if (value === 'oneline' || value === 'short' || value === 'medium' || value === 'full') return { name: value };
  if (value.startsWith('format:')) return { name: 'placeholders', template: value.slice(7), separator: true };
  if (value.startsWith('tformat:')) return { name: 'placeholders', template: value.slice(8) };
  if (value.includes('%')) return { name: 'placeholders', template: value };
  throw new GitError(`fatal: invalid --pretty format: ${value}`);
}

/** Names of refs per commit, HEAD's first. */
export type Decorations = ReadonlyMap<string, string[]>;

export async function readDecorations(repo: Repository): Promise<Decorations> {
  const found = new Map<string, string[]>();
  const put = (oid: string | undefined, name: string): void => {
    if (oid !== undefined) found.set(oid, [...(found.get(oid) ?? []), name]);
  };
  const current = await currentBranch(repo);
  put(await resolveOrUndefined(repo, 'HEAD'), current === undefined ? 'HEAD' : `HEAD -> ${current}`);
  for (const tag of await git.listTags(repo)) {
    const oid = await resolveOrUndefined(repo, tag);
    put(oid === undefined ? undefined : (await git.readCommit({ ...repo, oid }).catch(() => undefined))?.oid, `tag: ${tag}`);
  }
  for (const branch of await git.listBranches(repo)) if (branch !== current) put(await resolveOrUndefined(repo, branch), branch);
  return found;
}

export interface CommitTextOptions {
  format: CommitFormat;
  now: number;
  decorations?: Decorations | undefined;
  paint?: Paint;
}

/** Without a newline at the end. */
export async function commitText(repo: Repository, { oid, commit }: ReadCommitResult, options: CommitTextOptions): Promise<string> {
  const { format, decorations, paint = (_style, text) => text } = options;
  const shown = format.abbreviate ? await shortOid(repo, oid) : oid;
  const named = (before: string): string => paint('yellow', before + shown);
  const refs = decorations?.get(oid);
  const decoration = refs ? ` ${paint('yellow', `(${refs.join(', ')})`)}` : '';
  const { subject } = messageParts(commit.message);
  if (format.name === 'oneline') return `${named('')}${decoration} ${subject}`;
  if (format.name === 'placeholders') return fillPlaceholders(repo, { oid, commit }, format.template ?? '', options);
  const indented = commit.message.replace(/\n+$/, '').split('\n').map((line) => `    ${line}`);
  const person = (who: { name: string; email: string }): string => `${who.name} <${who.email}>`;
  const lines = [`${named('commit ')}${decoration}`];
  if (commit.parent.length > 1) lines.push(`Merge: ${(await Promise.all(commit.parent.map((parent) => shortOid(repo, parent)))).join(' ')}`);
  if (format.name === 'full') lines.push(`Author: ${person(commit.author)}`, `Commit: ${person(commit.committer)}`);
  else lines.push(`Author: ${person(commit.author)}`);
  if (format.name === 'medium') lines.push(`Date:   ${defaultDate(commit.author.timestamp, commit.author.timezoneOffset)}`);
  return [...lines, '', ...(format.name === 'short' ? [`    ${subject}`] : indented)].join('\n');
}

function messageParts(message: string): { subject: string; body: string } {
  const [first = '', ...rest] = message.replace(/^\n+/, '').split(/\n\n+/);
  return { subject: first.replace(/\n/g, ' ').trimEnd(), body: rest.length === 0 ? '' : message.replace(/^\n+/, '').slice(first.length).replace(/^\n+/, '') };
}

async function fillPlaceholders(repo: Repository, { oid, commit }: Pick<ReadCommitResult, 'oid' | 'commit'>, template: string, { now, decorations }: CommitTextOptions): Promise<string> {
  const { subject, body } = messageParts(commit.message);
  const person = (who: typeof commit.author, key: string): string | undefined => {
    const dates: Record<string, () => string> = {
      n: () => who.name, e: () => who.email, l: () => who.email.split('@')[0]!, d: () => defaultDate(who.timestamp, who.timezoneOffset), r: () => relativeDate(who.timestamp, now),
      t: () => String(who.timestamp), i: () => isoDate(who.timestamp, who.timezoneOffset), I: () => strictIsoDate(who.timestamp, who.timezoneOffset), s: () => shortDate(who.timestamp, who.timezoneOffset),
    };
    return dates[key]?.();
  };
  const refs = decorations?.get(oid)?.join(', ');
  const short = (ids: readonly string[]): Promise<string[]> => Promise.all(ids.map((id) => shortOid(repo, id)));
  const simple: Record<string, string> = {
    H: oid, h: await shortOid(repo, oid), T: commit.tree, t: await shortOid(repo, commit.tree), P: commit.parent.join(' '), p: (await short(commit.parent)).join(' '),
    s: subject, b: body, B: commit.message, n: '\n', '%': '%', d: refs ? ` (${refs})` : '', D: refs ?? '',
  };
  return template.replace(/%(a[a-zA-Z]|c[a-zA-Z]|x[0-9a-fA-F]{2}|[a-zA-Z%])/g, (whole, key: string) => {
    if (key[0] === 'x' && key.length === 3) return String.fromCharCode(Number.parseInt(key.slice(1), 16));
    if (key.length === 2) return person(key[0] === 'a' ? commit.author : commit.committer, key[1]!) ?? whole;
    return simple[key] ?? whole;
  });
}
