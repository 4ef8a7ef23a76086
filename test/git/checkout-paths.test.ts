/** `git checkout <commit> -- <path>` beside native git. */
import { afterAll, it } from 'vitest';
import { files, gitCompare, index, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

const state: Step[] = [files, index, ['status', '-s']];

it('what the commit does not have stays, and is no path of it', () => git.compare('overlay', [
  ['init', '-q'], write('a.txt', 'one\n'), write('src/b.js', 'x\n'), ['add', '.'], ['commit', '-q', '-m', 'first'], write('src/new.js', 'precious\n'), write('src/b.js', 'y\n'), ['add', '.'], ['checkout', 'HEAD', '--', '.'], ...state,
  ['commit', '-q', '-m', 'new'], write('src/b.js', 'z\n'), ['commit', '-q', '-am', 'third'], ['checkout', 'HEAD~2', '--', 'src'], ...state, ['checkout', 'HEAD~2', '--', 'src/new.js'], ...state, ['reset', '-q', '--hard'],
  ['restore', '--source=HEAD~2', '--staged', '--worktree', 'src'], ...state,
]));
