/**
 * `npm run bench`: the sandbox against native Node in one run, as ratios, and what a first visit downloads. Figures, not a test: budgets that must hold are in `test/budget.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { ensureBuilt } from '../../src/build/build-all.ts';
import { nodeBinary } from '../../src/build/node-package.ts';
import { dist } from '../../src/build/paths.ts';
import { serveSites } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from '../support/find-browser.ts';
import { openSandbox } from '../support/sandbox-browser.ts';
import { callRows } from './calls.ts';
import { durableRows } from './durable.ts';
import { kernelRows } from './kernel.ts';
import { moduleRows } from './modules.ts';
import { natsRows } from './nats.ts';
import { npmRows } from './npm.ts';
import { peersRows } from './peers.ts';
import { previewRows } from './preview.ts';
import { median, type Row, timeRow } from './rows.ts';
import { toolRows } from './tools.ts';
import { toolsSearchRows } from './tools-search.ts';

const FILES = `
  const fs = require('fs'); const dir = fs.mkdtempSync(require('os').tmpdir() + '/b'); const text = 'x'.repeat(1024); const t = {};
  const time = (name, run) => { const s = process.hrtime.bigint(); for (let i = 0; i < 1000; i++) run(i); (t[name] ??= []).push(Number(process.hrtime.bigint() - s) / 1e6); };
  for (let round = 0; round < 11; round++) {
    time('write', (i) => fs.writeFileSync(dir + '/' + i, text)); time('read', (i) => fs.readFileSync(dir + '/' + i, 'utf8')); time('stat', (i) => fs.statSync(dir + '/' + i));
  }
  fs.rmSync(dir, { recursive: true }); console.log(JSON.stringify(t));`;
const LOOP = `
  const run = () => { let h = 0; for (let i = 0; i < 5e7; i++) h = (h * 31 + i) | 0; return h; };
  run(); const s = process.hrtime.bigint(); run(); console.log(JSON.stringify({ loop: Number(process.hrtime.bigint() - s) / 1e6 }));`;

const rows: Row[] = [];
const row = (what: string, sandboxMs: number, nativeMs: number): void => void rows.push(timeRow(what, sandboxMs, nativeMs));

const oracle = nodeBinary() ?? process.execPath;
const native = (program: string): any => JSON.parse(spawnSync(oracle, ['-e', program], { encoding: 'utf8' }).stdout);

const sandbox = await openSandbox();
try {
  const inside = async (program: string): Promise<any> => JSON.parse((await sandbox.run('node', ['-e', program], { timeoutMs: 120_000 })).output);
  const folder = mkdtempSync(join(tmpdir(), 'tabloom-bench-'));
  const starts: number[] = [];
  const nativeStarts: number[] = [];
  await sandbox.run('node', ['-e', '0']);
  for (let i = 0; i < 15; i++) {
    // The pool refills between runs, as it does between a person's commands.
    await sandbox.page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
    starts.push((await sandbox.run('node', ['-e', 'console.log(1)'])).ms);
    const begun = performance.now();
    spawnSync(oracle, ['-e', 'console.log(1)']);
    nativeStarts.push(performance.now() - begun);
  }
  rmSync(folder, { recursive: true });
  row('node -e "console.log(1)", start to exit (median of 15)', median(starts), median(nativeStarts));
  const [files, nativeFiles] = [await inside(FILES), native(FILES)];
  for (const name of ['write', 'read', 'stat']) {
    row(`the first 1,000 synchronous ${name}s of 1 KiB in a process`, files[name][0], nativeFiles[name][0]);
    row(`1,000 more (median of 10)`, median(files[name].slice(1)), median(nativeFiles[name].slice(1)));
  }
  row('50 million steps of a plain loop', (await inside(LOOP)).loop, native(LOOP).loop);
  rows.push(...await moduleRows(sandbox, oracle), ...await kernelRows(sandbox, oracle));
} finally {
  await sandbox.close();
}

rows.push(...await previewRows(oracle), ...await npmRows(), ...await toolRows(), ...await toolsSearchRows(), ...await callRows(), ...await natsRows(), ...await durableRows(), ...await peersRows());

await ensureBuilt();
const server = await serveSites({ app: join(dist, 'app'), sandbox: join(dist, 'sandbox') }, { port: 0 });
const browser = await chromium.launch({ executablePath: (await findBrowser()).path, args: LAUNCH_ARGS });
const loads: number[] = [];
let bytes: Record<string, number> = {};
const VISITS = 7;
for (let i = 0; i <= VISITS; i++) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const seen: Record<string, number> = {};
  // Only the last visit is weighed: packing what arrives costs the page its processor.
  if (i === VISITS) page.on('response', (response) => void response.body().then((body) => { seen[new URL(response.url()).pathname] = gzipSync(body).length; }, () => {}));
  const begun = performance.now();
  await page.goto(server.appUrl);
  // The shell's prompt, drawn.
  await page.waitForFunction(() => document.querySelector('#terminal-panel .xterm-rows')?.textContent?.includes('$'), undefined, { timeout: 60_000 });
  if (i < VISITS) loads.push(performance.now() - begun);
  bytes = seen;
  await context.close();
}
await browser.close();
await server.close();

console.log('\n| what | sandbox | native Node | ratio |\n|---|---|---|---|');
for (const { what, sandbox: ours, native: theirs, ratio } of rows) console.log(`| ${what} | ${ours} | ${theirs} | ${ratio} |`);
console.log(`\nPage load to a usable terminal (median of 7, fresh profile, localhost): ${median(loads).toFixed(0)} ms`);
const total = Object.values(bytes).reduce((sum, n) => sum + n, 0);
console.log(`A first visit downloads ${(total / 1024).toFixed(0)} KiB gzip in ${Object.keys(bytes).length} files up to the usable terminal:`);
for (const [name, size] of Object.entries(bytes).sort((a, b) => b[1] - a[1]).slice(0, 12)) console.log(`  ${(size / 1024).toFixed(0).padStart(6)} KiB  ${name}`);
const runtimeFiles = readdirSync(join(dist, 'sandbox', 'runtime')).map((name) => [name, statSync(join(dist, 'sandbox/runtime', name)).size, gzipSync(readFileSync(join(dist, 'sandbox/runtime', name))).length] as const);
console.log('Runtime, raw and gzip:');
for (const [name, raw, gz] of runtimeFiles) console.log(`  ${(raw / 1024).toFixed(0).padStart(6)} KiB ${(gz / 1024).toFixed(0).padStart(6)} KiB  ${name}`);
