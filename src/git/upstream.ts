/** The branch of a remote that a local one follows, and how far they are apart. */
import * as git from 'isomorphic-git';
import { Config } from './config.ts';
import { resolveOrUndefined } from './repository.ts';
import type { Repository } from './repository.ts';

export interface Upstream {
  /** As git names it: `origin/main`. */
  name: string;
  ref: string;
  /** Commits that only the branch has, and that only its upstream has; undefined when the upstream is gone. */
  apart: { ahead: number; behind: number } | undefined;
}

/** @returns undefined when the branch follows nothing. */
export async function upstreamOf(repo: Repository, branch: string): Promise<Upstream | undefined> {
  const config = new Config({ fs: repo.fs, env: {} }, repo.gitdir);
  const remote = await config.get(`branch.${branch}.remote`);
  const merge = await config.get(`branch.${branch}.merge`);
  if (remote === undefined || merge === undefined) return undefined;
  const short = merge.replace(/^refs\/heads\//, '');
  const ref = remote === '.' ? merge : `refs/remotes/${remote}/${short}`;
  const name = remote === '.' ? short : `${remote}/${short}`;
  const theirs = await resolveOrUndefined(repo, ref);
  const ours = await resolveOrUndefined(repo, `refs/heads/${branch}`);
  return { name, ref, apart: theirs === undefined ? undefined : await distance(repo, ours, theirs) };
}

/** Commits that are reached from one side only. */
export async function distance(repo: Repository, ours: string | undefined, theirs: string): Promise<{ ahead: number; behind: number }> {
  if (ours === theirs) return { ahead: 0, behind: 0 };
  const left = await reachable(repo, ours);
  const right = await reachable(repo, theirs);
  return { ahead: [...left].filter((oid) => !right.has(oid)).length, behind: [...right].filter((oid) => !left.has(oid)).length };
}

/** The commit and all before it. */
export async function reachable(repo: Repository, from: string | undefined): Promise<Set<string>> {
  const seen = new Set<string>();
  const open = from === undefined ? [] : [from];
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    if (seen.has(oid)) continue;
    seen.add(oid);
    // The history of a shallow clone ends somewhere.
    const parents = await git.readCommit({ ...repo, oid }).then(({ commit }) => commit.parent, () => []);
    open.push(...parents.filter((parent) => !seen.has(parent)));
  }
  return seen;
}
