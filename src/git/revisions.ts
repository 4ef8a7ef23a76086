/** Sets of commits as people name them: `A..B`, `A...B`, `^A`, `--all`. */
import * as git from 'isomorphic-git';
import { mergeBases } from './merge/merge-base.ts';
import { resolveCommit, resolveOrUndefined, tryResolve } from './repository.ts';
import type { Repository } from './repository.ts';

export interface Tips {
  shown: string[];
  /** What these reach is left out. */
  hidden: string[];
}

const range = /^(.*?)(\.{2,3})(.*)$/;

/** Whether a word names commits, so that it is not a path. */
export async function isRevision(repo: Repository, word: string): Promise<boolean> {
  const found = range.exec(word);
  if (found && !word.includes('/../') && !word.startsWith('../') && word !== '..') return (await tryResolve(repo, found[1] || 'HEAD')) !== undefined && (await tryResolve(repo, found[3] || 'HEAD')) !== undefined;
  return (await tryResolve(repo, word.replace(/^\^/, ''))) !== undefined;
}

/** @throws GitError for a revision that names nothing. */
export async function readTips(repo: Repository, revisions: readonly string[], every: ReadonlySet<'all' | 'branches' | 'tags' | 'remotes'> = new Set()): Promise<Tips> {
  const tips: Tips = { shown: [], hidden: [] };
  for (const revision of revisions) {
    const found = range.exec(revision);
    if (found) {
      const from = await resolveCommit(repo, found[1] || 'HEAD');
      const to = await resolveCommit(repo, found[3] || 'HEAD');
      tips.hidden.push(...(found[2] === '..' ? [from] : await mergeBases(repo, from, to)));
      tips.shown.push(...(found[2] === '..' ? [to] : [from, to]));
    } else if (revision.startsWith('^')) tips.hidden.push(await resolveCommit(repo, revision.slice(1)));
    else tips.shown.push(await resolveCommit(repo, revision));
  }
  const add = async (ref: string): Promise<void> => {
    const oid = await resolveOrUndefined(repo, ref);
    const commit = oid === undefined ? undefined : await git.readCommit({ ...repo, oid }).then((found) => found.oid, () => undefined);
    if (commit !== undefined) tips.shown.push(commit);
  };
  const all = every.has('all');
  if (all || every.has('branches')) for (const branch of (await git.listBranches(repo)).sort()) await add(`refs/heads/${branch}`);
  if (all || every.has('remotes')) for (const { remote } of await git.listRemotes(repo)) for (const branch of (await git.listBranches({ ...repo, remote })).sort()) await add(`refs/remotes/${remote}/${branch}`);
  if (all) await add('refs/stash');
  if (all || every.has('tags')) for (const tag of (await git.listTags(repo)).sort()) await add(`refs/tags/${tag}`);
  if (all || (tips.shown.length === 0 && every.size === 0)) await add('HEAD');
  return tips;
}
