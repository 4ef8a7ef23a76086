/** The folder in which this app keeps git itself: in a repository that another git made, too. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { gitCompare } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

it('is neither listed, added nor cleaned away', async () => {
  const dir = join(git.home, 'brought');
  fs.mkdirSync(join(dir, '.tabloom/bin'), { recursive: true });
  fs.writeFileSync(join(dir, '.tabloom/bin/git'), '#!/usr/bin/node\n');
  fs.writeFileSync(join(dir, 'a.txt'), 'a\n');
  git.native(dir, ['init', '-q']);
  expect((await git.ours(dir, ['status', '-s'])).stdout).toBe('?? a.txt\n');
  expect((await git.ours(dir, ['add', '-A'])).code).toBe(0);
  expect(git.native(dir, ['ls-files']).stdout).toBe('a.txt\n');
  fs.writeFileSync(join(dir, 'b.txt'), 'b\n');
  expect((await git.ours(dir, ['clean', '-ffdx'])).stdout).toBe('Removing b.txt\n');
  expect(fs.existsSync(join(dir, '.tabloom/bin/git'))).toBe(true);
});
