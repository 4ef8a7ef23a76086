/** What a browser cannot give: it says its name, and what can go on goes on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

let sandbox: SandboxBrowser;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox?.close();
});

const run = async (...args: string[]): Promise<[number, string]> => {
  const { exit, output } = await sandbox.run('node', args);
  return [exit, output.replaceAll('\r\n', '\n')];
};

it('native add-ons and the inspector throw an error with their name', async () => {
  const said = `process.on('uncaughtException', (e) => console.log(e.code, e.message));`;
  expect(await run('-e', `${said} process.dlopen({ exports: {} }, '/tmp/x.node')`)).toEqual([0, 'ERR_DLOPEN_FAILED /tmp/x.node: native addons cannot be loaded in this sandbox\n']);
  expect(await run('-e', `${said} require('node:inspector').open()`)).toEqual([0, "ERR_TABLOOM_NOT_AVAILABLE inspector.open() is not available in this sandbox: the browser's own tools are its debugger, and no program reaches them\n"]);
});

it('--inspect says so, and the program runs, as where the port is taken', async () => {
  const line = (at: string): string => `Starting inspector on ${at} failed: not available in this sandbox, the browser's own tools are its debugger, and no program reaches them\n`;
  expect(await run('--inspect', '-p', '1')).toEqual([0, `${line('127.0.0.1:9229')}1\n`]);
  expect(await run('--inspect-brk=0.0.0.0:9339', '-p', '2')).toEqual([0, `${line('0.0.0.0:9339')}2\n`]);
  await sandbox.mount({ 'main.cjs': { file: { contents: 'console.log(require.main === module, __filename)' } }, 'main.mjs': { file: { contents: 'console.log(import.meta.main)' } } });
  expect(await run('--inspect-brk', 'main.cjs')).toEqual([0, `${line('127.0.0.1:9229')}true /home/project/main.cjs\n`]);
  expect(await run('--inspect-brk', 'main.mjs')).toEqual([0, `${line('127.0.0.1:9229')}true\n`]);
});

it('--disallow-code-generation-from-strings refuses to run: eval would go on working', async () => {
  const [exit, output] = await run('--disallow-code-generation-from-strings', '-p', 'eval("1")');
  expect([exit, output.replace(/\s+/g, ' ')]).toEqual([9, 'node: --disallow-code-generation-from-strings is not available in this sandbox: the engine is the browser\'s, which takes no such switch from a page, and the program would run as if it were not there ']);
});
