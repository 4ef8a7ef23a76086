/**
 * One schedule of calls: callers and runners that die or freeze at any step, and what must hold in every order of events. Each call has one runner and
 * one end; under one key there is one call, also when it is made twice at once, from two places of its run, or again when its runner is gone.
 */
import { callOf, isOver } from '../../src/peers/call-record.ts';
import type { Call } from '../../src/peers/call-record.ts';
import { createCalls } from '../../src/peers/calls.ts';
import type { CalledAgent } from '../../src/peers/calls.ts';
import { AppError } from '../../src/shared/errors.ts';
import { World } from './world.ts';
import type { Peer, WorldOptions } from './world.ts';

const AGENTS: CalledAgent[] = [{ name: 'tester', capacity: 1 }, { name: 'writer', capacity: 2 }];
const find = (name: string): CalledAgent | undefined => AGENTS.find((agent) => agent.name === name);

export interface CallsSchedule {
  /** Every call as it ended. */
  calls: Call[];
  /** Calls that were made twice at once, and again after they had failed because a tab was gone. */
  twice: number;
  afterDeath: number;
}

/** @throws when something happened that must not */
export async function callsSchedule(seed: number, options: WorldOptions = {}): Promise<CallsSchedule> {
  const world = new World(seed, { deaths: 0.004, freezes: 0.01, pace: 30, ...options });
  let twice = 0;
  let afterDeath = 0;
  const calls = new Map<string, Call>();
  /** Running, but without a place while they wait for something. */
  const resting = new Set<string>();
  const fail: unknown[] = [];
  const demand = (holds: boolean, what: string): void => { if (!holds) fail.push(new Error(what)); };
  world.onWrite = (before, after, by) => {
    const was = callOf(before);
    const is = callOf(after);
    if (was && !is) demand(isOver(was), 'a call was forgotten before its end');
    if (!is) return;
    calls.set(is.id, is);
    if (was) demand(!isOver(was), `a call that was ${was.state} became ${is.state}`);
    if (was?.state === 'running') demand(is.state !== 'pending' && is.runner?.run === was.runner?.run && is.runner?.session === was.runner?.session, 'a call was run twice');
    if (was && is.resting !== was.resting && !isOver(is)) demand(is.runner?.session === by.session, 'somebody else let a call rest');
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
        await own.rest(call.id, name, true);
        await own.leavePlace(agent.name, call.id);
        await peer.sleep(world.below(300));
        while (!(await own.takePlace(agent, call.id, true))) await peer.sleep(world.below(100));
        await own.rest(call.id, name, false);
        demand(isOver(calls.get(call.id)!) || calls.get(call.id)!.resting === undefined, 'a call rests, and its run does not');
        resting.delete(call.id);
        count(agent.name);
      }
      const ended = world.rand() < 0.8 ? await own.complete(call, `value of ${call.context}`) : await own.fail(call, 'broke');
      if (!ended) demand(isOver(calls.get(call.id)!), 'a call was not ended by its runner, and by nobody else');
    }
  };
  const caller = async (peer: Peer, index: number): Promise<void> => {
    // Two places of the run: what one of them knows of its calls is not what makes them one.
    const places = [createCalls(peer, { find }), createCalls(peer, { find })];
    const [own] = places;
    const me = { session: peer.session, run: `run-${index}`, agent: 'boss', chain: ['boss'] };
    for (let round = 0; round < 2; round++) {
      const target = AGENTS[world.below(AGENTS.length)]!.name;
      const context = `${index}.${round}`;
      const key = world.rand() < 0.5 ? `${round}` : undefined;
      const send = async (to = target): Promise<string> => {
        const sent = await places[world.below(2)]!.call(me, to, context, key);
        if ('rejected' in sent) throw new Error(sent.rejected);
        return sent.call_id;
      };
      const both = key !== undefined && world.rand() < 0.5;
      const [id, same = id] = await Promise.all(both ? [send(), send()] : [send()]);
      if (both) twice++;
      demand(id === same, `${id} and ${same} under one key`);
      for (let looks = 0; looks < 20; looks++) {
        if (key !== undefined && world.rand() < 0.1) demand(await send() === id, 'the same key again was another call');
        const { state, runner } = calls.get(id!)!;
        const lost = state === 'running' && world.peers.some((one) => one.dead && one.session === runner!.session);
        const call = await own!.check(me, id!);
        demand(!lost || isOver(call), 'a call goes on whose runner is gone');
        if (isOver(call)) {
          if (call.state === 'completed') demand(call.value === `value of ${context}`, `${call.value} for ${context}`);
          if (key === undefined) break;
          if (call.error?.endsWith('is gone')) afterDeath++;
          demand(await send() === id, 'the same key after the end was another call');
          demand(JSON.stringify(await own!.check(me, id!)) === JSON.stringify(call), 'the same key after the end changed it');
          await send(AGENTS.find(({ name }) => name !== target)!.name).then(
            () => demand(false, 'another call was taken under the same key'),
            (error: unknown) => demand(AppError.from(error).code === 'conflict', AppError.from(error).message),
          );
          break;
        }
        await peer.sleep(150);
      }
    }
    for (const place of places) await place.failByCaller(me.run, 'the run ended');
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
  const all = [...calls.values()];
  demand(new Set(all.map(({ context }) => context)).size === all.length, 'a call was made twice');
  if (fail.length > 0) throw fail[0];
  return { calls: all, twice, afterDeath };
}
