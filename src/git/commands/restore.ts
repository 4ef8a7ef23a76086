import { deleteEntry, writeEntry } from '../apply-tree.ts';
import type { GitCommand } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { readIndexFile, unmergedOf } from '../index-stages.ts';
import { updateIndex } from '../index-update.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { pathspecs } from '../pathspec.ts';
import { findRepository, resolveCommit, resolveOrUndefined } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { snapshotOfIndex, treeSnapshot, worktreeSnapshot } from '../snapshot.ts';
import type { Snapshot, SnapshotEntry } from '../snapshot.ts';

export interface RestoreOptions {
  staged: boolean;
  worktree: boolean;
  /** A revision; by default the index for the working tree and HEAD for the index. */
  source: string | undefined;
  paths: readonly string[];
  /** A path that nobody knows is nothing to do, as in `git reset -- path`. */
  lenient?: boolean;
  /** What the source does not have stays, as with `git checkout`; `git restore` takes it away. */
  overlay?: boolean;
}

export const restore: GitCommand = {
  name: 'restore',
  async run(args, context) {
    const options = { staged: false, worktree: false, source: undefined as string | undefined, paths: [] as string[] };
    for (let at = 0; at < args.length; at++) {
      const arg = args[at]!;
      if (arg === '--staged' || arg === '-S') options.staged = true;
      else if (arg === '--worktree' || arg === '-W') options.worktree = true;
      else if (arg === '-SW' || arg === '-WS') options.staged = options.worktree = true;
      else if (arg === '--source' || arg === '-s') options.source = valueAfter(args, at++);
      else if (arg.startsWith('--source=')) options.source = arg.slice('--source='.length);
      else if (arg === '--') {
        options.paths.push(...args.slice(at + 1));
        break;
      } else if (arg.startsWith('-') && arg !== '-q' && arg !== '--quiet') throw unknownOption(arg);
      else if (!arg.startsWith('-')) options.paths.push(arg);
    }
    if (options.paths.length === 0) throw fatal('you must specify path(s) to restore');
    const repo = await findRepository(context);
    if (options.staged && options.source === undefined && (await resolveOrUndefined(repo, 'HEAD')) === undefined) throw fatal('could not resolve HEAD');
    await restorePaths(repo, { ...options, worktree: options.worktree || !options.staged });
    return 0;
  },
};

/** @returns how many files changed in the index, or in the working tree when only that is restored. @throws GitError for a path that git does not know; then nothing was changed. */
export async function restorePaths(repo: Repository, { staged, worktree, source, paths, lenient = false, overlay = false }: RestoreOptions): Promise<number> {
  const entries = await readIndexFile(repo);
  const index = snapshotOfIndex(repo, entries);
  const conflicts = unmergedOf(entries);
  const from: Snapshot = source !== undefined ? await treeSnapshot(repo, await resolveCommit(repo, source))
    : staged ? await treeSnapshot(repo, await resolveOrUndefined(repo, 'HEAD')) : index;
  const known = overlay && source !== undefined ? [...from.keys()] : [...new Set([...from.keys(), ...index.keys(), ...conflicts.keys()])];
  const chosen = new Set<string>();
  for (const spec of pathspecs(repo, paths)) {
    const matching = known.filter(spec.matches);
    if (matching.length === 0 && !lenient) throw new GitError(`error: pathspec '${spec.given}' did not match any file(s) known to git`, 1);
    for (const path of matching) chosen.add(path);
  }
  if (!staged && source === undefined) for (const path of chosen) if (conflicts.has(path)) throw new GitError(`error: path '${path}' is unmerged`, 1);
  const now = worktree ? await worktreeSnapshot(repo, index) : undefined;
  const differs = (a: SnapshotEntry | undefined, b: SnapshotEntry | undefined): boolean => a?.oid !== b?.oid || a?.mode !== b?.mode;
  const inIndex = staged ? [...chosen].filter((path) => conflicts.has(path) || differs(from.get(path), index.get(path))) : [];
  const inTree = now ? [...chosen].filter((path) => differs(from.get(path), now.get(path)) && (from.has(path) || index.has(path) || conflicts.has(path))) : [];
  for (const path of inTree) {
    const entry = from.get(path);
    if (entry) await writeEntry(repo, path, entry);
    else await deleteEntry(repo, path);
  }
  if (inIndex.length > 0) {
    await updateIndex(repo, (draft) => {
      for (const path of inIndex) {
        const entry = from.get(path);
        if (entry) draft.set(path, entry.oid, entry.mode);
        else draft.remove(path);
      }
    });
  }
  return staged ? inIndex.length : inTree.length;
}
