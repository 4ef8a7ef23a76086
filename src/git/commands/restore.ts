import { deleteEntry, setIndexEntry, writeEntry } from '../apply-tree.ts';
import type { GitCommand } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { pathspec } from '../pathspec.ts';
import { findRepository, resolveCommit, resolveOrUndefined } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot, worktreeSnapshot } from '../snapshot.ts';
import type { Snapshot } from '../snapshot.ts';

export interface RestoreOptions {
  staged: boolean;
  worktree: boolean;
  /** A revision; by default the index for the working tree and HEAD for the index. */
  source: string | undefined;
  paths: readonly string[];
}

export const restore: GitCommand = {
  name: 'restore',
  async run(args, context) {
    const options = { staged: false, worktree: false, source: undefined as string | undefined, paths: [] as string[] };
    for (let at = 0; at < args.length; at++) {
      const arg = args[at]!;
      if (arg === '--staged' || arg === '-S') options.staged = true;
      else if (arg === '--worktree' || arg === '-W') options.worktree = true;
      else if (arg === '--source' || arg === '-s') options.source = args[++at];
      else if (arg.startsWith('--source=')) options.source = arg.slice('--source='.length);
      else if (arg === '--') options.paths.push(...args.splice(at + 1));
      else if (arg.startsWith('-') && arg !== '-q' && arg !== '--quiet') throw new GitError(`error: unknown option \`${arg.replace(/^-+/, '')}'`, 129);
      else if (!arg.startsWith('-')) options.paths.push(arg);
    }
    if (options.paths.length === 0) throw fatal('you must specify path(s) to restore');
    await restorePaths(await findRepository(context), { ...options, worktree: options.worktree || !options.staged });
    return 0;
  },
};

/** @throws GitError for a path that git does not know; then nothing was changed. */
export async function restorePaths(repo: Repository, { staged, worktree, source, paths }: RestoreOptions): Promise<number> {
  const index = await indexSnapshot(repo);
  const from: Snapshot = source !== undefined ? await treeSnapshot(repo, await resolveCommit(repo, source))
    : staged ? await treeSnapshot(repo, await resolveOrUndefined(repo, 'HEAD')) : index;
  const known = [...new Set([...from.keys(), ...index.keys()])];
  const chosen = new Set<string>();
  for (const given of paths) {
    const spec = pathspec(repo, given);
    const matching = known.filter(spec.matches);
    if (matching.length === 0) throw new GitError(`error: pathspec '${given}' did not match any file(s) known to git`, 1);
    for (const path of matching) chosen.add(path);
  }
  const now = worktree ? await worktreeSnapshot(repo, index) : undefined;
  let changed = 0;
  for (const path of chosen) {
    const entry = from.get(path);
    if (staged && (entry?.oid !== index.get(path)?.oid || entry?.mode !== index.get(path)?.mode)) {
      await setIndexEntry(repo, path, entry);
      changed++;
    }
    if (!now || (entry && entry.oid === now.get(path)?.oid && entry.mode === now.get(path)?.mode)) continue;
    if (entry) await writeEntry(repo, path, entry);
    else if (index.has(path)) await deleteEntry(repo, path);
    if (!staged) changed++;
  }
  return changed;
}
