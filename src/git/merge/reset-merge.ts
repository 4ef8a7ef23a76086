/** `git reset --merge`: gives up a merge and keeps what was changed beside it. */
import { deleteEntry, writeEntry } from '../apply-tree.ts';
import { readIndexFile, unmergedOf } from '../index-stages.ts';
import { updateIndex } from '../index-update.ts';
import { clearOperation } from '../operation-state.ts';
import type { Repository } from '../repository.ts';
import { snapshotOfIndex, treeSnapshot, worktreeEntry } from '../snapshot.ts';
import { byPath } from '../snapshot.ts';
import { GitError } from '../errors.ts';
import { sameEntry } from './merge-files.ts';

/**
 * Whatever differs between index and commit, or is in conflict, becomes the commit's; files that only differ from the index stay.
 * @param revision the commit's name for a refusal
 * @throws GitError, before anything is changed, when work that is not committed would be lost
 */
export async function resetMerge(repo: Repository, commit: string, revision = 'HEAD'): Promise<void> {
  const entries = await readIndexFile(repo);
  const index = snapshotOfIndex(repo, entries);
  const unmerged = unmergedOf(entries);
  const target = await treeSnapshot(repo, commit);
  const changed: string[] = [];
  for (const path of [...new Set([...index.keys(), ...unmerged.keys(), ...target.keys()])].sort(byPath)) {
    const staged = index.get(path);
    if (!unmerged.has(path) && sameEntry(staged, target.get(path))) continue;
    if (!unmerged.has(path)) {
      const now = await worktreeEntry(repo, path);
      const why = !now ? undefined : !staged ? `Untracked working tree file '${path}' would be overwritten by merge.` : sameEntry(now, staged) ? undefined : `Entry '${path}' not uptodate. Cannot merge.`;
      if (why !== undefined) throw new GitError(`error: ${why}\nfatal: Could not reset index file to revision '${revision}'.`, 128);
    }
    changed.push(path);
  }
  for (const path of changed) if (!target.has(path)) await deleteEntry(repo, path);
  for (const path of changed) {
    const entry = target.get(path);
    if (entry) await writeEntry(repo, path, entry);
  }
  await updateIndex(repo, async (draft) => {
    for (const path of changed) {
      const entry = target.get(path);
      if (entry) draft.set(path, entry.oid, entry.mode, await repo.fs.promises.lstat(`${repo.dir}/${path}`));
      else draft.remove(path);
    }
  });
  await clearOperation(repo);
}
