/** What the clone dialog does, with our git run by this machine's node, against a real git server. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneRepository, folderOf } from '../../src/ui/files/clone-repository.ts';
import { startGitServer } from '../support/git-http-server.ts';
import type { GitHttpServer } from '../support/git-http-server.ts';
import { nativeSandbox } from '../support/native-sandbox.ts';
import type { NativeSandbox } from '../support/native-sandbox.ts';

let root: string;
let server: GitHttpServer;
let sandbox: NativeSandbox;
const seen: string[] = [];

beforeAll(async () => {
  root = fs.mkdtempSync(join(tmpdir(), 'tabloom-clone-'));
  const git = (...args: string[]): void => void execFileSync('git', ['-c', 'user.name=N', '-c', 'user.email=n@n', ...args], { cwd: join(root, 'name'), stdio: 'pipe' });
  fs.mkdirSync(join(root, 'name'));
  git('init', '-q', '-b', 'main');
  fs.writeFileSync(join(root, 'name/a.txt'), 'one\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  git('branch', 'side');
  server = await startGitServer(root, { token: 'geheim' });
  sandbox = await nativeSandbox({ 'taken/file.txt': 'x\n' });
});
afterAll(async () => {
  await sandbox?.dispose();
  await server?.close();
  fs.rmSync(root, { recursive: true, force: true });
});

const clone = (more: object, signal = new AbortController().signal): Promise<void> =>
  cloneRepository(sandbox, { url: `${server.url}/name/.git`, branch: '', folder: 'copy', token: 'geheim', corsProxy: '', ...more }, { onProgress: (line) => seen.push(line), signal });

describe('cloning from the page', () => {
  it('chooses the folder as git does', () => {
    expect(['https://github.com/owner/name', 'https://github.com/owner/name.git/', 'https://x.y/a.b?c#d', ''].map(folderOf)).toEqual(['name', 'name', 'a.b', '']);
  });

  it('refuses what cannot work before git is started', async () => {
    await expect(clone({ url: 'owner/name' })).rejects.toMatchObject({ code: 'invalid_arguments', message: 'Give the address of a repository that begins with https://.' });
    for (const folder of ['', '..', 'a/../../b', '/etc', '.git/x']) await expect(clone({ folder })).rejects.toMatchObject({ code: 'invalid_arguments', message: 'Give a folder inside the project.' });
    await expect(clone({ folder: 'taken' })).rejects.toMatchObject({ code: 'invalid_arguments', message: 'The folder taken is there already, and not empty.' });
  });

  it('says in git\'s words why it failed, and leaves nothing', async () => {
    await expect(clone({ token: 'falsch' })).rejects.toMatchObject({ code: 'clone_failed', message: `Authentication failed for '${server.url}/name/.git/'` });
    await expect(clone({ branch: 'none' })).rejects.toMatchObject({ code: 'clone_failed', message: 'Remote branch none not found in upstream origin' });
    expect(fs.existsSync(join(sandbox.workdir, 'copy'))).toBe(false);
  });

  it('stops when asked', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(clone({ folder: 'stopped' }, controller.signal)).rejects.toMatchObject({ code: 'aborted' });
    expect(fs.existsSync(join(sandbox.workdir, 'stopped'))).toBe(false);
  });

  it('clones, with a branch, and keeps no token', async () => {
    await clone({ branch: 'side' });
    expect(seen).toContain("Cloning into 'copy'...");
    expect(fs.readFileSync(join(sandbox.workdir, 'copy/a.txt'), 'utf8')).toBe('one\n');
    expect(fs.readFileSync(join(sandbox.workdir, 'copy/.git/HEAD'), 'utf8')).toBe('ref: refs/heads/side\n');
    expect(fs.readFileSync(join(sandbox.workdir, 'copy/.git/config'), 'utf8')).not.toContain('geheim');
  });

  it('clones into the project itself while nothing but the app’s own folder is in it, and a failure leaves that folder', async () => {
    const empty = await nativeSandbox({ '.tabloom/kept.txt': 'x' });
    try {
      const into = (branch: string): Promise<void> => cloneRepository(empty, { url: `${server.url}/name/.git`, branch, folder: '.', token: 'geheim', corsProxy: '' }, { onProgress: () => undefined, signal: new AbortController().signal });
      await expect(into('none')).rejects.toMatchObject({ code: 'clone_failed' });
      const left = fs.readdirSync(empty.workdir);
      expect(left).toContain('.tabloom');
      expect(left.filter((name) => name !== '.tabloom')).toEqual([]);
      await into('');
      expect(fs.readFileSync(join(empty.workdir, 'a.txt'), 'utf8')).toBe('one\n');
      await expect(into('')).rejects.toMatchObject({ code: 'invalid_arguments', message: 'The project is not empty.' });
    } finally {
      await empty.dispose();
    }
  });
});
