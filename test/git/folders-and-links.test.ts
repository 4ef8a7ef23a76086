/** A folder of the repository that became a link or a file, beside native git: what lies behind the link is nobody's business here. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { files, gitCompare, index, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

/** The folder `src` lies elsewhere now, and a link leads there. */
const moved = (dir: string): void => {
  fs.rmSync(`${dir}.elsewhere`, { recursive: true, force: true });
  fs.renameSync(join(dir, 'src'), `${dir}.elsewhere`);
  fs.symlinkSync(`${dir}.elsewhere`, join(dir, 'src'));
};
/** With something else in it. */
const linked: Step = (dir) => {
  moved(dir);
  fs.writeFileSync(`${dir}.elsewhere/b.js`, 'mine\n');
};
const behind: Step = (dir) => fs.readdirSync(`${dir}.elsewhere`).map((name) => [name, fs.readFileSync(`${dir}.elsewhere/${name}`, 'utf8')]);
const file: Step = (dir) => {
  fs.rmSync(join(dir, 'src'), { recursive: true });
  fs.writeFileSync(join(dir, 'src'), 'a file\n');
};
const begin: Step[] = [['init', '-q'], write('a.txt', 'one\n'), write('src/b.js', 'x\n'), ['add', '.'], ['commit', '-q', '-m', 'first']];
const state: Step[] = [files, index, ['status', '-s']];

it.each([['reset', '--hard'], ['checkout', '--', '.'], ['restore', '.'], ['checkout', 'HEAD', '--', 'src']])('git %s %s %s', (...args) => git.compare(`undo-${args.join('-')}`.replaceAll(/[^a-z-]/g, ''), [
  ...begin, linked, args, ...state, behind, file, args, ...state,
]));

const patch = write('p', 'diff --git a/src/n.js b/src/n.js\nnew file mode 100644\nindex 0000000..5626abf\n--- /dev/null\n+++ b/src/n.js\n@@ -0,0 +1 @@\n+one\n');

it('a patch with a file in it', () => git.compare('patch', [...begin, patch, linked, ['apply', 'p'], ...state, behind, file, ['apply', 'p'], ...state]));

const inPlace = 'diff --git a/src b/src\nnew file mode 100644\nindex 0000000..5626abf\n--- /dev/null\n+++ b/src\n@@ -0,0 +1 @@\n+one\n';
const without = 'diff --git a/src/b.js b/src/b.js\ndeleted file mode 100644\nindex 587be6b..0000000\n--- a/src/b.js\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n';

it('a patch with a file in its place', () => git.compare('in-place', [...begin, write('p', inPlace), write('q', inPlace + without), ['apply', 'p'], ...state, ['apply', 'q'], ...state]));

it('a patch for the index and files that were changed, or are new', () => git.compare('over-work', [
  ...begin, write('p', 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n'), write('q', inPlace.replaceAll('src', 'n.txt')), write('a.txt', 'one\nmine\n'), write('n.txt', 'mine\n'),
  ['apply', '--index', 'p'], ['apply', '--index', 'q'], ...state, ['apply', '--cached', 'p'], ['apply', '--cached', 'q'], ...state,
]));

/** A repository within this one that has gone on since, with work of its own that is not committed. */
const nested: Step[] = [
  ['init', '-q', 'sub'], write('sub/s', 'one\n'), ['-C', 'sub', 'add', '.'], ['-C', 'sub', 'commit', '-q', '-m', 's1'], ['-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 's2'],
  (dir) => void fs.mkdirSync(join(dir, 'x')), write('a.txt', 'two\n'),
];
const inside: Step = (dir) => [fs.readFileSync(join(dir, 'sub/s'), 'utf8'), fs.readFileSync(join(dir, 'sub/work'), 'utf8'), fs.readdirSync(join(dir, 'sub')).sort(), fs.existsSync(join(dir, 'sub/.git/HEAD'))];
const addQuietly: Step = (dir) => void git.native(dir, ['add', '.']);

it.each([['reset', '-q', '--hard'], ['checkout', '-q', '--', '.'], ['restore', '.'], ['clean', '-ffdxq'], ['stash', '-q']])('a repository inside is left alone by git %s %s', (...args) => git.compare(`nested-${args[0]}`, [
  ...begin, ...nested, addQuietly, ['commit', '-q', '-m', 'with sub'], ['-C', 'sub', 'checkout', '-q', '--detach', 'HEAD~1'], write('sub/work', 'mine\n'), write('a.txt', 'three\n'), args, index, inside,
]));

it('switching between two of its commits leaves it alone too', () => git.compare('nested-switch', [
  ...begin, ...nested, addQuietly, ['commit', '-q', '-m', 'new'], ['switch', '-q', '-c', 'older'], ['-C', 'sub', 'checkout', '-q', '--detach', 'HEAD~1'], addQuietly, ['commit', '-q', '-m', 'older'], write('sub/work', 'mine\n'), ['switch', '-q', 'main'], index, inside,
]));

it('switching to where it is none, and back', () => git.compare('nested-back', [
  ...begin, ...nested, addQuietly, ['commit', '-q', '-m', 'with sub'], write('sub/work', 'mine\n'), (dir) => void git.native(dir, ['rm', '-q', '--cached', 'sub']), ['commit', '-q', '-m', 'gone'], ['switch', '-q', '--detach', 'HEAD~1'], index, inside,
]));

it('a repository with one inside can be cloned', () => git.compare('nested-clone', [
  ['init', '-q', 'up'], ['init', '-q', 'up/sub'], ['-C', 'up/sub', 'commit', '-q', '--allow-empty', '-m', 's'], (dir) => void git.native(join(dir, 'up'), ['add', '.']), ['-C', 'up', 'commit', '-q', '-m', 'sub'],
  ['clone', '-q', 'up', 'copy'], ['-C', 'copy', 'status', '-s'], (dir) => fs.readdirSync(join(dir, 'copy')),
]));

it('switching to where there is no such file', () => git.compare('switch', [
  ...begin, ['switch', '-q', '-c', 'without'], ['rm', '-q', 'src/b.js'], ['commit', '-q', '-m', 'gone'], ['switch', '-q', 'main'], moved, ['switch', '-q', 'without'], ...state, behind,
]));
