/** The row of stashes: `refs/stash` is the newest, its reflog holds them all. */
import * as git from 'isomorphic-git';
import { GitError } from '../errors.ts';
import { readReflog, rewriteReflog } from '../reflog.ts';
import { removeRef } from '../refs.ts';
import { tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';

export const STASH = 'refs/stash';

export interface StashEntry {
  /** The commit of the working tree. */
  oid: string;
  message: string;
}

/** The parts of a stash. */
export interface Stash {
  oid: string;
  /** The commit it was made on. */
  base: string;
  index: string;
  untracked: string | undefined;
  message: string;
  /** Its place, when it was named by one; only such a stash can be dropped. */
  at: number | undefined;
  /** As messages name it. */
  name: string;
}

/** Newest first. */
export async function stashEntries(repo: Repository): Promise<StashEntry[]> {
  return (await readReflog(repo, STASH)).reverse().map(({ after, message }) => ({ oid: after, message }));
}

/** By `stash@{n}`, `n`, or any commit of that shape; the newest by default. @throws GitError in git's words. */
export async function findStash(repo: Repository, given: string | undefined): Promise<Stash> {
  const entries = await stashEntries(repo);
  if (given === undefined && entries.length === 0) throw new GitError('No stash entries found.', 1);
  const numbered = /^(?:(?:refs\/)?stash@\{(\d+)\}|(\d+))$/.exec(given ?? '0');
  const at = numbered ? Number(numbered[1] ?? numbered[2]) : given === 'stash' || given === STASH ? 0 : undefined;
  const oid = at === undefined ? await tryResolve(repo, given!) : entries[at]?.oid;
  const name = given === undefined ? `${STASH}@{0}` : numbered?.[2] === undefined ? given : `${STASH}@{${at}}`;
  if (oid === undefined) throw new GitError(`error: ${name} is not a valid reference`, 1);
  const { commit } = await git.readCommit({ ...repo, oid });
  const [base, index, untracked] = commit.parent;
  if (base === undefined || index === undefined) throw new GitError(`error: '${given}' is not a stash-like commit`, 1);
  return { oid, base, index, untracked, message: commit.message, at, name };
}

/** Takes one out of the row. */
export async function dropStash(repo: Repository, at: number): Promise<void> {
  const entries = await readReflog(repo, STASH);
  entries.splice(entries.length - 1 - at, 1);
  if (entries.length === 0) return removeRef(repo, STASH);
  await rewriteReflog(repo, STASH, entries);
  await git.writeRef({ ...repo, ref: STASH, value: entries[entries.length - 1]!.after, force: true });
}
