import { expect, it } from 'vitest';
import { createDispatchControl } from '../../src/agent/runner/dispatch-control.ts';
import type { Entry } from '../../src/peers/port.ts';
import { memoryPeers } from '../support/memory-peers.ts';

it('shows what was set last, whichever reading is answered first', async () => {
  const { port } = memoryPeers().join();
  const read = port.records.read.bind(port.records);
  let answer: () => void = () => undefined;
  const late = new Promise<void>((go) => { answer = go; });
  let first = true;
  port.records.read = async (key): Promise<Entry | undefined> => {
    const entry = await read(key);
    if (!first) return entry;
    first = false;
    await late;
    return entry;
  };
  const control = createDispatchControl(port);
  await control.set(true, 7);
  expect(control.store.getState()).toEqual({ on: true, left: 7 });
  answer();
  await late;
  await Promise.resolve();
  expect(control.store.getState()).toEqual({ on: true, left: 7 });
  control.close();
});
