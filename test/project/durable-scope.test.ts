import { expect, it } from 'vitest';
import { durableScope } from '../../src/project/durable-scope.ts';

const scope = durableScope(new Map([['', 'dist/\n*.log\n!keep.log\n'], ['packages/a', '/out\n'], ['packages/b', '!important.log\n!dist/\n'], ['dist/sub', '!*\n']]));

it.each([
  ['src/index.js', false, true],
  ['dist', true, false],
  ['dist/index.js', false, false],
  ['error.log', false, false],
  ['keep.log', false, true],
  ['packages/a/out', false, false],
  ['packages/b/out', false, true],
  // The nearest file that says anything decides, but for what lies in an ignored folder.
  ['packages/b/important.log', false, true],
  ['packages/b/deep/important.log', false, true],
  ['packages/b/other.log', false, false],
  ['packages/b/dist', true, true],
  ['packages/b/dist/index.js', false, true],
  ['packages/a/dist/index.js', false, false],
  ['dist/sub/index.js', false, false],
  ['node_modules', true, false],
  ['packages/a/node_modules/x/index.js', false, false],
  ['.tabloom/host.mjs', false, false],
  ['.tabloom', true, true],
  ['.tabloom/history', false, true],
  ['.tabloom/history', true, false],
  ['.tabloom/history/deep', false, false],
  ['.tabloom/bin', true, false],
  ['packages/a/.tabloom/history', false, false],
  ['.git/objects/ab/cdef', false, true],
  // The rules are about the working tree: a branch named like an ignored file must survive.
  ['.git/refs/heads/error.log', false, true],
])('%s (folder: %s) lasts: %s', (path, directory, lasts) => {
  expect(scope.keeps(path, directory)).toBe(lasts);
});
