/** What the index remembers of whole folders: it spares reading HEAD's trees, and it is never wrong; native git reads what ours wrote, and the reverse. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { directFs } from '../../src/git/direct-fs.ts';
import { runGit } from '../../src/git/run.ts';
import { GitPair } from '../support/git-pair.ts';

let pair: GitPair;
beforeAll(() => { pair = new GitPair(); });
afterAll(() => pair.dispose());

const FOLDERS = 12;

function project(name: string): string {
  const dir = join(pair.home, name);
  for (let at = 0; at < FOLDERS; at++) {
    fs.mkdirSync(join(dir, `folder${at}`, 'inner'), { recursive: true });
    fs.writeFileSync(join(dir, `folder${at}`, 'a.txt'), `a of ${at}\n`);
    fs.writeFileSync(join(dir, `folder${at}`, 'inner', 'é.txt'), `é of ${at}\n`);
  }
  pair.native(dir, ['init', '-q']);
  return dir;
}

/** `git status -s`, and how many objects it reads. */
async function status(dir: string): Promise<{ text: string; objects: number }> {
  let text = '';
  let objects = 0;
  const readFileSync = ((path: string, ...rest: []) => {
    if (/objects\/[0-9a-f]{2}\//.test(path)) objects++;
    return fs.readFileSync(path, ...rest);
  }) as typeof fs.readFileSync;
  await runGit(['status', '-s'], { fs: directFs({ ...fs, readFileSync }), cwd: dir, env: pair.environment(), now: () => 0, timezoneOffset: () => 0, tty: false, out: (part) => { text += String(part); }, err: (part) => { text += part; } });
  return { text, objects };
}

/** The tree that native git makes of the index as it is, and of the same entries without what is remembered of folders. */
function trees(dir: string): { remembered: string; counted: string } {
  const index = join(pair.home, 'index-copy');
  const run = (args: string[], input = ''): string => spawnSync('git', args, { cwd: dir, env: { ...pair.environment(), GIT_INDEX_FILE: index }, encoding: 'utf8', input }).stdout;
  fs.copyFileSync(join(dir, '.git/index'), index);
  const remembered = run(['write-tree']);
  const entries = run(['ls-files', '-s']);
  fs.rmSync(index);
  run(['update-index', '--index-info'], entries);
  return { remembered, counted: run(['write-tree']) };
}

it('a status reads no tree of what an earlier one has seen to be the same [S2.git.status]', async () => {
  const dir = project('seen');
  await pair.ours(dir, ['add', '.']);
  await pair.ours(dir, ['commit', '-q', '-m', 'first']);
  expect((await status(dir)).objects).toBe(2 + 2 * FOLDERS);
  expect(await status(dir)).toEqual({ text: '', objects: 1 });
  fs.writeFileSync(join(dir, 'folder3/inner/é.txt'), 'changed\n');
  await pair.ours(dir, ['add', '.']);
  // The commit, and the trees of the root and of the two folders around the file.
  expect(await status(dir)).toEqual({ text: 'M  "folder3/inner/\\303\\251.txt"\n', objects: 4 });
  await pair.ours(dir, ['commit', '-q', '-m', 'second']);
  expect(await status(dir)).toEqual({ text: '', objects: 4 });
  expect(await status(dir)).toEqual({ text: '', objects: 1 });
  expect(trees(dir).remembered).toBe(pair.native(dir, ['rev-parse', 'HEAD^{tree}']).stdout);
});

it("reads what native git's index remembers", async () => {
  const dir = project('native');
  pair.native(dir, ['add', '.']);
  pair.native(dir, ['commit', '-q', '-m', 'first']);
  expect(await status(dir)).toEqual({ text: '', objects: 1 });
});

it('remembers nothing that a change has made wrong', async () => {
  const dir = project('changes');
  const git = async (...args: string[]): Promise<void> => {
    expect(await pair.ours(dir, args), args.join(' ')).toMatchObject({ code: 0 });
    await status(dir);
    const { remembered, counted } = trees(dir);
    expect(remembered, args.join(' ')).toBe(counted);
    expect((await status(dir)).text, args.join(' ')).toBe(pair.native(dir, ['status', '-s']).stdout);
  };
  await git('add', '.');
  await git('commit', '-q', '-m', 'first');
  await git('rm', '-q', 'folder0/inner/é.txt');
  await git('mv', 'folder1', 'folder2/moved');
  await git('rm', '-q', '-r', '--cached', 'folder4');
  await git('commit', '-q', '-m', 'second');
  fs.rmSync(join(dir, 'folder4'), { recursive: true });
  await git('switch', '-q', '-c', 'side', 'HEAD~1');
  fs.rmSync(join(dir, 'folder5'), { recursive: true });
  fs.writeFileSync(join(dir, 'folder5'), 'a file where a folder was\n');
  fs.writeFileSync(join(dir, 'folder0/inner/é.txt'), 'changed\n');
  await git('add', '-A');
  await git('commit', '-q', '-m', 'side');
  await pair.ours(dir, ['merge', 'main']);
  expect((await status(dir)).text).toBe(pair.native(dir, ['status', '-s']).stdout);
  await git('add', '-A');
  await git('commit', '-q', '-m', 'merged');
  await git('switch', '-q', 'main');
  await git('checkout', 'side', '--', 'folder0');
  await git('reset', '-q');
  await git('stash', '-u');
  await git('stash', 'pop');
});

it('says that an index is damaged that was cut short', async () => {
  const dir = project('cut');
  await pair.ours(dir, ['add', '.']);
  await pair.ours(dir, ['commit', '-q', '-m', 'first']);
  await status(dir);
  const whole = fs.readFileSync(join(dir, '.git/index'));
  for (const length of [20, 40, 500, whole.length - 300, whole.length - 40, whole.length - 1]) {
    fs.writeFileSync(join(dir, '.git/index'), whole.subarray(0, length));
    expect(await pair.ours(dir, ['status']), String(length)).toMatchObject({ code: 128, stdout: '', stderr: 'fatal: index file corrupt\n' });
  }
});
