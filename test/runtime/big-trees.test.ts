/** A large project works: many files, many bytes, a full disk. 100,000 files and 500 MB in `npm run soak`, where the times are printed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { SOAK } from '../support/sample.ts';

const FOLDERS = SOAK ? 100 : 20;
const FILES = SOAK ? 1000 : 100;
const MEGABYTES = SOAK ? 500 : 40;

let sandbox: SandboxBrowser;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox?.close());

const times: string[] = [];
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  times.push(`${what}: ${(performance.now() - begun).toFixed(0)} ms`);
  return result;
}
const run = async (command: string, ...args: string[]): Promise<string> => {
  const { output, exit } = await sandbox.run(command, args, { timeoutMs: 600_000 });
  expect(exit, output).toBe(0);
  return output.trim();
};

it(`${FOLDERS * FILES} files are made, listed, exported, mounted, watched and removed`, async () => {
  const total = FOLDERS * FILES;
  await timed('write', () => run('node', '-e', `const fs = require('fs'); for (let d = 0; d < ${FOLDERS}; d++) { fs.mkdirSync('big/d' + d, { recursive: true }); for (let f = 0; f < ${FILES}; f++) fs.writeFileSync('big/d' + d + '/f' + f, 'x' + f); }`));
  expect(await timed('readdir', () => run('node', '-p', 'fs.readdirSync("big", { recursive: true }).length'))).toBe(String(total + FOLDERS));
  expect(await timed('find', () => run('sh', '-c', 'find big -type f | wc -l'))).toBe(String(total));
  const mounted = await timed('export and mount', () => sandbox.page.evaluate(async () => {
    const { container } = window.harness;
    const snapshot = await container.export('big', { format: 'binary' });
    await container.fs.mkdir('again');
    await container.mount(snapshot, { mountPoint: 'again' });
    return (await container.fs.readdir('again')).length;
  }));
  expect(mounted).toBe(FOLDERS);
  expect(await run('sh', '-c', 'diff -r big again && echo same')).toBe('same');
  // Every change is told, or one event that stands for all: never silence.
  const told = await timed('watch', () => sandbox.page.evaluate(async (files) => {
    const { container } = window.harness;
    const names = new Set<string>();
    const watcher = container.fs.watch('big', { recursive: true }, (_event, name) => names.add(String(name)));
    const process = await container.spawn('node', ['-e', `for (let f = 0; f < ${files}; f++) fs.writeFileSync('big/d0/f' + f, 'y')`]);
    await process.exit;
    // An event of a moment later comes after the others.
    const last = new Promise<void>((resolve) => { container.fs.watch('again', () => resolve()); });
    await container.fs.writeFile('again/last', '');
    await last;
    watcher.close();
    return names.has('') || Array.from({ length: files }, (_, f) => `d0/f${f}`).every((name) => names.has(name));
  }, FILES));
  expect(told).toBe(true);
  await timed('rm -rf', () => run('rm', '-rf', 'big'));
  await timed("the client's rm", () => sandbox.page.evaluate(() => window.harness.container.fs.rm('again', { recursive: true })));
  expect(await sandbox.page.evaluate(() => window.harness.container.fs.readdir('.'))).toEqual([]);
}, SOAK ? 900_000 : 120_000);

it(`${MEGABYTES} MB of files are written, read through a pipe and exported`, async () => {
  await timed('write MB', () => run('node', '-e', `fs.mkdirSync('mb'); const block = Buffer.alloc(2 ** 20, 'ab'); for (let f = 0; f < ${MEGABYTES}; f++) fs.writeFileSync('mb/f' + f, block)`));
  expect(await timed('cat MB', () => run('sh', '-c', 'cat mb/* | wc -c'))).toBe(String(MEGABYTES * 2 ** 20));
  const size = await timed('export MB', () => sandbox.page.evaluate(async () => (await window.harness.container.export('mb', { format: 'binary' })).length));
  expect(size).toBeGreaterThan(MEGABYTES * 2 ** 20);
  expect(size).toBeLessThan(MEGABYTES * 2 ** 20 + MEGABYTES * 32);
  // Files written piece by piece must not take much more than they hold.
  const free = Number(await run('node', '-p', 'const { bfree, bsize } = fs.statfsSync("."); bfree * bsize'));
  expect(2 ** 31 - free).toBeLessThan(MEGABYTES * 2 ** 20 * 1.4 + 2 ** 24);
  if (SOAK) console.log(times.join('\n'));
}, SOAK ? 900_000 : 180_000);

// It takes 2 GiB of memory, so not in every run; `kernel-fs.test.ts` has the errors with a small quota.
it.runIf(SOAK)('a full disk says so, and is usable after a removal', async () => {
  const full = await run('node', '-e', `
    const block = Buffer.alloc(2 ** 26);
    try { for (let n = 0; ; n++) fs.writeFileSync('fill' + n, block); } catch (error) { console.log(error.message); }`);
  expect(full).toBe('ENOSPC: no space left on device, write');
  expect((await sandbox.run('sh', ['-c', 'echo more > other'])).output.trim()).toMatch(/^$|No space left on device/);
  expect(await run('sh', '-c', 'rm fill* && echo usable > other && cat other')).toBe('usable');
}, 300_000);
