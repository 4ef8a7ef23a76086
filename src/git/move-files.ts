/** Takes index and working tree from one tree to another, as `git switch` and `git merge` do: what the person changed stays or stops the move. */
import type { Stats } from 'node:fs';
import { deleteEntry, writeEntry } from './apply-tree.ts';
import { GitError } from './errors.ts';
import { foldersOf, updateIndex } from './index-update.ts';
import type { Sides } from './merge/merge-files.ts';
import { sameEntry } from './merge/merge-files.ts';
import type { Repository } from './repository.ts';
import { byPath, isIgnored, snapshotOfIndex, worktreeEntry } from './snapshot.ts';
import type { IndexEntry, Snapshot, SnapshotEntry } from './snapshot.ts';

export interface Move {
  from: Snapshot;
  to: Snapshot;
  /** Paths that are left in conflict; what `to` has there is only in the working tree. */
  unmerged?: ReadonlyMap<string, Sides<SnapshotEntry>>;
  /** `checkout`, `merge` ...: for the refusal. */
  operation: string;
  /** What the refusal advises to do before. */
  before: string;
  /** Overwrite whatever the person changed. */
  force?: boolean;
  exitCode?: number;
}

/** @throws GitError, before anything is changed, when the move would overwrite somebody's work. */
export async function moveFiles(repo: Repository, move: Move): Promise<void> {
  // The lock comes first: without it files would be moved, and the index would not.
  await updateIndex(repo, async (draft) => {
    const index = snapshotOfIndex(repo, draft.all());
    const indexWritten = await repo.fs.promises.stat(`${repo.gitdir}/index`).then((stat) => stat.mtimeMs, () => 0);
    const changed = await changedPaths(repo, { move, index, indexWritten });
    if (changed.length === 0 && !move.unmerged?.size) return false;
    // What goes makes room for what comes: a file where a folder was, or the reverse.
    for (const path of [...changed].reverse()) if (!move.to.has(path)) await deleteEntry(repo, path);
    const stats = new Map<string, Stats>();
    for (const path of changed) {
      const entry = move.to.get(path);
      if (!entry) continue;
      await clearTheWay(repo, path);
      await writeEntry(repo, path, entry);
      stats.set(path, await repo.fs.promises.lstat(`${repo.dir}/${path}`));
    }
    for (const path of changed) {
      const entry = move.to.get(path);
      if (entry) draft.set(path, entry.oid, entry.mode, stats.get(path));
      else draft.remove(path);
    }
    for (const [path, sides] of move.unmerged ?? []) draft.setSides(path, sides);
    return true;
  });
}

interface State { move: Move; index: Map<string, IndexEntry>; indexWritten: number }

async function changedPaths(repo: Repository, { move, index, indexWritten }: State): Promise<string[]> {
  const changed: string[] = [];
  const refused = { local: [] as string[], untracked: [] as string[], removed: [] as string[], folders: [] as string[] };
  for (const path of [...new Set([...move.from.keys(), ...move.to.keys()])].sort(byPath)) {
    const before = move.from.get(path);
    const after = move.to.get(path);
    if (sameEntry(before, after) && !move.unmerged?.has(path)) continue;
    if (after && !isSafePath(path)) throw new GitError(`error: invalid path '${path}'`, 128);
    const staged = index.get(path);
    if (move.force) {
      changed.push(path);
      continue;
    }
    // Staged already what the move brings.
    if (sameEntry(staged, after) && !move.unmerged?.has(path)) continue;
    if (!sameEntry(staged, before)) refused.local.push(path);
    else if (!staged) {
      const inTheWay = await obstacle(repo, path, { index, to: move.to, from: move.from });
      if (inTheWay?.folder) refused.folders.push(inTheWay.path);
      else if (inTheWay) refused.untracked.push(inTheWay.path);
      else changed.push(path);
    } else {
      const now = await worktreeEntry(repo, path, { entry: staged, indexWritten });
      if (now && !sameEntry(now, staged)) refused.local.push(path);
      else changed.push(path);
    }
  }
  const text = [
    list(refused.local, (paths) => `error: Your local changes to the following files would be overwritten by ${move.operation}:\n${paths}Please commit your changes or stash them before you ${move.before}.\n`),
    list(refused.untracked, (paths) => `error: The following untracked working tree files would be overwritten by ${move.operation}:\n${paths}Please move or remove them before you ${move.before}.\n`),
    list(refused.folders, (paths) => `error: Updating the following directories would lose untracked files in them:\n${paths}\n`),
  ].join('');
  if (text !== '') throw new GitError(`${text}Aborting`, move.exitCode ?? 1);
  return changed;
}

const list = (paths: readonly string[], text: (list: string) => string): string => (paths.length === 0 ? '' : text([...new Set(paths)].map((path) => `\t${path}\n`).join('')));

/** A tree can be made by anybody: no path may lead out of the working tree or into the repository itself. */
function isSafePath(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
}

/** What stands where a new file is to come and is nobody's business to overwrite. Ignored files are, as in git. */
async function obstacle(repo: Repository, path: string, { index, to, from }: { index: ReadonlyMap<string, unknown>; to: Snapshot; from: Snapshot }): Promise<{ path: string; folder: boolean } | undefined> {
  const look = (name: string): Promise<Stats | undefined> => repo.fs.promises.lstat(`${repo.dir}/${name}`).catch(() => undefined);
  for (const folder of foldersOf(path)) {
    const stat = await look(folder);
    if (!stat) return undefined;
    if (stat.isDirectory()) continue;
    return index.has(folder) || from.has(folder) || (await isIgnored(repo, folder, false)) ? undefined : { path: folder, folder: false };
  }
  const stat = await look(path);
  if (!stat) return undefined;
  if (!stat.isDirectory()) return (await isIgnored(repo, path, false)) ? undefined : { path, folder: false };
  // A repository that is to be within this one is left as it is.
  if (to.get(path)?.mode === '160000') return undefined;
  return (await holdsOther(repo, path, index, to)) ? { path, folder: true } : undefined;
}

async function holdsOther(repo: Repository, folder: string, index: ReadonlyMap<string, unknown>, to: Snapshot): Promise<boolean> {
  for (const entry of await repo.fs.promises.readdir(`${repo.dir}/${folder}`, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() ? await holdsOther(repo, path, index, to) : !index.has(path) && !(await isIgnored(repo, path, false))) return true;
  }
  return false;
}

/** An ignored file where a folder is needed; `writeEntry` itself makes room at the path. */
async function clearTheWay(repo: Repository, path: string): Promise<void> {
  for (const folder of foldersOf(path)) {
    const stat = await repo.fs.promises.lstat(`${repo.dir}/${folder}`).catch(() => undefined);
    if (!stat) return;
    if (!stat.isDirectory()) return repo.fs.promises.rm(`${repo.dir}/${folder}`);
  }
}
