/** `git rebase` beside native git: every byte of output, every exit code, the history and the reflogs. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GitPair } from '../support/git-pair.ts';
import type { GitStep } from '../support/git-pair.ts';

let pair: GitPair;
beforeAll(() => {
  pair = new GitPair();
  // Native git would ask for the message once more.
  pair.extra.GIT_EDITOR = 'true';
});
afterAll(() => pair.dispose());

const compare = (name: string, steps: GitStep[]): Promise<void> => pair.compare(name, steps);
const write = (path: string, text: string): GitStep => (dir) => fs.writeFileSync(join(dir, path), text);
/** Three commits on `feature`, of which the second changes the line that `main` changes. */
const begin: GitStep[] = [
  ['init', '-q'], write('a', '1\n2\n3\n'), ['add', '.'], ['commit', '-q', '-m', 'base'], ['switch', '-q', '-c', 'feature'], write('f', 'f1\n'), ['add', '.'], ['commit', '-q', '-m', 'f1', '-m', 'with a body'],
  write('a', '1\nfeat\n3\n'), ['commit', '-q', '-am', 'f2 change a'], write('g', 'f3\n'), ['add', '.'], ['commit', '-q', '--author', 'Mia <m@x>', '-m', 'f3'], ['switch', '-q', 'main'], write('m', 'm\n'), ['add', '.'], ['commit', '-q', '-m', 'm1'],
];
const conflict: GitStep[] = [...begin, write('a', '1\nmain\n3\n'), ['commit', '-q', '-am', 'm2'], ['switch', '-q', 'feature']];
const after: GitStep[] = [['log', '--format=%h %an %s %p'], ['reflog', '-12'], ['reflog', '-6', 'feature'], ['status'], ['status', '-sb']];

