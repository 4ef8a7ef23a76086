/**
 * Memory of the idle page with its runtime, and of one more process. Counted are the processes of the browser that draw and compute for the page (renderers: the page's own, the relay's, and the one with
 * kernel and programs), each with its private memory and its share of what it shares with others (PSS); not the browser itself, its GPU and network processes, which are there for all pages.
 */
import type { Browser } from 'playwright';
import { rendererMemory, type RendererMemory } from '../support/browser-memory.ts';
import { openIde } from '../support/ide-browser.ts';
import { openSandbox } from '../support/sandbox-browser.ts';
import { figureRow, mb, type Row, under } from './rows.ts';

/** Editor and Markdown are fetched when the page is idle, and the engine tidies up some seconds after its last work. */
const IDLE_MS = 20_000;
const SETTLE_MS = 3_000;
const PROCESSES = 8;
const MB = 2 ** 20;

export async function memoryRows(): Promise<Row[]> {
  return [...await idleRows(), ...await processRows()];
}

async function idleRows(): Promise<Row[]> {
  const ide = await openIde();
  try {
    const page = await ide.browser.newPage();
    await ide.prompt(page);
    await page.waitForTimeout(IDLE_MS);
    const all = await rendererMemory(ide.browser);
    await page.close();
    const renderers = all && await endedOf(all, ide.browser);
    if (renderers === undefined) return [figureRow('memory of the idle page with its runtime', 'not measured: this system has no /proc')];
    const sum = (of: 'pss' | 'private'): number => renderers.reduce((total, one) => total + one[of], 0);
    const each = renderers.map(({ pss }) => pss).sort((a, b) => b - a).map(mb).join(', ');
    return [
      figureRow(`memory of the idle page with its runtime: PSS of its ${renderers.length} renderers (${each})`, mb(sum('pss')), under(sum('pss') / MB, 250, 'MB')),
      figureRow('the same, private memory only', mb(sum('private'))),
    ];
  } finally {
    await ide.close();
  }
}

/** Those of `renderers` that end with their page. No protocol of the browser's tells which page a process is for, and it keeps one ready that is for none. */
async function endedOf(renderers: readonly RendererMemory[], browser: Browser): Promise<RendererMemory[]> {
  for (let ended = -1;;) {
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    const left = new Set((await rendererMemory(browser))?.map(({ pid }) => pid));
    const gone = renderers.filter(({ pid }) => !left.has(pid));
    if (gone.length > 0 && gone.length === ended) return gone;
    ended = gone.length;
  }
}

/** Processes that wait for a timer, beside a pool that is full before and after. */
async function processRows(): Promise<Row[]> {
  const sandbox = await openSandbox();
  try {
    await sandbox.run('node', ['-e', '0']);
    const pss = async (): Promise<number | undefined> => {
      // The pool is full again, and the engine has tidied up.
      await sandbox.page.waitForTimeout(10_000);
      return (await rendererMemory(sandbox.browser))?.reduce((all, one) => all + one.pss, 0);
    };
    const before = await pss();
    await sandbox.page.evaluate(async (count) => {
      for (let n = 0; n < count; n++) {
        const { output } = await window.harness.container.spawn('node', ['-e', 'console.log("up"); setInterval(() => {}, 1e6)']);
        const reader = output.getReader();
        for (let text = ''; !text.includes('up');) text += (await reader.read()).value ?? 'up';
      }
    }, PROCESSES);
    const after = await pss();
    if (before === undefined || after === undefined) return [];
    const each = (after - before) / PROCESSES;
    return [figureRow(`memory of a node process that waits: what ${PROCESSES} add to the PSS of the renderers, each`, mb(each), under(each / MB, 25, 'MB'))];
  } finally {
    await sandbox.close();
  }
}
