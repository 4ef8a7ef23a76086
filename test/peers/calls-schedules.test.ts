/** Calls under every order of events that a seed can make: callers and runners that die or freeze at any step. Each call has one runner and one end. */
import { expect, it } from 'vitest';
import { callOf, isOver } from '../../src/peers/call-record.ts';
import type { Call } from '../../src/peers/call-record.ts';
import { createCalls } from '../../src/peers/calls.ts';
import type { CalledAgent } from '../../src/peers/calls.ts';
import { SEED, SOAK } from '../support/sample.ts';
import { World } from './world.ts';
import type { Peer } from './world.ts';

const SCHEDULES = SOAK ? 200_000 : 6_000;
const AGENTS: CalledAgent[] = [{ name: 'tester', capacity: 1 }, { name: 'writer', capacity: 2 }];
const find = (name: string): CalledAgent | undefined => AGENTS.find((agent) => agent.name === name);

/** @returns every call as it ended */
async function schedule(seed: number): Promise<Call[]> {
  const world = new World(seed, { deaths: 0.004, freezes: 0.01, pace: 30 });
  const calls = new Map<string, Call>();
  /** Running, but without a place while they wait for something. */
  const resting = new Set<string>();
  const fail: unknown[] = [];
  const demand = (holds: boolean, what: string): void => { if (!holds) fail.push(new Error(what)); };
  world.onWrite = (before, after) => {
    const was = callOf(before);
    const is = callOf(after);
    if (was && !is) demand(isOver(was), 'a call was forgotten before its end');
    if (!is) return;
    calls.set(is.id, is);
    if (was) demand(!isOver(was), `a call that was ${was.state} became ${is.state}`);
    if (was?.state === 'running') demand(is.state !== 'running' && is.state !== 'pending', 'a call was run twice');
    count(is.target);
  };
  const count = (agent: string): void => {
    const running = [...calls.values()].filter((call) => call.target === agent && call.state === 'running' && !resting.has(call.id) && world.peers.some((peer) => !peer.dead && peer.session === call.runner!.session));
    demand(running.length <= find(agent)!.capacity, `${running.length} runs of ${agent}`);
  };
  const closing = new AbortController();
  const runner = async (peer: Peer, agent: CalledAgent, name: string): Promise<void> => {
    const own = createCalls(peer, { find });
    while (!closing.signal.aborted) {
      const call = await own.take(agent, name);
      if (!call) {
        await peer.sleep(250, closing.signal).catch(() => undefined);
        continue;
      }
      await peer.sleep(world.below(200));
      if (world.rand() < 0.2) {
        resting.add(call.id);
        await own.leavePlace(agent.name, call.id);
        await peer.sleep(world.below(300));
        while (!(await own.takePlace(agent, call.id, true))) await peer.sleep(world.below(100));
        resting.delete(call.id);
        count(agent.name);
      }
      const ended = world.rand() < 0.8 ? await own.complete(call, `value of ${call.context}`) : await own.fail(call, 'broke');
      if (!ended) demand(isOver(calls.get(call.id)!), 'a call was not ended by its runner, and by nobody else');
    }
  };
  const caller = async (peer: Peer, index: number): Promise<void> => {
    const own = createCalls(peer, { find });
    const me = { session: peer.session, run: `run-${index}`, agent: 'boss', chain: ['boss'] };
    for (let round = 0; round < 2; round++) {
      const target = AGENTS[world.below(AGENTS.length)]!.name;
      const sent = await own.call(me, target, `${index}.${round}`, world.rand() < 0.3 ? `${round}` : undefined);
      if ('rejected' in sent) {
        fail.push(new Error(sent.rejected));
        return;
      }
      for (let looks = 0; looks < 20; looks++) {
        const call = await own.check(me, sent.call_id);
        if (isOver(call)) {
          if (call.state === 'completed') demand(call.value === `value of ${index}.${round}`, `${call.value} for ${index}.${round}`);
          break;
        }
        await peer.sleep(150);
      }
    }
    await own.failByCaller(me.run, 'the run ended');
  };
  const calling = new Set<Peer>();
  const begin = (peer: Peer, work: Promise<void>): void => {
    calling.add(peer);
    void work.catch((error: unknown) => fail.push(error)).then(() => calling.delete(peer));
  };
  const callers = [world.join(), world.join()];
  const runners = [world.join(), world.join()];
  for (const [index, peer] of runners.entries()) void runner(peer, AGENTS[index]!, `worker-${index}`).catch((error: unknown) => fail.push(error));
  // Two runs of the second agent may go on at once, in different tabs; three want to.
  for (const [index, peer] of runners.entries()) void runner(peer, AGENTS[1]!, `more-${index}`).catch((error: unknown) => fail.push(error));
  world.onDeath = (peer) => calling.delete(peer);
  for (const [index, peer] of callers.entries()) begin(peer, caller(peer, index));
  await world.run(() => fail.length > 0 || calling.size === 0);
  // Somebody who looks in later ends what nobody is left to end.
  const late = world.join();
  const swept = createCalls(late, { find });
  for (const peer of world.peers) if (peer !== late) world.kill(peer);
  let done = false;
  void swept.sweep().then(() => { done = true; }, (error: unknown) => fail.push(error));
  await world.run(() => done || fail.length > 0);
  closing.abort();
  if (fail.length > 0) throw fail[0];
  return [...calls.values()];
}

it(`one runner and one end for each call, in ${SCHEDULES} schedules`, async () => {
  const states = { pending: 0, running: 0, completed: 0, error: 0 };
  for (let index = 0; index < SCHEDULES; index++) {
    const seed = SEED * 1_000_003 + index;
    try {
      for (const call of await schedule(seed)) states[call.state]++;
    } catch (error) {
      throw new Error(`schedule ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  expect([states.pending, states.running]).toEqual([0, 0]);
  expect(states.completed).toBeGreaterThan(SCHEDULES);
  expect(states.error).toBeGreaterThan(SCHEDULES / 5);
}, 1_200_000);
