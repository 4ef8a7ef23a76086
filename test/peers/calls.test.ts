/** The rules of calls, one by one; what many orders of events do to them is in calls-schedules.test.ts. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../src/peers/call-record.ts';
import type { CallNews, CalledAgent, Caller } from '../../src/peers/calls.ts';
import { QUEUE_LIMIT } from '../../src/peers/calls.ts';
import type { PeerRun } from '../../src/peers/peer-run.ts';
import type { Peers } from '../../src/peers/peers.ts';
import { executeTool } from '../../src/tools/execute.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import type { ToolContext } from '../../src/tools/tool.ts';
import { memoryPeers, type MemoryPeers } from '../support/memory-peers.ts';

const HOUR = 3_600_000;
let agents: Map<string, CalledAgent>;
let world: MemoryPeers;
let a: Peers;
let b: Peers;
beforeEach(() => {
  agents = new Map(['tester', 'writer'].map((name) => [name, { name, capacity: 1 }]));
  world = memoryPeers();
  [a, b] = [world.join({ find: (name) => agents.get(name) }), world.join({ find: (name) => agents.get(name) })];
});

const caller = (peers: Peers, chain = ['boss'], run = 'run'): Caller => ({ session: peers.port.session, run, agent: chain.at(-1)!, chain });
const sent = async (peers: Peers, target = 'tester', context = 'x', key?: string): Promise<string> => {
  const result = await peers.calls.call(caller(peers), target, context, key);
  if ('rejected' in result) throw new Error(result.rejected);
  return result.call_id;
};
const take = (peers: Peers, name = 'tester') => peers.calls.take(agents.get(name)!, `${peers.port.session}/${name}`);

it('a chain has three calls, and the fourth agent calls nobody [S3.subagent.max_depth]', async () => {
  expect(await a.calls.call(caller(a, ['a', 'b', 'c']), 'tester', 'x')).toMatchObject({ state: 'pending' });
  expect(await a.calls.call(caller(a, ['a', 'b', 'c', 'd']), 'tester', 'x')).toEqual({ rejected: 'trigger depth limit reached' });
});

it('nobody calls itself, or an agent that waits for it [S3.call.no_self_call] [S3.subagent.no_cycles]', async () => {
  expect(await a.calls.call(caller(a, ['tester']), 'tester', 'x')).toEqual({ rejected: 'agent cannot call itself' });
  expect(await a.calls.call(caller(a, ['boss', 'tester', 'writer']), 'tester', 'x')).toEqual({ rejected: 'call cycle rejected: tester → writer → tester' });
});

it(`takes ${QUEUE_LIMIT} calls that wait, in order, and refuses the next [S3.call.queue]`, async () => {
  const ids: string[] = [];
  for (let n = 0; n < QUEUE_LIMIT; n++) ids.push(await sent(a, 'tester', `${n}`));
  expect(await a.calls.call(caller(a), 'tester', 'one more', 'key')).toEqual({ rejected: 'queue full' });
  expect(await a.calls.call(caller(a), 'writer', 'another agent')).toMatchObject({ state: 'pending' });
  const first = (await take(b))!;
  expect(first.id).toBe(ids[0]);
  expect(await take(b)).toBeUndefined();
  // What was refused under a key may be tried again under it.
  expect(await a.calls.call(caller(a), 'tester', 'one more', 'key')).toMatchObject({ state: 'pending' });
  await b.calls.complete(first, null);
  expect((await take(b))!.id).toBe(ids[1]);
});

it('a queue is not full of calls that are over', async () => {
  for (let n = 0; n < QUEUE_LIMIT; n++) await sent(a, 'tester', `${n}`);
  // Their peer died between the end of the call and leaving the queue.
  for (const entry of await a.port.records.list('call/')) await a.port.records.write(entry.key, entry.revision, { ...entry.value as object, state: 'error', error: 'x', ended: a.port.now() } as never);
  expect(await a.calls.call(caller(a), 'tester', 'x')).toMatchObject({ state: 'pending' });
  expect((await take(b))?.context).toBe('x');
});

it('the same key of the same run is the same call, whatever became of it; of another run it is another', async () => {
  const id = await sent(a, 'tester', 'x', 'k');
  expect(await a.calls.call(caller(a), 'tester', 'x', 'k')).toEqual({ call_id: id, state: 'pending' });
  expect(await sent(a, 'tester', 'x', 'other')).not.toBe(id);
  expect(await a.calls.call(caller(a, ['boss'], 'run 2'), 'tester', 'x', 'k')).not.toMatchObject({ call_id: id });
  const taken = (await take(b))!;
  expect(await a.calls.call(caller(a), 'tester', 'x', 'k')).toEqual({ call_id: id, state: 'running' });
  await b.calls.complete(taken, 'v');
  await a.calls.pause(true);
  expect(await a.calls.call(caller(a), 'tester', 'x', 'k')).toEqual({ call_id: id, state: 'completed' });
  expect(await b.port.records.list('callkey')).toEqual([]);
});

it('another call under the same key is refused, whatever became of the first', async () => {
  const run = a.enter({ agent: 'boss', role: 'boss', task: '' });
  const call = (target_agent: string, context: string) => executeTool({ call_id: 'c', name: 'call_agent', arguments: { target_agent, context, idempotency_key: 'k' } }, { peers: run, signal: new AbortController().signal } as ToolContext);
  const first = await call('tester', 'x');
  const refused = async (target: string, context: string, what: string) => expect(await call(target, context)).toMatchObject({
    ok: false, error: { code: 'conflict', message: `The idempotency_key "k" stands for a call of tester${what} already. Use a new key for a new call, or the same target_agent and context for the same one.` },
  });
  await refused('writer', 'x', '');
  await refused('tester', 'y', ' with another context');
  const taken = (await take(b))!;
  await b.calls.complete(taken, 'v');
  await refused('tester', 'y', ' with another context');
  expect((await call('tester', 'x')).metadata).toMatchObject({ call_id: first.metadata.call_id, state: 'completed' });
  expect((await b.calls.list()).map(({ context }) => context)).toEqual(['x']);
});

it('the same key twice at once is one call, with one run, and another call under it is refused also then', async () => {
  const both = await Promise.allSettled([a.calls.call(caller(a), 'tester', 'x', 'k'), a.calls.call(caller(a), 'tester', 'x', 'k'), a.calls.call(caller(a), 'writer', 'x', 'k')]);
  expect(both).toMatchObject([{ value: { state: 'pending' } }, (both[0] as PromiseFulfilledResult<unknown>), { reason: { code: 'conflict' } }]);
  const taken = (await take(b))!;
  await b.calls.complete(taken, 'v');
  expect(await take(b)).toBeUndefined();
});

it('the same key twice at once wakes a run that waits for it once, and begins none besides', async () => {
  const stop = new AbortController();
  const waiting = b.waits.wait({ agent: 'tester', run: 'waits', filter: { type: 'agent_trigger' }, timeoutMs: 60_000 }, stop.signal);
  await expect.poll(async () => (await b.waits.list()).length).toBe(1);
  const { records } = a.port;
  const write = records.write.bind(records);
  let begun: unknown;
  // The same call again, while the first is being handed over, and somebody looks for calls.
  records.write = async (key, ...rest) => {
    if (key.startsWith('waits/')) {
      records.write = write;
      void a.calls.call(caller(a), 'tester', 'x', 'k');
      // All that follows from it at once: in this world nothing takes time.
      for (let hops = 0; hops < 1_000; hops++) await null;
      begun = await take(b);
    }
    return write(key, ...rest);
  };
  expect(await a.calls.call(caller(a), 'tester', 'x', 'k')).toMatchObject({ state: 'completed' });
  expect((await waiting).payload).toBe('x');
  expect(begun).toBeUndefined();
});

it('a call that was taken while it was called again needs no room in the queue', async () => {
  const id = await sent(a, 'tester', 'x', 'k');
  const { records } = a.port;
  const { read } = records;
  let taken: Call | undefined;
  records.read = async (key) => {
    const entry = await read(key);
    if (key !== `call/${id}` || taken) return entry;
    taken = await take(b);
    for (let n = 0; n < QUEUE_LIMIT; n++) await sent(b, 'tester', `${n}`);
    return entry;
  };
  expect(await a.calls.call(caller(a), 'tester', 'x', 'k')).toEqual({ call_id: id, state: 'running' });
  expect(await b.calls.complete(taken!, 'v')).toBe(true);
});

it('the same call again comes into the queue when its peer was stopped before it was there', async () => {
  const id = await sent(a, 'tester', 'x', 'k');
  const queue = (await a.port.records.read('queue/tester'))!;
  await a.port.records.write(queue.key, queue.revision, { ids: [] });
  expect(await take(b)).toBeUndefined();
  await sent(a, 'tester', 'x', 'k');
  expect((await take(b))?.id).toBe(id);
});

it('a call that nobody can take any more fails for whoever asks', async () => {
  const [gone, off, old] = [await sent(a, 'tester'), await sent(a, 'writer'), await sent(a, 'tester')];
  expect(await a.calls.check(caller(a), gone)).toMatchObject({ state: 'pending' });
  const { tester } = Object.fromEntries(agents);
  agents.delete('tester');
  agents.set('writer', { name: 'writer', capacity: 0 });
  expect(await a.calls.check(caller(a), gone)).toMatchObject({ state: 'error', error: 'target agent "tester" not found' });
  expect(await a.calls.check(caller(a), off)).toMatchObject({ state: 'error', error: 'target agent "writer" is disabled' });
  agents.set('tester', tester!);
  world.pass(2 * HOUR);
  expect(await a.calls.check(caller(a), old)).toMatchObject({ state: 'error', error: 'call timed out' });
});

it('results stay as long as the run that called, eight days at most, and ten minutes after it is over or its tab gone', async () => {
  let run = a.enter({ agent: 'boss', role: 'boss', task: '', run: 'run' });
  const done = async (context: string, key?: string): Promise<string> => {
    const id = await sent(a, 'tester', context, key);
    await b.calls.complete((await take(b))!, '');
    return id;
  };
  const first = await done('1', 'k');
  world.pass(HOUR);
  await b.calls.sweep();
  expect(await a.calls.check(caller(a), first)).toMatchObject({ state: 'completed', value: '' });
  await expect(b.calls.check(caller(b, ['boss'], 'another run'), first)).rejects.toMatchObject({ code: 'not_found', message: `Call ${first} not found or not owned by this agent.` });
  const second = await done('2');
  // Its caller waits for something else before it asks.
  world.pass(7 * 24 * HOUR);
  await b.calls.sweep();
  expect(await a.calls.check(caller(a), second)).toMatchObject({ state: 'completed', value: '' });
  expect(await a.calls.call(caller(a), 'tester', '1', 'k')).toEqual({ call_id: first, state: 'completed' });
  world.pass(24 * HOUR - HOUR / 2);
  await b.calls.sweep();
  expect((await b.calls.list()).map(({ id }) => id)).toEqual([second]);
  const third = await done('3');
  await run.end();
  world.pass(HOUR / 5);
  await b.calls.sweep();
  // Nobody can read them any more.
  expect(await b.calls.list()).toEqual([]);
  run = a.enter({ agent: 'boss', role: 'boss', task: '', run: 'run' });
  expect(third).not.toBe(await done('4'));
  world.kill(a);
  world.pass(HOUR / 5);
  await b.calls.sweep();
  expect(await b.calls.list()).toEqual([]);
  expect(await b.port.records.list('call/')).toEqual([]);
});

describe('the time of a call', () => {
  /** A run of this peer answers a call. */
  const answered = async (peers = b, name = 'tester') => {
    const id = await sent(a, name);
    const call = (await take(peers, name))!;
    return { id, call, run: peers.enter({ agent: name, role: name, task: '', call: id, run: call.runner!.run }) };
  };
  /** In the queue when this returns. */
  const wait = async (run: PeerRun, timeout: string): Promise<{ over: Promise<ToolResult> }> => {
    const before = (await b.waits.list()).length;
    const over = executeTool({ call_id: 'c', name: 'wait_for_trigger', arguments: { type: 'webhook', timeout } }, { peers: run, signal: new AbortController().signal } as ToolContext);
    await expect.poll(async () => (await b.waits.list()).length).toBe(before + 1);
    return { over };
  };
  const state = async (id: string) => (await a.calls.check(caller(a), id));

  it('stands still while its run waits for a trigger, and goes on afterwards', async () => {
    const { id, call, run } = await answered();
    world.pass(HOUR);
    const { over } = await wait(run, '5h');
    world.pass(3 * HOUR);
    await a.calls.sweep();
    expect(await state(id)).toMatchObject({ state: 'running' });
    expect(await a.waits.trigger('tester', { type: 'webhook', payload: 'go' })).toBe(true);
    expect((await over).output).toBe('Trigger received. Payload:\n\ngo');
    world.pass(HOUR * 0.9);
    await a.calls.sweep();
    expect(await b.calls.complete(call, 'v')).toBe(true);
    expect(await state(id)).toMatchObject({ state: 'completed', value: 'v' });
  });

  it('is two hours of work: several waits are not counted, and what comes between them is', async () => {
    const { id, run } = await answered();
    for (let n = 0; n < 2; n++) {
      world.pass(HOUR * 0.9);
      const { over } = await wait(run, '2d');
      world.pass(24 * HOUR);
      expect(await state(id)).toMatchObject({ state: 'running' });
      await a.waits.trigger('tester', { type: 'webhook', payload: n });
      await over;
    }
    await a.calls.sweep();
    expect(await state(id)).toMatchObject({ state: 'running' });
    world.pass(HOUR * 0.3);
    await a.calls.sweep();
    expect(await b.calls.get(id)).toMatchObject({ state: 'error', error: 'call timed out' });
  });

  it('goes on for a run that works, that says so of another, and for a caller that asks after its own calls', async () => {
    const { id, call, run } = await answered();
    await a.calls.rest(id, call.runner!.run, true);
    await b.calls.rest(id, 'another run', true);
    const asked = await b.calls.call({ session: b.port.session, run: run.run, agent: 'tester', chain: ['boss', 'tester'] }, 'writer', 'y');
    const deeper = (await take(b, 'writer'))!;
    const { over } = await wait(b.enter({ agent: 'writer', role: 'writer', task: '', call: deeper.id, run: deeper.runner!.run }), '5h');
    world.pass(2 * HOUR);
    await a.calls.sweep();
    expect(await state(id)).toMatchObject({ state: 'error', error: 'call timed out' });
    expect(await b.calls.get((asked as { call_id: string }).call_id)).toMatchObject({ state: 'running' });
    await b.waits.trigger('writer', { type: 'webhook', payload: '' });
    await over;
  });

  it('ends at once when the tab dies in which it rests, and after eight days where it is frozen', async () => {
    const [gone, frozen] = [await answered(), await answered(a, 'writer')];
    await wait(gone.run, '7d');
    await a.calls.rest(frozen.id, frozen.call.runner!.run, true);
    world.pass(8 * 24 * HOUR);
    world.kill(b);
    expect(await state(gone.id)).toMatchObject({ state: 'error', error: 'the tab that ran tester is gone' });
    expect(await state(frozen.id)).toMatchObject({ state: 'running' });
    world.pass(2 * HOUR);
    expect(await state(frozen.id)).toMatchObject({ state: 'error', error: 'call timed out' });
  });

  it('a storage that fails when the wait is over does not cost what it waited for', async () => {
    const { id, run } = await answered();
    const { over } = await wait(run, '5h');
    const { records } = b.port;
    const write = records.write.bind(records);
    records.write = (key, ...rest) => (key.startsWith('call/') ? Promise.reject(new Error('There is no room.')) : write(key, ...rest));
    await a.waits.trigger('tester', { type: 'webhook', payload: 'go' });
    expect((await over).output).toBe('Trigger received. Payload:\n\ngo');
    records.write = write;
    expect(await state(id)).toMatchObject({ state: 'running' });
  });
});

