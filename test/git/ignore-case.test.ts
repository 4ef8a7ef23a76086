/** Rules of `.gitignore` and capital letters, beside native git. */
import { afterAll, it } from 'vitest';
import { gitCompare, index, write } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

it('capitals count', () => git.compare('capitals', [
  ['init', '-q'], write('.gitignore', 'Build/\n*.LOG\nlib\n'), write('build/x.js', '1'), write('Build/y.js', '1'), write('a.log', '1'), write('a.LOG', '1'), write('Lib/z.js', '1'), ['status', '-s', '--ignored'], ['add', '.'], index, ['clean', '-ndX'],
]));
