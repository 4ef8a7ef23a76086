/** Remotes beside native git: folders, bundles, smart HTTP with and without a token and through a proxy, and GitHub's API. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { files, gitCompare, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare('[advice]\n\tdetachedHead = false\n');
afterAll(() => git.close());

const commit = (dir: string, message: string): Step[] => [['-C', dir, 'add', '-A'], ['-C', dir, 'commit', '-q', '-m', message]];
/** `up` is a repository with two branches and two tags. */
const upstream: Step[] = [
  ['init', '-q', 'up'], write('up/a.txt', 'one\n'), write('up/d/b.txt', 'b\n'), ...commit('up', 'first'), ['-C', 'up', 'tag', 'v1'], ['-C', 'up', 'switch', '-q', '-c', 'side'], write('up/side.txt', 's\n'), ...commit('up', 'side'),
  ['-C', 'up', 'switch', '-q', 'main'], write('up/a.txt', 'two\n'), ...commit('up', 'second'), ['-C', 'up', 'tag', '-a', '-m', 'the second', 'v2'],
];
const refs = (dir: string): Step => (home) => execFileSync('git', ['for-each-ref', '--format=%(objectname) %(refname) %(symref)'], { cwd: join(home, dir), encoding: 'utf8' });
const fsck = (dir: string): Step => (home) => execFileSync('git', ['fsck', '--strict', '--no-dangling'], { cwd: join(home, dir), encoding: 'utf8', stdio: 'pipe' });
const settings = (dir: string): Step => (home) => execFileSync('git', ['config', '--local', '--list'], { cwd: join(home, dir), encoding: 'utf8' }).split('\n').filter((line) => /^(remote|branch)\./.test(line));

describe('folders', () => {
  it('clone', () => git.compare('clone', [
    ...upstream, ['clone', './up', 'copy'], refs('copy'), settings('copy'), fsck('copy'), files, ['-C', 'copy', 'status'], ['-C', 'copy', 'branch', '-avv'], ['-C', 'copy', 'log', '--oneline'], ['clone', 'up', 'copy'], ['clone', 'nowhere'],
    ['clone', '-b', 'side', 'up', 'side'], refs('side'), ['clone', '-b', 'none', 'up', 'none'], ['clone', '-q', '--bare', 'up', 'bare.git'], ['init', '-q', 'empty'], ['clone', 'empty', 'e2'],
  ]));

  it('fetch and pull', () => git.compare('pull', [
    ...upstream, ['clone', '-q', 'up', 'copy'], ['-C', 'copy', 'fetch'], write('up/a.txt', 'three\n'), ...commit('up', 'third'), ['-C', 'up', 'branch', 'fresh'], ['-C', 'up', 'tag', 'v3'], ['-C', 'up', 'branch', '-q', '-D', 'side'],
    ['-C', 'copy', 'fetch'], refs('copy'), ['-C', 'copy', 'status'], ['-C', 'copy', 'fetch', '--prune'], ['-C', 'copy', 'pull'], refs('copy'), ['-C', 'copy', 'pull'],
    write('up/d/b.txt', 'theirs\n'), ...commit('up', 'fourth'), write('copy/o.txt', 'ours\n'), ...commit('copy', 'ours'), ['-C', 'copy', 'pull'], ['-C', 'copy', 'pull', '--ff-only'], ['-C', 'copy', 'pull', '--no-rebase', '--no-edit'], refs('copy'), fsck('copy'),
    ['-C', 'copy', 'log', '--format=%s|%P'], ['-C', 'up', 'reset', '-q', '--hard', 'v1'], ['-C', 'copy', 'fetch'], ['-C', 'copy', 'fetch', 'origin', 'nope'], ['-C', 'copy', 'fetch', 'nowhere'],
    ['-C', 'copy', 'switch', '-c', 'alone'], ['-C', 'copy', 'switch', 'fresh'], ['-C', 'copy', 'pull', 'origin', 'fresh'],
  ]));

  it('push', () => git.compare('push', [
    ...upstream, ['clone', '-q', '--bare', 'up', 'bare.git'], ['clone', '-q', 'bare.git', 'one'], ['clone', '-q', 'bare.git', 'two'], write('one/a.txt', 'one\n'), ...commit('one', 'by one'), ['-C', 'one', 'push'], ['-C', 'one', 'push'], refs('bare.git'), fsck('bare.git'),
    write('two/a.txt', 'two\n'), ...commit('two', 'by two'), ['-C', 'two', 'push'], ['-C', 'two', 'fetch', '-q'], ['-C', 'two', 'push'], ['-C', 'two', 'push', '--force'], ['-C', 'two', 'switch', '-q', '-c', 'feature'], ['-C', 'two', 'push'],
    ['-C', 'two', 'push', '-u', 'origin', 'feature'], ['-C', 'two', 'push', 'origin', 'HEAD:refs/heads/other'], ['-C', 'two', 'push', 'origin', '--delete', 'other'], ['-C', 'two', 'tag', 'v9'], ['-C', 'two', 'push', '--tags'], ['-C', 'two', 'push', 'origin', ':v9'], ['-C', 'two', 'push', 'origin', 'nope'],
    ['-C', 'one', 'push', '--force-with-lease'], refs('bare.git'), refs('two'), settings('two'), ['-C', 'up', 'push'],
  ]));

  it('a bare repository, to push to and clone from', () => git.compare('bare', [
    ['init', '--bare', 'up.git'], ['init', '--bare', 'up.git'], (home) => execFileSync('git', ['rev-parse', '--is-bare-repository', '--symbolic-full-name', 'HEAD'], { cwd: join(home, 'up.git'), encoding: 'utf8', stdio: 'pipe' }).split('\n')[0],
    ['init', '-q', 'work'], write('work/a', 'a\n'), ...commit('work', 'first'), ['-C', 'work', 'remote', 'add', 'origin', '../up.git'], ['-C', 'work', 'push', '-q', '-u', 'origin', 'main'], refs('up.git'), fsck('up.git'), ['clone', '-q', 'up.git', 'copy'], ['-C', 'copy', 'log', '--format=%s'],
    write('copy/b', 'b\n'), ...commit('copy', 'second'), ['-C', 'copy', 'push', '-q'], ['-C', 'work', 'pull', '-q'], ['-C', 'work', 'log', '--format=%s'], refs('up.git'),
  ]));

  it('a branch that somebody works on is not moved', async () => {
    await git.compare('checked-out', [...upstream, ['clone', '-q', 'up', 'one'], write('one/a.txt', 'one\n'), ...commit('one', 'by one')]);
    const refused = await git.ours(join(git.home, 'checked-out'), ['-C', 'one', 'push']);
    expect(refused).toEqual({ code: 1, stdout: '', stderr: `To ${join(git.home, 'checked-out')}/up\n ! [remote rejected] main -> main (branch is currently checked out)\nerror: failed to push some refs to '${join(git.home, 'checked-out')}/up'\n` });
  });

  it('remote', () => git.compare('remote', [
    ...upstream, ['clone', '-q', 'up', 'copy'], ['-C', 'copy', 'remote'], ['-C', 'copy', 'remote', '-v'], ['-C', 'copy', 'remote', 'add', 'second', '../up'], ['-C', 'copy', 'remote', 'add', 'second', 'x'], ['-C', 'copy', 'remote', '-v'],
    ['-C', 'copy', 'fetch', 'second'], ['-C', 'copy', 'remote', 'rename', 'second', 'third'], refs('copy'), settings('copy'), ['-C', 'copy', 'remote', 'set-url', 'third', 'https://host.invalid/x.git'], ['-C', 'copy', 'remote', 'get-url', 'third'],
    ['-C', 'copy', 'remote', 'remove', 'third'], ['-C', 'copy', 'remote', 'remove', 'third'], refs('copy'), settings('copy'), ['-C', 'copy', 'ls-remote'], ['-C', 'copy', 'ls-remote', '--heads', 'origin'], ['ls-remote', '--tags', './up'],
  ]));
});

