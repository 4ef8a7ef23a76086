/** The port as the simulator has it: what is proven with it is worth as much as it does what the real ones do. */
import { setImmediate } from 'node:timers/promises';
import { SEED } from '../support/sample.ts';
import { contractPeer, type ContractPeer } from './contract-peer.ts';
import { contract } from './contract.ts';
import { World } from './world.ts';

contract('the simulator', async () => {
  const world = new World(SEED, { pace: 20 });
  let asked = 0;
  let closed = false;
  const driven = (async () => {
    while (!closed) {
      // Its time passes only while somebody waits for an answer.
      if (asked > 0) await world.run(() => asked === 0, Infinity);
      await setImmediate();
    }
  })();
  return {
    async join() {
      const peer = world.join();
      const end = async (): Promise<void> => world.kill(peer);
      const methods = Object.entries(contractPeer(peer)).map(([name, method]) => [name, async (...args: unknown[]) => {
        asked++;
        try {
          return await (method as (...args: unknown[]) => Promise<unknown>)(...args);
        } finally {
          asked--;
        }
      }] as const);
      return { ...(Object.fromEntries(methods) as unknown as ContractPeer), leave: end, kill: end };
    },
    async close() {
      closed = true;
      await driven;
    },
  };
}, { skew: Infinity, death: 1_000 });
