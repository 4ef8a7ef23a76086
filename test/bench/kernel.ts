/** Starting processes, pipes, and what waits in memory: the kernel's own figures. */
import { spawnSync } from 'node:child_process';
import { figureRow, mb, median, type Row, timeRow, under, within } from './rows.ts';
import type { SandboxBrowser } from '../support/sandbox-browser.ts';

const STARTS = 15;
const MEGABYTES = 64;
/** A pool that was emptied is full again after this. */
const REFILL_MS = 500;
/** The browser takes up to a minute when it is busy. */
const MEASURE_MS = 180_000;

const SEND = `const block = Buffer.alloc(2 ** 20); let left = ${MEGABYTES}; const go = () => { while (left > 0) { left--; if (!process.stdout.write(block)) return process.stdout.once('drain', go); } }; go();`;
const PIPE = `const { spawn } = require('child_process'); const begun = process.hrtime.bigint(); let n = 0;
const child = spawn(process.execPath, ['-e', ${JSON.stringify(SEND)}], { stdio: ['ignore', 'pipe', 'inherit'] });
child.stdout.on('data', (d) => { n += d.length; }).on('end', () => console.log(JSON.stringify({ n, ms: Number(process.hrtime.bigint() - begun) / 1e6 })));`;
const CAT = `head -c ${MEGABYTES * 2 ** 20} /dev/zero | cat | wc -c`;

interface MemoryMeasurement { breakdown: { bytes: number; attribution: { url: string }[] }[]; bytes: number }

/** @param oracle native Node's binary */
export async function kernelRows(sandbox: SandboxBrowser, oracle: string): Promise<Row[]> {
  const rows: Row[] = [];
  const pause = (): Promise<unknown> => sandbox.page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), REFILL_MS);
  const startOf = (command: string, args: string[]): Promise<number> => sandbox.page.evaluate(async ([command, args]) => {
    const begun = performance.now();
    const process = await window.harness.container.spawn(command, args, { output: false });
    await process.exit;
    return performance.now() - begun;
  }, [command, args] as const);

  for (const [what, command, args, native] of [
    ['node -e 0, a prepared process, start to exit', 'node', ['-e', '0'], [oracle, '-e', '0']],
    ['sh -c :, a prepared process, start to exit', 'sh', ['-c', ':'], ['sh', '-c', ':']],
  ] as const) {
    const ours: number[] = [], theirs: number[] = [];
    for (let i = 0; i < STARTS; i++) {
      await pause();
      ours.push(await startOf(command, [...args]));
      const begun = performance.now();
      spawnSync(native[0], native.slice(1));
      theirs.push(performance.now() - begun);
    }
    rows.push(timeRow(`${what} (median of ${STARTS})`, median(ours), median(theirs), command === 'node' ? under(median(ours), 10, 'ms') : undefined));
  }

  const inside = JSON.parse((await sandbox.run('node', ['-e', PIPE], { timeoutMs: 120_000 })).output) as { n: number; ms: number };
  const outside = JSON.parse(spawnSync(oracle, ['-e', PIPE], { encoding: 'utf8' }).stdout) as { n: number; ms: number };
  if (inside.n !== outside.n) throw new Error(`the pipe lost bytes: ${inside.n} of ${outside.n}`);
  rows.push(timeRow(`${MEGABYTES} MB from node to node through a pipe, start included`, inside.ms, outside.ms));
  const shell = await sandbox.run('sh', ['-c', CAT], { timeoutMs: 120_000 });
  const begun = performance.now();
  spawnSync('sh', ['-c', CAT]);
  rows.push(timeRow(`${MEGABYTES} MB through head, cat and wc`, shell.ms, performance.now() - begun));

  // The frame of the kernel alone can have its workers measured.
  const frame = sandbox.page.frames().find((one) => one.url().endsWith('/inner.html'))!;
  const { breakdown, bytes } = await within(MEASURE_MS, 'Measuring the heaps', frame.evaluate(() => (performance as unknown as { measureUserAgentSpecificMemory(): Promise<MemoryMeasurement> }).measureUserAgentSpecificMemory()));
  const workers = breakdown.filter(({ attribution }) => /#\d+$/.test(attribution[0]?.url ?? '')).map((row) => row.bytes).sort((a, b) => b - a);
  rows.push(figureRow('heap of a waiting node process, largest', mb(workers[0] ?? Number.NaN)));
  rows.push(figureRow('heap of a waiting shell process, smallest', mb(workers.at(-1) ?? Number.NaN)));
  rows.push(figureRow('heaps of the idle runtime together: kernel and all that waits', mb(bytes)));
  return rows;
}
