/** Two commits become one tree. */
import type { Repository } from '../repository.ts';
import { shortOid } from '../repository.ts';
import type { Snapshot } from '../snapshot.ts';
import { treeSnapshot } from '../snapshot.ts';
import { mergeBases } from './merge-base.ts';
import { mergeTrees } from './merge-trees.ts';
import type { MergeOptions, MergeOutcome } from './merge-trees.ts';

/** With several merge bases these are merged first, conflicts and all, and the result is the base: Git's recursive strategy. */
export async function mergeCommits(repo: Repository, ours: string, theirs: string, options: Omit<MergeOptions, 'labels'> & { labels: { ours: string; theirs: string } }): Promise<MergeOutcome> {
  const bases = await mergeBases(repo, ours, theirs);
  const base = await ancestor(repo, bases, options);
  const name = bases.length === 0 ? 'empty tree' : bases.length === 1 ? await shortOid(repo, bases[0]!) : 'merged common ancestors';
  return mergeTrees(base, await treeSnapshot(repo, ours), await treeSnapshot(repo, theirs), { ...options, labels: { ...options.labels, base: name } });
}

async function ancestor(repo: Repository, bases: readonly string[], options: Omit<MergeOptions, 'labels'>, depth = 1): Promise<Snapshot> {
  if (bases.length === 0) return new Map();
  // The oldest first, as in Git; a later one is merged into what came of the earlier ones.
  const [first, ...rest] = [...bases].reverse();
  let merged = await treeSnapshot(repo, first);
  for (const next of rest) {
    const below = await ancestor(repo, await mergeBases(repo, first!, next), options, depth + 1);
    const outcome = await mergeTrees(below, merged, await treeSnapshot(repo, next), { ...options, favor: undefined, depth, labels: { ours: 'Temporary merge branch 1', theirs: 'Temporary merge branch 2', base: 'merged common ancestors' } });
    merged = new Map([...outcome.tree, ...outcome.files]);
  }
  return merged;
}
