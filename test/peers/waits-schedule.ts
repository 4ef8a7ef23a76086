/**
 * One schedule of waiting, and what must hold in every order of events: a trigger resumes one run, the first that it fits, and none that is gone. What a
 * run was handed and did not take before its tab died goes to the next, or is among the unhandled: never twice, never nowhere.
 */
import type { WaitQueue } from '../../src/peers/wait-queue.ts';
import { createWaits } from '../../src/peers/waits.ts';
import { AppError } from '../../src/shared/errors.ts';
import { World, type WorldOptions } from './world.ts';

export interface WaitsSchedule { resumed: number; timeouts: number; passedOn: number; unhandled: number }

/** What the code under test wrote itself. */
const queueOf = (value: unknown): WaitQueue => (value as WaitQueue | undefined) ?? { waiters: [], unhandled: [] };

/** @throws when something happened that must not */
export async function waitsSchedule(seed: number, options: WorldOptions = {}): Promise<WaitsSchedule> {
  const world = new World(seed, { deaths: 0.003, freezes: 0.01, pace: 30, ...options });
  const fail: unknown[] = [];
  const resumed: { payload: number; by: number; since: number }[] = [];
  const handed: number[] = [];
  let timeouts = 0;
  let busy = 0;
  const closing = new AbortController();
  const numberOf = (trigger: { payload: unknown }): number => (trigger.payload as { n: number }).n;
  /** Triggers that a run took along, and those that went from a run that is gone to another. */
  const taken = new Set<number>();
  let passedOn = 0;
  world.onWrite = (before, after, by) => {
    const [was, is] = [queueOf(before?.value), queueOf(after?.value)];
    const places = is.waiters.flatMap(({ trigger }) => (trigger ? [numberOf(trigger)] : [])).concat(is.unhandled.map(({ trigger }) => numberOf(trigger)));
    if (new Set(places).size !== places.length || places.some((n) => taken.has(n))) fail.push(new Error(`a trigger is in two places: ${places.join()}, taken: ${[...taken].join()}`));
    for (const one of was.waiters) {
      if (!one.trigger || is.waiters.some(({ id, trigger }) => id === one.id && trigger)) continue;
      const n = numberOf(one.trigger);
      if (places.includes(n)) passedOn++;
      else if (one.session === by.session) taken.add(n);
      else fail.push(new Error(`trigger ${n} was lost`));
    }
  };
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
  const survivor = world.peers.find((peer) => !peer.dead)!;
  let swept = false;
  void createWaits(survivor).sweep().then(() => { swept = true; }, (error: unknown) => fail.push(error));
  await world.run(() => fail.length > 0 || swept || survivor.dead);
  if (fail.length > 0) throw fail[0];
  const left = queueOf(world.store.get('waits/a')?.value);
  if (swept && left.waiters.some(({ session, trigger }) => trigger && world.peers.some((peer) => peer.dead && peer.session === session))) throw new Error('a trigger stayed with a run that is gone');
  const unhandled = left.unhandled.map(({ trigger }) => numberOf(trigger));
  const nowhere = swept ? handed.filter((n) => !taken.has(n) && !unhandled.includes(n)) : [];
  if (nowhere.length > 0) throw new Error(`of ${handed.join()} nothing is known of ${nowhere.join()}`);
  return { resumed: resumed.length, timeouts, passedOn, unhandled: unhandled.length };
}
