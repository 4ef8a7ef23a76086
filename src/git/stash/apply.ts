/** Brings a stash back (`git stash apply`, `git stash pop`). */
import { inPlaceOfFolder, writeEntry } from '../apply-tree.ts';
import { changesBetween } from '../changes.ts';
import type { GitContext } from '../context.ts';
import { GitError } from '../errors.ts';
import { updateIndex } from '../index-update.ts';
import { placeOutcome } from '../merge/merge-into.ts';
import { mergeTrees } from '../merge/merge-trees.ts';
import type { MergeOptions } from '../merge/merge-trees.ts';
import { mergeSettings } from '../merge/settings.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot } from '../snapshot.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Stash } from './entries.ts';
import { refuseUnmerged } from './save.ts';

/** @returns whether all merged. What the stash had staged is staged again only with `withIndex`; new files always are. */
export async function applyStash(repo: Repository, context: GitContext, stash: Stash, withIndex: boolean): Promise<boolean> {
  await refuseUnmerged(repo);
  const before: Snapshot = await indexSnapshot(repo);
  const base = await treeSnapshot(repo, stash.base);
  const options: MergeOptions = { labels: { ours: 'Updated upstream', theirs: 'Stashed changes', base: 'Stash base' }, ...(await mergeSettings(context, repo)) };
  const staged = withIndex ? await stagedAgain(repo, { base, before, stash, options }) : undefined;
  const outcome = await mergeTrees(base, before, await treeSnapshot(repo, stash.oid), options);
  await placeOutcome(repo, before, outcome, { operation: 'merge', before: 'merge' });
  context.out(outcome.messages.map((line) => `${line}\n`).join(''));
  const { clean } = outcome;
  if (clean) await unstage(repo, staged ?? before, outcome.tree, staged !== undefined);
  else if (withIndex) context.err('Index was not unstashed.\n');
  if (stash.untracked !== undefined) await restoreUntracked(repo, context, stash.untracked);
  return clean;
}

async function stagedAgain(repo: Repository, { base, before, stash, options }: { base: Snapshot; before: Snapshot; stash: Stash; options: MergeOptions }): Promise<Snapshot | undefined> {
  const index = await treeSnapshot(repo, stash.index);
  if (changesBetween(base, index).length === 0) return undefined;
  const outcome = await mergeTrees(base, before, index, options);
  if (!outcome.clean) throw new GitError('error: conflicts in index. Try without --index.', 1);
  return outcome.tree;
}

/** Puts the index back to what it was, so that the changes are local ones. */
async function unstage(repo: Repository, wanted: Snapshot, now: Snapshot, exactly: boolean): Promise<void> {
  await updateIndex(repo, (draft) => {
    for (const { path, before, after } of changesBetween(now, wanted)) {
      if (after) draft.set(path, after.oid, after.mode);
      else if (before && exactly) draft.remove(path);
    }
  });
}

async function restoreUntracked(repo: Repository, context: GitContext, commit: string): Promise<void> {
  let failed = false;
  for (const [path, entry] of await treeSnapshot(repo, commit)) {
    if (await repo.fs.promises.lstat(`${repo.dir}/${path}`).then(() => true, () => false)) {
      context.err(`${path} already exists, no checkout\n`);
      failed = true;
      continue;
    }
    const blocking = await inPlaceOfFolder(repo, path);
    if (blocking) {
      context.err(`fatal: cannot create directory at '${blocking.path}': File exists\n`);
      failed = true;
      break;
    }
    await writeEntry(repo, path, entry);
  }
  if (failed) throw new GitError('error: could not restore untracked files from stash', 1);
}
