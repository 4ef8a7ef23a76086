/** Waiting when something goes wrong: a storage that fails for a moment, runs that are gone without a word. */
import { beforeEach, expect, it } from 'vitest';
import type { Peers } from '../../src/peers/peers.ts';
import { AppError } from '../../src/shared/errors.ts';
import { memoryPeers, type MemoryPeers } from '../support/memory-peers.ts';

let world: MemoryPeers;
let a: Peers;
let b: Peers;
beforeEach(() => {
  world = memoryPeers();
  [a, b] = [world.join(), world.join()];
});

const never = new AbortController().signal;
const wait = (peers: Peers, run: string, timeoutMs = 60_000, signal = never) => peers.waits.wait({ agent: 'tester', run, filter: { type: 'webhook' }, timeoutMs }, signal);
const there = async (count: number): Promise<void> => { await expect.poll(async () => (await b.waits.list()).flatMap(({ waiters }) => waiters).length).toBe(count); };

it('a storage that cannot be read for a moment does not end a wait', async () => {
  const { records } = a.port;
  const read = records.read.bind(records);
  const waiting = wait(a, 'r');
  await there(1);
  let failed = 0;
  records.read = async (key) => {
    if (key === 'waits/tester' && failed++ === 0) throw new Error('The storage does not answer.');
    return read(key);
  };
  expect(await b.waits.trigger('tester', { type: 'webhook', payload: 'go' })).toBe(true);
  await expect.poll(() => failed).toBeGreaterThan(0);
  // The next news makes it look once more.
  await b.waits.cancel('tester', 'somebody else');
  b.port.announce('waits', { agent: 'tester' });
  expect((await waiting).payload).toBe('go');
});

it('a peer that is over ends its waits: they must not go round for ever', async () => {
  const waiting = wait(a, 'r');
  await there(1);
  const over = (): Promise<never> => Promise.reject(new AppError('session_ended', 'The connection to the server ended.'));
  Object.assign(a.port.records, { read: over, list: over, write: over });
  Object.assign(a.port, { sleep: over });
  b.port.announce('waits', { agent: 'tester' });
  await expect(waiting).rejects.toMatchObject({ code: 'session_ended' });
});

it('a run that could not leave the queue takes no trigger from the next', async () => {
  const { records } = a.port;
  const write = records.write.bind(records);
  const stop = new AbortController();
  const first = wait(a, 'first', 60_000, stop.signal);
  await there(1);
  records.write = () => Promise.reject(new Error('There is no room.'));
  stop.abort();
  await expect(first).rejects.toThrow('There is no room.');
  records.write = write;
  await there(1);
  const second = wait(a, 'second');
  await there(2);
  // It stands there still, before the other.
  expect((await b.waits.list())[0]!.waiters.map(({ run }) => run)).toEqual(['first', 'second']);
  expect(await a.waits.trigger('tester', { type: 'webhook', payload: 'go' })).toBe(true);
  expect((await second).payload).toBe('go');
});

it('a hundred runs of a tab that is gone keep nobody from waiting', async () => {
  const waiters = Array.from({ length: 100 }, (_, n) => ({ id: `w${n}`, session: a.port.session, run: `r${n}`, filter: { type: 'webhook' }, since: 0, until: Number.MAX_SAFE_INTEGER }));
  await a.port.records.write('waits/tester', 0, { waiters, unhandled: [] });
  await expect(wait(b, 'one more')).rejects.toMatchObject({ code: 'queue_full' });
  world.kill(a);
  const waiting = wait(b, 'one more');
  await there(1);
  await b.waits.trigger('tester', { type: 'webhook', payload: 'go' });
  expect((await waiting).payload).toBe('go');
});

it('what came when its agent was gone is sent again when a run waits for it, and stays until then', async () => {
  const trigger = { type: 'agent_trigger', source_agent: 'deployer', once: 'r0', payload: 'done' };
  await a.port.records.write('waits/tester', 0, { waiters: [], unhandled: [{ id: 'u', at: 0, trigger }], told: ['r0'] });
  expect(await a.waits.again('tester', 'u')).toBe(false);
  expect((await a.waits.list())[0]!.unhandled).toHaveLength(1);
  const waiting = a.waits.wait({ agent: 'tester', run: 'r', filter: { type: 'agent_trigger', source_agent: 'deployer' }, timeoutMs: 60_000 }, never);
  await there(1);
  expect(await b.waits.again('tester', 'u')).toBe(true);
  expect((await waiting).payload).toBe('done');
  expect(await b.waits.list()).toEqual([]);
});
