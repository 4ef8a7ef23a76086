/** The lock of the index: of a program that was killed it is nobody's; of any other it is respected, before a file is touched. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { directFs } from '../../src/git/direct-fs.ts';
import { runGit } from '../../src/git/run.ts';
import { gitCompare } from '../support/git-compare.ts';

const git = gitCompare();
const lock = join(git.home, '.git/index.lock');
/** Happens right after a lock was looked at. */
let looked = (): void => undefined;
const runs = (id: number): boolean => {
  looked();
  return id < 30;
};
const ours = async (...args: string[]): Promise<[number, string]> => {
  let text = '';
  const code = await runGit(args, {
    fs: directFs(fs), cwd: git.home, env: { HOME: git.home }, now: () => 1763766637, timezoneOffset: () => 0, tty: false, out: (out) => { text += out; }, err: (err) => { text += err; }, processes: { own: 20, runs },
  });
  return [code, text];
};
beforeAll(() => {
  for (const args of [['init', '-q'], ['commit', '-q', '--allow-empty', '-m', 'first'], ['switch', '-q', '-c', 'other']]) git.native(git.home, args);
  fs.writeFileSync(join(git.home, 'new.txt'), 'new\n');
  for (const args of [['add', 'new.txt'], ['commit', '-q', '-m', 'second'], ['switch', '-q', 'main']]) git.native(git.home, args);
});
afterAll(() => git.close());

it.each([['switched'], ['took such a lock away']])('of a program that was killed while it %s', async (doing) => {
  fs.writeFileSync(lock, '31\n');
  const removing = join(git.home, '.git/abandoned.lock');
  if (doing !== 'switched') fs.writeFileSync(removing, '32\n');
  expect(await ours('switch', '-q', 'other')).toEqual([0, '']);
  expect(fs.existsSync(removing)).toBe(false);
  expect([fs.existsSync(lock), git.native(git.home, ['status', '--porcelain', '-b', '-uno']).stdout]).toEqual([false, '## other\n']);
  git.native(git.home, ['switch', '-q', 'main']);
});

it.each([['29\n'], ['']])('of one that runs, and of native git', async (text) => {
  fs.writeFileSync(lock, text);
  const [code, said] = await ours('switch', '-q', 'other');
  expect([code, said.split('\n')[0]]).toEqual([128, `fatal: Unable to create '${lock}': File exists.`]);
  fs.rmSync(lock);
  expect(git.native(git.home, ['status', '--porcelain', '-b', '-uno']).stdout).toBe('## main\n');
}, 15_000);

it('of a program that was killed, where another one is there already', async () => {
  fs.writeFileSync(lock, '31\n');
  looked = () => fs.writeFileSync(lock, '29\n');
  const [code] = await ours('switch', '-q', 'other');
  looked = () => undefined;
  expect([code, fs.readFileSync(lock, 'latin1'), fs.existsSync(join(git.home, '.git/abandoned.lock'))]).toEqual([128, '29\n', false]);
  fs.rmSync(lock);
}, 15_000);
