/**
 * Locks of real tabs that close, crash, stop, are slow, and whose computer's time is set: everything that was asked and answered is written
 * down with the times of this process, and could have happened one after the other.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { root } from '../../src/build/paths.ts';
import { openPeers, type PeersBrowser } from '../support/peers-browser.ts';
import { random, SEED, SOAK } from '../support/sample.ts';
import { linearize } from './linearizability.ts';
import { guardedPlaces, type GuardedPlaces } from './guarded-places.ts';
import { FREE, lockOperations, stateKey, type Death, type LockCall } from './lock-history.ts';

const TABS = 8;
const CALLS = SOAK ? 10_000 : 500;
/** A storm in which nobody gets a lock, renews it or is refused would prove nothing. More than this of each there must be, */
const OF_EACH_KIND = CALLS / 50;
const KINDS = ['granted', 'renewed', 'refused', 'released', 'stands'] as const;
/** and of writes under each key, and of writes that are refused. */
const WRITES = CALLS / 100;
/** How often each comes is a matter of chance and of the machine, so it goes on until there is enough, but no longer than this. */
const MOST_CALLS = CALLS * 2;
/** Of each kind of mischief. */
const EACH = SOAK ? 25 : 2;
const KEYS = ['lock://a', 'lock://b', 'lock://c'];
const TTLS = [0.3, 1, 3];
/** Milliseconds after the end of a tab that its locks may still be seen. */
const PROMISE_MS = 1_000;
/**
 * How far a tab's clock may be off for the checker to judge its locks: with more, the sooner and later that it allows would hide what is wrong
 * with the shortest of them. Tabs that come one after the other are at 0 to 13 on two busy cores.
 */
const MAX_ERROR_MS = 20;
const slackOf = (error: number): number => 4 * error + 20;
/** Tabs that are opened for one whose clock is good enough. */
const OPENED = 10;

let peers: PeersBrowser;
let guarded: GuardedPlaces;
beforeAll(async () => {
  guarded = guardedPlaces(KEYS);
  peers = await openPeers();
});
afterAll(async () => {
  await peers?.close();
  guarded.close();
});

interface Tab { page: Page; id: string; dead: boolean }

it('allows less than a third of the shortest lock for clocks that differ', () => {
  expect(slackOf(MAX_ERROR_MS)).toBeLessThanOrEqual((1000 * Math.min(...TTLS)) / 3);
});

