/** What a merge commit has that none of its parents has, as `git show` lists it. */
import { changesBetween, detectRenames } from './changes.ts';
import type { Change } from './changes.ts';
import { combinedPatch } from './combined-patch.ts';
import type { DiffForm } from './diff-output.ts';
import { quotePath } from './quote.ts';
import { shortOid } from './repository.ts';
import type { Repository } from './repository.ts';
import type { Snapshot, SnapshotEntry } from './snapshot.ts';

export interface MergeChange {
  path: string;
  /** Seen from each parent; where a file was renamed, from its old content. */
  changes: readonly Change[];
  result: SnapshotEntry | undefined;
}

/** In the order of the paths. */
export async function mergeChanges(parents: readonly Snapshot[], result: Snapshot, { renames, wanted }: { renames: boolean; wanted: (path: string) => boolean }): Promise<MergeChange[]> {
  const seen = await Promise.all(parents.map(async (parent) => {
    const changes = changesBetween(parent, result).filter(({ path }) => wanted(path));
    return new Map((renames ? await detectRenames(changes) : changes).map((change) => [change.path, change]));
  }));
  const [first, ...others] = seen;
  return [...first!.keys()].filter((path) => others.every((changes) => changes.has(path))).map((path) => ({ path, changes: seen.map((changes) => changes.get(path)!), result: result.get(path) }));
}

/** The forms that name each path once. */
export async function listMergeChanges(repo: Repository, changes: readonly MergeChange[], form: 'raw' | 'name-only' | 'name-status', nul: boolean): Promise<string> {
  let text = '';
  for (const { path, changes: seen, result } of changes) {
    const letters = seen.map(({ kind }) => kind).join('');
    const name = nul ? `${path}\0` : `${quotePath(path)}\n`;
    if (form === 'name-only') text += name;
    else if (form === 'name-status') text += `${letters}${nul ? '\0' : '\t'}${name}`;
    else {
      const entries = [...seen.map(({ before }) => before), result];
      const ids = await Promise.all(entries.map((entry) => (entry ? shortOid(repo, entry.oid) : '0000000')));
      text += `${':'.repeat(seen.length)}${entries.map((entry) => entry?.mode ?? '000000').join(' ')} ${ids.join(' ')} ${letters}${nul ? '\0' : '\t'}${name}`;
    }
  }
  return text;
}

/** `diff --cc` of each path that is not as some parent has it, hunk by hunk. */
export async function mergePatch(repo: Repository, changes: readonly MergeChange[]): Promise<string> {
  let text = '';
  for (const { path, changes: seen, result } of changes) text += await combinedPatch(repo, { path, parents: seen.map(({ before }) => before), result });
  return text;
}

/** Whether a form is one of those that name each path once. */
export const listsMerge = (form: DiffForm): form is 'raw' | 'name-only' | 'name-status' => form === 'raw' || form === 'name-only' || form === 'name-status';
