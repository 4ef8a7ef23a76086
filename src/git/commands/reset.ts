import * as git from 'isomorphic-git';
import { deleteEntry, writeEntry } from '../apply-tree.ts';
import { changesBetween } from '../changes.ts';
import { commitText } from '../commit-text.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { readIndexFile, unmergedOf } from '../index-stages.ts';
import { updateIndex } from '../index-update.ts';
import { clearOperation, readOperation } from '../operation-state.ts';
import { unknownOption } from '../options.ts';
import { looksLikePathspec } from '../pathspec.ts';
import { moveHead } from '../refs.ts';
import { findRepository, resolveCommit, resolveOrUndefined, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, snapshotOfIndex, treeSnapshot, worktreeSnapshot } from '../snapshot.ts';
import type { Snapshot } from '../snapshot.ts';
import { restorePaths } from './restore.ts';

type Mode = 'soft' | 'mixed' | 'hard';

export const reset: GitCommand = {
  name: 'reset',
  async run(args, context) {
    const repo = await findRepository(context);
    const { mode, quiet, revision, paths } = await parse(args, repo);
    const head = await resolveOrUndefined(repo, 'HEAD');
    if (paths.length > 0) {
      if (mode !== undefined && mode !== 'mixed') throw fatal(`Cannot do ${mode} reset with paths.`);
      await restorePaths(repo, { staged: true, worktree: false, source: revision ?? (head === undefined ? undefined : 'HEAD'), paths, lenient: true });
      if (!quiet) context.out(await unstagedText(repo));
      return 0;
    }
    const target = revision === undefined && head === undefined ? undefined : await resolveCommit(repo, revision ?? 'HEAD');
    await resetTo(repo, context, { target, head, mode: mode ?? 'mixed', name: revision ?? 'HEAD' });
    if (quiet) return 0;
    if (mode === 'hard' && target !== undefined) {
      const commit = await git.readCommit({ ...repo, oid: target });
      context.out(`HEAD is now at ${await commitText(repo, commit, { format: { name: 'oneline', abbreviate: true }, now: context.now() })}\n`);
    } else if (mode !== 'soft' && mode !== 'hard') context.out(await unstagedText(repo));
    return 0;
  },
};

async function parse(args: readonly string[], repo: Repository): Promise<{ mode: Mode | undefined; quiet: boolean; revision: string | undefined; paths: string[] }> {
  let mode: Mode | undefined;
  let quiet = false;
  let revision: string | undefined;
  const paths: string[] = [];
  const dashes = args.indexOf('--');
  for (const [at, arg] of args.entries()) {
    if (dashes >= 0 && at >= dashes) {
      if (at > dashes) paths.push(arg);
    } else if (arg === '--soft' || arg === '--mixed' || arg === '--hard') mode = arg.slice(2) as Mode;
    else if (arg === '-q' || arg === '--quiet') quiet = true;
    else if (arg === '--no-refresh' || arg === '--refresh' || arg === '--no-quiet') continue;
    else if (arg.startsWith('-')) throw unknownOption(arg);
    else if (revision === undefined && paths.length === 0 && (await tryResolve(repo, arg)) !== undefined) revision = arg;
    else if (dashes >= 0) throw fatal(`Failed to resolve '${arg}' as a valid revision.`);
    else {
      // Without `--` a word is a path only when there is such a file, or was.
      const known = looksLikePathspec(arg) || (await repo.fs.promises.lstat(`${repo.dir}/${repo.prefix}/${arg}`).then(() => true, () => false));
      if (!known) await resolveCommit(repo, arg);
      paths.push(arg);
    }
  }
  return { mode, quiet, revision, paths };
}

interface Reset { target: string | undefined; head: string | undefined; mode: Mode; name: string }

async function resetTo(repo: Repository, context: GitContext, { target, head, mode, name }: Reset): Promise<void> {
  if (mode === 'soft') {
    const operation = await readOperation(repo);
    if (operation?.kind === 'merge' || unmergedOf(await readIndexFile(repo)).size > 0) throw new GitError('fatal: Cannot do a soft reset in the middle of a merge.');
  } else await resetFiles(repo, await treeSnapshot(repo, target), mode === 'hard');
  if (target !== undefined) {
    if (head !== undefined) await repo.fs.promises.writeFile(`${repo.gitdir}/ORIG_HEAD`, `${head}\n`);
    await moveHead(repo, context, target, `reset: moving to ${name}`);
  }
  if (mode !== 'soft') await clearOperation(repo);
}

/** Index and working tree become those of a commit; `hard`: whatever was changed there. */
export async function resetFiles(repo: Repository, target: Snapshot, hard: boolean): Promise<void> {
  const entries = await readIndexFile(repo);
  const index = snapshotOfIndex(repo, entries);
  const conflicts = unmergedOf(entries);
  if (hard) {
    const work = await worktreeSnapshot(repo, index);
    for (const path of [...index.keys(), ...conflicts.keys()]) if (!target.has(path)) await deleteEntry(repo, path);
    for (const [path, entry] of target) {
      const now = work.get(path);
      if (now?.oid !== entry.oid || now.mode !== entry.mode) await writeEntry(repo, path, entry);
    }
  }
  const changes = changesBetween(index, target);
  if (changes.length === 0 && conflicts.size === 0) return;
  await updateIndex(repo, (draft) => {
    for (const path of conflicts.keys()) draft.remove(path);
    for (const { path, after } of changes) {
      if (after) draft.set(path, after.oid, after.mode);
      else draft.remove(path);
    }
  });
}

async function unstagedText(repo: Repository): Promise<string> {
  const index = await indexSnapshot(repo);
  const changes = changesBetween(index, await worktreeSnapshot(repo, index));
  return changes.length === 0 ? '' : `Unstaged changes after reset:\n${changes.map((change) => `${change.kind}\t${change.path}\n`).join('')}`;
}
