/** Branches whose names would be a file and a folder, beside native git. */
import { execFileSync } from 'node:child_process';
import { afterAll, it } from 'vitest';
import { gitCompare, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

const begin: Step[] = [['init', '-q'], write('a.txt', 'one\n'), ['add', '.'], ['commit', '-q', '-m', 'first'], ['branch', 'feature/login']];
const state: Step[] = [['branch'], ['status', '-sb'], ['log', '--format=%s']];

it('cannot be beside each other, and nothing is lost', () => git.compare('beside', [...begin, ['branch', '-m', 'main', 'feature'], ...state, ['branch', 'feature'], ['branch', 'main/x'], ...state, ['branch', '-c', 'main', 'feature'], ...state]));

it('are not replaced or deleted while they are checked out or rebased', () => git.compare('checked-out', [
  ...begin, ['branch', 'other'], write('a.txt', 'two\n'), ['commit', '-q', '-am', 'second'], ['branch', '-M', 'other', 'main'], ['branch', '-C', 'other', 'main'], ...state,
  ['switch', '-q', 'other'], write('a.txt', 'three\n'), ['commit', '-q', '-am', 'third'], (dir) => void git.native(dir, ['rebase', 'main']), ['branch', '-D', 'other'], ['branch', '-f', 'other', 'main'], ['branch', '-M', 'feature/login', 'other'], (dir) => void git.native(dir, ['rebase', '--abort']), ...state,
]));

it('can follow each other', () => git.compare('after', [
  ...begin, ['branch', '-q', '-D', 'feature/login'], ['branch', 'feature'], ...state, ['branch', '-m', 'feature', 'feature/a/b'], ...state, ['branch', '-m', 'feature/a/b', 'feature/a'], ...state, ['branch', '-m', 'feature/a', 'feature'], ...state,
]));

it('may begin like one that is packed', () => git.compare('packed', [
  ...begin, (dir) => void execFileSync('git', ['pack-refs', '--all'], { cwd: dir }), ['branch', 'ma'], ['branch', 'feature/log'], ['branch', '-m', 'ma', 'mai'], ['branch', 'feature'], ['branch', 'main/x'], ...state,
]));
