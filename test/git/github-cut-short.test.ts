/** A pull through GitHub's API that ends early, wherever it does: the next one makes it good. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { gitCompare } from '../support/git-compare.ts';
import { startGithub } from '../support/github-server.ts';

const git = gitCompare();
const whole = globalThis.fetch;
afterEach(() => { globalThis.fetch = whole; });
afterAll(() => git.close());

it('is made good by the next one', async () => {
  const native = (dir: string, ...args: string[]): string => git.native(dir, args).stdout;
  const work = join(git.home, 'work');
  fs.mkdirSync(work);
  const commit = (name: string): void => {
    fs.mkdirSync(join(work, name));
    fs.writeFileSync(join(work, name, 'file.txt'), name);
    native(work, 'add', '.');
    native(work, 'commit', '-qm', name);
  };
  native(work, 'init', '-q');
  commit('one');
  native(git.home, 'clone', '-q', '--bare', 'work', 'name.git');
  const bare = join(git.home, 'name.git');
  const server = await startGithub(bare);
  try {
    const env = { GITHUB_API_URL: server.url, GITHUB_RAW_URL: `${server.url}/raw` };
    await git.ours(git.home, ['clone', '-q', 'https://github.com/owner/name', 'first'], env);
    commit('two');
    commit('three');
    native(work, 'push', '-q', bare, 'main');
    for (let requests = 1, ended = false; !ended; requests++) {
      const dir = join(git.home, `copy-${requests}`);
      fs.cpSync(join(git.home, 'first'), dir, { recursive: true });
      let left = requests;
      globalThis.fetch = (...given) => (left-- > 0 ? whole(...given) : Promise.reject(new TypeError('fetch failed')));
      ended = (await git.ours(dir, ['pull', '-q'], env)).code === 0;
      globalThis.fetch = whole;
      expect(await git.ours(dir, ['pull', '-q'], env), `after ${requests} requests`).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(execFileSync('git', ['fsck', '--strict', '--no-dangling'], { cwd: dir, encoding: 'utf8', stdio: 'pipe' })).toBe('');
      expect(native(dir, 'status', '--porcelain')).toBe('');
    }
  } finally {
    await server.close();
  }
});
