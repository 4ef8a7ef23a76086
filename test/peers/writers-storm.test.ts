/**
 * The whole way of a fencing number, with nothing of it made for the test: real tabs that share one sandbox take a lock on a file and write into it, and are
 * stopped in the middle of that. The file has every line that was confirmed and none that was refused, its numbers never fall, and whoever was given the
 * lock finds nothing of an older one after what it saw then.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rendererOf, renderers, TAB_PROCESSES } from '../support/peers-browser.ts';
import { random, SEED, SOAK } from '../support/sample.ts';
import { openTools, type ToolsBrowser } from '../support/tools-browser.ts';
import { within } from '../support/within.ts';

const TABS = 4;
const ROUNDS = SOAK ? 60 : 3;
const KEY = 'file:///guarded';
const PATH = 'guarded';
/** Far beyond a lock's second, and commands that have to be ended. */
const PATIENCE_MS = 60_000;
const OPENING_MS = 30_000;

interface Tab { page: Page; pid: number; name: string }

let owner: ToolsBrowser;
beforeAll(async () => { owner = await openTools({ args: TAB_PROCESSES }); }, 120_000);
afterAll(() => owner?.close());

it(`a lock's number keeps out who has lost it: ${TABS} tabs, ${ROUNDS * 2} stops`, async () => {
  const rand = random(SEED);
  const below = (n: number): number => Math.floor(rand() * n);
  await owner.files({ [PATH]: '' });

  /** A tab's answer, or what it is that did not come. */
  const asked = <T>(name: string, what: string, wait: Promise<T>): Promise<T> => within(OPENING_MS, `${name} ${what}`, wait);
  async function open(name: string): Promise<Tab> {
    const page = await asked(name, 'is not opened', owner.page.context().newPage());
    await page.goto(owner.page.url());
    await page.waitForFunction(() => 'toolsPage' in window);
    await asked(name, 'does not listen', page.evaluate((link) => window.toolsPage.attach(link), name));
    await asked(name, 'is not served', owner.page.evaluate((link) => window.toolsPage.serve(link), name));
    await asked(name, 'is not greeted', page.evaluate(() => window.toolsPage.attached()));
    await asked(name, 'does not become a peer', page.evaluate(() => window.toolsPage.join('writers')));
    return { page, pid: await asked(name, 'has no process', rendererOf(page)), name };
  }
  const tabs: Tab[] = [];
  while (tabs.length < TABS) tabs.push(await open(`tab-${tabs.length}`));
  expect(new Set(tabs.map(({ pid }) => pid)).size).toBe(TABS);
  for (const { page, name } of tabs) {
    await asked(name, 'does not begin', page.evaluate((parts) => window.toolsPage.guard(parts), { tab: name, key: KEY, path: PATH, plan: Array.from({ length: 997 }, () => rand()) }));
  }

  const text = (): Promise<string> => within(PATIENCE_MS, 'the owner does not read the file', owner.bytes(PATH));
  const fences = async (): Promise<number[]> => (await text()).split('\n').slice(0, -1).map((line) => Number(line.split(' ')[0]));
  const refusals = ({ page, name }: Tab): Promise<number> => within(PATIENCE_MS, `${name} does not say how often it was refused`, page.evaluate(() => window.toolsPage.guarded!.writes.filter(({ answer }) => answer === 'stale_lock').length));
  async function stopped(pid: number, work: () => Promise<unknown>): Promise<void> {
    process.kill(pid, 'SIGSTOP');
    try {
      await work();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }
  /** One that writes, until another one has written; when it goes on it still believes that it has the lock. */
  async function stopWriter(tab: Tab): Promise<void> {
    const { page, pid, name } = tab;
    const before = await refusals(tab);
    const written = await within(PATIENCE_MS, `${name} cannot be told to stay`, page.evaluate(() => {
      window.toolsPage.guarded!.stay = true;
      return window.toolsPage.guarded!.writes.length;
    }));
    await page.waitForFunction((from) => window.toolsPage.guarded!.writes.slice(from).some(({ answer }) => answer === 'ok'), written, { timeout: PATIENCE_MS });
    await stopped(pid, async () => {
      const last = Math.max(...await fences());
      await expect.poll(async () => Math.max(...await fences()), { timeout: PATIENCE_MS }).toBeGreaterThan(last);
    });
    await expect.poll(() => refusals(tab), { timeout: PATIENCE_MS }).toBeGreaterThan(before);
  }
  /** Whichever process it draws, that of the sandbox too. */
  async function stopAny(): Promise<void> {
    const all = renderers();
    await stopped(all[below(all.length)]!, () => new Promise((thaw) => setTimeout(thaw, 200 + below(1_500))));
  }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await stopWriter(tabs[below(TABS)]!);
      await stopAny();
    }
    // A short storm may be over before each has had its turn.
    const served = ({ page, name }: Tab): Promise<boolean> => within(PATIENCE_MS, `${name} does not say whether it has written`, page.evaluate(() => window.toolsPage.guarded!.writes.some(({ answer }) => answer === 'ok')));
    for (const tab of tabs) await expect.poll(() => served(tab), { timeout: PATIENCE_MS, message: `${tab.name} has written` }).toBe(true);
  } catch (error) {
    const stood = await Promise.all(tabs.map(({ page, name }) => within(5_000, 'no answer', page.evaluate(() => JSON.stringify({ ...window.toolsPage.guarded, writes: window.toolsPage.guarded!.writes.slice(-3), given: window.toolsPage.guarded!.given.slice(-3) })))
      .catch(String).then((state) => `${name}: ${state}`)));
    throw new Error(`${String(error)}\n${stood.join('\n')}`);
  }

  const works = await Promise.all(tabs.map(({ page, name }) => within(PATIENCE_MS, `the work of ${name} does not end`, page.evaluate(async () => {
    const { guarded } = window.toolsPage;
    await guarded!.stop();
    return { writes: guarded!.writes, given: guarded!.given };
  }))));
  const lines = (await text()).split('\n').slice(0, -1);
  const log = await fences();
  expect(log).toEqual([...log].sort((a, b) => a - b));
  expect(new Set(lines).size).toBe(lines.length);
  const there = new Set(lines);
  for (const { writes, given } of works) {
    for (const { fence, from } of given) expect(log.slice(from).filter((later) => later < fence), `after ${fence} was given`).toEqual([]);
    for (const { lines: own, answer } of writes) {
      expect(['ok', 'stale_lock']).toContain(answer);
      const found = own.filter((line) => there.has(line)).length;
      // A command may have written before it was ended.
      if (answer === 'ok' || own.length === 1) expect(found, `${own[0]}: ${answer}`).toBe(answer === 'ok' ? own.length : 0);
    }
  }
  const all = works.flatMap(({ writes }) => writes);
  expect(new Set(log).size).toBeGreaterThan(ROUNDS * 2);
  expect(all.filter(({ answer }) => answer === 'stale_lock').length).toBeGreaterThanOrEqual(ROUNDS);
  for (const { writes } of works) expect(writes.some(({ answer }) => answer === 'ok')).toBe(true);
}, SOAK ? 3_600_000 : 180_000);
