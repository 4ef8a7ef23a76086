/** The client's `xdg-open` and `code` events. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

let sandbox: SandboxBrowser;
beforeAll(async () => {
  sandbox = await openSandbox();
  await sandbox.page.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(window, { seen });
    window.harness.container.on('xdg-open', (text) => seen.push(['xdg-open', text]));
    window.harness.container.on('code', (type, event) => seen.push(['code', type, event]));
  });
});
afterAll(() => sandbox?.close());

/** What a script of the shell made the client hear, and its output. */
async function run(script: string): Promise<{ seen: unknown[]; output: string; exit: number }> {
  const { output, exit } = await sandbox.run('sh', ['-c', script]);
  const seen = await sandbox.page.evaluate(() => (window as unknown as { seen: unknown[] }).seen.splice(0));
  return { seen, output: output.replaceAll('\r\n', '\n'), exit };
}

it('xdg-open and open hand over addresses and files', async () => {
  expect(await run('xdg-open http://localhost:3000/x; $BROWSER mailto:a@b; cd /tmp && echo 1 > page.html && open page.html https://x.example/')).toEqual({
    seen: [['xdg-open', 'http://localhost:3000/x'], ['xdg-open', 'mailto:a@b'], ['xdg-open', '/tmp/page.html'], ['xdg-open', 'https://x.example/']], output: '', exit: 0,
  });
  expect(await run('xdg-open nowhere.html')).toEqual({ seen: [], output: "xdg-open: file 'nowhere.html' does not exist\n", exit: 2 });
  expect((await run('xdg-open')).exit).toBe(1);
});

it('code opens files, at a place too, and compares two', async () => {
  expect(await run('cd /tmp && echo 1 > a.js && code a.js new.js && code -r -g a.js:12:3 ../tmp/a.js:7 && code --diff a.js /tmp/b.js')).toEqual({
    seen: [
      ['code', 'open', { files: [{ filepath: '/tmp/a.js' }, { filepath: '/tmp/new.js' }] }],
      ['code', 'open', { files: [{ filepath: '/tmp/a.js', line: 12, column: 3 }, { filepath: '/tmp/a.js', line: 7 }] }],
      ['code', 'diff', { files: [{ filepath: '/tmp/a.js' }, { filepath: '/tmp/b.js' }] }],
    ], output: '', exit: 0,
  });
  expect((await run('code --diff a.js')).exit).toBe(1);
  expect((await run('code --bogus a.js')).output).toBe("code: unknown option '--bogus'\n");
});

it('a program of Node opens the browser in the same way', async () => {
  expect((await run(`node -e "require('child_process').spawnSync('xdg-open', ['http://localhost:8080'])"`)).seen).toEqual([['xdg-open', 'http://localhost:8080']]);
});
