/** Where a fetch may lead, what it is called then, and where a push goes, beside native git. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { files, gitCompare, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

const work = (name: string, ...steps: string[][]): string[][] => steps.map((args) => ['-C', name, ...args]);
/** A project in `p` and a copy of it, `q`, which is one commit ahead on `pr`. */
const begin: Step[] = [
  ['init', '-q', 'p'], write('p/a.txt', 'one\n'), ...work('p', ['add', '.'], ['commit', '-q', '-m', 'first']), ['clone', '-q', 'p', 'q'], ...work('q', ['switch', '-q', '-c', 'pr']), write('q/p.txt', 'p\n'), ...work('q', ['add', '.'], ['commit', '-qm', 'pr']),
];
const state: Step[] = [files, ...work('p', ['status', '-sb'], ['ls-files', '-s'], ['log', '--format=%s'])];

it('FETCH_HEAD is a commit', () => git.compare('fetch-head', [
  ...begin, ...work('p', ['fetch', '-q', '../q', 'pr'], ['rev-parse', 'FETCH_HEAD'], ['diff', '--stat', 'HEAD', 'FETCH_HEAD'], ['checkout', '-q', 'FETCH_HEAD'], ['switch', '-q', 'main'], ['merge', '-q', '--no-ff', 'FETCH_HEAD']), ...state,
]));

it('not into the branch that is checked out', () => git.compare('checked-out', [...begin, ...work('p', ['fetch', '-q', '../q', 'pr:main']), ...state]));

it('a push goes where it was told', () => git.compare('push-url', [
  ...begin, ['clone', '-q', '--bare', 'p', 'up.git'], ['clone', '-q', '--bare', 'p', 'fork.git'], ...work('p', ['remote', 'add', 'origin', '../up.git'], ['remote', 'set-url', '--push', 'origin', '../fork.git'], ['remote', '-v'], ['fetch', '-q', 'origin']), write('p/a.txt', '2\n'),
  ...work('p', ['commit', '-qam', '2'], ['push', 'origin', 'main'], ['ls-remote', '../up.git', 'main'], ['ls-remote', '../fork.git', 'main']),
  (dir) => fs.readFileSync(join(dir, 'p/.git/refs/remotes/origin/main'), 'utf8'),
]));

it('a lease on what is gone from the remote, or is to go', () => git.compare('lease-gone', [
  ...begin, ['clone', '-q', '--bare', 'p', 'up.git'], ...work('p', ['remote', 'add', 'origin', '../up.git'], ['fetch', '-q', 'origin'], ['branch', '-q', 'side']), ...work('q', ['push', '-q', '../up.git', 'pr:main']),
  ...work('p', ['push', '--force-with-lease', '--delete', 'origin', 'main'], ['push', '--force-with-lease=main:HEAD', 'origin', ':main'], ['push', '--force-with-lease', 'origin', 'side'], ['push', '-q', 'origin', ':side']),
  (dir) => fs.writeFileSync(join(dir, 'p/.git/refs/remotes/origin/side'), fs.readFileSync(join(dir, 'p/.git/refs/heads/main'))),
  ...work('p', ['push', '--force-with-lease', 'origin', 'side'], ['push', '--force-with-lease=side:HEAD', 'origin', 'side'], ['push', '--force-with-lease=side:', 'origin', 'side'], ['ls-remote', 'origin']),
]));

it('a lease does not hold up what is forced', () => git.compare('lease-forced', [
  ...begin, ['clone', '-q', '--bare', 'p', 'up.git'], ...work('p', ['remote', 'add', 'origin', '../up.git'], ['fetch', '-q', 'origin'], ['branch', '-q', 'side']), ...work('q', ['push', '-q', '../up.git', 'pr:main']),
  ...work('p', ['push', '--force-with-lease=main:nothing', 'origin', 'main'], ['push', '--force-with-lease=main:', 'origin', 'main'], ['push', '-f', '--force-with-lease=main:', 'origin', 'main'], ['push', '-q', 'origin', 'side'], ['push', '--force-with-lease=side:', 'origin', ':side'], ['push', '-f', '--force-with-lease=side:', 'origin', ':side'], ['ls-remote', 'origin']),
]));

it('a lease on a commit, and on one branch', () => git.compare('lease', [
  ...begin, ['clone', '-q', '--bare', 'p', 'up.git'], ...work('p', ['remote', 'add', 'origin', '../up.git'], ['fetch', '-q', 'origin'], ['branch', '-q', 'side']), ...work('q', ['push', '-q', '../up.git', 'pr:main']),
  ...work('p', ['fetch', '-q', 'origin'], ['commit', '-q', '--amend', '-m', 'other'], ['push', '--force-with-lease=main:HEAD@{1}', 'origin', 'main'], ['push', '--force-with-lease=side', 'origin', 'main'], ['push', '--force-with-lease=main:origin/main', 'origin', 'main'], ['ls-remote', 'origin']),
]));
