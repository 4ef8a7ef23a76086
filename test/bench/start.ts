/** Starts of native Node and of the sandbox, its files and plain computing, side by side. */
import { spawnSync } from 'node:child_process';
import { openSandbox } from '../support/sandbox-browser.ts';
import { kernelRows } from './kernel.ts';
import { moduleRows } from './modules.ts';
import { median, ratioAtMost, type Row, timeRow } from './rows.ts';

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
const LOOPS = 5;

/** @param oracle native Node's binary */
export async function startRows(oracle: string): Promise<Row[]> {
  const rows: Row[] = [];
  const native = (program: string): any => JSON.parse(spawnSync(oracle, ['-e', program], { encoding: 'utf8' }).stdout);
  const sandbox = await openSandbox();
  try {
    const inside = async (program: string): Promise<any> => JSON.parse((await sandbox.run('node', ['-e', program], { timeoutMs: 120_000 })).output);
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
    rows.push(timeRow('node -e "console.log(1)", start to exit (median of 15)', median(starts), median(nativeStarts)));
    const [files, nativeFiles] = [await inside(FILES), native(FILES)];
    for (const name of ['write', 'read', 'stat']) {
      rows.push(timeRow(`the first 1,000 synchronous ${name}s of 1 KiB in a process`, files[name][0], nativeFiles[name][0]));
      rows.push(timeRow('1,000 more (median of 10)', median(files[name].slice(1)), median(nativeFiles[name].slice(1))));
    }
    // In turns: a single pair says more about what else the machine did than about the engine.
    const loops: number[] = [], nativeLoops: number[] = [];
    for (let i = 0; i < LOOPS; i++) {
      loops.push((await inside(LOOP)).loop);
      nativeLoops.push(native(LOOP).loop);
    }
    rows.push(timeRow(`50 million steps of a plain loop (median of ${LOOPS})`, median(loops), median(nativeLoops), ratioAtMost(median(loops), median(nativeLoops), 1.05)));
    rows.push(...await moduleRows(sandbox, oracle), ...await kernelRows(sandbox, oracle));
    return rows;
  } finally {
    await sandbox.close();
  }
}