it(`could have happened one after the other: ${CALLS} calls, ${EACH * 5} misfortunes`, async () => {
  const rand = random(SEED);
  const below = (n: number): number => Math.floor(rand() * n);
  const calls: LockCall[] = [];
  const deaths: Death[] = [];
  const clock = (): number => performance.now();
  /** The last two that have written under each key. */
  const writers = new Map<string, { run: string; fence: number }[]>();
  let refused = 0;
  let slack = 0;
  let tabs = 0;

  async function open(): Promise<Tab> {
    // Half of those that come later have a computer whose time was set by hours in between.
    const clockMs = tabs < TABS || rand() < 0.5 ? 0 : (below(20) - 10) * 3_600_000;
    for (let tries = 1; ; tries++) {
      const page = await peers.open('storm', clockMs);
      const { error, synced } = await page.evaluate(() => ({ error: window.peersPage.port.clock.error(), synced: window.peersPage.port.clock.synced() }));
      expect(synced).toBe(true);
      if (error <= MAX_ERROR_MS) {
        slack = Math.max(slack, slackOf(error));
        return { page, id: `tab-${tabs++}`, dead: false };
      }
      if (tries === OPENED) throw new Error(`The clocks of ${OPENED} tabs could not be compared well enough, the last one to ${error} ms: this machine is too busy for a storm.`);
      await page.close();
    }
  }

  /** What is written under a lock, and what a tab that was stopped before it sent it writes when it goes on: its number is old by then. */
  async function write(key: string, run: string, fence: number): Promise<void> {
    if (!await guarded.write(key, run, fence)) {
      refused++;
      return;
    }
    const last = (writers.get(key) ?? []).filter((writer) => writer.fence !== fence).slice(-1);
    writers.set(key, [...last, { run, fence }]);
    for (const late of last) if (!await guarded.write(key, late.run, late.fence)) refused++;
  }

  const count = (kind: LockCall['did']['kind']): number => calls.filter(({ did }) => did.kind === kind).length;
  const isEnough = (): boolean => KINDS.every((kind) => count(kind) > OF_EACH_KIND) && refused > WRITES && KEYS.every((key) => guarded.written(key).length > WRITES);
  const isOver = (): boolean => calls.length >= MOST_CALLS || (calls.length >= CALLS && isEnough());

  /** One run of an agent after the other, until the tab dies or everything is done. */
  async function drive(tab: Tab): Promise<void> {
    let run = '';
    let runs = 0;
    let held: { key: string; fence: number } | undefined;
    /** Nothing comes back from a tab that died. */
    async function call<T>(key: string, lost: LockCall['did'] | undefined, ask: () => Promise<T>, did: (answer: T) => LockCall['did'] | undefined): Promise<T | undefined> {
      const start = clock();
      const note = (what: LockCall['did'] | undefined, end: number): void => { if (what) calls.push({ key, run, page: tab.id, start, end, did: what }); };
      try {
        const answer = await ask();
        note(did(answer), clock());
        return answer;
      } catch (error) {
        if (!tab.dead) throw error;
        note(lost, Infinity);
        return undefined;
      }
    }
    while (!tab.dead && !isOver()) {
      if (!held || rand() < 0.2) {
        if (!held) run = await tab.page.evaluate((name) => window.peersPage.holder(name).run, `run-${runs++}`).catch(() => '');
        if (run === '') break;
        const key = held?.key ?? KEYS[below(KEYS.length)]!;
        const ttl = TTLS[below(TTLS.length)]!;
        const name = run.slice(run.indexOf('/') + 1);
        const answer = await call(key, { kind: 'unknown', ttlMs: ttl * 1000 }, () => tab.page.evaluate(([r, k, t]) => window.peersPage.acquire(r, k, t), [name, key, ttl] as const), (result) => {
          if (result.acquired) return { kind: result.renewed ? 'renewed' : 'granted', fence: result.lease.fence, ttlMs: ttl * 1000 };
          return result.reason === 'held' ? { kind: 'refused', by: result.lease.holder.run } : undefined;
        });
        held = answer?.acquired ? { key, fence: answer.lease.fence } : undefined;
        continue;
      }
      const { key, fence } = held;
      if (rand() < 0.6) {
        const stands = await call(key, undefined, () => tab.page.evaluate(([k, f]) => window.peersPage.locks.stands(k, f), [key, fence] as const), (yes) => ({ kind: yes ? 'stands' : 'gone', fence }));
        // Its time may be over between the answer and the write; then it is one of those that are refused.
        if (stands) await write(key, run, fence);
        continue;
      }
      const name = run.slice(run.indexOf('/') + 1);
      await call(key, { kind: 'letting_go' }, () => tab.page.evaluate(([r, k]) => window.peersPage.locks.release(window.peersPage.holder(r), k), [name, key] as const), (result) =>
        (result.released ? { kind: 'released' } : result.reason === 'held' ? { kind: 'refused', by: result.lease.holder.run } : { kind: 'not_found' }));
      held = undefined;
    }
  }

  const drives: Promise<void>[] = [];
  const living: Tab[] = [];
  const begin = (tab: Tab): void => {
    living.push(tab);
    drives.push(drive(tab));
  };
  async function end(how: (page: Page) => Promise<void>): Promise<void> {
    const [tab] = living.splice(below(living.length), 1);
    tab!.dead = true;
    const start = clock();
    await how(tab!.page);
    deaths.push({ page: tab!.id, start, end: clock() + PROMISE_MS });
    begin(await open());
  }
  const close = (page: Page): Promise<void> => page.close();
  async function crash(page: Page): Promise<void> {
    const gone = page.waitForEvent('crash');
    const client = await page.context().newCDPSession(page);
    void client.send('Page.crash').catch(() => undefined);
    await gone;
    await page.close();
  }
  /** Whichever tab it draws: nothing of it moves for a while, wherever it was. */
  async function freeze(): Promise<void> {
    const all = peers.renderers();
    const pid = all[below(all.length)]!;
    process.kill(pid, 'SIGSTOP');
    try {
      await new Promise((thaw) => setTimeout(thaw, 200 + below(1_500)));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }
  const slow = async (): Promise<void> => {
    const tab = living[below(living.length)]!;
    await tab.page.evaluate((ms) => { for (const over = performance.now() + ms; performance.now() < over;); }, 100 + below(600));
  };

  for (const tab of await Promise.all(Array.from({ length: TABS }, open))) begin(tab);
  // Or stopping one would stop several.
  expect(peers.renderers().length).toBeGreaterThanOrEqual(TABS);
  const misfortunes = Array.from({ length: EACH }, () => [() => end(close), () => end(crash), freeze, freeze, slow]).flat();
  for (const [index, misfortune] of misfortunes.entries()) {
    const share = (CALLS * (index + 0.5)) / misfortunes.length;
    while (calls.length < share) await new Promise((done) => setTimeout(done, 5));
    await misfortune();
  }
  await Promise.all(drives);

  for (const key of KEYS) {
    const own = calls.filter((call) => call.key === key);
    const verdict = linearize(lockOperations(own, deaths, slack), FREE, stateKey);
    if (!verdict.linearizable) {
      // Real tabs do not do the same twice: what happened is kept.
      const file = join(root, 'test-results', `storm-${SEED}-${Date.now()}.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ key, slack, deaths, calls: own }));
      throw new Error(`${key}: after ${verdict.done} operations nothing fits, see ${file}. Open were: ${verdict.stuck.join('; ')}`);
    }
    const written = guarded.written(key);
    expect(written, key).toEqual([...written].sort((a, b) => a - b));
    expect(written.length, key).toBeGreaterThan(WRITES);
  }
  expect(refused).toBeGreaterThan(WRITES);
  for (const kind of KINDS) expect(count(kind), kind).toBeGreaterThan(OF_EACH_KIND);
}, SOAK ? 3_600_000 : 240_000);
