/** Applies the commits of a rebase one after the other, from wherever it stands. */
import * as git from 'isomorphic-git';
import { changesBetween } from '../changes.ts';
import type { GitContext } from '../context.ts';
import { GitError } from '../errors.ts';
import { conflictMessage, placeOutcome } from '../merge/merge-into.ts';
import { mergeTrees } from '../merge/merge-trees.ts';
import { mergeSettings } from '../merge/settings.ts';
import { clearOperation } from '../operation-state.ts';
import { appendReflog, moveHead, pointHead, updateRef } from '../refs.ts';
import { resolveOrUndefined, shortOid } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { treeSnapshot } from '../snapshot.ts';
import { writeCommit } from '../write-objects.ts';
import { applyAutostash } from './autostash.ts';
import { clearRebase, writeRebase, writeStopped } from './state.ts';
import type { Pick, RebaseState } from './state.ts';

const CLEAR_LINE = '\r\x1b[K';

/** @param action for the reflog: `rebase`, or `pull` with its arguments. @throws GitError when a commit does not apply; the rebase then waits */
export async function runPicks(repo: Repository, context: GitContext, state: RebaseState, action: string): Promise<number> {
  const end = state.done.length + state.todo.length;
  for (let next = state.todo.shift(); next; next = state.todo.shift()) {
    state.done.push(next);
    if (!state.quiet) context.err(`Rebasing (${state.done.length}/${end})\r`);
    await pickOne(repo, context, next, state, action);
  }
  const head = (await resolveOrUndefined(repo, 'HEAD'))!;
  if (state.branch !== undefined) {
    await updateRef(repo, context, `refs/heads/${state.branch}`, head, `${action} (finish): refs/heads/${state.branch} onto ${state.onto}`);
    await pointHead(repo, context, { branch: state.branch }, `${action} (finish): returning to refs/heads/${state.branch}`);
  }
  await applyAutostash(repo, context);
  await clearRebase(repo);
  if (!state.quiet) context.err(`${CLEAR_LINE}Successfully rebased and updated ${state.branch === undefined ? 'detached HEAD' : `refs/heads/${state.branch}`}.\n`);
  return 0;
}

async function pickOne(repo: Repository, context: GitContext, pick: Pick, state: RebaseState, action: string): Promise<void> {
  const { oid, commit: picked } = await git.readCommit({ ...repo, oid: await git.expandOid({ ...repo, oid: pick.oid }) });
  const head = (await resolveOrUndefined(repo, 'HEAD'))!;
  const parent = picked.parent[0];
  const [base, here, theirs] = [await treeSnapshot(repo, parent), await treeSnapshot(repo, head), await treeSnapshot(repo, oid)];
  const label = `${await shortOid(repo, oid)} (${pick.subject})`;
  const outcome = await mergeTrees(base, here, theirs, { labels: { ours: 'HEAD', theirs: label, base: `parent of ${label}` }, ...(await mergeSettings(context, repo)) });
  const message = picked.message.replace(/\n*$/, '\n');
  try {
    await placeOutcome(repo, here, outcome, { operation: 'merge', before: 'merge' });
  } catch (error) {
    // Nothing of it is done: it is the next one again.
    await writeRebase(repo, { ...state, done: state.done.slice(0, -1), todo: [pick, ...state.todo], stopped: undefined });
    if (!(error instanceof GitError)) throw error;
    throw new GitError(`${error.message}\nhint: Could not execute the todo command\nhint:\nhint:     pick ${oid} ${pick.subject}\nhint:\nhint: It has been rescheduled; To edit the command before continuing, please\nhint: edit the todo list first:\nhint:\nhint:     git rebase --edit-todo\nhint:     git rebase --continue`, 1);
  }
  if (outcome.messages.length > 0 && (!state.quiet || !outcome.clean)) context.out(outcome.messages.map((line) => `${line}\n`).join(''));
  if (!outcome.clean) {
    await writeRebase(repo, { ...state, stopped: oid });
    await writeStopped(repo, { oid, message, author: picked.author });
    await repo.fs.promises.writeFile(`${repo.gitdir}/MERGE_MSG`, conflictMessage(message, outcome));
    throw new GitError(`error: could not apply ${await shortOid(repo, oid)}... ${pick.subject}\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".\n`
      + `hint: You can instead skip this commit: run "git rebase --skip".\nhint: To abort and get back to the state before "git rebase", run "git rebase --abort".\nCould not apply ${await shortOid(repo, oid)}... ${pick.subject}`, 1);
  }
  // A commit that was empty from the beginning was meant so.
  if (changesBetween(here, outcome.tree).length === 0 && changesBetween(base, theirs).length > 0) {
    context.err(`dropping ${oid} ${pick.subject} -- patch contents already upstream\n`);
    return;
  }
  const made = await writeCommit(repo, context, { tree: outcome.tree, parents: [head], message, author: picked.author });
  await moveHead(repo, context, made, `${action} (pick): ${pick.subject}`);
}

/** Back to where it began. @param reset takes index and working tree to that commit */
export async function abortRebase(repo: Repository, context: GitContext, state: RebaseState, reset: (commit: string) => Promise<void>): Promise<void> {
  await reset(state.original);
  const message = `rebase (abort): returning to ${state.branch === undefined ? state.original : `refs/heads/${state.branch}`}`;
  if (state.branch === undefined) {
    const before = await resolveOrUndefined(repo, 'HEAD');
    await repo.fs.promises.writeFile(`${repo.gitdir}/HEAD`, `${state.original}\n`);
    await appendReflog(repo, context, 'HEAD', { before, after: state.original, message });
  } else await pointHead(repo, context, { branch: state.branch }, message);
  await clearOperation(repo);
}