it('a place is free when its run has stopped, not when somebody cancels its call; a run that goes on after a wait comes before new ones', async () => {
  const agent = agents.get('tester')!;
  const [first, second] = [await sent(a), await sent(a)];
  const taken = (await take(b))!;
  expect(taken.id).toBe(first);
  expect(await a.calls.cancel(first, 'cancelled by Ada')).toBe(true);
  expect(await a.calls.check(caller(a), first)).toMatchObject({ state: 'error', error: 'cancelled by Ada' });
  expect(await take(a)).toBeUndefined();
  expect(await b.calls.complete(taken, 'late')).toBe(false);
  expect((await take(a))?.id).toBe(second);
  // It waits; somebody else is quicker; then both want the place.
  await a.calls.leavePlace('tester', second);
  expect(await b.calls.takePlace(agent, 'bead-1')).toBe(true);
  expect(await a.calls.takePlace(agent, second, true)).toBe(false);
  await b.calls.leavePlace('tester', 'bead-1');
  expect(await b.calls.takePlace(agent, 'bead-2')).toBe(false);
  expect(await a.calls.takePlace(agent, second, true)).toBe(true);
  await a.calls.leavePlace('tester', second);
  // What a tab wanted that is gone keeps nobody waiting.
  expect(await b.calls.takePlace(agent, 'bead-2')).toBe(true);
  expect(await a.calls.takePlace(agent, second, true)).toBe(false);
  world.kill(a);
  await b.calls.leavePlace('tester', 'bead-2');
  expect(await b.calls.takePlace(agent, 'bead-3')).toBe(true);
});

