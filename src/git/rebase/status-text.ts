/** What `git status` says while a rebase waits. */
import type { Paint } from '../color.ts';
import { shortOid } from '../repository.ts';
import type { Repository } from '../repository.ts';
import type { Status } from '../status.ts';
import type { Pick, RebaseState } from './state.ts';

/** Commands that are shown of each list. */
const SHOWN = 2;

export async function rebaseHead(repo: Repository, { onto }: RebaseState, paint: Paint): Promise<string> {
  return `${paint('red', 'interactive rebase in progress; onto ')}${await shortOid(repo, onto)}\n`;
}

export async function rebaseProgress(repo: Repository, { conflicts, staged }: Listed, state: RebaseState): Promise<string> {
  const { branch, onto, done, todo, stopped } = state;
  const lines = async (picks: readonly Pick[]): Promise<string> => (await Promise.all(picks.map(async ({ oid, subject }) => `   pick ${await shortOid(repo, oid)} ${subject}\n`))).join('');
  let text = done.length === 0 ? 'No commands done.\n' : done.length === 1 ? 'Last command done (1 command done):\n' : `Last commands done (${done.length} commands done):\n`;
  text += await lines(done.slice(-SHOWN));
  if (done.length > SHOWN) text += '  (see more in file .git/rebase-merge/done)\n';
  if (todo.length === 0) text += 'No commands remaining.\n';
  else {
    text += todo.length === 1 ? 'Next command to do (1 remaining command):\n' : `Next commands to do (${todo.length} remaining commands):\n`;
    text += `${await lines(todo.slice(0, SHOWN))}  (use "git rebase --edit-todo" to view and edit)\n`;
  }
  const what = branch === undefined ? '' : ` branch '${branch}' on '${await shortOid(repo, onto)}'`;
  const resolved = stopped !== undefined && (staged.length > 0 || (await repo.fs.promises.stat(`${repo.gitdir}/MERGE_MSG`).then(() => true, () => false)));
  if (conflicts.size > 0) return `${text}You are currently rebasing${what}.\n  (fix conflicts and then run "git rebase --continue")\n  (use "git rebase --skip" to skip this patch)\n  (use "git rebase --abort" to check out the original branch)\n\n`;
  if (resolved) return `${text}You are currently rebasing${what}.\n  (all conflicts fixed: run "git rebase --continue")\n\n`;
  return `${text}You are currently editing a commit${branch === undefined ? ' during a rebase' : ` while rebasing${what}`}.\n  (use "git commit --amend" to amend the current commit)\n  (use "git rebase --continue" once you are satisfied with your changes)\n\n`;
}

type Listed = { [Key in 'conflicts' | 'staged']: Status[Key] };
