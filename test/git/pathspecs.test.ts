/** Paths with brackets, stars and exclusions, beside native git. */
import { afterAll, it } from 'vitest';
import { gitCompare, index, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

const begin: Step[] = [['init', '-q'], write('a.txt', 'one\n'), write('src/b.js', 'x\n'), ['add', '.'], ['commit', '-q', '-m', 'first']];
const status: string[] = ['status', '-s', '-uall'];

it('a folder is removed with -r alone', () => git.compare('remove', [
  ...begin, write('lib/lib', '1\n'), write('lib/c.js', '1\n'), ['add', '.'], ['commit', '-q', '-m', 'lib'], ['rm', 'lib'], ['rm', ':/lib'], ['rm', ':(top)src'], ['rm', 'lib', ':!lib/c.js'], ['rm', ':!a.txt'], ['rm', '.'], ['-C', 'src', 'rm', '../lib'], index,
  ['rm', './lib/c.js'], ['rm', 'li*'], ['-C', 'src', 'rm', ':/a.txt'], index,
]));

it('folders with brackets in their names, as frameworks call their routes', () => git.compare('brackets', [
  ...begin, write('app/[id]/page.tsx', '1\n'), write('app/[id]/[...rest]/page.tsx', '1\n'), write('app/(auth)/x.tsx', '1\n'), write('app/i/y.tsx', '1\n'), ['add', 'app/[id]'], status, ['add', 'app/(auth)/*.tsx'], status, ['-C', 'app/[id]', 'add', '.'], ['add', '.'], ['commit', '-q', '-m', 'routes'],
  write('app/[id]/page.tsx', '2\n'), write('app/i/y.tsx', '2\n'), ['diff', '--stat', '--', 'app/[id]'], ['diff', '--stat', '--', 'app/[id]/*'], ['-C', 'app/[id]', 'status', '-s', '.'], ['-C', 'app/[id]', 'diff', '--stat', '--', '*.tsx'], ['-C', 'app/[id]', 'log', '--format=%s', '--', '.'],
  ['log', '--format=%s', '--', 'app/[id]'], ['log', '--format=%s', '--follow', '--', 'app/[id]/page.tsx'], ['checkout', '--', 'app/[id]'], status, ['rm', '-rq', 'app/[id]'], status,
]));

it('what is left out of one side of a conflict', () => git.compare('without-side', [
  ...begin, ['checkout', '--ours', '--', '.', ':!a.txt'], write('a.txt', 'mine\n'), write('src/b.js', 'mine\n'), ['checkout', '--ours', '--', '.', ':!a.txt'], status, ['checkout', '--theirs', '--', ':!src'], status,
]));

it('what is left out', () => git.compare('without', [
  ...begin, write('a.txt', '2\n'), write('src/b.js', '2\n'), write('src/c.js', '3\n'), ['diff', '--stat', '--', '.', ':!a.txt'], ['diff', '--name-only', '--', ':(exclude)a.txt'], ['diff', '--name-only', 'HEAD', ':!src'], ['-C', 'src', 'diff', '--name-only', '--', ':/', ':!c.js'], ['-C', 'src', 'diff', '--name-only', '--', ':!b.js'],
  ['add', '.', ':!a.txt', ':^src/c.js'], status, ['commit', '-qm', 'b', '--', 'src', ':!src/nothing'], index, ['log', '--format=%s', '--', '.', ':!src'], ['restore', '.', ':!a.txt'], status, ['restore', ':/'], status,
]));

it('sets that are no sets', () => git.compare('sets', [...begin, ['log', '--format=%s', '--', '[z-a].txt'], ['log', '--format=%s', '--', '[z-a!-b].txt'], ['log', '--format=%s', '--', '[!z-a].txt'], ['add', '[z-a].txt']]));

it('globs in which a star ends at a slash', () => git.compare('glob', [
  ...begin, write('src/deep/b.js', '1\n'), write('b.js', '1\n'), write('src/deep/.x/b.js', '1\n'), write('src/deep/c.ts', '1\n'), ['add', '.'],
  ...[':(glob)**/b.js', ':(glob)*.js', ':(glob)src/*.js', ':(glob)src/**', ':(glob)src/**/b.js', ':(glob)**/deep/*', ':(glob)src[/]b.js', ':(glob)src?b.js', ':(glob)s*/d??p/[bc].*', ':(glob,exclude)**/b.js', ':(glob)**', ':(glob,literal)a'].map((spec) => ['ls-files', '-z', '--full-name', '-t', '--', spec]),
  ['-C', 'src', 'ls-files', ':(glob)*.js'], ['-C', 'src', 'ls-files', ':(top,glob)**/*.js'],
]));
