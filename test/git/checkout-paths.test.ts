/** `git checkout <commit> -- <path>` beside native git. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { files, gitCompare, index, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

it.each([['--ours'], ['--theirs', 'other']])('a side needs a path: checkout %s %s', (...args) => git.compare(`side${args.join('')}`, [['init', '-q'], write('a.txt', 'one\n'), ['add', '.'], ['commit', '-q', '-m', 'first'], ['branch', 'other'], ['checkout', ...args], ['branch']]));

it.each(['-m', '--merge', '--conflict=diff3'])('checkout %s does not switch, and says so', async (option) => {
  const dir = join(git.home, `switch${option}`);
  fs.mkdirSync(dir);
  for (const args of [['init', '-q'], ['commit', '-q', '--allow-empty', '-m', 'first'], ['branch', 'other']]) git.native(dir, args);
  expect((await git.ours(dir, ['checkout', option, 'other'])).code).toBe(129);
});

const state: Step[] = [files, index, ['status', '-s']];

it('what the commit does not have stays, and is no path of it', () => git.compare('overlay', [
  ['init', '-q'], write('a.txt', 'one\n'), write('src/b.js', 'x\n'), ['add', '.'], ['commit', '-q', '-m', 'first'], write('src/new.js', 'precious\n'), write('src/b.js', 'y\n'), ['add', '.'], ['checkout', 'HEAD', '--', '.'], ...state,
  ['commit', '-q', '-m', 'new'], write('src/b.js', 'z\n'), ['commit', '-q', '-am', 'third'], ['checkout', 'HEAD~2', '--', 'src'], ...state, ['checkout', 'HEAD~2', '--', 'src/new.js'], ...state, ['reset', '-q', '--hard'],
  ['restore', '--source=HEAD~2', '--staged', '--worktree', 'src'], ...state,
]));