describe('tags', () => {
  it('are made, listed and removed', () => git.compare('tags', [
    ['init', '-q'], write('a', 'a\n'), ['add', 'a'], ['commit', '-q', '-m', 'first line\n\nbody'], ['tag'], ['tag', 'v1'], ['tag', 'v1'], ['tag', '-a', 'v2', '-m', 'two words', '-m', 'more'], ['tag', '-m', 'x', 'v1.1', 'HEAD'], ['tag', '-l'], ['tag', '-n'], ['tag', '-n3', '-l', 'v2'],
    ['tag', '-l', 'v1*'], ['tag', '-f', 'v1', 'v2'], ['rev-parse', 'v2^{commit}'], ['tag', '-d', 'v1', 'nope'], ['tag', 'bad name'], ['tag', 'v5', 'nope'], ['tag', '--contains', 'HEAD'],
    (dir) => execFileSync('git', ['for-each-ref', '--format=%(objectname) %(refname)'], { cwd: dir, encoding: 'utf8' }),
  ]));
});

describe('bundles', () => {
  it('are read by native git, and native git\'s by ours', async () => {
    await git.compare('bundle', [
      ...upstream, ['-C', 'up', 'bundle', 'create', '-q', '../all.bundle', '--all'], ['-C', 'up', 'bundle', 'create', '-q', '../part.bundle', 'v1..main'], ['-C', 'up', 'bundle', 'list-heads', '../all.bundle'], ['-C', 'up', 'bundle', 'verify', '../part.bundle'],
      ['clone', 'all.bundle', 'copy'], refs('copy'), fsck('copy'), ['init', '-q', 'other'], ['-C', 'other', 'bundle', 'verify', '../part.bundle'], ['-C', 'other', 'fetch', '../all.bundle', 'v1:refs/tags/v1'], ['-C', 'other', 'bundle', 'unbundle', '../part.bundle'], ['-C', 'up', 'bundle', 'create', '../none.bundle', 'v1..v1'],
    ], { fsck: false });
    const dir = join(git.home, 'bundle');
    // The folder is the one that ours has left.
    expect(git.native(dir, ['bundle', 'list-heads', 'all.bundle'])).toMatchObject({ code: 0 });
    expect(git.native(dir, ['clone', '-q', 'all.bundle', 'by-native'])).toMatchObject({ code: 0, stderr: '' });
    git.native(join(dir, 'up'), ['bundle', 'create', '-q', '../native.bundle', '--all']);
    expect(await git.ours(dir, ['clone', '-q', 'native.bundle', 'by-ours'])).toMatchObject({ code: 0, stderr: '' });
    const heads = (where: string): string => git.native(join(dir, where), ['for-each-ref', '--format=%(objectname) %(refname)']).stdout;
    expect(heads('by-ours')).toBe(heads('by-native'));
    expect(git.native(join(dir, 'by-ours'), ['fsck', '--strict']).code).toBe(0);
    fs.writeFileSync(join(dir, 'broken.bundle'), fs.readFileSync(join(dir, 'native.bundle')).subarray(0, -5));
    expect(await git.ours(dir, ['clone', '-q', 'broken.bundle', 'broken'])).toMatchObject({ code: 128, stderr: 'fatal: pack is corrupted (SHA1 mismatch)\n' });
    expect(fs.existsSync(join(dir, 'broken'))).toBe(false);
  });
});
