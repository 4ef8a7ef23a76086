/** What a run does around a wait. */
import { expect, it } from 'vitest';
import { createPeerRun, type RunServices } from '../../src/peers/peer-run.ts';

it('gives its place back for a wait also where the storage does not take that its call rests', async () => {
  const did: string[] = [];
  const services = {
    session: 's', now: () => 0, locks: {}, waits: {}, presence: { run: () => undefined }, runs: { begin: async () => undefined },
    calls: { rest: async () => { throw new Error('no room'); } },
  } as unknown as RunServices;
  const note = (what: string) => async (): Promise<void> => { did.push(what); };
  const run = createPeerRun(services, { agent: 'a', role: 'r', task: 't', call: 'call-1' }, { pause: note('pause'), resume: note('resume') });
  expect(await run.whileWaiting(async () => 'came')).toBe('came');
  expect(did).toEqual(['pause', 'resume']);
});