it('a storage that fails while a call is taken costs the agent no place', async () => {
  const { records } = b.port;
  const write = records.write.bind(records);
  await sent(a);
  records.write = (key, ...rest) => (key.startsWith('call/') ? Promise.reject(new Error('There is no room.')) : write(key, ...rest));
  await expect(take(b)).rejects.toThrow('There is no room.');
  records.write = write;
  expect(await a.port.records.read('places/tester')).toMatchObject({ value: [] });
  expect(await take(a)).toMatchObject({ state: 'running' });
});

it('a call that could not be queued waits for nobody, and the same one again is not forgotten where there is no room', async () => {
  const { records } = a.port;
  const write = records.write.bind(records);
  records.write = (key, ...rest) => (key.startsWith('queue/') ? Promise.reject(new Error('There is no room.')) : write(key, ...rest));
  await expect(a.calls.call(caller(a), 'tester', 'x')).rejects.toThrow('There is no room.');
  await expect(a.calls.call(caller(a), 'tester', 'y', 'once more')).rejects.toThrow('There is no room.');
  records.write = write;
  expect((await b.calls.list()).map(({ state, error }) => [state, error])).toEqual([['error', 'There is no room.']]);
  expect(await a.calls.call(caller(a), 'tester', 'y', 'once more')).toMatchObject({ state: 'pending' });
  expect(await take(b)).toMatchObject({ context: 'y' });
  const id = await sent(a, 'writer', 'x', 'k');
  // Its peer was stopped before it was in the queue, and then others came.
  const queue = (await records.read('queue/writer'))!;
  await records.write(queue.key, queue.revision, { ids: [] });
  for (let n = 0; n < QUEUE_LIMIT; n++) await sent(b, 'writer', `${n}`);
  expect(await a.calls.call(caller(a), 'writer', 'x', 'k')).toEqual({ rejected: 'queue full' });
  expect(await a.calls.get(id)).toBeUndefined();
});

