/** `git checkout` while a merge or a pick waits for its commit, beside native git. */
import { afterAll, it } from 'vitest';
import { files, gitCompare, index, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

const begin: Step[] = [
  ['init', '-q'], write('a.txt', 'one\n'), ['add', '.'], ['commit', '-q', '-m', 'first'], ['switch', '-q', '-c', 'f'], write('a.txt', 'f\n'), ['commit', '-qam', 'f'], ['switch', '-q', 'main'], write('a.txt', 'm\n'), ['commit', '-qam', 'm'], ['branch', '-q', 'other'],
];
const after: Step[] = [files, index, ['status'], write('z.txt', 'z\n'), ['add', '.'], ['commit', '-q', '-m', 'z'], ['log', '--format=%s %p', '-1']];

it.each([['-q', '-f', 'main'], ['-f', 'other']])('a merge in conflict is left by checkout %s %s %s', (...args) => git.compare(`conflict${args.join('')}`, [...begin, ['merge', '-q', 'f'], ['checkout', ...args], ...after]));
it.each([['main'], ['other'], ['-b', 'third']])('a merge that is solved is left by checkout %s %s', (...args) => git.compare(`solved${args.join('')}`, [...begin, ['merge', '-q', 'f'], write('a.txt', 'both\n'), ['add', '.'], ['checkout', ...args], ...after]));
it('a pick too, with a word', () => git.compare('pick', [...begin, ['cherry-pick', 'f'], write('a.txt', 'm\n'), write('b.txt', 'b\n'), ['add', '.'], ['checkout', 'other'], ...after]));
