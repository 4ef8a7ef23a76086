/** Servers: smart HTTP by `git http-backend`, with and without a token and through a proxy; and GitHub's API. Native git says whether what arrived is right. */
import { execFile, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitCompare } from '../support/git-compare.ts';
import { startGitServer, startProxy } from '../support/git-http-server.ts';
import type { GitHttpServer } from '../support/git-http-server.ts';
import { startGithub } from '../support/github-server.ts';

const git = gitCompare();
const servers: { close(): Promise<void> }[] = [];

const native = (dir: string, ...args: string[]): string => {
  const run = git.native(dir, args);
  if (run.code !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
};
/** For commands that speak to a server of this process, which a call that waits would stop. */
const nativeOnline = async (dir: string, ...args: string[]): Promise<string> => (await promisify(execFile)('git', args, { cwd: dir, encoding: 'utf8', timeout: 20_000, env: { PATH: process.env.PATH ?? '', HOME: git.home, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' } })).stdout;
const put = (path: string, text: string | Uint8Array): void => {
  fs.mkdirSync(join(path, '..'), { recursive: true });
  fs.writeFileSync(path, text);
};
const refs = (dir: string): string => native(dir, 'for-each-ref', '--format=%(objectname) %(refname)');

/** A new folder with a bare repository: three commits, two branches, a light and an annotated tag, and files of every kind. */
function origin(name: string): { root: string; bare: string; work: string } {
  const root = join(git.home, name);
  const work = join(root, 'work');
  fs.mkdirSync(work, { recursive: true });
  native(work, 'init', '-q');
  put(join(work, 'a.txt'), 'one\n');
  put(join(work, 'deep/er/é ü.txt'), 'x\r\n');
  put(join(work, 'bin'), Buffer.from([0, 255, 1, 254]));
  put(join(work, 'run.sh'), '#!/bin/sh\n');
  fs.chmodSync(join(work, 'run.sh'), 0o755);
  fs.symlinkSync('a.txt', join(work, 'link'));
  native(work, 'add', '-A');
  native(work, 'commit', '-q', '-m', 'first');
  native(work, 'tag', 'v1');
  native(work, 'branch', 'side');
  put(join(work, 'a.txt'), Array.from({ length: 500 }, (_, at) => `line ${at}\n`).join(''));
  native(work, 'commit', '-q', '-am', 'second\n\nwith a body');
  put(join(work, 'a.txt'), Array.from({ length: 500 }, (_, at) => `line ${at === 20 ? 'twenty' : at}\n`).join(''));
  native(work, 'commit', '-q', '-am', 'third');
  native(work, 'tag', '-a', '-m', 'the third', 'v2');
  native(root, 'clone', '-q', '--bare', 'work', 'name.git');
  const bare = join(root, 'name.git');
  native(bare, 'config', 'http.receivepack', 'true');
  native(bare, 'gc', '-q');
  return { root, bare, work };
}

let seq = 0;
const fresh = (): string => {
  const dir = join(git.home, `at-${seq++}`);
  fs.mkdirSync(dir);
  return dir;
};
const same = (dir: string): void => {
  expect(native(dir, 'fsck', '--strict', '--no-dangling')).toBe('');
  expect(native(dir, 'status', '--porcelain')).toBe('');
};

afterAll(async () => {
  for (const server of servers) await server.close();
  git.close();
});

describe('smart HTTP', () => {
  let server: GitHttpServer;
  let place: ReturnType<typeof origin>;
  beforeAll(async () => {
    place = origin('http');
    servers.push(server = await startGitServer(place.root));
  });

  it('clones, fetches, pulls and pushes', async () => {
    const dir = fresh();
    expect(await git.ours(dir, ['clone', `${server.url}/name.git`])).toEqual({ code: 0, stdout: '', stderr: "Cloning into 'name'..\n" });
    const copy = join(dir, 'name');
    same(copy);
    const by = fresh();
    await nativeOnline(by, 'clone', '-q', `${server.url}/name.git`, 'copy');
    expect(refs(copy)).toBe(refs(join(by, 'copy')));
    put(join(copy, 'new.txt'), 'from the sandbox\n');
    await git.ours(copy, ['add', '-A']);
    await git.ours(copy, ['commit', '-q', '-m', 'ours']);
    const head = native(copy, 'rev-parse', 'HEAD').trim();
    const pushed = await git.ours(copy, ['push']);
    expect(pushed).toMatchObject({ code: 0, stdout: '' });
    expect(pushed.stderr).toMatch(new RegExp(`^To ${server.url}/name\\.git\\n   [0-9a-f]{7}\\.\\.${head.slice(0, 7)}  main -> main\\n$`));
    expect(native(place.bare, 'rev-parse', 'main').trim()).toBe(head);
    await nativeOnline(join(by, 'copy'), 'pull', '-q');
    put(join(by, 'copy/theirs.txt'), 't\n');
    native(join(by, 'copy'), 'add', '-A');
    native(join(by, 'copy'), 'commit', '-q', '-m', 'theirs');
    await nativeOnline(join(by, 'copy'), 'push', '-q', 'origin', 'main', 'main:refs/heads/fresh');
    const pulled = await git.ours(copy, ['pull']);
    expect(pulled.code).toBe(0);
    expect(pulled.stderr).toMatch(/main {7}-> origin\/main\n \* \[new branch\] {6}fresh {6}-> origin\/fresh\n$/);
    expect(pulled.stdout).toContain('Fast-forward\n theirs.txt | 1 +\n');
    same(copy);
    expect(await git.ours(copy, ['push', 'origin', '--delete', 'fresh'])).toEqual({ code: 0, stdout: '', stderr: `To ${server.url}/name.git\n - [deleted]         fresh\n` });
    expect(refs(place.bare)).not.toContain('fresh');
    expect((await git.ours(copy, ['ls-remote'])).stdout).toBe(await nativeOnline(join(by, 'copy'), 'ls-remote', '-q'));
    expect((await git.ours(copy, ['fetch'])).stderr).toBe('');
  });

  it('refuses what would lose commits', async () => {
    const dir = fresh();
    await git.ours(dir, ['clone', '-q', `${server.url}/name.git`, '.']);
    native(dir, 'reset', '-q', '--hard', 'HEAD~1');
    put(join(dir, 'b.txt'), 'b\n');
    native(dir, 'add', '-A');
    native(dir, 'commit', '-q', '-m', 'another');
    expect(await git.ours(dir, ['push'])).toEqual({ code: 1, stdout: '', stderr: `To ${server.url}/name.git\n ! [rejected]        main -> main (non-fast-forward)\nerror: failed to push some refs to '${server.url}/name.git'\n` });
    expect((await git.ours(dir, ['push', '-f'])).stderr).toMatch(/ \+ [0-9a-f]{7}\.\.\.[0-9a-f]{7} main -> main \(forced update\)\n$/);
  });

  it('a history of some depth, and more of it later', async () => {
    const dir = fresh();
    await git.ours(dir, ['clone', '-q', '--depth', '1', `${server.url}/name.git`, '.']);
    expect(native(dir, 'log', '--oneline').split('\n')).toHaveLength(2);
    expect(native(dir, 'rev-parse', '--is-shallow-repository')).toBe('true\n');
    same(dir);
    expect(await git.ours(dir, ['fetch', '--depth', '2'])).toMatchObject({ code: 0 });
    expect(native(dir, 'log', '--oneline').split('\n')).toHaveLength(3);
    expect(await git.ours(dir, ['fetch', '--unshallow'])).toMatchObject({ code: 0 });
    expect(native(dir, 'rev-parse', '--is-shallow-repository')).toBe('false\n');
    same(dir);
    expect(await git.ours(dir, ['clone', '--depth', '0', 'x'])).toEqual({ code: 128, stdout: '', stderr: 'fatal: depth 0 is not a positive number\n' });
  });

  it('says what is not there, and leaves nothing behind', async () => {
    const dir = fresh();
    expect(await git.ours(dir, ['clone', `${server.url}/nope.git`])).toEqual({ code: 128, stdout: '', stderr: `Cloning into 'nope'..\nfatal: repository '${server.url}/nope.git/' not found\n` });
    expect(fs.readdirSync(dir)).toEqual([]);
    const refused = await git.ours(dir, ['clone', 'http://127.0.0.1:1/x.git']);
    expect(refused.code).toBe(128);
    expect(refused.stderr).toMatch(/^Cloning into 'x'\.\.\nfatal: unable to access 'http:\/\/127\.0\.0\.1:1\/x\.git\/info\/refs\?service=git-upload-pack': .+\n$/);
    expect(await git.ours(dir, ['clone', 'git@host.invalid:a/b.git'])).toEqual({ code: 128, stdout: '', stderr: "fatal: unable to access 'git@host.invalid:a/b.git': only http, https, folders and bundles can be reached from a page; use the repository's https address\n" });
    expect(fs.readdirSync(dir)).toEqual([]);
  });

  it('a token is asked of the environment and kept nowhere', async () => {
    const guarded = await startGitServer(place.root, { token: 'geheim' });
    servers.push(guarded);
    const dir = fresh();
    expect(await git.ours(dir, ['clone', `${guarded.url}/name.git`])).toEqual({ code: 128, stdout: '', stderr: `Cloning into 'name'..\nfatal: could not read Username for '${guarded.url}': terminal prompts disabled\n` });
    expect(await git.ours(dir, ['clone', `${guarded.url}/name.git`], { GIT_TOKEN: 'falsch' })).toMatchObject({ code: 128, stderr: `Cloning into 'name'..\nfatal: Authentication failed for '${guarded.url}/name.git/'\n` });
    expect(await git.ours(dir, ['clone', '-q', `${guarded.url}/name.git`], { GIT_TOKEN: 'geheim' })).toEqual({ code: 0, stdout: '', stderr: '' });
    const secret = guarded.url.replace('://', '://x-access-token:geheim@');
    expect(await git.ours(dir, ['clone', '-q', `${secret}/name.git`, 'two'])).toEqual({ code: 0, stdout: '', stderr: '' });
    put(join(dir, 'name/t.txt'), 't\n');
    native(join(dir, 'name'), 'add', '-A');
    native(join(dir, 'name'), 'commit', '-q', '-m', 't');
    expect(await git.ours(join(dir, 'name'), ['push', '-q'], { GIT_TOKEN: 'geheim' })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(spawnSync('grep', ['-rl', 'geheim', dir], { encoding: 'utf8' })).toMatchObject({ status: 1, stdout: '' });
  });

  it('through a proxy', async () => {
    const proxy = await startProxy();
    servers.push(proxy);
    const dir = fresh();
    expect(await git.ours(dir, ['clone', '-q', `${server.url}/name.git`], { GIT_CORS_PROXY: proxy.url })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(proxy.seen).toEqual([`GET ${server.url.replace('http:/', '')}/name.git/info/refs?service=git-upload-pack`, `POST ${server.url.replace('http:/', '')}/name.git/git-upload-pack`]);
    native(join(dir, 'name'), 'config', 'http.corsProxy', proxy.url);
    expect(await git.ours(join(dir, 'name'), ['fetch'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(proxy.seen).toHaveLength(3);
    expect(native(join(dir, 'name'), 'remote', 'get-url', 'origin')).toBe(`${server.url}/name.git\n`);
  });
});

describe('GitHub without a proxy', () => {
  const at = (url: string, more: Record<string, string> = {}): Record<string, string> => ({ GITHUB_API_URL: url, GITHUB_RAW_URL: `${url}/raw`, ...more });

  it('clones the newest commit, with the ids that it has', async () => {
    const { bare } = origin('hub');
    const hub = await startGithub(bare);
    servers.push(hub);
    const dir = fresh();
    expect(await git.ours(dir, ['clone', 'https://github.com/owner/name.git'], at(hub.url))).toEqual({ code: 0, stdout: '', stderr: "Cloning into 'name'..\n" });
    const copy = join(dir, 'name');
    expect(native(copy, 'rev-parse', 'HEAD', 'HEAD^{tree}')).toBe(native(bare, 'rev-parse', 'main', 'main^{tree}'));
    same(copy);
    expect(fs.readlinkSync(join(copy, 'link'))).toBe('a.txt');
    expect(native(copy, 'remote', 'get-url', 'origin')).toBe('https://github.com/owner/name.git\n');
    expect(await git.ours(dir, ['clone', '-q', '-b', 'v2', 'https://github.com/owner/name', 'tagged'], at(hub.url))).toMatchObject({ code: 0 });
    expect(native(join(dir, 'tagged'), 'rev-parse', 'v2', 'HEAD')).toBe(native(bare, 'rev-parse', 'v2', 'main'));
    same(join(dir, 'tagged'));
    expect(await git.ours(dir, ['clone', 'https://github.com/owner/other'], at(hub.url))).toEqual({ code: 128, stdout: '', stderr: "Cloning into 'other'..\nfatal: repository 'https://github.com/owner/other/' not found\n" });
  });

  it('pushes with a token, and fetches what others pushed', async () => {
    const { bare, work } = origin('hub-push');
    const hub = await startGithub(bare, { truncated: true });
    servers.push(hub);
    const dir = fresh();
    await git.ours(dir, ['clone', '-q', 'https://github.com/owner/name', '.'], at(hub.url));
    put(join(dir, 'deep/new.txt'), 'n\n');
    await git.ours(dir, ['add', '-A']);
    await git.ours(dir, ['commit', '-q', '-m', 'by us']);
    expect(await git.ours(dir, ['push'], at(hub.url))).toEqual({ code: 128, stdout: '', stderr: "fatal: pushing to 'https://github.com/owner/name' needs a token\n" });
    const pushed = await git.ours(dir, ['push'], at(hub.url, { GIT_TOKEN: 'secret' }));
    expect(pushed).toMatchObject({ code: 0, stdout: '' });
    expect(native(bare, 'rev-parse', 'main')).toBe(native(dir, 'rev-parse', 'HEAD'));
    expect(native(bare, 'fsck', '--strict', '--no-dangling')).toBe('');
    native(work, 'pull', '-q', bare, 'main');
    put(join(work, 'a.txt'), 'by another\n');
    native(work, 'commit', '-q', '-am', 'one');
    put(join(work, 'a.txt'), 'by another again\n');
    native(work, 'commit', '-q', '-am', 'two');
    native(work, 'push', '-q', bare, 'main');
    const pulled = await git.ours(dir, ['pull'], at(hub.url));
    expect(pulled.stdout).toContain('Fast-forward\n a.txt | 501 +');
    expect(native(dir, 'log', '--format=%H', '-2')).toBe(native(work, 'log', '--format=%H', '-2'));
    same(dir);
  });

  it('a private repository needs the token to be seen', async () => {
    const { bare } = origin('hub-private');
    const hub = await startGithub(bare, { isPrivate: true });
    servers.push(hub);
    const dir = fresh();
    expect(await git.ours(dir, ['clone', 'https://github.com/owner/name'], at(hub.url))).toMatchObject({ code: 128, stderr: "Cloning into 'name'..\nfatal: repository 'https://github.com/owner/name/' not found\n" });
    expect(await git.ours(dir, ['clone', '-q', 'https://github.com/owner/name'], at(hub.url, { GIT_TOKEN: 'secret' }))).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await git.ours(dir, ['clone', '-q', 'https://github.com/owner/name', 'x'], at(hub.url, { GIT_TOKEN: 'wrong' }))).toMatchObject({ code: 128, stderr: "fatal: Authentication failed for 'https://github.com/owner/name/'\n" });
  });
});
