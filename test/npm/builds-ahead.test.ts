/** Builds in WebAssembly come with the packages that need them: what is installed runs without a network. */
import { describe, expect, it } from 'vitest';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';

const file = (contents: string): { file: { contents: string } } => ({ file: { contents } });
const PROJECT = { 'package.json': file('{"name":"ahead","version":"1.0.0","dependencies":{"esbuild":"0.21.5","rollup":"4.20.0"}}\n'), 'a.js': file('export const unused = 1;\nconsole.log(2);\n') };
const ARCHIVES = ['/esbuild-wasm/-/esbuild-wasm-0.21.5.tgz', '/@rollup/wasm-node/-/wasm-node-4.20.0.tgz'];
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress'];

describe('builds of native parts', () => {
  const own = mirroredSandbox();
  let lock = '';

  const sh = async (line: string): Promise<{ output: string; exit: number }> => {
    const { output, exit } = await own.sandbox.run('sh', ['-c', line], { timeoutMs: 120_000, env: { TABLOOM_NPM_DEBUG: '1', npm_config_progress: 'false' } });
    return { output: output.replaceAll('\r\n', '\n'), exit };
  };
  const bootAnew = async (): Promise<void> => {
    await own.sandbox.page.reload();
    await own.sandbox.page.waitForFunction(() => 'harness' in window);
    await own.sandbox.page.evaluate(() => window.harness.boot());
  };
  /** What the relay keeps. */
  const kept = (): Promise<string[]> => own.sandbox.page.frames().find((one) => one.url().includes('/headless'))!.evaluate(() => new Promise<string[]>((done) => {
    const open = indexedDB.open('packages');
    open.onsuccess = () => {
      const keys = open.result.transaction('entries').objectStore('entries').getAllKeys();
      keys.onsuccess = () => {
        open.result.close();
        done(keys.result.map(String));
      };
    };
  }));

  it('are fetched by npm install, so that another sandbox installs and runs without the network', async () => {
    await own.sandbox.mount(PROJECT);
    expect(await own.sandbox.run('npm', ['install', ...QUIET], { timeoutMs: 120_000 })).toMatchObject({ exit: 0 });
    // Nothing has run yet.
    expect(own.mirror.asked).toEqual(expect.arrayContaining(ARCHIVES));
    await expect.poll(async () => (await kept()).filter((key) => ARCHIVES.some((path) => key.endsWith(path))).length, { timeout: 30_000 }).toBe(2);
    lock = (await own.sandbox.run('cat', ['package-lock.json'])).output.replaceAll('\r\n', '\n');
    own.mirror.away = true;
    await bootAnew();
    await own.sandbox.mount({ ...PROJECT, 'package-lock.json': file(lock) });
    expect(await sh(`npm ci --offline ${QUIET.join(' ')} -s 2>/dev/null && npx esbuild --version && npx rollup a.js --silent`)).toEqual({ output: '0.21.5\nconst unused = 1;\nconsole.log(2);\n\nexport { unused };\n', exit: 0 });
    own.mirror.away = false;
  }, 240_000);

  it('and by the fast way of npm ci; one that cannot be had is told, and stops nothing', async () => {
    await own.sandbox.page.frames().find((one) => one.url().includes('/headless'))!.evaluate(() => new Promise<void>((done) => {
      const open = indexedDB.open('packages');
      open.onsuccess = () => {
        const change = open.result.transaction(['entries', 'contents'], 'readwrite');
        for (const name of ['entries', 'contents']) change.objectStore(name).clear();
        change.oncomplete = () => {
          open.result.close();
          done();
        };
      };
    }));
    await bootAnew();
    own.mirror.asked.length = 0;
    await own.sandbox.context.route('**/registry/esbuild-wasm**', (route) => route.abort());
    await own.sandbox.mount({ ...PROJECT, 'package-lock.json': file(lock) });
    const { output, exit } = await sh(`npm ci --ignore-scripts --no-fund`);
    expect(output.replace(/in \d+m?s/, 'in T')).toBe('\nadded 3 packages in T\n\r\x1b[Kesbuild@0.21.5: its build in WebAssembly, esbuild-wasm, could not be fetched now. It will be when it is used first, if there is a network then.\n');
    expect(exit).toBe(0);
    expect(own.mirror.asked).toContain(ARCHIVES[1]);
    await own.sandbox.context.unroute('**/registry/esbuild-wasm**');
    expect(await sh('npx esbuild --version')).toEqual({ output: '0.21.5\n', exit: 0 });
  }, 240_000);

  it('are asked for by name alone', async () => {
    const program = "const fs = require('fs'); for (const names of [['../etc@1'], ['nothing@1.0.0'], 'esbuild-wasm@0.21.5', [1]]) { const fd = fs.openSync('/dev/packages', 'r+'); try { fs.writeSync(fd, JSON.stringify({ builds: names }) + '\\n'); console.log(fs.readFileSync(fd, 'utf8').trim()); } catch (e) { console.log(e.code); } fs.closeSync(fd); }";
    expect((await own.sandbox.run('node', ['-e', program])).output.replaceAll('\r\n', '\n')).toBe('EINVAL\n["nothing@1.0.0"]\nEINVAL\nEINVAL\n');
  }, 60_000);
});
