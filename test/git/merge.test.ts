/** Branches and merges beside native git: output, working tree, index stages and messages have to agree. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { files, gitCompare, gitFile, index, remove, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

const lines = (count: number, change: Record<number, string> = {}): string => Array.from({ length: count }, (_, at) => `${change[at] ?? `line ${at}`}\n`).join('');
const commit = (message: string): Step[] => [['add', '-A'], ['commit', '-q', '-m', message]];
const begin: Step[] = [['init', '-q'], write('a.txt', lines(20)), write('src/b.js', 'x\n'), ...commit('first')];
const state: Step[] = [files, index, ['status', '-s'], gitFile('MERGE_MSG'), gitFile('MERGE_HEAD'), gitFile('ORIG_HEAD')];

/** Two branches from one start, standing on main. */
const forked = (start: Step[], theirs: Step[], ours: Step[]): Step[] =>
  [['init', '-q'], ...start, ...commit('base'), ['switch', '-q', '-c', 'feature'], ...theirs, ...commit('theirs'), ['switch', '-q', 'main'], ...ours, ...commit('ours')];

describe('git merge', () => {
  it('fast-forwards, and says so', () => git.compare('forward', [
    ...begin, ['switch', '-c', 'feature'], write('a.txt', lines(20, { 3: 'three' })), write('new/c.txt', 'c\n'), remove('src/b.js'), ...commit('second'), ['switch', 'main'], ['merge', 'feature'], ...state,
    ['log', '--oneline'], ['merge', 'feature'], ['reflog'], ['merge', 'nope'],
  ]));

  it('refuses, forces or stops as asked', () => git.compare('options', [
    ...begin, ['branch', 'old'], ['switch', '-q', '-c', 'feature'], write('f.txt', 'f\n'), ...commit('f'), ['switch', '-q', 'main'], ['merge', '--no-ff', 'feature'], ['log', '--format=%s|%P|%T'], ['merge', '--ff-only', 'old'],
    ['switch', '-q', 'old'], write('o.txt', 'o\n'), ...commit('o'), ['merge', '--ff-only', 'main'], ['merge', '--no-commit', 'main'], ...state, ['merge', 'main'], ['status'], ['commit', '-q', '--no-edit'], ...state, ['log', '--format=%s|%P'],
    ['merge', '-m', 'own words', '--no-ff', 'main'],
  ]));

  it('takes what only one side changed', () => git.compare('clean', [
    ...forked([write('a.txt', lines(20)), write('b.txt', 'b\n'), write('gone.txt', 'g\n'), write('both.txt', 'x\n')],
      [write('a.txt', lines(20, { 2: 'theirs' })), remove('gone.txt'), write('both.txt', 'same\n'), write('t/new.txt', 't\n'), (dir) => fs.chmodSync(join(dir, 'b.txt'), 0o755)],
      [write('a.txt', lines(20, { 15: 'ours' })), write('both.txt', 'same\n'), write('o/new.txt', 'o\n')]),
    ['merge', 'feature'], ...state, ['log', '--format=%s|%P|%T'],
  ]));

  it('leaves conflicts of every kind', () => git.compare('conflicts', [
    ...forked([write('a.txt', lines(20)), write('bin', '\0one'), write('del-ours.txt', lines(5)), write('del-theirs.txt', lines(5)), write('é ü.txt', 'x\n')],
      [write('a.txt', lines(20, { 2: 'theirs', 10: 'same' })), write('bin', '\0two'), write('del-ours.txt', lines(5, { 1: 'changed' })), remove('del-theirs.txt'), write('added.txt', 'head\ntheirs\ntail\n'), write('é ü.txt', 'theirs\n')],
      [write('a.txt', lines(20, { 2: 'ours', 10: 'same', 18: 'more' })), write('bin', '\0three'), remove('del-ours.txt'), write('del-theirs.txt', lines(5, { 2: 'changed' })), write('added.txt', 'head\nours\ntail\n'), write('é ü.txt', 'ours\n')]),
    ['merge', 'feature'], ...state, ['status'], ['merge', 'feature'], ['switch', 'feature'], ['commit', '-m', 'too early'], ['merge', '--abort'], ...state, ['merge', '--abort'],
  ]));

  it('concludes a merge with a commit', () => git.compare('conclude', [
    ...forked([write('a.txt', 'one\n')], [write('a.txt', 'two\n')], [write('a.txt', 'three\n')]),
    ['merge', 'feature'], write('a.txt', 'both\n'), ['merge', '--continue'], ['add', 'a.txt'], ...state, ['status'], ['commit', '-q', '-m', 'merged'], ...state, ['log', '--format=%s|%P|%T'], ['reflog'],
  ]));

  it('follows renames', () => git.compare('renames', [
    ...forked([write('old.txt', lines(30)), write('same.txt', lines(30, { 1: 'same' })), write('deleted.txt', lines(30, { 1: 'deleted' })), write('two.txt', lines(30, { 1: 'two' })), write('edit.txt', lines(30, { 1: 'edit' }))],
      [write('old.txt', lines(30, { 20: 'theirs' })), (dir) => fs.renameSync(join(dir, 'same.txt'), join(dir, 'moved.txt')), remove('deleted.txt'), (dir) => fs.renameSync(join(dir, 'two.txt'), join(dir, 'two-theirs.txt')), write('edit.txt', lines(30, { 1: 'edit', 5: 'theirs' }))],
      [(dir) => fs.renameSync(join(dir, 'old.txt'), join(dir, 'new.txt')), write('new.txt', lines(30, { 4: 'ours' })), (dir) => fs.renameSync(join(dir, 'same.txt'), join(dir, 'moved.txt')),
        (dir) => fs.renameSync(join(dir, 'deleted.txt'), join(dir, 'kept.txt')), (dir) => fs.renameSync(join(dir, 'two.txt'), join(dir, 'two-ours.txt')), remove('edit.txt'), write('edited.txt', lines(30, { 1: 'edit', 5: 'ours' }))]),
    ['merge', 'feature'], ...state, ['status', '-s'],
  ]));

  it('two files that want one name, and a file in the way of a folder', () => git.compare('collisions', [
    ...forked([write('a.txt', lines(30)), write('d', 'file\n')], [write('a.txt', lines(30, { 3: 'theirs' })), write('b.txt', 'another\n'), remove('d'), write('d/inside.txt', 'x\n')], [(dir) => fs.renameSync(join(dir, 'a.txt'), join(dir, 'b.txt')), write('d', 'changed\n')]),
    ['merge', 'feature'], ...state,
  ]));

  it('suggests that what is new follows a folder that the other side renamed', () => {
    const move = (from: string, to: string): Step => (dir) => {
      fs.mkdirSync(join(dir, to, '..'), { recursive: true });
      fs.renameSync(join(dir, from), join(dir, to));
    };
    const start = [...['lib/a', 'lib/b', 'lib/deep/c', 'split/1', 'split/2', 'two/1', 'two/2', 'out', 'crowd/x', 'room/y', 'é/q', 'back/1'].map((path, at) => write(`${path}.txt`, lines(12, { 3: `of ${path} ${at}` }))), write('twice.txt', lines(9))];
    return git.compare('folders', [
      ...forked(start,
        [move('lib', 'core'), move('split/1.txt', 'left/1.txt'), move('split/2.txt', 'right/2.txt'), move('two', 'three'), move('crowd/x.txt', 'room/x.txt'), write('room/z.txt', lines(9, { 1: 'z' })), move('é', 'ü'), move('back', 'forth'), move('twice.txt', 'once.txt'), write('once.txt', lines(9, { 4: 'theirs' }))],
        [write('lib/new.txt', 'new\n'), write('lib/deep/new.txt', 'deep\n'), write('lib/a.txt', lines(12, { 3: 'of lib/a 0', 8: 'ours' })), move('out.txt', 'lib/in.txt'), write('split/3.txt', 'three\n'), move('two', 'four'), write('crowd/z.txt', 'z\n'), write('é/n.txt', 'n\n'), write('é/q.txt', lines(12, { 3: 'other' })), move('twice.txt', 'once.txt'), write('once.txt', lines(9, { 4: 'ours' }))]),
      ['merge', 'feature'], ...state, ['status'], ['diff'], ['merge', '--abort'], ['config', 'merge.directoryRenames', 'true'], ['merge', 'feature'], ...state, ['reset', '-q', '--hard'], ['config', 'merge.directoryRenames', 'false'], ['merge', 'feature'], ...state, ['reset', '-q', '--hard'],
      ['config', '--unset', 'merge.directoryRenames'], ['cherry-pick', 'feature'], ...state, ['cherry-pick', '--abort'], ['rebase', 'feature'], ...state, ['rebase', '--abort'],
    ]);
  });

  it('only a folder that went to several places stops a merge, too', () => git.compare('split', [
    ...forked([write('s/1', lines(9, { 1: 'one' })), write('s/2', lines(9, { 1: 'two' }))], [(dir) => { fs.mkdirSync(join(dir, 'l')); fs.mkdirSync(join(dir, 'r')); fs.renameSync(join(dir, 's/1'), join(dir, 'l/1')); fs.renameSync(join(dir, 's/2'), join(dir, 'r/2')); }], [write('s/3', '3\n')]),
    ['merge', 'feature'], ...state, ['status'], ['commit', '-q', '--no-edit'], ['log', '-1', '--format=%B%P'],
  ]));

  it('names a folder that was itself renamed, and a place that two would share', () => git.compare('folders-in-the-way', [
    ...forked(['a/1', 'a/2', 'b/1', 'b/2', 'c/3', 'c/4'].map((path) => write(path, lines(12, { 3: `of ${path}` }))),
      [(dir) => { fs.renameSync(join(dir, 'a'), join(dir, 'b-was-a')); fs.renameSync(join(dir, 'b/1'), join(dir, 'b-was-a/b1')); fs.renameSync(join(dir, 'b/2'), join(dir, 'b-was-a/b2')); fs.rmdirSync(join(dir, 'b')); }],
      [write('a/n', 'a\n'), write('b/n', 'b\n'), (dir) => fs.renameSync(join(dir, 'c'), join(dir, 'a/c')), write('b/m', 'm\n')]),
    ['merge', 'feature'], ...state, ['merge', '--abort'],
    ['switch', '-q', '-c', 'x', 'main~1'], (dir) => fs.renameSync(join(dir, 'c'), join(dir, 'a/n')), write('b/new', 'new\n'), ...commit('x'), ['switch', '-q', '-c', 'y', 'main~1'], (dir) => { fs.renameSync(join(dir, 'a'), join(dir, 'z')); fs.renameSync(join(dir, 'b/1'), join(dir, 'c/1')); fs.renameSync(join(dir, 'b/2'), join(dir, 'c/2')); fs.rmdirSync(join(dir, 'b')); }, write('c/5', '5\n'), ...commit('y'),
    ['merge', 'x'], ...state,
  ]));

  it('decides conflicts for a side, and shows the base', () => git.compare('sides', [
    ...forked([write('a.txt', lines(9))], [write('a.txt', lines(9, { 4: 'theirs' }))], [write('a.txt', lines(9, { 4: 'ours' }))]),
    ['merge', '-X', 'theirs', 'feature'], files, ['reset', '-q', '--hard', 'HEAD~1'], ['merge', '-Xours', 'feature'], files, ['reset', '-q', '--hard', 'HEAD~1'],
    ['config', 'merge.conflictStyle', 'diff3'], ['merge', 'feature'], files, ['checkout', '--ours', 'a.txt'], files, ['checkout', '--theirs', '--', 'a.txt'], files, ['checkout', '-m', 'a.txt'], files, ['checkout', 'a.txt'],
  ]));

  it('never overwrites what is not committed', () => git.compare('dirty', [
    ...forked([write('a.txt', lines(9)), write('b.txt', 'b\n')], [write('a.txt', lines(9, { 4: 'theirs' })), write('n.txt', 'n\n')], [write('b.txt', 'ours\n')]),
    write('a.txt', 'mine\n'), ['merge', 'feature'], files, ['checkout', 'a.txt'], write('n.txt', 'mine\n'), ['merge', 'feature'], files, remove('n.txt'), write('b.txt', 'kept\n'), ['merge', 'feature'], ...state,
    ['reset', '-q', '--hard', 'HEAD~1'], write('b.txt', 'staged\n'), ['add', 'b.txt'], ['merge', 'feature'], ['switch', '-q', 'feature'],
  ]));

  it('merges histories that crossed before', () => git.compare('crossed', [
    ...forked([write('a.txt', lines(20)), write('b.txt', lines(20))], [write('a.txt', lines(20, { 2: 'theirs' }))], [write('a.txt', lines(20, { 2: 'ours' }))]),
    ['branch', 'left'], ['merge', '-q', 'feature'], write('a.txt', lines(20, { 2: 'ours and theirs' })), ...commit('m1'), ['switch', '-q', 'feature'], ['merge', '-q', 'left'], write('a.txt', lines(20, { 2: 'theirs and ours' })), ...commit('m2'),
    write('b.txt', lines(20, { 3: 'b' })), ...commit('b'), ['switch', '-q', 'main'], ['merge', 'feature'], ...state,
  ]));

  it('unrelated histories only when asked', () => git.compare('unrelated', [
    ...begin, ['switch', '-q', '--orphan', 'other'], write('z.txt', 'z\n'), ...commit('z'), ['switch', '-q', 'main'], ['merge', 'other'], ['merge', '--allow-unrelated-histories', 'other'], ...state, ['log', '--format=%s|%P|%T'],
  ]));

  it('picks and reverts single commits', () => git.compare('pick', [
    ...forked([write('a.txt', lines(20)), write('b.txt', 'b\n')], [write('a.txt', lines(20, { 15: 'theirs' })), write('n.txt', 'n\n')], [write('a.txt', lines(20, { 2: 'ours' }))]),
    ['cherry-pick', 'feature'], ...state, ['log', '--format=%s|%an|%P|%T'], ['revert', '--no-edit', 'HEAD'], ...state, ['log', '--format=%B|%P|%T', '-1'], ['cherry-pick', '-x', '-n', 'feature'], ...state, ['reset', '-q', '--hard'],
    write('a.txt', lines(20, { 15: 'mine' })), ...commit('mine'), ['cherry-pick', 'feature'], ...state, gitFile('CHERRY_PICK_HEAD'), ['status'], ['cherry-pick', 'feature'], ['cherry-pick', '--abort'], ...state, ['cherry-pick', '--abort'],
    ['cherry-pick', 'feature'], write('a.txt', 'solved\n'), ['add', 'a.txt'], ['commit', '-q', '-m', 'solved'], ['log', '--format=%s|%P|%T', '-1'], ['revert', '--no-edit', 'HEAD~2'], ['revert', '--abort'], ['cherry-pick', 'nope'], ['reflog', '-3'],
  ]));

  it('squashes', () => git.compare('squash', [
    ...begin, ['switch', '-q', '-c', 'feature'], write('f.txt', 'f\n'), ...commit('one'), write('f.txt', 'ff\n'), ...commit('two\n\nbody'), ['switch', '-q', 'main'], ['merge', '--squash', 'feature'], ...state, gitFile('SQUASH_MSG'),
    ['commit', '-q', '-m', 'squashed'], write('o.txt', 'o\n'), ...commit('o'), ['merge', '--squash', 'feature'],
  ]));
});
