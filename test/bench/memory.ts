/**
 * Memory of the idle page with its runtime, and of one more process. Counted are the processes of the browser that draw and compute for the page (renderers: the page's own, the relay's, and the one with
 * kernel and programs), each with its private memory and its share of what it shares with others (PSS); not the browser itself, its GPU and network processes, its own window, and the renderer that it keeps ready, which are
 * there for all pages. The page is in a browser without a debugger: an attached one keeps the text of all scripts once more.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../../src/build/build-all.ts';
import { dist } from '../../src/build/paths.ts';
import { serveSites } from '../../src/build/server.ts';
import { browserPid, rendererMemory, type RendererMemory } from '../support/browser-memory.ts';
import { openSandbox } from '../support/sandbox-browser.ts';
import { openUnwatched, waitForPage } from '../support/unwatched-browser.ts';
import { figureRow, mb, type Row, under } from './rows.ts';

const START_MS = 60_000;
/** Prompt and tools come some seconds after the sandbox's frame; editor and Markdown are fetched when the page is idle, and the engine tidies up some seconds after its last work. */
const IDLE_MS = 30_000;
const SETTLE_MS = 3_000;
const PROCESSES = 8;
const MB = 2 ** 20;

export async function memoryRows(): Promise<Row[]> {
  return [...await idleRows(), ...await processRows()];
}

async function idleRows(): Promise<Row[]> {
  await ensureBuilt();
  const server = await serveSites({ app: join(dist, 'app'), sandbox: join(dist, 'sandbox') }, { port: 0 });
  // The empty page also keeps the browser from ending with the other.
  const browser = await openUnwatched('about:blank');
  try {
    await sleep(SETTLE_MS);
    const empty = rendererMemory(browser.pid);
    const page = await browser.openPage(server.appUrl);
    await waitForPage(browser, ({ url }) => url.endsWith('/inner.html'), START_MS);
    await sleep(IDLE_MS);
    const all = rendererMemory(browser.pid);
    await browser.closePage(page);
    if (empty === undefined || all === undefined) return [figureRow('memory of the idle page with its runtime', 'not measured: this system has no /proc')];
    const renderers = await endedOf(all, browser.pid);
    const sum = (of: 'pss' | 'private', some: readonly RendererMemory[]): number => some.reduce((total, one) => total + one[of], 0);
    const each = renderers.map(({ pss }) => pss).sort((a, b) => b - a).map(mb).join(', ');
    const total = sum('pss', renderers);
    return [
      figureRow(`memory of the idle page with its runtime: PSS of its ${renderers.length} renderers (${each})`, mb(total), under(total / MB, 250, 'MB')),
      figureRow('the same, private memory only', mb(sum('private', renderers))),
      figureRow(`an empty tab of the same browser, with the renderer that it keeps ready: PSS of ${empty.length} renderers, and private memory`, `${mb(sum('pss', empty))}, ${mb(sum('private', empty))}`),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Those of `renderers` that end with their page. Nothing tells which page a process is for. */
async function endedOf(renderers: readonly RendererMemory[], browser: number): Promise<RendererMemory[]> {
  for (let ended = -1;;) {
    await sleep(SETTLE_MS);
    const left = new Set(rendererMemory(browser)?.map(({ pid }) => pid));
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
    const browser = await browserPid(sandbox.browser);
    const pss = async (): Promise<number | undefined> => {
      // The pool is full again, and the engine has tidied up.
      await sandbox.page.waitForTimeout(10_000);
      return rendererMemory(browser)?.reduce((all, one) => all + one.pss, 0);
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
