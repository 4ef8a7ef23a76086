import * as git from 'isomorphic-git';
import { deleteEntry, setIndexEntry, writeEntry } from '../apply-tree.ts';
import { changesBetween } from '../changes.ts';
import { commitText } from '../commit-text.ts';
import type { GitCommand } from '../context.ts';
import { GitError } from '../errors.ts';
import { quotePath } from '../quote.ts';
import { currentBranch, findRepository, resolveCommit, resolveOrUndefined, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot, worktreeSnapshot } from '../snapshot.ts';
import { restorePaths } from './restore.ts';

type Mode = 'soft' | 'mixed' | 'hard';

export const reset: GitCommand = {
  name: 'reset',
  async run(args, context) {
    const repo = await findRepository(context);
    let mode = 'mixed' as Mode;
    let quiet = false;
    let revision: string | undefined;
    const paths: string[] = [];
    const dashes = args.indexOf('--');
    for (const [at, arg] of args.entries()) {
      if (dashes >= 0 && at >= dashes) {
        if (at > dashes) paths.push(arg);
      } else if (arg === '--soft' || arg === '--mixed' || arg === '--hard') mode = arg.slice(2) as Mode;
      else if (arg === '-q' || arg === '--quiet') quiet = true;
      else if (arg.startsWith('-')) throw new GitError(`error: unknown option \`${arg.replace(/^-+/, '')}'`, 129);
      else if (revision === undefined && paths.length === 0 && (await tryResolve(repo, arg)) !== undefined) revision = arg;
      else paths.push(arg);
    }
    if (paths.length > 0) {
      const source = revision ?? ((await resolveOrUndefined(repo, 'HEAD')) === undefined ? undefined : 'HEAD');
      await restorePaths(repo, { staged: true, worktree: false, source, paths });
    } else await resetTo(repo, await resolveCommit(repo, revision ?? 'HEAD'), mode);
    if (mode === 'hard') {
      const commit = await git.readCommit({ ...repo, oid: await resolveCommit(repo, 'HEAD') });
      if (!quiet) context.out(`HEAD is now at ${await commitText(repo, commit, { format: { name: 'oneline', abbreviate: true }, now: context.now() })}\n`);
    } else if (mode === 'mixed' && !quiet) context.out(await unstagedText(repo));
    return 0;
  },
};

async function resetTo(repo: Repository, commit: string, mode: Mode): Promise<void> {
  const branch = await currentBranch(repo);
  await git.writeRef({ ...repo, ref: branch === undefined ? 'HEAD' : `refs/heads/${branch}`, value: commit, force: true });
  if (mode === 'soft') return;
  const target = await treeSnapshot(repo, commit);
  const index = await indexSnapshot(repo);
  const work = mode === 'hard' ? await worktreeSnapshot(repo, index) : undefined;
  for (const change of changesBetween(index, target)) await setIndexEntry(repo, change.path, change.after);
  if (!work) return;
  for (const path of index.keys()) if (!target.has(path)) await deleteEntry(repo, path);
  for (const [path, entry] of target) {
    const now = work.get(path);
    if (now?.oid !== entry.oid || now.mode !== entry.mode) await writeEntry(repo, path, entry);
  }
}

async function unstagedText(repo: Repository): Promise<string> {
  const index = await indexSnapshot(repo);
  const changes = changesBetween(index, await worktreeSnapshot(repo, index));
  return changes.length === 0 ? '' : `Unstaged changes after reset:\n${changes.map((change) => `${change.kind}\t${quotePath(change.path)}\n`).join('')}`;
}
