/** Stashes beside native git: output, files, index and the stash's own commits have to agree. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { files, gitCompare, index, remove, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

const lines = (count: number, change: Record<number, string> = {}): string => Array.from({ length: count }, (_, at) => `${change[at] ?? `line ${at}`}\n`).join('');
const begin: Step[] = [['init', '-q'], write('a.txt', lines(12)), write('b.txt', 'b\n'), write('.gitignore', '*.log\n'), ['add', '-A'], ['commit', '-q', '-m', 'first: subject\n\nbody']];
/** The commits of all stashes, by their ids. */
const stashes: Step = (dir) => execFileSync('git', ['log', '-g', '--format=%H %P %T %gs|%B|%an %ad', 'refs/stash', '--'], { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const state: Step[] = [files, index, ['status', '-s']];

describe('git stash', () => {
  it('says when there is nothing to do', () => git.compare('nothing', [['init', '-q'], ['stash'], ...begin.slice(1), ['stash'], ['stash', 'list'], ['stash', 'pop'], ['stash', 'apply', 'stash@{3}'], ['stash', 'drop', '2'], ['stash', 'show'], ['stash', 'clear']]));

  it('puts changes aside and brings them back', () => git.compare('round', [
    ...begin, write('a.txt', lines(12, { 3: 'mine' })), write('new.txt', 'n\n'), ['add', 'new.txt'], remove('b.txt'), write('left.txt', 'untracked\n'), ['stash'], ...state, stashes, ['stash', 'list'],
    ['stash', 'show'], ['stash', 'show', '-p'], ['stash', 'pop'], ...state, ['stash', 'list'],
  ]));

  it('keeps several, each with its message', () => git.compare('several', [
    ...begin, write('b.txt', '1\n'), ['stash', 'push', '-m', 'one'], write('b.txt', '2\n'), ['stash', 'save', 'the', 'second'], write('b.txt', '3\n'), ['stash', '-q'], stashes, ['stash', 'list'], ['stash', 'apply', 'stash@{1}'], ...state, ['reset', '-q', '--hard'],
    ['stash', 'drop', 'stash@{1}'], ['stash', 'list'], ['stash', 'pop', '1'], ...state, ['stash', 'list'], stashes, ['stash', 'clear'], ['stash', 'list'],
  ]));

  it('takes what is staged along, or leaves it', () => git.compare('index', [
    ...begin, write('a.txt', lines(12, { 3: 'staged' })), ['add', 'a.txt'], write('a.txt', lines(12, { 3: 'staged', 9: 'work' })), ['stash', '--keep-index'], ...state, stashes, ['reset', '-q', '--hard'], ['stash', 'pop', '--index'], ...state,
    ['stash', 'push', '--staged'], ...state, stashes,
  ]));

  it('puts aside what is staged of the mode, and leaves what was written since', () => git.compare('staged-mode', [
    ...begin, (dir) => fs.chmodSync(join(dir, 'b.txt'), 0o755), ['add', 'b.txt'], write('b.txt', 'b\nmine\n'), ['stash', 'push', '-q', '--staged'], ...state,
  ]));

  it('takes untracked files along', () => git.compare('untracked', [
    ...begin, write('u/one.txt', 'one\n'), write('x.log', 'ignored\n'), write('b.txt', 'changed\n'), ['stash', '-u'], ...state, stashes, ['stash', 'pop'], ...state, ['stash', 'push', '--include-untracked', '-m', 'again'], write('u/one.txt', 'in the way\n'), ['stash', 'pop'], ...state,
  ]));

  it('leaves a file that stands where a folder was', () => git.compare('blocked', [
    ...begin, write('u/one.txt', 'one\n'), write('b.txt', 'changed\n'), ['stash', '-u'], write('u', 'mine\n'), ['stash', 'pop'], ...state, ['stash', 'list'],
  ]));

  it('only some paths', () => git.compare('paths', [...begin, write('a.txt', 'a\n'), write('b.txt', 'changed\n'), ['stash', 'push', '-m', 'only b', '--', 'b.txt'], ...state, stashes, ['stash', 'push', 'nope'], ['stash', 'pop'], ...state]));

  it('conflicts keep the stash', () => git.compare('conflict', [
    ...begin, write('a.txt', lines(12, { 3: 'mine' })), ['stash'], write('a.txt', lines(12, { 3: 'theirs' })), ['commit', '-q', '-am', 'theirs'], ['stash', 'pop'], ...state, ['stash', 'list'], ['stash'], ['stash', 'pop'],
    ['checkout', '-q', '--ours', 'a.txt'], ['reset', '-q', '--hard'], write('a.txt', 'dirty\n'), ['stash', 'pop'], ...state,
  ]));

  it('a branch of it', () => git.compare('branch', [...begin, write('a.txt', 'mine\n'), ['stash'], write('a.txt', 'more\n'), ['commit', '-q', '-am', 'more'], ['stash', 'branch', 'side'], ...state, ['stash', 'list'], ['branch']]));

  it('as programs ask for them: made and kept apart, listed in a form of their own', () => git.compare('scripted', [
    ...begin, ['stash', 'create'], write('a.txt', lines(12, { 3: 'staged' })), ['add', 'a.txt'], write('a.txt', lines(12, { 3: 'staged', 9: 'work' })), ['stash', 'create', 'a', 'word'], ...state, ['stash', 'list'],
    ['stash', 'push', '--keep-index', '--message', 'automatic backup'], ['stash', 'store', '-m', 'kept % again', 'stash@{0}'], ['stash', 'store', 'HEAD'], ['stash', 'list', '--format="%h %s"', '-z'], ['stash', 'list', '--format=%gd %gs', '-1'], ['stash', 'list', '-z'],
    ['stash', 'list', '--pretty=format:%H'], ['reset', '-q', '--hard', 'HEAD'], ['stash', 'apply', '--quiet', '--index', '1'], ...state, ['stash', 'drop', '--quiet', '1'], ['stash', 'list'],
  ]));
});
