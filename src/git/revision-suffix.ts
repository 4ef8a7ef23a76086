/** What stands in braces after a name: earlier values of a ref, the branch before, the branch that is followed. */
import { Config } from './config.ts';
import { readReflog } from './reflog.ts';
import type { Repository } from './repository.ts';

/** The revision that `base@{inner}` stands for: an id or the name of a ref; undefined when there is none. `branch` is the current one. */
export async function atSuffix(repo: Repository, base: string, inner: string, branch: string | undefined): Promise<string | undefined> {
  if (/^-\d+$/.test(inner)) return base === '' ? checkedOutBefore(repo, Number(inner.slice(1))) : undefined;
  if (/^(u|upstream|push)$/i.test(inner)) return upstreamRef(repo, base === '' || base === 'HEAD' || base === '@' ? branch : base);
  if (!/^\d+$/.test(inner)) return undefined;
  const ref = base === '' ? (branch === undefined ? 'HEAD' : `refs/heads/${branch}`) : base === '@' ? 'HEAD' : base;
  for (const name of [ref, `refs/${ref}`, `refs/tags/${ref}`, `refs/heads/${ref}`, `refs/remotes/${ref}`]) {
    const log = await readReflog(repo, name);
    if (log.length > 0) return log[log.length - 1 - Number(inner)]?.after;
  }
  return undefined;
}

/** `@{-n}`: the branch, or the commit, that HEAD stood on n switches ago. */
export async function checkedOutBefore(repo: Repository, count: number): Promise<string | undefined> {
  const moves = (await readReflog(repo, 'HEAD')).flatMap(({ message }) => /^checkout: moving from (.+) to /.exec(message)?.slice(1) ?? []);
  return moves[moves.length - count];
}

async function upstreamRef(repo: Repository, branch: string | undefined): Promise<string | undefined> {
  const config = new Config({ fs: repo.fs, env: {} }, repo.gitdir);
  const remote = await config.get(`branch.${branch}.remote`);
  const merge = await config.get(`branch.${branch}.merge`);
  if (remote === undefined || merge === undefined) return undefined;
  return remote === '.' ? merge : merge.replace(/^refs\/heads\//, `refs/remotes/${remote}/`);
}
