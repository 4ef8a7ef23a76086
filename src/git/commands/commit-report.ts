/** What `git commit` says when it is done; cherry-pick and revert say the same. */
import { changesBetween, detectRenames } from '../changes.ts';
import { defaultDate } from '../dates.ts';
import type { Identity } from '../identity.ts';
import { filePatch } from '../patch-text.ts';
import { currentBranch, shortOid } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { treeSnapshot } from '../snapshot.ts';
import { modeLine, summaryLine } from '../stat-text.ts';

export interface ReportedCommit {
  oid: string;
  message: string;
  author: Identity;
  committer: Identity;
  /** None for a first commit. */
  parents: readonly string[];
  /** Whether there was no commit before. */
  first: boolean;
  /** Whether the author's date is not that of now. */
  dated: boolean;
}

export async function commitReport(repo: Repository, { oid, message, author, committer, parents, first, dated }: ReportedCommit): Promise<string> {
  const branch = (await currentBranch(repo)) ?? 'detached HEAD';
  let text = `[${branch}${first ? ' (root-commit)' : ''} ${await shortOid(repo, oid)}] ${subjectOf(message)}\n`;
  if (author.name !== committer.name || author.email !== committer.email) text += ` Author: ${author.name} <${author.email}>\n`;
  if (dated) text += ` Date: ${defaultDate(author.timestamp, author.timezoneOffset)}\n`;
  // What a merge has changed depends on the parent one looks from: git does not say.
  const changes = parents.length > 1 ? [] : await detectRenames(changesBetween(await treeSnapshot(repo, parents[0]), await treeSnapshot(repo, oid)));
  if (changes.length === 0) return text;
  return `${text}${summaryLine(await Promise.all(changes.map((change) => filePatch(repo, change))))}\n${changes.map(modeLine).join('')}`;
}

/** The first paragraph in one line. */
export function subjectOf(message: string): string {
  return message.replace(/^\n+/, '').split(/\n\s*\n/)[0]!.split('\n').map((line) => line.trim()).join(' ').trim();
}
