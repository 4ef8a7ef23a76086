/** Calls among twenty tabs that could all take them: how long until one has, and what idle tabs say to each other. */
import { chromium, type Page } from 'playwright';
import { serveSites } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from '../support/find-browser.ts';
import { figureRow, type Row, under } from './rows.ts';
import { testPage } from '../support/shared-build.ts';

const TABS = 20;
const CALLS = 300;
const IDLE_MS = 30_000;

export async function callRows(): Promise<Row[]> {
  const app = new Map<string, Uint8Array>([
    ['index.html', Buffer.from('<!doctype html><meta charset="utf-8"><title>calls</title><script type="module" src="/calls.js"></script>')],
    ['calls.js', await testPage('test/bench/calls-page.ts')],
  ]);
  const server = await serveSites({ app, sandbox: new Map() }, { port: 0 });
  const browser = await chromium.launch({ executablePath: (await findBrowser()).path, args: [...LAUNCH_ARGS, '--process-per-tab'] });
  try {
    const context = await browser.newContext();
    const open = async (limit: number): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(server.appUrl);
      await page.waitForFunction(() => 'callsPage' in window);
      await page.evaluate((runs) => window.callsPage.join('bench', runs), limit);
      return page;
    };
    const caller = await open(0);
    const runners: Page[] = [];
    for (let n = 1; n < TABS; n++) runners.push(await open(2));
    await caller.evaluate(() => window.callsPage.measure(20));
    const times = (await caller.evaluate((count) => window.callsPage.measure(count), CALLS)).sort((a, b) => a - b);
    const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))]!;
    // What one trip to the browser's storage takes here and now: a call is about eight of them, one after the other.
    const write = await caller.evaluate(async () => {
      const { records } = window.callsPage.peers.port;
      const each: number[] = [];
      for (let n = 0; n < 100; n++) {
        const begun = performance.now();
        await records.write(`bench/${n}`, 0, n);
        each.push(performance.now() - begun);
      }
      return each.sort((a, b) => a - b)[50]!;
    });
    const tabs = (await Promise.all(runners.map((page) => page.evaluate(() => window.callsPage.began)))).filter((began) => began > 0).length;
    const heard = (): Promise<number> => caller.evaluate(() => window.callsPage.messages);
    const before = await heard();
    await caller.waitForTimeout(IDLE_MS);
    const idle = (await heard() - before) / (IDLE_MS / 1000) / TABS;
    return [
      figureRow(`call to the news that it is taken, ${TABS} tabs (median of ${CALLS})`, `${at(0.5).toFixed(1)} ms`),
      figureRow('the same, slowest hundredth from', `${at(0.99).toFixed(1)} ms`, under(at(0.99), 25, 'ms')),
      figureRow('one write of a record in the same run (median of 100)', `${write.toFixed(1)} ms`),
      figureRow('tabs that took some of them', `${tabs}`),
      figureRow('messages a second of an idle tab', idle.toFixed(3), under(idle, 2, 'a second')),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}
