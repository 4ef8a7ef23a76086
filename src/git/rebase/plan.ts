/** Which commits a rebase takes along. */
import * as git from 'isomorphic-git';
import { subjectOf } from '../commands/commit-report.ts';
import { changesOf, history } from '../log/history.ts';
import { isAncestor, mergeBases, reachable } from '../merge/merge-base.ts';
import { filePatch } from '../patch-text.ts';
import type { Repository } from '../repository.ts';
import type { Pick } from './state.ts';

export interface Plan {
  /** The oldest first. */
  picks: Pick[];
  /** Commits that are left out because the other side has the same change. */
  applied: string[];
  /** Whether the commits stand on `onto` already, in one line. */
  upToDate: boolean;
}

/** @param upstream undefined for all commits down to the first */
export async function planRebase(repo: Repository, { head, upstream, onto }: { head: string; upstream: string | undefined; onto: string }): Promise<Plan> {
  const hidden = upstream === undefined ? new Set<string>() : await reachable(repo, [upstream]);
  const commits: git.ReadCommitResult[] = [];
  for await (const commit of history(repo, { tips: [head], hidden, specs: [], follow: undefined, order: 'graph', firstParent: false, wanted: () => true })) commits.push(commit);
  commits.reverse();
  const single = commits.filter(({ commit }) => commit.parent.length < 2);
  const bases = upstream === undefined ? [] : await mergeBases(repo, upstream, head);
  const upToDate = upstream !== undefined && single.length === commits.length && bases.length === 1 && bases[0] === onto && (await isAncestor(repo, onto, head));
  const there = upstream === undefined || upToDate ? [] : await Promise.all([...(await reachable(repo, [upstream], [head]))].map((oid) => git.readCommit({ ...repo, oid })));
  const known = await changeKeys(repo, there.filter(({ commit }) => commit.parent.length < 2), single);
  const applied = single.filter(({ oid }) => known.has(oid)).map(({ oid }) => oid);
  return { picks: single.filter(({ oid }) => !known.has(oid)).map(({ oid, commit }) => ({ oid, subject: subjectOf(commit.message) })), applied, upToDate };
}

/** Commits of `ours` whose change is that of one of `theirs`. Patches are made only where the changed paths agree: for most commits of a long history they do not. */
async function changeKeys(repo: Repository, theirs: readonly git.ReadCommitResult[], ours: readonly git.ReadCommitResult[]): Promise<Set<string>> {
  const paths = async (commit: git.ReadCommitResult): Promise<string> => (await changesOf(repo, commit, false)).map(({ kind, path }) => `${kind} ${path}`).join('\n');
  const byPaths = new Map<string, git.ReadCommitResult[]>();
  if (ours.length > 0) for (const commit of theirs) {
    const key = await paths(commit);
    // Nothing changed is no change that both have.
    if (key !== '') byPaths.set(key, [...(byPaths.get(key) ?? []), commit]);
  }
  const same = new Set<string>();
  if (byPaths.size === 0) return same;
  for (const commit of ours) {
    const candidates = byPaths.get(await paths(commit)) ?? [];
    if (candidates.length === 0) continue;
    const own = await patchOf(repo, commit);
    for (const candidate of candidates) if ((await patchOf(repo, candidate)) === own) same.add(commit.oid);
  }
  return same;
}

/** A commit's change without where it stands, as `git patch-id` sees it. */
async function patchOf(repo: Repository, commit: git.ReadCommitResult): Promise<string> {
  const patches = await Promise.all((await changesOf(repo, commit, false)).map(async (change) => {
    const { text, binary } = await filePatch(repo, change, { bytes: true });
    return binary ? `${text}${change.before?.oid} ${change.after?.oid}` : text.replace(/^index .*\n/gm, '').replace(/^@@ .*$/gm, '@@');
  }));
  return patches.join('\n').replace(/[ \t\r]/g, '');
}
