/** Without anybody to commit as, beside native git: nothing is half done. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { files, gitCompare, index, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

const config = (): string => join(git.home, '.gitconfig');
const somebody = fs.readFileSync(config(), 'utf8');
const is = (text: string) => (): void => fs.writeFileSync(config(), text);
const nobody = is('[user]\n\tuseConfigOnly = true\n');
const begin: Step[] = [is(somebody), ['init', '-q'], write('a.txt', 'one\n'), ['add', '.'], ['commit', '-q', '-m', 'first'], ['switch', '-q', '-c', 'f'], write('f.txt', 'f\n'), ['add', '.'], ['commit', '-qm', 'f'], ['switch', '-q', 'main'], write('m.txt', 'm\n'), ['add', '.'], ['commit', '-qm', 'm']];
const state: Step[] = [files, index, ['status']];

it('a merge that is refused can be made when somebody is there', async () => {
  await git.compare('merge', [...begin, nobody, ...state, is(somebody), ['merge', '-q', 'f'], ...state]);
  await git.compare('stash', [...begin, write('a.txt', 'mine\n'), nobody, ['stash', '-q'], is(somebody), ...state, ['stash', 'pop', '-q'], ...state]);
});

it.each([['merge', 'f'], ['cherry-pick', 'f'], ['revert', 'HEAD'], ['rebase', 'f']])('%s %s changes nothing', async (...args) => {
  const dir = join(git.home, `refused-${args[0]}`);
  fs.mkdirSync(dir);
  for (const step of begin) if (typeof step === 'function') await step(dir); else git.native(dir, step);
  nobody();
  const { code, stderr } = await git.ours(dir, args);
  const { stdout } = git.native(dir, ['status', '--porcelain', '-b']);
  is(somebody)();
  if (code !== 128 || !stderr.startsWith('Committer identity unknown') || stdout !== '## main\n') throw new Error(JSON.stringify([code, stderr, stdout]));
});
