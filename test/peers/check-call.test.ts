/** Asking after a call: what happens during the look is no news that is waited for in vain. */
import { expect, it } from 'vitest';
import type { ToolContext } from '../../src/tools/tool.ts';
import { checkCall } from '../../src/tools/check-call.ts';
import { memoryPeers } from '../support/memory-peers.ts';

it('is answered at once when the call ends while its record is being read', async () => {
  const world = memoryPeers();
  const [a, b] = [world.join({ find: (name) => ({ name, capacity: 1 }) }), world.join()];
  const peers = a.enter({ agent: 'boss', role: 'boss', task: '' });
  const sent = await peers.calls.call(peers, 'tester', 'x');
  const call_id = 'call_id' in sent ? sent.call_id : sent.rejected;
  const check = () => checkCall.run({ call_id }, { peers, signal: new AbortController().signal } as ToolContext);
  expect(await check()).toMatchObject({ message: 'Call status: pending.' });
  const alive = a.port.alive.bind(a.port);
  let ended: Promise<unknown> | undefined;
  // Asked after the call was read, and before anybody is waited for.
  a.port.alive = async (session) => {
    ended ??= b.calls.cancel(call_id, 'cancelled by Ada').then(() => new Promise((told) => { setTimeout(told); }));
    await ended;
    return alive(session);
  };
  const begun = performance.now();
  expect(await check()).toMatchObject({ message: 'Call failed: cancelled by Ada' });
  // Its patience is ten seconds.
  expect(performance.now() - begun).toBeLessThan(9_000);
});
