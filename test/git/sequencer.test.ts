/** Several commits picked or reverted at once, beside native git: what stops, what goes on, what lies in `.git/sequencer` meanwhile. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { files, gitCompare, gitFile, index, remove, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';
import { SOAK } from '../support/sample.ts';

const git = gitCompare();
afterAll(() => git.close());

const commit = (message: string): Step[] => [['add', '-A'], ['commit', '-q', '-m', message]];
/** Four commits on `feature`, of which the second changes the line that `main` changes. */
const begin: Step[] = [
  ['init', '-q'], write('a', '1\n2\n3\n'), ...commit('base'), ['switch', '-q', '-c', 'feature'], write('f', 'f1\n'), ...commit('f1\n\nwith a body'), write('a', '1\nfeat\n3\n'), ...commit('f2 change a'),
  write('g', 'f3\n'), ...commit('f3\n\nSigned-off-by: Mia <m@x>'), write('h', 'f4\n'), ...commit('f4'), ['switch', '-q', 'main'], write('a', '1\nmain\n3\n'), ...commit('m1'),
];
const sequence: Step[] = ['todo', 'opts', 'head', 'abort-safety'].map((name) => gitFile(`sequencer/${name}`));
const state: Step[] = [['status'], ...sequence, gitFile('CHERRY_PICK_HEAD'), gitFile('REVERT_HEAD'), gitFile('MERGE_MSG'), gitFile('ORIG_HEAD')];
/** The ids of commits say what is in them. */
const after: Step[] = [...state, files, index, ['reflog', '-12']];
const solved: Step[] = [write('a', 'both\n'), ['add', 'a']];
const picked: Step[] = [...begin, ['cherry-pick', 'feature~3', 'feature~2', 'feature~1', 'feature']];

