/** Git in the real sandbox: cloned, committed, merged, stashed and pushed from its terminal to a server outside, which native git then looks into. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testHostPrograms } from '../support/shared-build.ts';
import { startGitServer } from '../support/git-http-server.ts';
import type { GitHttpServer } from '../support/git-http-server.ts';
import { OUTSIDE_LAUNCH_ARGS } from '../support/outside-server.ts';
import { openSandbox } from '../support/sandbox-browser.ts';
import type { SandboxBrowser } from '../support/sandbox-browser.ts';
import { runAtTerminal } from '../support/terminal-session.ts';

let root: string;
let bare: string;
let sandbox: SandboxBrowser;
let open: GitHttpServer;
let closed: GitHttpServer;

const native = (dir: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: dir, encoding: 'utf8', env: { PATH: process.env.PATH ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'N', GIT_AUTHOR_EMAIL: 'n@n', GIT_COMMITTER_NAME: 'N', GIT_COMMITTER_EMAIL: 'n@n' } });

beforeAll(async () => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'tabloom-git-')));
  const work = join(root, 'work');
  fs.mkdirSync(work);
  native(work, 'init', '-q', '-b', 'main');
  fs.writeFileSync(join(work, 'a.txt'), 'one\n');
  native(work, 'add', '-A');
  native(work, 'commit', '-q', '-m', 'first');
  native(root, 'clone', '-q', '--bare', 'work', 'name.git');
  bare = join(root, 'name.git');
  native(bare, 'config', 'http.receivepack', 'true');
  [open, closed, sandbox] = await Promise.all([startGitServer(root, { cors: true, token: 'geheim' }), startGitServer(root), openSandbox({ launchArgs: OUTSIDE_LAUNCH_ARGS })]);
  const program = (await testHostPrograms({ minify: true })).get('host/git.cjs')!;
  await sandbox.mount({ bin: { directory: { 'git.cjs': { file: { contents: program } } } } });
});
afterAll(async () => {
  await sandbox?.close();
  await open?.close();
  await closed?.close();
  fs.rmSync(root, { recursive: true, force: true });
});

/** Words of the shell, and rows of git's commands, each row in one process: starting one is most of the work. */
async function run(...steps: (string | string[][])[]): Promise<{ exit: number; output: string }> {
  const script = steps.map((step) => (typeof step === 'string' ? step : `node -e 'require(process.env.GIT_PROGRAM).batch(JSON.parse(process.argv[1]))' ${quoted(JSON.stringify(step))}`));
  const { output, exit } = await sandbox.run('sh', ['-c', `set -e; export GIT_PROGRAM="$PWD/bin/git.cjs" GIT_TOKEN=geheim GIT_AUTHOR_NAME=S GIT_AUTHOR_EMAIL=s@s GIT_COMMITTER_NAME=S GIT_COMMITTER_EMAIL=s@s\n${script.join('\n')}`], { timeoutMs: 110_000 });
  return { exit, output: output.replaceAll('\r\n', '\n') };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const outside = (server: GitHttpServer): string => server.url.replace('127.0.0.1', 'outside.test');

it('clones, commits, merges, stashes and pushes', async () => {
  const { exit, output } = await run(
    [['clone', '-q', `${outside(open)}/name.git`, 'copy']], 'cd copy', 'echo zero > z.txt; cp z.txt o.txt',
    [['switch', '-q', '-c', 'feature'], ['add', 'z.txt'], ['commit', '-q', '-m', 'zero'], ['switch', '-q', 'main'], ['add', 'o.txt'], ['commit', '-q', '-m', 'other'], ['merge', '-q', 'feature']],
    'echo two >> a.txt', [['stash', '-q'], ['stash', 'pop', '-q'], ['commit', '-q', '-am', 'two'], ['push'], ['log', '--format=%s'], ['status']],
  );
  expect(output).toMatch(/main -> main\n/);
  expect(output).toContain("two\nMerge branch 'feature'\nother\nzero\nfirst\n");
  expect(output).toContain("Your branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean\n");
  expect(exit).toBe(0);
  expect(native(bare, 'log', '--format=%s', 'main')).toBe("two\nMerge branch 'feature'\nother\nzero\nfirst\n");
  expect(native(bare, 'show', 'main:a.txt')).toBe('one\ntwo\n');
  expect(native(bare, 'fsck', '--strict', '--no-dangling')).toBe('');
}, 120_000);

it('a server that does not allow pages is named, with what helps', async () => {
  const { exit, output } = await run([['clone', `${outside(closed)}/name.git`, 'refused']]);
  expect(output).toContain(`fatal: unable to access '${outside(closed)}/name.git/info/refs?service=git-upload-pack': the browser refused`);
  expect(output).toContain('(CORS)');
  expect(output).toContain('hint: For others, name a proxy: git config --global http.corsProxy https://your.proxy\n');
  expect(exit).toBe(128);
}, 60_000);

it('asks for a name and a password, and does not show the password', async () => {
  const program = `require('./bin/git.cjs').batch([['clone', '${outside(open)}/name.git', 'asked']])`;
  const { code, output } = await runAtTerminal(sandbox, 'node', ['-e', program], [['Username for', 'x-access-token\r'], ['Password or token', 'geheimx\x7f\r']]);
  expect(output).toContain("'http://x-access-token@");
  expect(output).not.toContain('geheim');
  expect(output).toContain('remote: Total ');
  expect(code).toBe(0);
}, 60_000);

it('npm finds a git it can work with: npm version commits and tags, and a dependency comes out of a repository', async () => {
  await sandbox.mount({ bin: { directory: { git: { file: { contents: "#!/usr/bin/env node\nrequire('./git.cjs').batch([process.argv.slice(2)]);\n" } } } } });
  const { exit, output } = await run('chmod +x bin/git; export PATH="$PWD/bin:$PATH" npm_config_progress=false; mkdir versioned using; cd versioned; git init -q -b main; npm init -y >/dev/null; git add package.json; git commit -q -m first; npm version minor; git log --format=%s; git tag; git status --porcelain; '
    + 'cd ../using; npm init -y >/dev/null; npm install --no-audit --no-fund git+file:///home/project/versioned#v1.1.0; npm ls; npm pkg set homepage=https://versioned.example/; npm docs');
  expect(output).toContain('v1.1.0\n1.1.0\nfirst\nv1.1.0\n');
  expect(output).toMatch(/└── versioned@1\.1\.0 \(git\+file:\/\/\/home\/project\/versioned#[0-9a-f]{40}\)/);
  // No program here opens a tab of the browser.
  expect(output).toContain('docs available at the following URL:\nhttps://versioned.example/\n');
  expect(output).not.toContain('npm error');
  expect(exit).toBe(0);
}, 120_000);
