/**
 * Calls among real tabs that are closed and crash at random: each has one runner at most and one end, and a failed one says why; of no agent more
 * run at once than it has places; and under one key there is one call, whenever and how often it is made.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright';
import type { Call } from '../../src/peers/call-record.ts';
import { openPeers, type PeersBrowser } from '../support/peers-browser.ts';
import { random, SOAK } from '../support/sample.ts';

const CALLS = SOAK ? 5_000 : 60;
const CALLERS = SOAK ? 4 : 2;
const RUNNERS = SOAK ? 6 : 4;
/** A tab ends after so many calls have ended. */
const EVERY = SOAK ? 25 : 12;

/** What a tab tells as it happens: one that dies cannot be asked afterwards. */
type Event =
  | { what: 'sent'; id: string; context: string }
  | { what: 'seen'; id: string; state: 'completed' | 'error'; value: string | null; error: string | null }
  | { what: 'again'; id: string; first: string }
  | { what: 'began'; id: string; agent: string; capacity: number; session: string }
  /** Told before its place is given back. */
  | { what: 'ending'; id: string; agent: string }
  | { what: 'ended'; id: string; value: string | null; counted: boolean };

declare global {
  interface Window { tell(event: Event): Promise<void>; left(): Promise<boolean> }
}

let peers: PeersBrowser;
beforeAll(async () => { peers = await openPeers(); });
afterAll(() => peers?.close());

const rand = random();
const below = (n: number): number => Math.floor(rand() * n);

/** Calls as long as there are calls to make, and looks until each has ended. */
const callAway = (page: Page, name: string) => page.evaluate(async (run) => {
  const { calls, port } = window.peersPage;
  const me = { session: port.session, run, agent: 'boss', chain: ['boss'] };
  const follow = async (id: string): Promise<void> => {
    for (;;) {
      const call = await calls.check(me, id);
      if (call.state === 'completed' || call.state === 'error') return window.tell({ what: 'seen', id, state: call.state, value: call.value, error: call.error });
      await port.sleep(30 + Math.random() * 30);
    }
  };
  for (let n = 0; await window.left(); n++) {
    const context = `${run}.${n}`;
    const target = Math.random() < 0.5 ? 'tester' : 'writer';
    const key = Math.random() < 0.5 ? `${n}` : undefined;
    const send = async (): Promise<string> => {
      const sent = await calls.call(me, target, context, key);
      if ('rejected' in sent) throw new Error(sent.rejected);
      return sent.call_id;
    };
    const [first, same] = await Promise.all(key !== undefined && Math.random() < 0.5 ? [send(), send()] : [send()]);
    const id = first!;
    await window.tell({ what: 'sent', id, context });
    if (same !== undefined) await window.tell({ what: 'again', id: same, first: id });
    const over = follow(id).then(async () => {
      if (key === undefined) return;
      // Also when its runner is gone: the second time it is what became of the first.
      await window.tell({ what: 'again', id: await send(), first: id });
      await follow(id);
    });
    if (Math.random() < 0.7) await over;
  }
}, name);

const runAway = (page: Page) => page.evaluate(async () => {
  const { calls, port } = window.peersPage;
  for (let n = 0; ; n++) {
    const agent = Math.random() < 0.5 ? { name: 'tester', capacity: 2 } : { name: 'writer', capacity: 1 };
    const call = await calls.take(agent, `${port.session}/${n}`);
    if (!call) {
      await port.sleep(5 + Math.random() * 20);
      continue;
    }
    await window.tell({ what: 'began', id: call.id, agent: agent.name, capacity: agent.capacity, session: port.session });
    await port.sleep(Math.random() * 15);
    await window.tell({ what: 'ending', id: call.id, agent: agent.name });
    const value = Math.random() < 0.8 ? `value of ${call.context}` : null;
    const counted = value === null ? await calls.fail(call, 'broke') : await calls.complete(call, value);
    await window.tell({ what: 'ended', id: call.id, value, counted });
  }
});

