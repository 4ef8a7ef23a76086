/** What it costs to work in a tab that is attached to another one's sandbox, beside the tab that has it, in turns in the same run. */
import type { Page } from 'playwright';
import { openAttached } from '../support/sandbox-browser.ts';
import { median, type Row } from './rows.ts';

const MEGABYTES = 64;
const OUTPUT_MEGABYTES = 4;
const ROUNDS = 5;
const SMALL_READS = 200;

const reading = (page: Page): Promise<number> => page.evaluate(async (bytes) => {
  const begun = performance.now();
  const got = (await window.harness.container.fs.readFile('large.bin')).length;
  if (got !== bytes) throw new Error(`${got} bytes of ${bytes}`);
  return performance.now() - begun;
}, MEGABYTES * 2 ** 20);

/** Characters a millisecond of a program that prints as fast as it is read. */
const printing = (page: Page): Promise<number> => page.evaluate(async (chars) => {
  const begun = performance.now();
  const process = await window.harness.container.spawn('head', ['-c', `${chars}`, 'text.txt'], { terminal: { cols: 80, rows: 24 } });
  let got = 0;
  await process.output.pipeTo(new WritableStream({ write(text) { got += text.length; } }));
  // A terminal makes two characters of a line's end.
  if (got < chars) throw new Error(`${got} characters of ${chars}`);
  return got / (performance.now() - begun);
}, OUTPUT_MEGABYTES * 2 ** 20);

const small = (page: Page): Promise<number> => page.evaluate(async (count) => {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const begun = performance.now();
    await window.harness.container.fs.readFile('small.txt', 'utf8');
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[count >> 1]!;
}, SMALL_READS);

export async function attachedRows(): Promise<Row[]> {
  const { owner, page, run, close } = await openAttached();
  try {
    const made = await run('node', ['-e', `const fs = require('fs'); fs.writeFileSync('large.bin', Buffer.alloc(${MEGABYTES * 2 ** 20}, 7)); fs.writeFileSync('small.txt', 'x'.repeat(1024)); fs.writeFileSync('text.txt', ('y'.repeat(79) + '\\n').repeat(${Math.ceil(OUTPUT_MEGABYTES * 2 ** 20 / 80)}))`], { timeoutMs: 120_000 });
    if (made.exit !== 0) throw new Error(made.output);
    const rows: Row[] = [];
    const compare = async (what: string, measure: (page: Page) => Promise<number>, cell: (value: number) => string, ratio: (here: number, there: number) => number): Promise<void> => {
      const here: number[] = [], there: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const [a, b] = [await measure(page), await measure(owner)];
        // The first round warms both up.
        if (round === 0) continue;
        here.push(a);
        there.push(b);
      }
      const [a, b] = [median(here), median(there)];
      rows.push({ what: `${what}, beside the tab that runs the sandbox (medians of ${ROUNDS})`, sandbox: cell(a), native: `${cell(b)} there`, ratio: `${ratio(a, b).toFixed(2)}x` });
    };
    const perSecond = (ms: number): string => `${(MEGABYTES / ms * 1000).toFixed(0)} MB/s`;
    await compare(`an attached tab reads a file of ${MEGABYTES} MB`, reading, perSecond, (here, there) => here / there);
    await compare(`an attached tab gets ${OUTPUT_MEGABYTES} MB of a terminal's output`, printing, (rate) => `${(rate * 1000 / 2 ** 20).toFixed(1)} MB/s`, (here, there) => there / here);
    await compare('an attached tab reads 1 KiB (median)', small, (ms) => `${ms.toFixed(2)} ms`, (here, there) => here / there);
    return rows;
  } finally {
    await close();
  }
}
