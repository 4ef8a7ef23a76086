/** Peers that are real tabs: what decides, what tells, and what happens when a tab is closed, crashes or freezes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { openPeers, type PeersBrowser } from '../support/peers-browser.ts';

let peers: PeersBrowser;
beforeAll(async () => { peers = await openPeers(); });
afterAll(() => peers?.close());

const acquire = (page: Page, run: string, key: string, ttl = 60) => page.evaluate(([r, k, t]) => window.peersPage.acquire(r, k, t), [run, key, ttl] as const);
const crash = async (page: Page): Promise<void> => {
  const gone = page.waitForEvent('crash');
  const client = await page.context().newCDPSession(page);
  void client.send('Page.crash').catch(() => undefined);
  await gone;
  await page.close();
};

describe('locks', () => {
  it('have one holder among all tabs, who is named to the others', async () => {
    const [a, b] = [await peers.open('one'), await peers.open('one')];
    const first = await acquire(a, 'builder', 'LOCK://Repo/Main');
    expect(first).toMatchObject({ acquired: true, renewed: false, lease: { key: 'lock://repo/Main', holder: { agent: 'builder' } } });
    expect(await acquire(b, 'tester', 'lock://repo/Main')).toMatchObject({ acquired: false, reason: 'held', lease: { holder: { agent: 'builder' } } });
    expect(await acquire(a, 'builder', 'lock://other')).toEqual({ acquired: false, reason: 'already_holding', key: 'lock://repo/Main' });
    expect(await acquire(a, 'builder', 'lock://repo/Main')).toMatchObject({ acquired: true, renewed: true, lease: { fence: (first as { lease: { fence: number } }).lease.fence } });
    expect(await b.evaluate(() => window.peersPage.locks.release(window.peersPage.holder('tester'), 'lock://repo/Main'))).toMatchObject({ released: false, reason: 'held' });
    expect(await a.evaluate(() => window.peersPage.locks.release(window.peersPage.holder('builder'), 'lock://repo/Main'))).toEqual({ released: true });
    const second = await acquire(b, 'tester', 'lock://repo/Main');
    expect((second as { lease: { fence: number } }).lease.fence).toBeGreaterThan((first as { lease: { fence: number } }).lease.fence);
    await b.waitForFunction(() => window.peersPage.heard.includes('locks null'));
    await Promise.all([a.close(), b.close()]);
  });

  it('of a tab that is closed or crashes are free at once', async () => {
    const watcher = await peers.open('two');
    for (const end of [(page: Page) => page.close(), crash]) {
      const holder = await peers.open('two');
      expect(await acquire(holder, 'builder', 'lock://x', 86_400)).toMatchObject({ acquired: true });
      expect(await acquire(watcher, 'tester', 'lock://x')).toMatchObject({ acquired: false, reason: 'held' });
      await end(holder);
      await expect.poll(() => acquire(watcher, 'tester', 'lock://x'), { timeout: 10_000 }).toMatchObject({ acquired: true, renewed: false });
      await watcher.evaluate(() => window.peersPage.locks.releaseRun(window.peersPage.holder('tester').run));
    }
    await watcher.close();
  });

  it('of a frozen tab end with their time, and what it then writes is told from the newer', async () => {
    const [frozen, other] = [await peers.open('three'), await peers.open('three')];
    const pid = await peers.rendererOf(frozen);
    const first = await acquire(frozen, 'builder', 'lock://x', 1);
    expect(first).toMatchObject({ acquired: true });
    process.kill(pid, 'SIGSTOP');
    let second: Awaited<ReturnType<typeof acquire>>;
    try {
      expect(await acquire(other, 'tester', 'lock://x')).toMatchObject({ acquired: false });
      await expect.poll(async () => (second = await acquire(other, 'tester', 'lock://x')), { timeout: 10_000 }).toMatchObject({ acquired: true });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const fences = [first, second!].map((result) => (result as { lease: { fence: number } }).lease.fence);
    expect(fences[1]).toBeGreaterThan(fences[0]!);
    expect(await frozen.evaluate((fence) => window.peersPage.locks.stands('lock://x', fence), fences[0]!)).toBe(false);
    expect(await other.evaluate((fence) => window.peersPage.locks.stands('lock://x', fence), fences[1]!)).toBe(true);
    await Promise.all([frozen.close(), other.close()]);
  });

  it('have one clock, also in a tab that came after the time of the computer was set', async () => {
    const first = await peers.open('four');
    for (const hours of [5, -5]) {
      const later = await peers.open('four', hours * 3_600_000);
      const [a, b, own] = [await first.evaluate(() => window.peersPage.port.now()), await later.evaluate(() => window.peersPage.port.now()), await later.evaluate(() => performance.timeOrigin + performance.now())];
      expect(Math.abs(own - b)).toBeGreaterThan(4 * 3_600_000);
      expect(Math.abs(b - a)).toBeLessThan(60_000);
      const lease = await acquire(first, 'builder', 'lock://x', 600) as { lease: { fence: number } };
      // By its own clock it would be over, or hours away.
      expect(await acquire(later, 'tester', 'lock://x')).toMatchObject({ acquired: false, reason: 'held', lease: { fence: lease.lease.fence } });
      await first.evaluate(() => window.peersPage.locks.releaseRun(window.peersPage.holder('builder').run));
      const next = await acquire(later, 'tester', 'lock://x') as { lease: { fence: number } };
      expect(next.lease.fence).toBeGreaterThan(lease.lease.fence);
      await later.close();
    }
    await first.close();
  });

  it('keep their numbers growing when all tabs are closed and the computer is set back', async () => {
    const before = await peers.open('five', 3_600_000);
    const first = await acquire(before, 'builder', 'lock://x') as { lease: { fence: number } };
    await before.close();
    const after = await peers.open('five');
    const second = await acquire(after, 'builder', 'lock://x') as { lease: { fence: number } };
    expect(second.lease.fence).toBeGreaterThan(first.lease.fence);
    await after.close();
  });

  it('are taken while a tab stands still that was just writing', async () => {
    const [frozen, other] = [await peers.open('six'), await peers.open('six')];
    const pid = await peers.rendererOf(frozen);
    // In the middle of a transaction that nobody will end before it goes on: what all tabs' records wait for.
    await frozen.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((done) => { const open = indexedDB.open('tabloom-peers:six'); open.onsuccess = () => done(open.result); });
      const store = db.transaction(['records', 'revision'], 'readwrite').objectStore('records');
      const again = (): void => { store.get('x').onsuccess = again; };
      again();
    });
    process.kill(pid, 'SIGSTOP');
    let answered = false;
    const record = other.evaluate(() => window.peersPage.port.records.read('x')).then(() => { answered = true; });
    try {
      expect(await acquire(other, 'tester', 'lock://x')).toMatchObject({ acquired: true });
      expect(await acquire(other, 'tester', 'lock://x')).toMatchObject({ acquired: true, renewed: true });
      // Else there was nothing to be held up by.
      expect(answered).toBe(false);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await frozen.close();
    await record;
    await other.close();
  });

  it('of a tab that is gone are free also while one stands still that waited for its end, and nobody takes it for alive', async () => {
    const [asker, watcher, gone] = [await peers.open('eight'), await peers.open('eight'), await peers.open('eight')];
    const session = await gone.evaluate(() => window.peersPage.port.session);
    const pid = await peers.rendererOf(watcher);
    await watcher.evaluate((one) => { void window.peersPage.port.ended(one, new AbortController().signal); }, session);
    const alive = (): Promise<boolean> => asker.evaluate((one) => window.peersPage.port.alive(one), session);
    await expect.poll(() => asker.evaluate(async () => (await navigator.locks.query()).pending!.length)).toBe(1);
    expect(await alive()).toBe(true);
    process.kill(pid, 'SIGSTOP');
    try {
      await gone.close();
      await expect.poll(alive).toBe(false);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await Promise.all([asker.close(), watcher.close()]);
  });

  it('do not mind locks of others whose names look like theirs', async () => {
    const page = await peers.open('seven');
    await page.evaluate(async () => {
      const other = crypto.randomUUID();
      const far = Date.now() + 1e9;
      const names = ['', '{}', '["lease"]', '["lease","lock://x",1,0,1e300,{"session":"s","run":"r","agent":"a"},"i"]', '["ask","lock://x",0,0,9e15,null,"i"]',
        JSON.stringify(['lease', 'lock://x', 2 ** 51, 0, far, { session: other, run: 'r', agent: 'a' }, 'i']), JSON.stringify(['ask', 'lock://x', 0, 0, far, { session: other, run: 'r', agent: 'a' }, 'i'])];
      for (const name of names) await new Promise<void>((held) => void navigator.locks.request(`tabloom-peers:seven#${name}`, () => { held(); return new Promise(() => undefined); }));
    });
    expect(await acquire(page, 'builder', 'lock://x')).toMatchObject({ acquired: true });
    expect(await page.evaluate(async () => (await window.peersPage.locks.list()).map(({ holder }) => holder.agent))).toEqual(['builder']);
    await page.close();
  });
});

describe('calls', () => {
  it('are run in another tab, and end with the tab that ran them', async () => {
    const [caller, runner] = [await peers.open('calls'), await peers.open('calls')];
    const call = (context: string) => caller.evaluate((text) => window.peersPage.calls.call({ ...window.peersPage.holder('boss'), chain: ['boss'] }, 'tester', text), context);
    const take = () => runner.evaluate(() => window.peersPage.calls.take({ name: 'tester', capacity: 2 }, 'run-1'));
    const check = (id: string) => caller.evaluate((one) => window.peersPage.calls.check(window.peersPage.holder('boss'), one), id);
    const first = await call('one') as { call_id: string };
    expect(await check(first.call_id)).toMatchObject({ state: 'pending', context: 'one' });
    const taken = await take();
    expect(taken).toMatchObject({ id: first.call_id, state: 'running' });
    expect(await take()).toBeUndefined();
    expect(await runner.evaluate((one) => window.peersPage.calls.complete(one!, 'done'), taken)).toBe(true);
    expect(await check(first.call_id)).toMatchObject({ state: 'completed', value: 'done' });
    const second = await call('two') as { call_id: string };
    expect(await take()).toMatchObject({ id: second.call_id });
    await crash(runner);
    await expect.poll(() => check(second.call_id)).toMatchObject({ state: 'error', error: 'the tab that ran tester is gone' });
    expect(await caller.evaluate(() => window.peersPage.calls.call({ ...window.peersPage.holder('boss'), chain: ['boss'] }, 'boss', 'x'))).toEqual({ rejected: 'agent cannot call itself' });
    expect(await caller.evaluate(() => window.peersPage.calls.call({ ...window.peersPage.holder('writer'), chain: ['tester', 'writer'] }, 'tester', 'x'))).toEqual({ rejected: 'call cycle rejected: tester → writer → tester' });
    expect(await caller.evaluate(() => window.peersPage.calls.call({ ...window.peersPage.holder('boss'), chain: ['boss'] }, 'nobody', 'x'))).toEqual({ rejected: 'target agent "nobody" not found' });
    await caller.close();
  });
});

describe('waiting', () => {
  it('ends with a trigger from another tab, for the first who waits for it', async () => {
    const [a, b, sender] = [await peers.open('waits'), await peers.open('waits'), await peers.open('waits')];
    const wait = (page: Page, event: string) => page.evaluate((name) => window.peersPage.waits.wait({ agent: 'builder', run: 'r', filter: { type: 'webhook', event: name, match: { 'pull.merged': 'true' } }, timeoutMs: 60_000 }, new AbortController().signal), event);
    const waiting = () => sender.evaluate(async () => (await window.peersPage.waits.list())[0]?.waiters.length ?? 0);
    const first = wait(a, 'pull_request');
    await expect.poll(waiting).toBe(1);
    const second = wait(b, 'pull_request');
    await expect.poll(waiting).toBe(2);
    const send = (n: number, merged: boolean) => sender.evaluate(([number, flag]) => window.peersPage.waits.trigger('builder', { type: 'webhook', event: 'pull_request', payload: { n: number, pull: { merged: flag } } }), [n, merged] as const);
    expect(await send(1, false)).toBe(false);
    expect(await send(2, true)).toBe(true);
    expect(await first).toMatchObject({ payload: { n: 2, pull: { merged: true } } });
    expect(await send(3, true)).toBe(true);
    expect(await second).toMatchObject({ payload: { n: 3 } });
    expect(await send(4, true)).toBe(false);
    await Promise.all([a.close(), b.close(), sender.close()]);
  });
});