describe('several commits at once, like native git', () => {
  it('picks them all, in the order given or of a range', () => git.compare('all', [
    ...begin, ['cherry-pick', '-x', 'feature', 'feature~1', 'feature'], ...after, ['reset', '-q', '--hard', 'HEAD~2'], ['switch', '-q', '-c', 'other', 'main~1'], ['cherry-pick', 'main..feature~1'], ...after, ['cherry-pick', 'main..main'],
    ['revert', '--no-edit', 'HEAD~2..HEAD'], ...after, ['cherry-pick', 'feature', 'nope'], ['cherry-pick', 'feature', '^main'], ...sequence, ['log', '--format=%s'],
  ]));

  it('goes on after a conflict', () => git.compare('continue', [
    ...picked, ...after, ['switch', 'feature'], ['cherry-pick', '--continue'], ...solved, ['status'], ['cherry-pick', 'feature'], ['cherry-pick', 'feature', 'feature~1'], ['revert', '--continue'], ['cherry-pick', '--continue'], ...after, ['cherry-pick', '--continue'],
  ]));

  it('leaves one out', () => git.compare('skip', [...picked, ['revert', '--skip'], ['cherry-pick', '--skip'], ...after, ['cherry-pick', '--skip'], ['cherry-pick', 'feature~2'], ['cherry-pick', '--skip'], ...after]));

  it('takes all back', () => git.compare('abort', [...picked, write('note', 'mine\n'), ['cherry-pick', '--abort'], ...after, ['cherry-pick', '--abort']]));

  it.runIf(SOAK)('stays where it is', () => git.compare('quit', [...picked, ['cherry-pick', '--quit'], ...after, ['cherry-pick', '--quit']]));

  it('sees what was committed by hand meanwhile', () => git.compare('by-hand', [
    ...picked, ...solved, ['commit', '-m', 'by hand'], ...state, ['switch', 'feature'], ['cherry-pick', '--skip'], write('z', 'z\n'), ['add', 'z'], ['cherry-pick', '--continue'], ['reset', '-q'], remove('z'), ['cherry-pick', '--continue'], ...after,
    ['reset', '-q', '--hard', 'main~4'], write('a', 'other\n'), ...commit('m2'), ['cherry-pick', 'feature~2', 'feature'], ...solved, ['commit', '-q', '-m', 'by hand'], ['cherry-pick', '--abort'], ...after,
  ]));

  it('the last one leaves nothing behind, whoever commits it', () => git.compare('last', [
    ...begin, ['cherry-pick', 'feature~3', 'feature~2'], ...solved, ['commit', '-q', '--no-edit'], ...after, ['reset', '-q', '--hard', 'HEAD~2'], ['cherry-pick', 'feature~3', 'feature~2'], ['reset', '-q', '--hard'], ...after,
    ['cherry-pick', 'feature~2', 'feature'], ['reset', '-q', '--hard'], ...after, ['cherry-pick', '--continue'], ...after,
  ]));

  it('stops at what changes nothing', () => git.compare('empty', [
    ...begin, ['cherry-pick', 'feature'], ['cherry-pick', 'feature', 'feature~3'], ...after, ['cherry-pick', '--continue'], ['commit', '--allow-empty', '--no-edit'], ...state, ['cherry-pick', '--continue'], ...after,
    ['cherry-pick', 'feature'], ['cherry-pick', '--skip'], ...after, ['cherry-pick', '--keep-redundant-commits', 'feature', 'feature~3'], ['log', '--format=%s'], ['commit', '-q', '--allow-empty', '-m', 'nothing'], ['cherry-pick', 'HEAD'],
    ['cherry-pick', '--abort'], ['cherry-pick', '--allow-empty', 'HEAD'], ['log', '--format=%s', '-3'],
  ]));

  it('reverts the same way', () => git.compare('revert', [
    ['init', '-q'], write('a', '1\n2\n3\n'), ...commit('base'), write('a', '1\ntwo\n3\n'), ...commit('c1'), write('f', 'f\n'), ...commit('c2'), write('a', '1\nzwei\n3\n'), ...commit('c3'), write('g', 'g\n'), ...commit('c4'),
    ['revert', '--no-edit', 'HEAD', 'HEAD~3', 'HEAD~2'], ...after, ['cherry-pick', '--continue'], ['cherry-pick', '--skip'], ['revert', '--abort'], ...after, ['revert', '--no-edit', 'HEAD', 'HEAD~3', 'HEAD~2'], ['revert', '--skip'], ...after,
    ['reset', '-q', '--hard', 'HEAD~2'], ['revert', '--no-edit', 'HEAD', 'HEAD~3', 'HEAD~2'], ...solved, ['revert', '--continue'], ...after, ['revert', '--no-edit', 'HEAD~2', 'HEAD'], ...state, ['revert', '--continue'], ...after, ['revert', '--skip'],
  ]));

  it.runIf(SOAK)('only into the index, and of merges', () => git.compare('index', [
    ...begin, ['cherry-pick', '-n', 'feature~3', 'feature'], ...state, ['commit', '-q', '-m', 'two'], ['revert', '-n', 'HEAD'], ...state, ['revert', '--quit'], ['reset', '-q', '--hard'], ['cherry-pick', '-n', 'feature~2', 'feature~1'], ...state, ['cherry-pick', '--abort'], ...state,
    ['switch', '-q', '-c', 'merged', 'main~1'], ['merge', '-q', '--no-edit', 'feature~3', '--no-ff'], write('s', 's\n'), ...commit('s'), ['switch', '-q', 'main'], ['cherry-pick', 'feature~1', 'merged~1', 'merged'], ...after, ['cherry-pick', '--abort'], ...after,
    ['cherry-pick', '-m', '1', 'merged~1', 'feature'], ...after, ['revert', '-m', '3', '--no-edit', 'merged~1'],
  ]));

  it.runIf(SOAK)('does not touch what is not committed', () => git.compare('dirty', [
    ...begin, write('g', 'mine\n'), ['cherry-pick', 'feature~3', 'feature~1', 'feature'], ...after, ['cherry-pick', '--abort'], ...after, remove('g'), write('x', 'x\n'), ['add', 'x'], ['cherry-pick', 'feature~3', 'feature'], ...state, ['cherry-pick', '--quit'],
    ['reset', '-q', '--hard'], ['cherry-pick', 'feature~3', 'feature~2'], write('f', 'changed\n'), ['cherry-pick', '--abort'], ...state, ['cherry-pick', '--skip'], ...state,
  ]));

  it('what one git has begun the other finishes', async () => {
    for (const [first, second] of [['ours', 'native'], ['native', 'ours']] as const) {
      const dir = join(git.home, `${first}-first`);
      fs.mkdirSync(dir);
      for (const step of begin) if (typeof step === 'function') await step(dir); else git.native(dir, step);
      expect((await git[first](dir, ['cherry-pick', '-x', 'feature~3', 'feature~2', 'feature~1', 'feature'])).code).toBe(1);
      fs.writeFileSync(join(dir, 'a'), 'both\n');
      git.native(dir, ['add', 'a']);
      expect(await git[second](dir, ['cherry-pick', '--continue'])).toMatchObject({ code: 0, stderr: '' });
      expect(git.native(dir, ['log', '--format=%s %(trailers:key=Signed-off-by)']).stdout).toBe('f4 \nf3 Signed-off-by: Mia <m@x>\n\nf2 change a \nf1 \nm1 \nbase \n');
      expect(git.native(dir, ['log', '--format=%b', '-4']).stdout.match(/cherry picked/g)).toHaveLength(4);
      expect(fs.existsSync(join(dir, '.git/sequencer'))).toBe(false);
    }
  });
});