it('a call that could not be given to whoever waits for it is not in the way of the same one again', async () => {
  const { records } = a.port;
  const stop = new AbortController();
  const waiting = b.waits.wait({ agent: 'tester', run: 'waits', filter: { type: 'agent_trigger' }, timeoutMs: 60_000 }, stop.signal);
  await expect.poll(async () => (await b.waits.list()).length).toBe(1);
  const write = records.write.bind(records);
  records.write = (key, ...rest) => (key.startsWith('waits/') ? Promise.reject(new Error('There is no room.')) : write(key, ...rest));
  await expect(a.calls.call(caller(a), 'tester', 'x', 'k')).rejects.toThrow('There is no room.');
  records.write = write;
  expect(await a.calls.call(caller(a), 'tester', 'x', 'k')).toMatchObject({ state: 'completed' });
  expect((await waiting).payload).toBe('x');
});

it('a call that cannot be ended with its caller does not keep the others', async () => {
  const { records } = a.port;
  const write = records.write.bind(records);
  const [first, second] = [await sent(a), await sent(a, 'writer')];
  records.write = (key, ...rest) => (key === `call/${first}` ? Promise.reject(new Error('There is no room.')) : write(key, ...rest));
  await expect(a.calls.failByCaller('run', 'caller container exited')).rejects.toThrow('There is no room.');
  expect((await a.calls.get(second))?.error).toBe('caller container exited');
  records.write = write;
  await a.calls.failByCaller('run', 'caller container exited');
  expect((await a.calls.get(first))?.error).toBe('caller container exited');
});

