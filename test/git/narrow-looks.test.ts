/** Looks at a part, beside native git: some paths of the status, the changes of a commit alone, the name of what is followed. */
import { afterAll, it } from 'vitest';
import { gitCompare, write } from '../support/git-compare.ts';
import type { Step } from '../support/git-compare.ts';

const git = gitCompare();
afterAll(() => git.close());

const begin: Step[] = [['init', '-q'], write('a.txt', 'one\n'), write('src/b.js', 'x\n'), ['add', '.'], ['commit', '-q', '-m', 'first'], write('a.txt', '2\n'), ['commit', '-qam', 'second']];

it('what is new in a folder that is new', () => git.compare('status', [
  ...begin, write('foo/bar.txt', '1'), write('foo/sub/z.js', '1'), write('src/new.js', ''), write('.gitignore', '*.log\n'), write('x.log', ''),
  ...['foo/bar.txt', 'foo/sub', 'foo/sub/z.js', 'foo', '*.txt', '*.js', 'f*', 'src', '.'].map((path) => ['status', '-s', '--', path]), ['-C', 'foo', 'status', '-s', 'sub'], ['ls-files', '-o'], ['ls-files', '-o', '--exclude-standard'],
]));

it('changes alone', () => git.compare('empty-format', [
  ...begin, ['log', '--format=', '--name-only'], ['log', '--format='], ['show', '--format=', '--stat'], ['show', '--pretty=', '-p'], ['show', '--format=', '--name-status', 'HEAD', 'HEAD~1'], ['log', '--format=', '-p'], ['show', '-s', '--format='],
]));

it('the name of what is followed', () => git.compare('abbrev-ref', [
  ...begin, ['clone', '-q', '.', 'copy'], ['-C', 'copy', 'rev-parse', '--abbrev-ref', '@{u}'], ['-C', 'copy', 'rev-parse', '--abbrev-ref', 'main@{upstream}'], ['-C', 'copy', 'rev-parse', '--abbrev-ref', 'HEAD'], ['switch', '-q', '-c', 'side'], ['rev-parse', '--abbrev-ref', '@{-1}'],
]));
