/** Which branch of a remote a local one follows. */
import { Config } from './config.ts';
import type { GitContext } from './context.ts';
import { fatal } from './errors.ts';
import { currentBranch, resolveOrUndefined } from './repository.ts';
import type { Repository } from './repository.ts';
import { trackingText } from './status-text.ts';
import { upstreamOf } from './upstream.ts';

export interface TrackRequest {
  branch: string;
  /** What the branch starts from, as given. */
  start: string | undefined;
  /** Undefined: only branches of remotes are followed. */
  track: boolean | undefined;
}

/** Makes the branch follow its start, when that is a branch to follow. @returns Git's line about it. */
export async function trackBranch(repo: Repository, context: GitContext, { branch, start, track }: TrackRequest): Promise<string | undefined> {
  if (track === false || start === undefined) return undefined;
  const remote = await remoteBranch(repo, start);
  if (remote) {
    await setUpstream(repo, context, branch, remote.remote, remote.branch);
    return `branch '${branch}' set up to track '${remote.remote}/${remote.branch}'.\n`;
  }
  if (!track) return undefined;
  const local = start === 'HEAD' ? await currentBranch(repo) : start;
  if (local === undefined || (await resolveOrUndefined(repo, `refs/heads/${local}`)) === undefined) throw fatal(`cannot set up tracking information; starting point '${start}' is not a branch`);
  await setUpstream(repo, context, branch, '.', local);
  return `branch '${branch}' set up to track '${local}'.\n`;
}

/** `origin/main` as remote and branch; undefined for anything else. */
export async function remoteBranch(repo: Repository, name: string): Promise<{ remote: string; branch: string } | undefined> {
  const short = name.replace(/^(refs\/)?remotes\//, '');
  const at = short.indexOf('/');
  if (at < 0 || (await resolveOrUndefined(repo, `refs/remotes/${short}`)) === undefined) return undefined;
  return { remote: short.slice(0, at), branch: short.slice(at + 1) };
}

export async function setUpstream(repo: Repository, context: GitContext, branch: string, remote: string, theirs: string): Promise<void> {
  const config = new Config(context, repo.gitdir);
  await config.set(`branch.${branch}.remote`, remote);
  await config.set(`branch.${branch}.merge`, `refs/heads/${theirs}`);
}

/** How the branch and what it follows are apart; '' when it follows nothing. */
export async function upstreamText(repo: Repository, branch: string): Promise<string> {
  const upstream = await upstreamOf(repo, branch);
  return upstream ? trackingText(upstream) : '';
}
