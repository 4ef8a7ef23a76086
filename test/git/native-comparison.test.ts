/** The sandbox's git beside native git: the same commands on the same files, and every byte of output and every exit code has to agree. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GitPair } from '../support/git-pair.ts';
import type { GitStep } from '../support/git-pair.ts';

let pair: GitPair;
beforeAll(() => { pair = new GitPair(); });
afterAll(() => pair.dispose());

const compare = (name: string, steps: GitStep[]): Promise<void> => pair.compare(name, steps);

const write = (path: string, text: string): GitStep => (dir) => {
  fs.mkdirSync(join(dir, path, '..'), { recursive: true });
  fs.writeFileSync(join(dir, path), text);
};
const remove = (path: string): GitStep => (dir) => fs.rmSync(join(dir, path));
const begin: GitStep[] = [['init', '-q'], write('a.txt', 'one\ntwo\nthree\n'), write('src/b.js', 'x\n'), ['add', '.'], ['commit', '-q', '-m', 'first']];

describe('like native git', () => {
  it('init, status and log on an empty repository', () => compare('empty', [
    ['status'], ['init'], ['init'], ['status'], ['status', '-sb'], ['status', '--porcelain'], ['log'], ['commit', '-m', 'x'], ['branch'], ['diff'],
  ]));

  it('the first commit, with names that have to be quoted', () => compare('first', [
    ['init', '-q'], write('a.txt', 'one\ntwo\n'), write('a dir/é f.txt', 'no newline'), write('.gitignore', 'node_modules\n*.log\n!keep.log\n'), write('node_modules/x/y', 'q'),
    write('x.log', ''), write('keep.log', ''), write('empty', ''), write('bin.dat', '\0bin'), write('deep/er/file', '1\n'),
    ['status'], ['status', '--porcelain'], ['status', '-sb'], ['status', '-s', '-uall'], ['add', 'nope'], ['add', 'x.log'], ['add', 'node_modules'], ['add'], ['add', '.'], ['status'], ['status', '-s'],
    ['diff', '--staged', '--stat'], ['diff', '--staged'], ['diff', '--cached', '--name-status'], ['commit', '-m', 'first commit', '-m', 'body line\n\nmore'],
    ['status'], ['log'], ['log', '--oneline'], ['show'], ['show', '--stat'],
  ]));

  it('changes, deletions, modes and what is staged beside what is not', () => compare('changes', [
    ...begin, write('a.txt', 'one\nTWO\nthree'), remove('src/b.js'), write('new.txt', 'new\n'), ['status'], ['status', '-s'], ['diff'], ['diff', '--stat'], ['diff', '--numstat'], ['diff', '--name-only'],
    ['diff', '--', 'a.txt'], ['diff', 'a.txt'], ['diff', 'nope.txt'], ['diff', '--exit-code', '--', 'a.txt'], ['commit', '-m', 'nothing staged'],
    ['status', '--null'], ['-c', 'submodule.recurse=false', 'status', '--porcelain', '-b', '-u', '--null'], ['-c', 'advice.statusHints=true', 'status', '-s'],
    ['add', 'a.txt'], write('a.txt', 'four\n'), ['status', '-s'], ['status'], ['diff'], ['diff', '--staged'], ['diff', 'HEAD'], (dir) => fs.chmodSync(join(dir, 'new.txt'), 0o755), ['add', '-A'], ['status', '-s'],
    ['commit', '-m', 'second'], (dir) => fs.chmodSync(join(dir, 'new.txt'), 0o644), ['diff'], ['commit', '-q', '-am', 'mode'], ['show', '--stat'], ['show'], ['show', 'HEAD~1:a.txt'], ['show', 'HEAD:nope'],
    ['diff', 'HEAD~2', 'HEAD'], ['diff', 'HEAD~2..HEAD', '--name-status'],
  ]));

  it('files that were renamed', () => compare('renames', [
    ...begin, (dir) => fs.renameSync(join(dir, 'src/b.js'), join(dir, 'src/c.js')), ['status', '-s'], ['add', '-A'], ['status'], ['status', '-s'], ['diff', '--staged'], ['diff', '--staged', '--stat'],
    ['commit', '-m', 'rename'], ['show', '--name-status'],
  ]));

  it('the forms of log', () => compare('log', [
    ...begin, write('a.txt', '2\n'), ['commit', '-q', '-am', 'second line one\nline two\n\nbody'], write('src/b.js', 'y\n'), ['commit', '-q', '-am', 'third'],
    ['log', '-n', '2', '--oneline'], ['log', '-1'], ['log', '--format=%h|%H|%s|%an|%ae|%ad|%ai|%aI|%as|%at|%cn|%b|%n%%|%q|%p|%t'], ['log', '--pretty=format:%s'], ['log', '--oneline', '--reverse'],
    ['log', '--stat', '-1'], ['log', '-p', '-1', '--format=%s'], ['log', '--oneline', '--', 'a.txt'], ['log', '--oneline', 'HEAD~1'], ['log', '--oneline', 'HEAD~2..HEAD'], ['log', '--oneline', '--decorate'],
    ['log', '--format=%ar%d'], ['log', 'nope'],
  ]));

  it('branches, revisions and configuration', () => compare('branches', [
    ...begin, ['branch'], ['branch', 'feature'], ['branch', 'feature'], ['branch'], ['branch', '--show-current'], ['rev-parse', 'HEAD'], ['rev-parse', '--short', 'HEAD'], ['rev-parse', 'feature^0'],
    ['rev-parse', '--abbrev-ref', 'HEAD'], ['rev-parse', '--show-toplevel'], ['rev-parse', '--is-inside-work-tree'], ['branch', '-d', 'feature'], ['branch', '-d', 'feature'],
    ['config', 'user.name'], ['config', 'no.key'], ['config', 'user.name', 'C "D" #1'], ['config', 'user.name'], ['config', '--get', 'user.name'], ['config', '--unset', 'user.name'], ['config', '--unset', 'user.name'], ['config', 'user.name'],
  ]));

  it('restore, reset and rm', () => compare('undo', [
    ...begin, write('a.txt', 'changed\n'), ['restore', 'a.txt'], ['status', '-s'], write('a.txt', 'changed\n'), ['add', 'a.txt'], ['restore', '--staged', 'a.txt'], ['status', '-s'], ['restore', 'nope'], ['restore'],
    ['add', '.'], ['reset'], ['status', '-s'], ['add', '.'], ['reset', '--', 'a.txt'], ['status', '-s'], ['rm', 'a.txt'], ['rm', 'src'], ['rm', 'nope'], ['rm', '-r', 'src'], ['status', '-s'],
    ['reset', '--hard'], ['status', '-s'], ['rm', '--cached', 'a.txt'], ['status', '-s'], ['reset', '-q'], ['commit', '-q', '--allow-empty', '-m', 'empty'], ['reset', '--soft', 'HEAD~1'], ['log', '--oneline'],
    write('n.txt', 'n\n'), ['add', 'n.txt'], ['rm', 'n.txt'], ['commit', '-q', '-m', 'n'], ['reset', '--hard', 'HEAD~1'], ['status', '-s'], ['checkout', '--', 'a.txt'], ['checkout', 'nope'],
  ]));

  it('switching branches', () => compare('switch', [
    ...begin, ['switch', '-c', 'feature'], write('a.txt', 'on feature\n'), write('only/here.txt', 'x\n'), ['add', '.'], ['commit', '-q', '-m', 'feature'], ['switch', 'main'], ['status', '-s'],
    (dir) => { if (fs.existsSync(join(dir, 'only'))) throw new Error('left behind'); }, ['switch', 'main'], write('src/b.js', 'mine\n'), ['switch', 'feature'], ['status', '-s'], ['checkout', 'main'],
    write('a.txt', 'mine\n'), ['switch', 'feature'], ['restore', '.'], write('only/here.txt', 'in the way\n'), ['switch', 'feature'], ['switch', 'nope'], ['checkout', '-b', 'third'], ['branch'],
    ['checkout', 'a.txt'], ['switch', '-c', 'third'],
  ]));

  it('several options in one word', () => compare('clusters', [
    ...begin, ['switch', '-qc', 'one'], ['checkout', '-qb', 'two'], ['checkout', '-qbthree'], ['branch'], write('a.txt', 'x\n'), ['commit', '-qam', 'x'], ['checkout', '-qf', 'main'], ['merge', '-qnm', 'merged', 'three'], ['log', '--format=%s', '-2'], ['switch', '-qd', 'HEAD~1'],
  ]));

  it('from inside a folder', () => compare('inside', [
    ...begin, write('src/b.js', 'y\n'), write('n.txt', ''), ['-C', 'src', 'status'], ['-C', 'src', 'status', '-s'], ['-C', 'src', 'status', '--porcelain'], ['-C', 'src', 'diff', '--stat'],
    ['-C', 'src', 'add', '.'], ['status', '-s'], ['-C', 'src', 'add', '../n.txt'], ['status', '-s'], ['-C', 'src', 'rev-parse', '--show-prefix'], ['-C', 'src', 'rev-parse', '--show-cdup'], ['ls-files', '-t'], ['-C', 'src', 'ls-files', '-z', '--full-name', '-t'], ['-C', 'src', 'ls-files', '-z', '-s', '-t'], write('src/b.js', 'z\n'), write('u.txt', ''), ['ls-files', '-t', '-m', '-d', '-c', '-o'], ['diff', '--diff-filter=ACMR', '--staged', '--ita-visible-in-index', '--raw', '-z'], ['diff', '--binary', '--unified=0', '--submodule=short', '--output', 'u.txt', '--', 'src/b.js'], ['apply', '-R', '--whitespace=nowarn', '--recount', '--unidiff-zero', 'u.txt'], ['status', '-z', '--untracked-files=no'], ['rev-parse', '--show-cdup', '--git-common-dir', '--is-inside-git-dir', '--is-bare-repository', '--show-superproject-working-tree'], ['--no-replace-objects', '--no-optional-locks', '-P', 'rev-parse', 'HEAD'],
  ]));

  it('hunks in a longer file, with what they belong to', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at}\n`);
    const before = `function first() {\n  a;\n}\n\n${lines.join('')}`;
    const after = before.replace('line 20\n', 'line twenty\nadded\n').replace('line 28\n', '').replace('line 50\n', 'l50\n');
    return compare('hunks', [
      ['init', '-q'], write('long.js', before), ['add', '.'], ['commit', '-q', '-m', 'long'], write('long.js', `${after}\nfunction second() {\n  b;\n}\n`), ['diff'], ['diff', '-U1'], ['diff', '-U0'], ['diff', '--stat'], ['diff', '--shortstat'],
    ]);
  });

  it('a function added between two like it', () => compare('slide', [
    ['init', '-q'], write('f.js', 'function a() {\n  return 1;\n}\n\nfunction c() {\n  return 3;\n}\n'), ['add', '.'], ['commit', '-q', '-m', 'f'],
    write('f.js', 'function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n\nfunction c() {\n  return 3;\n}\n'), ['diff'],
    write('f.js', 'function a() {\n  return 1;\n}\n'), ['diff'],
  ]));

  it('colours for a terminal', async () => {
    const dir = join(pair.home, 'colours');
    fs.mkdirSync(dir);
    for (const step of [...begin, write('a.txt', 'one\n2\nthree\n'), write('s.txt', 's\n'), ['add', 's.txt'], write('u.txt', '')] as GitStep[]) {
      if (typeof step === 'function') step(dir);
      else pair.native(dir, step);
    }
    for (const args of [['status'], ['status', '-s'], ['diff'], ['diff', '--staged']]) {
      expect((await pair.ours(dir, args, { tty: true })).stdout).toBe(pair.native(dir, ['-c', 'color.ui=always', ...args]).stdout);
    }
    expect((await pair.ours(dir, ['log', '--oneline'], { tty: true })).stdout).toMatch(/^\u001b\[33m[0-9a-f]{7}\u001b\[m \u001b\[33m\(HEAD -> main\)\u001b\[m first\n$/);
  });

  it('without anybody to commit as', async () => {
    fs.renameSync(join(pair.home, '.gitconfig'), join(pair.home, 'saved'));
    try {
      await compare('nobody', [['init', '-q', '-b', 'main'], write('a', ''), ['add', 'a'], ['config', 'user.email', 'x@y'], ['config', 'user.useConfigOnly', 'true'], ['status', '-s']]);
      const refused = await pair.ours(join(pair.home, 'nobody'), ['commit', '-m', 'x']);
      expect(refused.code).toBe(128);
      expect(refused.stderr).toMatch(/^Author identity unknown\n\n\*\*\* Please tell me who you are\n[\s\S]+\nfatal: empty ident name \(for <x@y>\) not allowed\n$/);
    } finally {
      fs.renameSync(join(pair.home, 'saved'), join(pair.home, '.gitconfig'));
    }
  });
});

describe('like native git, on one file after the other', () => {
  const long = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join('');

  it('patches that are applied, to files, to the index, backwards, and those that do not fit', () => compare('apply', [
    ['init', '-q'], write('a.txt', long), write('gone.txt', 'x\n'), write('é.txt', 'no newline'), ['add', '.'], ['commit', '-q', '-m', 'first'],
    write('a.txt', long.replace('line 3\n', 'three\n').replace('line 30\n', '')), remove('gone.txt'), write('é.txt', 'still none'), write('new/n.txt', 'n\n'), ['add', '-A'],
    (dir) => fs.writeFileSync(join(dir, '.git', 'p.patch'), pair.native(dir, ['diff', '--cached']).stdout), ['reset', '-q', '--hard'],
    ['apply', '--check', '.git/p.patch'], ['status', '-s'], ['apply', '.git/p.patch'], ['status', '-s', '-uall'], ['diff'], ['apply', '.git/p.patch'], ['apply', '-R', '.git/p.patch'], ['status', '-s'],
    ['apply', '--cached', '.git/p.patch'], ['status', '-s', '-uall'], ['diff', '--cached'], ['reset', '-q', '--hard'], ['apply', '--index', '.git/p.patch'], ['status', '-s'], ['commit', '-q', '-m', 'second'], ['log', '--format=%T'],
    ['apply', '.git/none.patch'], ['apply', '--cached', '-R', '.git/p.patch'], ['status', '-s'],
  ]));

  it('a hunk here and a hunk there with add -p', async () => {
    const dirs = ['native', 'ours'].map((who) => join(pair.home, `add-p-${who}`));
    for (const dir of dirs) {
      fs.mkdirSync(dir);
      for (const step of [['init', '-q'], write('a.txt', long), ['add', '.'], ['commit', '-q', '-m', 'first'], write('a.txt', long.replace('line 3\n', 'three\n').replace('line 20\n', 'twenty\n').replace('line 37\n', ''))] as GitStep[]) {
        if (typeof step === 'function') step(dir);
        else pair.native(dir, step);
      }
    }
    pair.native(dirs[0]!, ['add', '-p'], 'n\ny\nn\n');
    const asked = await pair.ours(dirs[1]!, ['add', '-p'], { input: 'n\ny\nn\n' });
    expect(asked.stdout.match(/\(\d\/3\) Stage this hunk \[y,n,q,a,d,\?\]\? /g)).toHaveLength(3);
    for (const args of [['diff'], ['diff', '--cached'], ['ls-files', '-s']]) expect((await pair.ours(dirs[1]!, args)).stdout).toBe(pair.native(dirs[0]!, args).stdout);
    expect(pair.native(dirs[0]!, ['diff', '--cached', '--numstat']).stdout).toBe('1\t1\ta.txt\n');
  });

  it('blame, with names that changed and lines that are not committed', () => compare('blame', [
    ...begin, ['config', 'user.name', 'Ünal Longname'], write('a.txt', 'one\n2\nthree\nfour\n'), ['commit', '-q', '-am', 'second\n\nbody'], (dir) => fs.renameSync(join(dir, 'a.txt'), join(dir, 'b.txt')), ['add', '-A'], ['commit', '-q', '-m', 'renamed'],
    ['blame', 'b.txt'], ['blame', '-L', '2,3', 'b.txt'], ['blame', '-L2,+1', 'b.txt'], ['blame', '--porcelain', 'b.txt'], ['blame', '-s', 'b.txt'], ['blame', '-l', 'HEAD~1', '--', 'a.txt'], ['blame', '-e', 'b.txt'], ['blame', 'nope.txt'], ['blame', '-L', '9,10', 'b.txt'],
  ]));

  it('objects and files as programs ask for them', () => compare('plumbing', [
    ...begin, ['ls-files'], ['ls-files', '-s', 'src'], ['-C', 'src', 'ls-files'], ['ls-files', '--error-unmatch', 'nope'], write('n.txt', 'n\n'), ['ls-files', '-o'], remove('a.txt'), ['ls-files', '-d', '-m'],
    ['cat-file', '-t', 'HEAD'], ['cat-file', '-p', 'HEAD'], ['cat-file', '-p', 'HEAD^{tree}'], ['cat-file', '-p', 'HEAD:src/b.js'], ['cat-file', '-s', 'HEAD:src/b.js'], ['cat-file', 'blob', 'HEAD:a.txt'], ['cat-file', '-e', 'HEAD:nope'],
    ['cat-file', '-p', 'nope'], ['hash-object', 'n.txt'], ['hash-object', '-w', 'n.txt'], ['hash-object', 'nope'], ['show', 'HEAD:src'], ['show', ':a.txt'],
  ]));

  it('a repository inside, and what was left out of the working tree, are not committed as deleted', () => compare('not-deleted', [
    ...begin, write('s.txt', 's\n'), ['add', '.'], ['init', '-q', 'sub'], ['-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 's1'], (dir) => void pair.native(dir, ['add', 'sub']), ['commit', '-q', '-m', 'both'],
    (dir) => { pair.native(dir, ['update-index', '--skip-worktree', 's.txt']); fs.rmSync(join(dir, 's.txt')); }, ['status', '-s'], write('a.txt', '1\n'), ['commit', '-q', '-am', 'all'], ['cat-file', '-p', 'HEAD^{tree}'],
    write('a.txt', '2\n'), ['commit', '-q', '-m', 'some', '.'], ['cat-file', '-p', 'HEAD^{tree}'], ['-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 's2'], ['add', '.'], ['status', '-s'], ['commit', '-q', '-m', 'sub'], ['cat-file', '-p', 'HEAD^{tree}'],
  ]));

  it('moving files', () => compare('mv', [
    ...begin, ['mv', 'a.txt', 'src'], ['status', '-s'], ['mv', 'nope', 'x'], ['mv', 'src', 'lib'], ['status', '-s'], ['mv', 'lib/a.txt', 'lib/b.js'], ['mv', '-f', 'lib/a.txt', 'lib/b.js'], ['status', '-s'], write('u', ''), ['mv', 'u', 'v'],
    ['mv', 'lib', 'lib/inside'], ['mv', 'lib/b.js', 'no/where'], ['mv', '-v', 'lib/b.js', 'c.js'], ['mv', '-n', 'c.js', 'd.js'], ['status', '-s'],
  ]));

  it('moving files of one name into one folder, and files in conflict', () => compare('mv-onto', [
    ...begin, write('one/f', '1\n'), write('two/f', '2\n'), write('to/g', 'g\n'), ['add', '.'], ['commit', '-q', '-m', 'folders'], ['mv', 'one/f', 'two/f', 'to'], ['mv', '-f', 'one/f', 'two/f', 'to'], ['status', '-s'], ['mv', '-k', 'one/f', 'two/f', 'to'], ['status', '-s'],
    ['reset', '-q', '--hard'], ['switch', '-q', '-c', 'side'], write('one/f', 'side\n'), ['commit', '-q', '-am', 'side'], ['switch', '-q', 'main'], write('one/f', 'main\n'), ['commit', '-q', '-am', 'main'], ['merge', 'side'], ['mv', 'one/f', 'h'], ['status', '-s'],
  ]));

  it('commits of every kind', () => compare('commits', [
    ...begin, ['commit', '--amend', '-m', 'amended'], ['log', '--format=%H %s'], ['commit', '-m', ' \n '], write('m.txt', 'from a file\n\n\n\nbody  \n# kept\n'), write('a.txt', '2\n'), write('src/b.js', 'y\n'), ['commit', '-F', 'm.txt', 'a.txt'],
    ['status', '-s'], ['log', '-1', '--format=%B'], ['commit', '-m', 'x', 'nope'], ['commit', '-a', '-s', '-m', 'signed', '--author', 'C D <c@d>', '--date', '2020-01-02T03:04:05+0200'], ['log', '-1', '--format=fuller'], ['commit', '--author', 'x', '--allow-empty', '-m', 'x'],
    ['commit', '--allow-empty', '-qm', 'empty'], ['commit', '--amend', '--no-edit', '--reset-author'], ['log', '--format=%H %an %s'], ['reflog'],
  ]));

  it('conflicts and merges in every form of diff', () => {
    const lines = (change: Record<number, string>): string => Array.from({ length: 30 }, (_, at) => `${change[at] ?? `line ${at}`}\n`).join('');
    return compare('combined', [
      ['init', '-q'], write('a.txt', lines({})), write('b.txt', lines({})), write('c.txt', 'c\n'), ['add', '.'], ['commit', '-q', '-m', 'base'], ['switch', '-q', '-c', 'side'],
      write('a.txt', lines({ 3: 'side', 20: 'side too' })), write('b.txt', lines({ 2: 'side' })), write('c.txt', 'side\n'), ['commit', '-q', '-am', 'side'], ['switch', '-q', 'main'],
      write('a.txt', lines({ 3: 'main', 12: 'main alone' })), write('b.txt', lines({ 25: 'main' })), write('c.txt', 'main\n'), ['commit', '-q', '-am', 'main'], ['merge', 'side'],
      ['status'], ['status', '-sb'], ['status', '--porcelain=v2'], ['diff'], ['diff', '--name-only'], ['diff', '--name-status'], ['diff', '--cached'], ['diff', 'HEAD', '--stat'], ['ls-files', '-u'], ['commit', '-m', 'early'],
      write('a.txt', lines({ 3: 'both', 12: 'main alone', 20: 'side too' })), ['diff'], ['add', 'a.txt'], ['rm', '-q', 'c.txt'], ['status'], ['commit', '-q', '-m', 'merged'], ['show'], ['show', '--stat', '--format=%s'], ['show', '--name-only', '--format=%h'],
      ['log', '--graph', '--oneline'], ['log', '--oneline', '--first-parent'], ['log', '--merges', '--oneline'], ['log', '--oneline', 'side..main'], ['log', '--oneline', 'side...HEAD^'], ['diff', 'side...main', '--stat'], ['diff', 'HEAD^1', 'HEAD^2', '--numstat'],
    ]);
  });

  it('two files or folders, wherever they lie: diff --no-index', () => {
    const twenty = Array.from({ length: 20 }, (_, at) => `${at}\n`).join('');
    const forms = (...paths: string[]): GitStep[] => [[], ['--stat'], ['--name-status'], ['--name-only'], ['--numstat'], ['--summary'], ['--quiet'], ['-R'], ['--no-renames', '-U0'], ['-z', '--name-status']]
      .map((options) => ['diff', '--no-index', ...options, ...paths]);
    return compare('no-index', [
      write('a b.txt', 'one\ntwo\nthree'), write('b.txt', 'one\nTWO\nthree\n'), write('sub/a b.txt', 'sub\n'), write('bin', '\0x'), write('d1/x', 'x\n'), write('d2/x', 'y\n'), write('d1/same', 's\n'), write('d2/same', 's\n'),
      write('d1/gone', 'gone\n'), write('d2/s/came', 'came\n'), write('d1/s/r', twenty), write('d2/s/renamed', `${twenty}more\n`), write('d1/kind', 'k\n'),
      (dir) => { fs.symlinkSync('a b.txt', join(dir, 'l1')); fs.symlinkSync('b.txt', join(dir, 'l2')); fs.symlinkSync('x', join(dir, 'd2/kind')); fs.chmodSync(join(dir, 'sub/a b.txt'), 0o755); fs.mkdirSync(join(dir, 'd1/empty')); },
      // Without a repository around.
      ['diff', 'a b.txt', 'b.txt'], ['diff', 'd1', 'd2'], ...forms('a b.txt', 'b.txt'), ...forms('d1', 'd2/'), ...forms('a b.txt', '/dev/null'), ...forms('/dev/null', 'b.txt'), ...forms('a b.txt', 'sub'), ...forms('sub/', './a b.txt'), ...forms('l1', 'l2'),
      ['diff', '--no-index', 'l1', 'b.txt'], ['diff', '--no-index', 'bin', 'b.txt'], ['diff', '--no-index', 'b.txt', 'b.txt'], ['diff', '--no-index', 'b.txt', 'nope'], ['diff', '--no-index', 'd1', 'b.txt'], ['diff', '--no-index', '--', 'a b.txt', 'b.txt'],
      ['-C', 'sub', 'diff', '--no-index', '../b.txt', 'a b.txt'], ['diff', '--no-index', '-w', 'd1', 'd2'], ['diff', '--no-index', '--raw', 'a b.txt', 'b.txt'], ['diff', '--no-index', '--full-index', 'a b.txt', 'b.txt'],
      // With one, and a path outside of it.
      ['init', '-q', 'sub'], ['-C', 'sub', 'add', '.'], ['-C', 'sub', 'diff', '../b.txt', 'a b.txt'], ['-C', 'sub', 'diff', '--no-index', 'a b.txt', 'a b.txt'], ['-C', 'sub', 'diff', 'a b.txt', 'a b.txt'], write('sub/a b.txt', 'SUB\n'), ['-C', 'sub', 'diff', '-R'],
    ]);
  });
});

describe('like native git, where random histories once differed', () => {
  it('a commit of paths that would change nothing speaks of the index it would have made', () => compare('only', [
    ...begin, write('a.txt', 'staged\n'), write('new.txt', 'n\n'), ['mv', 'src/b.js', 'src/c.js'], ['add', '.'], write('a.txt', 'worktree\n'), write('u.txt', 'u\n'), ['commit', '-q', '-m', 'only new', '--', 'new.txt'], ['commit', '-m', 'nothing', '--', 'new.txt'], ['status', '-s'],
    ['rm', '-q', '--cached', 'new.txt'], ['commit', '-m', 'nothing', '--', 'new.txt'], ['status', '-s'],
  ]));

  it('a first commit that an amendment would empty', () => compare('amend-first', [
    ['init', '-q'], write('a.txt', 'a\n'), ['add', '.'], ['commit', '-q', '-m', 'first'], ['rm', '-q', '--cached', 'a.txt'], ['commit', '--amend', '-m', 'empty'], ['switch', '-q', '--detach'], ['commit', '--amend', '-m', 'empty'],
    ['switch', '-q', 'main'], ['add', '.'], write('a.txt', 'b\n'), ['commit', '-q', '-am', 'second'], ['reset', '-q', 'HEAD~1', '--', 'a.txt'], ['commit', '--amend', '-m', 'empty'],
  ]));

  it('merges: files that differ from all parents, also by their names, the report of an amended one, and one line that came twice', () => {
    const twenty = Array.from({ length: 20 }, (_, at) => `${at}\n`).join('');
    return compare('merges', [
      ['init', '-q'], write('a.txt', 'L\n'), write('old', twenty), write('gone', 'g\n'), write('both', twenty), ['add', '.'], ['commit', '-q', '-m', 'base'], ['switch', '-q', '-c', 'side'],
      write('a.txt', 's1\ns2\nL\n'), ['mv', 'both', 'd'], ['commit', '-q', '-am', 'side'], ['switch', '-q', 'main'], write('a.txt', 'L\nm1\nm2\n'), write('old', `${twenty}more\n`), ['commit', '-q', '-am', 'main'],
      ['merge', 'side'], write('a.txt', 'L\nm1\nm2\ns1\ns2\nL\n'), ['mv', 'old', 'new'], write('new', `first\n${twenty}more\n`), ['rm', '-q', 'gone'], ['add', '.'], ['commit', '-m', 'merged'],
      ...['--raw', '--name-status', '--name-only', '--stat', '--patch', '-s', '--oneline', '--format=%s'].map((form) => ['show', form]), ['show', '--raw', '--no-renames'], ['show', '--raw', '--', 'a.txt'], ['show', '-z', '--raw'], ['blame', 'a.txt'],
      ['commit', '--amend', '-m', 'again'], ['merge', '--no-ff', '-q', '-m', 'early', 'side'], ['switch', '-q', '-c', 'other', 'main~1'], write('o', 'o\n'), ['add', '.'], ['commit', '-q', '-m', 'o'], ['merge', '-q', 'main^0'], ['show', '--raw'], ['show', '--oneline'],
      ['switch', '-q', '-c', 'third', 'other~1'], ['merge', '-q', '--no-ff', 'main~0'], ['log', '-1', '--format=%s'], ['reset', '-q', '--hard', 'side~1'], ['merge', '-q', '--no-ff', 'other^'], ['log', '-1', '--format=%s'],
    ]);
  });

  it('a conflict is shown before what has no two sides', () => compare('unmerged-first', [
    ['init', '-q'], write('z', 'base\n'), write('b', 'b\n'), write('plain', 'p\n'), ['add', '.'], ['commit', '-q', '-m', 'base'], ['switch', '-q', '-c', 'side'], write('z', 'side\n'), ['rm', '-q', 'b'], ['commit', '-q', '-am', 'side'],
    ['switch', '-q', 'main'], write('z', 'main\n'), write('b', 'main\n'), ['commit', '-q', '-am', 'main'], ['merge', 'side'], write('plain', 'changed\n'), ['diff'], ['diff', '--name-status'], ['commit', '-qam', 'solved', '--no-edit'], ['log', '-1', '--format=%B'],
  ]));

  it('rm sees that only the mode is another one', () => compare('rm-mode', [
    ...begin, (dir) => fs.chmodSync(join(dir, 'a.txt'), 0o755), ['rm', 'a.txt'], ['add', 'a.txt'], ['rm', 'a.txt'], write('a.txt', 'other\n'), ['rm', '--cached', 'a.txt'], ['rm', '-q', '--cached', '-f', 'a.txt'], ['status', '-s'],
  ]));

  it('what is ignored', () => {
    const forms = [['-s', '--ignored'], ['-s', '--ignored', '-uall'], ['-s', '--ignored', '-uno'], ['-s', '--ignored=matching'], ['-s', '--ignored=matching', '-uall'], ['-s', '--ignored=no'], ['--ignored'], ['--porcelain=v2', '--ignored'], ['-s', '--ignored=x'], ['--ignored=matching', '-uno'], ['-z', '--ignored'], ['-s', '--ignored', '--', 'd']];
    return compare('ignored', [
      ['init', '-q'], write('.gitignore', '*.log\nbuild/\n/only/\nempty/\n!keep.log\n'), write('t/build/tracked', 't\n'), ['add', '-f', '.'], ['commit', '-m', 'first'], ['status', '--ignored'],
      ...['t/build/other', 't/build/more/x', 'build/deep/a', 'only/b', 'd/a.txt', 'd/x.log', 'd/sub/y.log', 'e/f/z.log', 'src/q.log', 'g/h/i/k.log', 'g/u', 'd2/build/x', 'top.log', 'keep.log', 'nest/f'].map((path) => write(path, `${path}\n`)),
      (dir) => { fs.mkdirSync(join(dir, 'empty')); fs.mkdirSync(join(dir, 'plain')); }, ['init', '-q', 'nest'], ['init', '-q', 'build/nested'], ...forms.map((form) => ['status', ...form]), ['-C', 'd', 'status', '-s', '--ignored'],
    ]);
  });

  it('a table beside a graph is as much narrower', () => {
    const wide = (path: string): GitStep => write(path, 'line\n'.repeat(200));
    const name = `${'n'.repeat(30)}.txt`;
    return compare('graph-stat', [
      ['init', '-q'], wide(name), ['add', '.'], ['commit', '-q', '-m', 'base'], ['switch', '-q', '-c', 'side'], wide('s.txt'), wide(`deep/${name}`), ['add', '.'], ['commit', '-q', '-m', 'side'], ['switch', '-q', 'main'], wide(`m-${name}`), ['add', '.'], ['commit', '-q', '-m', 'main'],
      ['merge', '-q', '--no-edit', 'side'], ['log', '--graph', '--stat'], ['log', '--stat'],
    ]);
  });
});
