/** `jsh` as products for WebContainers start it: marks of its prompt and of commands' ends, and terminals kept to a few commands. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

let sandbox: SandboxBrowser;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox?.close());

const session = async (args: string[], input: string): Promise<string> => (await sandbox.run('/bin/jsh', args, { terminal: { cols: 80, rows: 15 }, input: `${input}\nexit\n` })).output;

it('marks the first prompt, every prompt, and how a command ended', async () => {
  const output = await session(['--osc'], 'false\nnode -e "process.exit(3)"');
  const marks = [...output.matchAll(/\u001b\]654;([^\u0007]+)\u0007/g)].map(([, text]) => text!.replace(/:\d+$/, ':PID'));
  expect(marks).toEqual(['interactive', 'prompt', 'exit=1:PID', 'prompt', 'exit=3:PID', 'prompt']);
  expect(await session([], 'true')).not.toContain('654;');
});

it('goes on when its folder is removed, and starts programs there', async () => {
  const output = await session([], 'mkdir gone; cd gone; rmdir ../gone\necho still | cat\nnode -e "console.log(String(6 * 7))"\ncd /tmp; pwd');
  expect(output).toContain('\nstill\r\n');
  expect(output).toContain('\n42\r\n');
  expect(output).toContain('\n/tmp\r\n');
});

it('keeps to the commands that are allowed, and to no files', async () => {
  const output = await session(['--no-redirects', '--allow-commands', 'echo, exit'], 'echo yes\nls\n(ls)\necho no > file');
  expect(output).toContain('\nyes\r\n');
  expect(output.match(/ ls: command not allowed here/g)).toHaveLength(2);
  expect(output).toContain('jsh: file: redirections are not allowed here');
  expect((await sandbox.run('ls', [])).output).toBe('');
});

it('keeps its terminal when a program asks for it in a session of its own', async () => {
  const output = await session([], 'setsid -c true; echo "status $?"');
  expect(output).toContain('setsid: failed to set the controlling terminal: Operation not permitted');
  expect(output).toContain('\nstatus 1\r\n');
});
