/** Waiting under every order of events that a seed can make: a trigger resumes one run, the first that it fits, and none that is gone. */
import { expect, it } from 'vitest';
import { createWaits } from '../../src/peers/waits.ts';
import { AppError } from '../../src/shared/errors.ts';
import { SEED, SOAK } from '../support/sample.ts';
import { World } from './world.ts';

const SCHEDULES = SOAK ? 150_000 : 7_500;

async function schedule(seed: number): Promise<{ resumed: number; timeouts: number }> {
  const world = new World(seed, { deaths: 0.003, freezes: 0.01, pace: 30 });
  const fail: unknown[] = [];
  const resumed: { payload: number; by: number; since: number }[] = [];
  const handed: number[] = [];
  let timeouts = 0;
  let busy = 0;
  const closing = new AbortController();
  const begin = (peer: ReturnType<World['join']>, work: () => Promise<void>): void => {
    busy++;
    void work().catch((error: unknown) => fail.push(error)).then(() => { if (!peer.dead) busy--; });
  };
  const busyOf = new Map<unknown, number>();
  world.onDeath = (peer) => { busy -= busyOf.get(peer) ?? 0; };
  for (let index = 0; index < 3; index++) {
    const peer = world.join();
    const waits = createWaits(peer);
    busyOf.set(peer, 1);
    begin(peer, async () => {
      const since = world.time;
      try {
        const { payload, waited_ms } = await waits.wait({ agent: 'a', run: `run-${index}`, filter: { type: 'webhook', event: 'push', match: { 'to.odd': true } }, timeoutMs: 800 + world.below(4000) }, closing.signal);
        if (waited_ms < 0) fail.push(new Error(`waited ${waited_ms} ms`));
        resumed.push({ payload: (payload as { n: number }).n, by: index, since });
      } catch (error) {
        const { code, message } = AppError.from(error);
        if (code !== 'timeout' || message !== 'Wait timeout expired') fail.push(error);
        timeouts++;
      }
      busyOf.set(peer, 0);
    });
  }
  for (let index = 0; index < 2; index++) {
    const peer = world.join();
    const waits = createWaits(peer);
    busyOf.set(peer, 1);
    begin(peer, async () => {
      for (let round = 0; round < 3; round++) {
        await peer.sleep(world.below(700));
        const n = index * 10 + round;
        const fits = n % 2 === 1;
        const got = await waits.trigger('a', { type: 'webhook', event: 'push', payload: { n, to: { odd: fits } } });
        if (got && !fits) fail.push(new Error(`trigger ${n} was handed to a run that does not wait for it`));
        if (got) handed.push(n);
      }
      busyOf.set(peer, 0);
    });
  }
  await world.run(() => fail.length > 0 || busy === 0);
  if (fail.length > 0) throw fail[0];
  const payloads = resumed.map(({ payload }) => payload);
  if (new Set(payloads).size !== payloads.length) throw new Error(`a trigger resumed two runs: ${payloads.join()}`);
  // What was handed over reached a run, unless the run's tab died with it.
  const lost = handed.filter((n) => !payloads.includes(n)).length;
  if (lost > world.peers.filter((peer) => peer.dead).length) throw new Error(`of ${handed.join()} only ${payloads.join()} arrived`);
  return { resumed: resumed.length, timeouts };
}

it(`one run for each trigger, in ${SCHEDULES} schedules`, async () => {
  const all = { resumed: 0, timeouts: 0 };
  for (let index = 0; index < SCHEDULES; index++) {
    const seed = SEED * 1_000_003 + index;
    try {
      const { resumed, timeouts } = await schedule(seed);
      all.resumed += resumed;
      all.timeouts += timeouts;
    } catch (error) {
      throw new Error(`schedule ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  expect(all.resumed).toBeGreaterThan(SCHEDULES / 2);
  expect(all.timeouts).toBeGreaterThan(SCHEDULES / 2);
}, 1_200_000);
