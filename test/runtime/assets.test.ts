/** Parts of Node that are fetched when a program needs them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Assets } from '../../src/runtime/kernel/assets.ts';
import { codeOf, TestKernel } from '../support/kernel-processes.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

describe('the system call', () => {
  it('asks once, waits, and asks anew after a failure', async () => {
    const asked: string[] = [];
    const assets = new Assets(['part.js'], (name) => asked.push(name));
    const k = new TestKernel({ assets });
    const { process } = k.terminalProcess('node');
    expect(codeOf(() => k.call(process, 'asset', 'other.js'))).toBe('ENOENT');
    expect(codeOf(() => k.call(process, 'asset', 7 as never))).toBe('EFAULT');
    const first = k.waits(process, 'asset', 'part.js');
    assets.failed('part.js');
    await expect(first).rejects.toMatchObject({ code: 'EIO' });
    const second = k.waits(process, 'asset', 'part.js');
    assets.want('part.js');
    expect(asked).toEqual(['part.js', 'part.js']);
    assets.arrived('part.js', 'blob:null/1');
    expect(await second).toBe('blob:null/1');
    expect(k.call(process, 'asset', 'part.js')).toBe('blob:null/1');
    expect(asked.length).toBe(2);
    k.close();
  });
});

describe('in the browser', () => {
  let sandbox: SandboxBrowser;
  const requested: string[] = [];
  const fail = new Set<string>();
  beforeAll(async () => {
    sandbox = await openSandbox({ boot: false });
    await sandbox.context.route('**/runtime/*', (route) => {
      const name = new URL(route.request().url()).pathname.split('/').pop()!;
      requested.push(name);
      return fail.has(name) ? route.abort() : route.continue();
    });
    await sandbox.page.reload();
    await sandbox.page.waitForFunction(() => 'harness' in window);
    await sandbox.page.evaluate(() => window.harness.boot());
  });
  afterAll(() => sandbox.close());

  it('the TypeScript transform comes with the first program in TypeScript, and says so when it does not', async () => {
    await sandbox.mount({ 'a.ts': { file: { contents: 'const n: number = 41;\nconsole.log(n + 1);\n' } } });
    expect((await sandbox.run('node', ['-p', '6 * 7'])).output).toBe('42\r\n');
    expect(requested).not.toContain('node-amaro.js');
    fail.add('node-amaro.js');
    const without = await sandbox.run('node', ['a.ts']);
    expect(without.exit).toBe(1);
    expect(without.output).toContain("code: 'ERR_TABLOOM_ASSET'");
    fail.clear();
    expect(await sandbox.run('node', ['a.ts'])).toMatchObject({ output: '42\r\n', exit: 0 });
    expect(await sandbox.run('node', ['a.ts'])).toMatchObject({ output: '42\r\n', exit: 0 });
    expect(requested.filter((name) => name === 'node-amaro.js').length).toBe(2);
  });

  it('what many programs need is sent without being asked for, once', async () => {
    const program = "require('http').createServer((q, s) => s.end('yes')).listen(0, function () { fetch('http://localhost:' + this.address().port).then((r) => r.text()).then((t) => { console.log(t); process.exit(); }); });";
    for (let i = 0; i < 2; i++) expect(await sandbox.run('node', ['-e', program])).toMatchObject({ output: 'yes\r\n', exit: 0 });
    for (const name of ['kernel.js', 'shell.js', 'node.js', 'node-rest.js', 'llhttp.wasm']) expect([name, requested.filter((one) => one === name).length]).toEqual([name, 1]);
  });
});

it('Node itself is asked for again when it could not be fetched at first', async () => {
  const sandbox = await openSandbox({ boot: false });
  let online = false;
  try {
    await sandbox.context.route('**/runtime/node.js', (route) => (online ? route.continue() : route.abort()));
    await sandbox.page.reload();
    await sandbox.page.waitForFunction(() => 'harness' in window);
    await sandbox.page.evaluate(() => window.harness.boot());
    const without = await sandbox.run('node', ['-p', '6 * 7']);
    expect([without.exit, without.output]).toEqual([70, expect.stringContaining('node could not be loaded')]);
    online = true;
    expect(await sandbox.run('node', ['-p', '6 * 7'])).toMatchObject({ output: '42\r\n', exit: 0 });
  } finally {
    await sandbox.close();
  }
});
