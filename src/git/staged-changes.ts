/** What differs between HEAD and the index. */
import { changesBetween } from './changes.ts';
import type { Change } from './changes.ts';
import type { IndexTrees } from './index-trees.ts';
import { foldersOf } from './index-update.ts';
import type { Repository } from './repository.ts';
import { treeSnapshot } from './snapshot.ts';
import type { IndexEntry } from './snapshot.ts';

interface Looked {
  head: string | undefined;
  index: Map<string, IndexEntry>;
  /** Of the index's folders; a folder that has HEAD's tree is not looked into. */
  trees: IndexTrees;
  /** Unmerged paths: their folders make no tree. */
  conflicts: Iterable<string>;
}

/** @returns the changes, and the trees of folders that were looked into and turned out to be HEAD's */
export async function stagedChanges(repo: Repository, { head, index, trees, conflicts }: Looked): Promise<{ changes: Change[]; known: IndexTrees }> {
  const same = new Set<string>();
  const found: IndexTrees = new Map();
  const before = await treeSnapshot(repo, head, (folder, oid) => {
    if (trees.get(folder) !== oid) {
      found.set(folder, oid);
      return true;
    }
    same.add(folder);
    return false;
  });
  const isSame = (path: string): boolean => same.has('') || foldersOf(path).some((folder) => same.has(folder));
  const changes = changesBetween(before, same.size === 0 ? index : new Map([...index].filter(([path]) => !isSame(path))));
  for (const path of [...changes.map((change) => change.path), ...conflicts]) for (const folder of ['', ...foldersOf(path)]) found.delete(folder);
  return { changes, known: found };
}