it('a task that is too large for a trigger is a call all the same', async () => {
  const id = await sent(a, 'tester', '\u0001'.repeat(100_000));
  expect(await take(b)).toMatchObject({ id });
});

it('two tabs that want the same call each have a place, and whoever does not get it gives back only its own', async () => {
  agents.set('tester', { name: 'tester', capacity: 2 });
  await sent(a);
  const both = await Promise.all([take(a), take(b)]);
  expect(both.filter((call) => call !== undefined)).toHaveLength(1);
  const places = (await a.port.records.read('places/tester'))!.value as { session: string }[];
  expect(places.map(({ session }) => session)).toEqual([both[0] ? a.port.session : b.port.session]);
});

it('news come to those who look on, here and elsewhere', async () => {
  const heard: [string, CallNews][] = [];
  a.calls.subscribe((news) => heard.push(['a', news]));
  const stop = b.calls.subscribe((news) => heard.push(['b', news]));
  const id = await sent(a);
  await expect.poll(() => heard).toEqual([['a', { id, target: 'tester', state: 'pending' }], ['b', { id, target: 'tester', state: 'pending' }]]);
  stop();
  await a.calls.pause(true);
  await a.calls.pause(true);
  expect(heard.slice(2)).toEqual([['a', {}]]);
  a.port.announce('calls', 'nonsense');
  b.port.announce('calls', { id: 7 });
  await new Promise((done) => setTimeout(done, 10));
  expect(heard).toHaveLength(3);
});
