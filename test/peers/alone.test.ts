/** A tab that can meet nobody: all of it works within. */
import { expect, it } from 'vitest';
import { joinAlone } from '../../src/peers/alone.ts';
import type { LockHolder } from '../../src/peers/lease-table.ts';
import type { PeerRun } from '../../src/peers/peer-run.ts';
import { createPeers } from '../../src/peers/peers.ts';

it('has locks, calls, waiting and webhooks of its own', async () => {
  const port = joinAlone();
  const peers = createPeers(port, { find: (name) => ({ name, capacity: 1 }) });
  const [a, b] = [peers.enter({ agent: 'a', role: 'r', task: '' }), peers.enter({ agent: 'b', role: 'r', task: '' })];
  const holder = ({ session, run, agent }: PeerRun): LockHolder => ({ session, run, agent });
  expect(await peers.locks.acquire(holder(a), 'lock://x', 60)).toMatchObject({ acquired: true });
  expect(await peers.locks.acquire(holder(b), 'lock://x', 60)).toMatchObject({ acquired: false, reason: 'held', lease: { holder: { agent: 'a' } } });
  const call = await peers.calls.call(a, 'c', 'Do it');
  expect(await peers.calls.take({ name: 'c', capacity: 1 }, 'run')).toMatchObject({ context: 'Do it' });
  expect(call).toMatchObject({ state: 'pending' });
  const waiting = peers.waits.wait({ agent: 'b', run: b.run, filter: { type: 'webhook', event: 'push' }, timeoutMs: 60_000 }, new AbortController().signal);
  while ((await peers.waits.list()).length === 0);
  expect(await peers.webhooks.deliver({ source: 's', event: 'push', payload: 1 }, 'page')).toMatchObject({ woke: ['b'] });
  expect((await waiting).payload).toBe(1);
  await a.end('completed');
  expect(await peers.locks.acquire(holder(b), 'lock://x', 60)).toMatchObject({ acquired: true });
  expect(peers.presence.store.getState()).toMatchObject({ own: { session: port.session }, others: [] });
  const ended = port.ended(port.session, new AbortController().signal);
  peers.close();
  port.leave();
  await ended;
  expect(await port.alive(port.session)).toBe(false);
});
