/**
 * Whoever waits for an agent by its name hears of the end of each of its runs once, under every order of events that a seed can make: also when
 * the run's tab dies, while it ends or before, and when those die who would tell it. What is told is how it ended.
 */
import { expect, it } from 'vitest';
import { createRunRecords } from '../../src/peers/run-records.ts';
import { queueOf } from '../../src/peers/wait-queue.ts';
import { createWaits } from '../../src/peers/waits.ts';
import { SEED, SOAK } from '../support/sample.ts';
import { World } from './world.ts';
import type { Peer } from './world.ts';

const SCHEDULES = SOAK ? 60_000 : 300;
/** A peer told the end, froze, and had the record of it still to take away when the schedule was taken for over. */
const FOUND = [1_013_555];
const RUNS = 3;

interface Told { agent: string; run: string; outcome: string; value: string | null; error?: string }

async function schedule(seed: number): Promise<{ completed: number; failed: number; unnoted: number }> {
  const world = new World(seed, { deaths: 0.012, freezes: 0.01, pace: 30 });
  const fail: unknown[] = [];
  const noted = new Set<string>();
  /** Those that said themselves that they had ended. */
  const ended = new Set<string>();
  world.onWrite = (_before, after, by) => {
    if (!after?.key.startsWith('run/')) return;
    const { session, end } = after.value as { session: string; end?: { outcome: string } };
    noted.add(after.key.slice(4));
    if (end?.outcome === 'completed') {
      if (session !== by.session && !ended.has(after.key.slice(4))) fail.push(new Error('another tab knew that the run had ended well'));
      ended.add(after.key.slice(4));
    }
  };
  // Somebody has to be left who waits and hears.
  const watcher = world.join();
  const kill = world.kill.bind(world);
  world.kill = (peer) => { if (peer !== watcher) kill(peer); };
  const told: Told[] = [];
  const waits = createWaits(watcher);
  const closing = new AbortController();
  for (let n = 0; n <= RUNS; n++) {
    void waits.wait({ agent: 'watcher', run: `w${n}`, filter: { type: 'agent_trigger', source_agent: 'doer' }, timeoutMs: 3_600_000 }, closing.signal)
      .then(({ payload }) => told.push(payload as unknown as Told), (error: unknown) => { if (!closing.signal.aborted) fail.push(error); });
  }
  const busy = new Set<Peer>();
  world.onDeath = (peer) => busy.delete(peer);
  for (let n = 0; n < RUNS; n++) {
    const peer = world.join();
    const runs = createRunRecords(peer, createWaits(peer));
    busy.add(peer);
    void (async () => {
      // All of them wait before anything ends.
      while (queueOf(world.store.get('waits/watcher')?.value).waiters.length <= RUNS) await peer.sleep(100);
      await peer.sleep(world.below(500));
      await runs.begin(`r${n}`, 'doer');
      await peer.sleep(world.below(600));
      await runs.end(`r${n}`, 'doer', { outcome: 'completed', value: `value ${n}` });
    })().then(() => busy.delete(peer), (error: unknown) => fail.push(error));
  }
  const notes = (): string[] => [...world.store.keys()].filter((key) => key.startsWith('run/'));
  /** Rounds of the one that stays, after nothing else was left to do. */
  let quiet = 0;
  for (const peer of [watcher, world.join(), world.join()]) {
    const runs = createRunRecords(peer, createWaits(peer));
    void (async () => {
      for (;;) {
        await peer.sleep(100 + world.below(400), closing.signal);
        await runs.sweep();
        // Whoever told it may have frozen before it took the record away: that is left to it for its turn.
        if (peer === watcher) quiet = busy.size === 0 && notes().length === 0 && [...noted].every((run) => told.some((one) => one.run === run)) ? quiet + 1 : 0;
      }
    })().catch((error: unknown) => { if (!closing.signal.aborted) fail.push(error); });
  }
  await world.run(() => fail.length > 0 || quiet > 2);
  closing.abort();
  if (fail.length > 0) throw fail[0];
  expect(told.map(({ run }) => run).sort(), 'told once').toEqual([...noted].sort());
  for (const one of told) {
    expect(one).toEqual(ended.has(one.run) ? { agent: 'doer', run: one.run, outcome: 'completed', value: `value ${one.run.slice(1)}` }
      : { agent: 'doer', run: one.run, outcome: 'failed', value: null, error: 'the tab that ran doer is gone' });
  }
  expect(notes()).toEqual([]);
  return { completed: ended.size, failed: noted.size - ended.size, unnoted: RUNS - noted.size };
}

it(`the end of a run is told once to who waits for its agent, whoever dies, in ${SCHEDULES} schedules`, async () => {
  for (const seed of FOUND) await schedule(seed);
  const all = { completed: 0, failed: 0, unnoted: 0 };
  for (let index = 0; index < SCHEDULES; index++) {
    const seed = SEED * 1_000_003 + index;
    try {
      const one = await schedule(seed);
      for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += one[name];
    } catch (error) {
      throw new Error(`schedule ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  expect(all.completed).toBeGreaterThan(SCHEDULES / 2);
  expect(all.failed).toBeGreaterThan(SCHEDULES / 10);
}, 1_200_000);
