/** What locks among twenty tabs cost, and what tabs that do nothing tell each other. */
import type { Page } from 'playwright';
import { openPeers } from '../support/peers-browser.ts';
import { figureRow, type Row, under } from './rows.ts';

const TABS = 20;
const ROUNDS = 200;
const IDLE_SECONDS = 10;

export async function peersRows(): Promise<Row[]> {
  const peers = await openPeers();
  try {
    const pages: Page[] = [];
    for (let index = 0; index < TABS; index++) pages.push(await peers.open('bench'));
    for (const page of pages) await page.evaluate(() => window.peersPage.present());
    // Those that come while others come measure the common clock once more.
    await Promise.all(pages.map((page) => page.waitForFunction(() => window.peersPage.port.clock.error() <= 1, undefined, { timeout: 60_000 }).catch(() => undefined)));
    const times = { acquired: [] as number[], refused: [] as number[], released: [] as number[], asked: [] as number[] };
    for (const page of [pages[0]!, pages.at(-1)!]) {
      const other = page === pages[0] ? pages[1]! : pages[0]!;
      await other.evaluate(() => window.peersPage.acquire('other', 'lock://held', 3_600));
      const more = await page.evaluate(async (rounds) => {
        const all = { acquired: [] as number[], refused: [] as number[], released: [] as number[], asked: [] as number[] };
        const timed = async (into: number[], work: () => Promise<boolean>): Promise<void> => {
          const begun = performance.now();
          if (!(await work())) throw new Error('another result than expected');
          into.push(performance.now() - begun);
        };
        for (let round = 0; round < rounds; round++) {
          const key = `lock://bench/${round % 5}`;
          await timed(all.acquired, async () => (await window.peersPage.acquire('bench', key, 60)).acquired);
          await timed(all.released, async () => (await window.peersPage.locks.release(window.peersPage.holder('bench'), key)).released);
          await timed(all.asked, () => navigator.locks.query().then(() => true));
          await timed(all.refused, async () => !(await window.peersPage.acquire('bench', 'lock://held', 60)).acquired);
        }
        return all;
      }, ROUNDS);
      for (const name of ['acquired', 'refused', 'released', 'asked'] as const) times[name].push(...more[name]);
      await other.evaluate(() => window.peersPage.locks.releaseRun(window.peersPage.holder('other').run));
    }
    const heard = (): Promise<number[]> => Promise.all(pages.map((page) => page.evaluate(() => window.peersPage.heard.length)));
    const before = await heard();
    await pages[0]!.waitForTimeout(IDLE_SECONDS * 1000);
    const after = await heard();
    const busiest = Math.max(...after.map((count, index) => count - before[index]!)) / IDLE_SECONDS;
    const slow = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!;
    const cell = (values: number[]): string => {
      const sorted = values.toSorted((a, b) => a - b);
      return `${sorted[sorted.length >> 1]!.toFixed(2)} ms, 99 of 100 within ${slow(values).toFixed(2)} ms`;
    };
    return [
      figureRow(`a free lock is acquired, ${TABS} tabs`, cell(times.acquired), { ...under(slow(times.acquired), 10, 'ms'), text: '99 of 100 under 10 ms' }),
      figureRow('a lock that another tab holds is refused', cell(times.refused)),
      figureRow('a lock is released', cell(times.released)),
      figureRow('one question to the browser\'s lock manager in the same run', cell(times.asked)),
      figureRow(`messages that an idle tab hears, ${TABS} tabs`, `${busiest.toFixed(1)} a second at most`, under(busiest, 2, 'a second')),
    ];
  } finally {
    await peers.close();
  }
}
