/** Commands of git that are not here: each says so, and what does the same. */
import type { GitCommand } from '../context.ts';
import { GitError } from '../errors.ts';

const INSTEAD: Readonly<Record<string, string>> = {
  submodule: 'A repository within another cannot be followed here. Clone it into a folder of its own and name that folder in .gitignore.',
  worktree: 'Every repository has one working tree here. For a second one: git clone . <folder>, and git fetch ../<this one> there.',
  bisect: 'To search for the commit that broke something: git log --oneline, git switch --detach <the middle one>, test, and halve again; git switch - returns.',
  'filter-branch': 'History is rewritten here with git rebase and git commit --amend only.',
  'sparse-checkout': 'All files of a commit are checked out here.',
  lfs: 'Files of Git LFS stay pointers here; download them from the server’s page.',
  am: 'To apply a patch that came by mail: git apply <file>, then git commit.',
  'format-patch': 'To write a commit as a patch: git show <commit> > <file>.',
  notes: 'There are no notes on commits here.',
  archive: 'To pack a commit’s files: git clone . <folder>, and tar or zip of that folder.',
  gc: 'Objects are neither packed nor collected here.',
  rerere: 'Solutions of conflicts are not remembered here.',
};

export const refused: readonly GitCommand[] = Object.entries(INSTEAD).map(([name, instead]) => ({
  name,
  run: async () => { throw new GitError(`error: git ${name} is not in this git. ${instead}`, 1); },
}));
