/** Hooks beside native git: when they run, what they are told, what they may change and refuse. And what is not there says so. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GitPair } from '../support/git-pair.ts';
import type { GitStep } from '../support/git-pair.ts';

let pair: GitPair;
beforeAll(() => { pair = new GitPair(); });
afterAll(() => pair.dispose());

const compare = (name: string, steps: GitStep[]): Promise<void> => pair.compare(name, steps);
const write = (path: string, text: string, mode = 0o644): GitStep => (dir) => {
  fs.mkdirSync(join(dir, path, '..'), { recursive: true });
  fs.writeFileSync(join(dir, path), text);
  fs.chmodSync(join(dir, path), mode);
};
const hook = (name: string, script: string, mode = 0o755, folder = '.git/hooks'): GitStep => write(`${folder}/${name}`, `#!/bin/sh\n${script}\n`, mode);
/** The message as the hook was told it, and as the commit has it. */
const seen: GitStep[] = [['log', '-3', '--format=%s|%b|'], ['status', '-s']];
const begin: GitStep[] = [['init', '-q'], write('a.txt', 'one\n'), ['add', '.'], ['commit', '-q', '-m', 'first']];

describe('hooks like those of native git', () => {
  it('pre-commit refuses, is passed by, and may add what it has changed', () => compare('pre-commit', [
    ...begin, hook('pre-commit', 'echo "checking in $(basename "$PWD"), editor $GIT_EDITOR, ${GIT_INDEX_FILE:+with an index}"; exit 3'), write('a.txt', 'two\n'), ['commit', '-am', 'x'], ...seen, ['commit', '-q', '-anm', 'not asked'], ...seen, ['commit', '--no-verify', '--allow-empty', '-qm', 'nor here'],
    hook('pre-commit', 'echo formatted > a.txt; git add a.txt'), write('a.txt', 'three\n'), write('b.txt', 'b\n'), ['add', '.'], ['commit', '-q', '-m', 'formatted'], ...seen, ['show', 'HEAD:a.txt'], hook('pre-commit', 'exit 1', 0o644), ['commit', '--allow-empty', '-m', 'not executable'],
  ]));

  it('messages are prepared, checked and changed; afterwards one is told', () => compare('messages', [
    ...begin, hook('prepare-commit-msg', 'echo "prepare $1 $2"; echo "Prepared: yes" >> "$1"'), hook('commit-msg', 'grep -q WIP "$1" && { echo no WIP; exit 1; }; sed -i s/teh/the/ "$1"'), hook('post-commit', 'echo "committed $(git log -1 --format=%s)"'),
    ['commit', '--allow-empty', '-m', 'fix teh thing'], ...seen, ['commit', '--allow-empty', '-m', 'WIP'], ...seen, ['commit', '--amend', '--no-edit', '-q'], ['log', '-1', '--format=%B'], ['commit', '-q', '--no-verify', '--allow-empty', '-m', 'WIP'], ...seen,
  ]));

  it('a commit that is made meanwhile is not lost', () => compare('meanwhile', [
    ...begin, hook('commit-msg', 'git commit -q --no-verify --allow-empty -m other'), write('b.txt', 'b\n'), ['add', '.'], ['commit', '-q', '-m', 'mine'], ...seen, ['reflog'],
  ]));

  it('lie where the configuration says, and may stop a push', () => compare('elsewhere', [
    (dir) => void pair.native(dir, ['init', '-q', '--bare', 'up.git']), ['init', '-q', 'work'], write('work/a', '1\n'), ['-C', 'work', 'add', '.'], ['-C', 'work', 'commit', '-qm', 'one'], ['-C', 'work', 'remote', 'add', 'origin', '../up.git'], ['-C', 'work', 'config', 'core.hooksPath', '.husky'],
    hook('pre-push', 'echo "to $1"; while read -r line; do echo "${line%% *} ${line##* }"; done; test ! -e stop', 0o755, 'work/.husky'), hook('post-merge', 'echo "merged $1"', 0o755, 'work/.husky'), write('work/stop', ''), ['-C', 'work', 'push', '-u', 'origin', 'main'], ['-C', 'work', 'push', '-q', '--no-verify', 'origin', 'main'],
    (dir) => fs.rmSync(join(dir, 'work/stop')), ['-C', 'work', 'switch', '-q', '-c', 'side'], write('work/b', '2\n'), ['-C', 'work', 'add', 'b'], ['-C', 'work', 'commit', '-qm', 'two'], ['-C', 'work', 'push', '-q', 'origin', 'side'], ['-C', 'work', 'switch', '-q', 'main'], ['-C', 'work', 'merge', '-q', 'side'],
  ]));
});

describe('git clean like native git', () => {
  const mess: GitStep[] = [
    ...begin, write('.gitignore', '*.log\nbuild/\n'), write('src/t', ''), ['add', '.'], ['commit', '-qm', 'more'], write('u/v/x', ''), write('y', ''), write('z.log', ''), write('build/o', ''), write('d2/k.log', ''), write('mix/a', ''), write('mix/b.log', ''), write('src/new', ''), write('é x', ''),
    (dir) => fs.mkdirSync(join(dir, 'empty')), ['init', '-q', 'nested'], write('nested/q', ''),
  ];
  const options = ['', '-d', '-x', '-dx', '-X', '-dX', '-d -e y -e *.log'].map((words) => ['clean', '-n', ...words.split(' ').filter(Boolean)]);

  it('shows what would go, whole or in parts', () => compare('shown', [...mess, ['clean'], ...options, ['clean', '-n', 'u'], ['clean', '-n', '-x', '*.log'], ['clean', '-n', 'src'], ['-C', 'src', 'clean', '-n'], ['-C', 'src', 'clean', '-nd', '..'], ['clean', '-n', '-x', '-X']]));
  it('removes that and nothing else', () => compare('removed', [...mess, ['clean', '-f'], ['clean', '-ndx'], ['clean', '-fdq'], ['clean', '-ndx'], ['clean', '-fdx'], ['clean', '-ffd'], ['clean', '-ndx'], (dir) => { expect(fs.readdirSync(dir).sort()).toEqual(['.git', '.gitignore', 'a.txt', 'src']); }]));
});

it.each(['submodule', 'worktree', 'bisect'])('git %s says that it is not here, and what does the same', async (name) => {
  const { code, stdout, stderr } = await pair.ours(pair.home, [name]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(new RegExp(`^error: git ${name} is not in this git\\. .{20,}\\n$`));
});