it(`one runner and one end for each of ${CALLS} calls, whichever tab ends when`, async () => {
  const events: (Event & { page: Page })[] = [];
  const pages = new Set<Page>();
  const dead = new Set<Page>();
  const failures: unknown[] = [];
  /** Those that run, and the most that ever did, by agent. */
  const running = new Map<string, { agent: string; page: Page }>();
  const most = new Map<string, number>();
  let sent = 0;
  const open = async (kind: 'caller' | 'runner'): Promise<void> => {
    const page = await peers.open('calls-storm');
    await page.exposeFunction('tell', (event: Event) => {
      events.push({ ...event, page });
      if (event.what === 'sent') sent++;
      // What is told is awaited by who tells it: between the two its place was taken, for certain.
      if (event.what === 'began' && !dead.has(page)) {
        running.set(event.id, { agent: event.agent, page });
        const now = [...running.values()].filter(({ agent }) => agent === event.agent).length;
        most.set(event.agent, Math.max(now, most.get(event.agent) ?? 0));
        if (now > event.capacity) failures.push(new Error(`${now} runs of ${event.agent} at once, which has ${event.capacity} places`));
      } else if (event.what === 'ending') running.delete(event.id);
    });
    await page.exposeFunction('left', () => sent < CALLS);
    pages.add(page);
    const work = kind === 'caller' ? callAway(page, `run-${events.length}-${pages.size}-${dead.size}`).then(() => { done++; }) : runAway(page);
    work.catch((error: unknown) => { if (!dead.has(page) && !over) failures.push(error); });
    kinds.set(page, kind);
  };
  const kinds = new Map<Page, 'caller' | 'runner'>();
  let done = 0;
  let over = false;
  const end = async (page: Page, how: 'close' | 'crash'): Promise<void> => {
    dead.add(page);
    pages.delete(page);
    for (const [id, one] of running) if (one.page === page) running.delete(id);
    if (how === 'crash') {
      const gone = page.waitForEvent('crash');
      const client = await page.context().newCDPSession(page);
      void client.send('Page.crash').catch(() => undefined);
      await gone;
    }
    await page.close();
  };
  for (let n = 0; n < CALLERS; n++) await open('caller');
  for (let n = 0; n < RUNNERS; n++) await open('runner');
  const ended = (): number => events.filter(({ what }) => what === 'seen' || what === 'ended').length;
  let kills = 0;
  while (sent < CALLS) {
    const until = ended() + EVERY * 2;
    await expect.poll(() => failures.length > 0 || sent >= CALLS || ended() >= until, { timeout: 120_000 }).toBe(true);
    if (failures.length > 0) throw failures[0];
    if (sent >= CALLS) break;
    const victim = [...pages][below(pages.size)]!;
    const kind = kinds.get(victim)!;
    kills++;
    await end(victim, rand() < 0.5 ? 'close' : 'crash');
    await open(kind);
  }
  // Callers that live see the end of what they called; what the dead had called is ended by whoever looks.
  const callers = [...pages].filter((page) => kinds.get(page) === 'caller').length;
  const last = await peers.open('calls-storm');
  const list = () => last.evaluate(() => window.peersPage.calls.list());
  // Sweeping forgets what ended long ago.
  const before = await list();
  await expect.poll(async () => {
    if (failures.length > 0) throw failures[0];
    return last.evaluate(async () => {
      await window.peersPage.calls.sweep();
      return (await window.peersPage.calls.list()).filter(({ state }) => state === 'pending' || state === 'running').length;
    });
  }, { timeout: 120_000 }).toBe(0);
  await expect.poll(() => failures.length > 0 ? failures[0] : done, { timeout: 60_000 }).toBeGreaterThanOrEqual(callers);
  over = true;
  const all = new Map([...before, ...await list()].map((call): [string, Call] => [call.id, call]));
  const of = <W extends Event['what']>(what: W) => events.filter((event): event is Extract<Event, { what: W }> & { page: Page } => event.what === what);

  const told = of('sent');
  expect(told.length).toBeGreaterThanOrEqual(CALLS);
  for (const { id, context } of told) expect(all.get(id), id).toMatchObject({ context });
  const again = of('again');
  for (const { id, first } of again) expect(id, 'another call under the same key').toBe(first);
  expect(again.length).toBeGreaterThan(CALLS / 10);
  const contexts = [...all.values()].map(({ context }) => context);
  expect(contexts.length, 'a call was made twice').toBe(new Set(contexts).size);
  const began = of('began').map(({ id }) => id);
  expect(began.length, 'a call was begun twice').toBe(new Set(began).size);
  const counted = of('ended').filter((event) => event.counted);
  expect(counted.length, 'a call was ended twice').toBe(new Set(counted.map(({ id }) => id)).size);
  for (const { id, value } of counted) expect(all.get(id)).toMatchObject(value === null ? { state: 'error', error: 'broke' } : { state: 'completed', value });
  for (const { id, state, value, error } of of('seen')) expect(all.get(id)).toMatchObject({ state, value, error });
  const causes = /^(?:broke|caller container exited|the tab that ran (?:tester|writer) is gone)$/;
  for (const call of all.values()) {
    if (call.state === 'completed') expect(call.value).toBe(`value of ${call.context}`);
    else expect(call.error).toMatch(causes);
  }
  const gone = [...all.values()].filter(({ error }) => error !== null && error !== 'broke').length;
  console.log(`calls ${all.size}, completed ${[...all.values()].filter(({ state }) => state === 'completed').length}, ended by the death of a tab ${gone}, tabs that died ${kills}, the most at once: ${[...most].map(([agent, n]) => `${agent} ${n}`).join(', ')}`);
  expect(failures).toEqual([]);
  // An agent whose places were never all taken would prove nothing.
  expect(most.get('writer')).toBe(1);
  expect(kills).toBeGreaterThan(0);
  await last.close();
}, SOAK ? 3_600_000 : 180_000);