describe('git rebase like native git', () => {
  it('onto another branch, once more, and by its name', () => compare('plain', [
    ...begin, ['switch', '-q', 'feature'], ['rebase', 'main'], ...after, ['rebase', 'main'], ['rebase', '-q', 'main'], ['switch', '-q', 'main'], ['rebase', 'main', 'feature'], ['status', '-sb'], ['rebase', '-f', 'main'], ['rebase', 'feature', 'main'], ...after,
    ['rebase', 'nope'], ['rebase', 'main', 'nope'], ['rebase'], ['rebase', '--continue'], ['rebase', '--abort'],
  ]));

  it('a conflict, its solution, and the rest', () => compare('conflict', [
    ...conflict, ['rebase', 'main'], ['status'], ['status', '-sb'], ['diff'], ['rebase', 'main'], ['rebase', '--continue'], write('a', '1\nboth\n3\n'), ['rebase', '--continue'], ['add', 'a'], ['status'], ['-c', 'user.name=Other', '-c', 'user.email=o@o', 'log', '--oneline', '-1'],
    ['rebase', '--continue'], ...after,
  ]));

  it('given up, left out, left as it is', () => compare('ways-out', [
    ...conflict, ['rebase', 'main'], ['rebase', '--abort'], ...after, ['rebase', 'main'], ['rebase', '--skip'], ...after, ['reset', '-q', '--hard', 'ORIG_HEAD'], ['rebase', 'main'], ['rebase', '--quit'], ['status', '-s'], ['rebase', '--skip'],
  ]));

  it('a solution that leaves nothing, and one that was committed by hand', () => compare('by-hand', [
    ...conflict, ['rebase', 'main'], write('a', '1\nmain\n3\n'), ['add', 'a'], ['status'], ['rebase', '--continue'], ...after, ['reset', '-q', '--hard', 'feature@{1}'], ['rebase', 'main'], write('a', 'mine\n'), ['add', 'a'], ['commit', '-m', 'mine'], ['status'], ['rebase', '--continue'], ...after,
  ]));

  it('changes that are there already', () => compare('applied', [
    ...begin, ['cherry-pick', 'feature~2'], write('a', '1\nfeat\n3\n'), write('o', 'o\n'), ['add', '.'], ['commit', '-q', '-m', 'same and more'], ['switch', '-q', 'feature'], ['rebase', 'main'], ...after,
  ]));

  it('a part of a branch, a detached HEAD, merges that are left out', () => compare('onto', [
    ...begin, ['rebase', '--onto', 'main', 'feature~1', 'feature'], ...after, ['switch', '-q', '--detach', 'feature'], ['rebase', 'main~1'], ['switch', '-q', '-c', 'side', 'main~1'], write('s', 's\n'), ['add', '.'], ['commit', '-q', '-m', 's'], ['merge', '-q', 'main'], write('t', 't\n'), ['add', '.'],
    ['commit', '-q', '-m', 't'], ['rebase', 'main'], ...after,
  ]));

  it('work that is not committed stops it before anything is changed', () => compare('dirty', [
    ...begin, ['switch', '-q', 'feature'], write('a', 'dirty\n'), ['rebase', 'main'], ['add', 'a'], ['rebase', 'main'], write('f', 'more\n'), ['rebase', 'main'], ['reset', '-q', '--hard'], write('m', 'in the way\n'), ['rebase', 'main'], ...after,
  ]));

  it('what stepped aside comes back where it cannot begin', () => compare('autostash-refused', [
    ...begin, ['switch', '-q', 'feature'], write('f', 'not committed\n'), write('m', 'in the way\n'), ['rebase', '--autostash', 'main'], ['status', '-s'], ['diff'], ['rebase', '--abort'], (dir) => fs.rmSync(join(dir, 'm')), ['rebase', '--autostash', 'main'], ...after, ['diff'],
  ]));

  it('what stepped aside comes back where a hook refuses it, and is never written over', async () => {
    const dir = join(pair.home, 'autostash-hook');
    fs.mkdirSync(dir);
    for (const step of [...begin, ['switch', '-q', 'feature'], write('f', 'not committed\n'), write('.git/hooks/pre-rebase', '#!/bin/sh\nexit 1\n')] as GitStep[]) if (typeof step === 'function') step(dir); else pair.native(dir, step);
    fs.chmodSync(join(dir, '.git/hooks/pre-rebase'), 0o755);
    expect((await pair.ours(dir, ['rebase', '--autostash', 'main'])).code).not.toBe(0);
    expect([fs.readFileSync(join(dir, 'f'), 'utf8'), fs.existsSync(join(dir, '.git/rebase-merge'))]).toEqual(['not committed\n', false]);
    // Native git leaves it aside; so does a program that is killed there.
    pair.native(dir, ['rebase', '--autostash', 'main']);
    const aside = fs.readFileSync(join(dir, '.git/rebase-merge/autostash'), 'utf8');
    fs.writeFileSync(join(dir, 'f'), 'more\n');
    expect((await pair.ours(dir, ['rebase', '--autostash', '--no-verify', 'main'])).stderr).toContain('already a rebase-merge directory');
    expect(fs.readFileSync(join(dir, '.git/rebase-merge/autostash'), 'utf8')).toBe(aside);
  });

  it('what is not committed steps aside for it', () => compare('autostash', [
    ...conflict, write('f', 'not committed\n'), ['rebase', '--autostash', 'main~1'], ['diff'], ...after, ['rebase', '--autostash', 'main~1'], ['add', 'f'], ['rebase', '--autostash', 'main'], ['status'], ['diff'], ['stash', 'list'], ['rebase', '--abort'], ['status', '-s'], ['reflog', '-8'],
    ['config', 'rebase.autoStash', 'true'], ['rebase', 'main'], write('a', '1\nboth\n3\n'), ['add', 'a'], ['rebase', '--continue'], ['diff'], ...after, ['rebase', '--no-autostash', 'main~2'],
    write('a', 'one\n'), ['rebase', '--onto', 'main~1', 'main'], ['rebase', '--skip'], ['status', '-s'], ['stash', 'list'], ['diff'], ['reset', '-q', '--hard', 'ORIG_HEAD'], ['rebase', '--autostash', 'main'], write('a', 'x\n'), ['rebase', '--onto', 'main~2', 'main'], ['rebase', '--quit'], ['stash', 'list'], ['status', '-s'],
  ]));

  it('pull --rebase', () => compare('pull', [
    ['init', '-q', 'up'], write('up/a', '1\n'), ['-C', 'up', 'add', '.'], ['-C', 'up', 'commit', '-qm', 'one'], ['clone', '-q', 'up', 'copy'], write('up/b', '2\n'), ['-C', 'up', 'add', '.'], ['-C', 'up', 'commit', '-qm', 'theirs'], write('copy/c', '3\n'), ['-C', 'copy', 'add', '.'],
    ['-C', 'copy', 'commit', '-qm', 'ours'], ['-C', 'copy', 'pull', '--rebase', '-q'], ['-C', 'copy', 'log', '--format=%h %s'], ['-C', 'copy', 'reflog', '-4'], write('up/d', '4\n'), ['-C', 'up', 'add', '.'], ['-C', 'up', 'commit', '-qm', 'more'], ['-C', 'copy', 'config', 'pull.rebase', 'true'], ['-C', 'copy', 'pull', '-q'],
    ['-C', 'copy', 'log', '--format=%h %s'], ['-C', 'copy', 'status', '-sb'],
  ]));

  it('what one git has begun the other finishes', async () => {
    for (const [first, second] of [['ours', 'native'], ['native', 'ours']] as const) {
      const dir = join(pair.home, `${first}-first`);
      fs.mkdirSync(dir);
      for (const step of [...conflict, ['rebase', 'main']]) if (typeof step === 'function') step(dir); else if (step[0] === 'rebase') await pair[first](dir, step); else pair.native(dir, step);
      fs.writeFileSync(join(dir, 'a'), 'both\n');
      pair.native(dir, ['add', 'a']);
      const { code } = await pair[second](dir, ['rebase', '--continue']);
      expect(code).toBe(0);
      expect(pair.native(dir, ['log', '--format=%an %s', 'feature']).stdout).toBe('Mia f3\nA B f2 change a\nA B f1\nA B m2\nA B m1\nA B base\n');
      pair.check(dir);
    }
  });
});
