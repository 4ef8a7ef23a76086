/** One clock for tabs whose computer's time is set again and again: whoever knows how far it may be off is right about it, in every order of events. */
import { expect, it } from 'vitest';
import { joinGroupClock, type GroupClock } from '../../src/peers/browser/group-clock.ts';
import { SEED, SOAK } from '../support/sample.ts';
import { World } from './world.ts';
import type { Peer } from './world.ts';

const SCHEDULES = SOAK ? 20_000 : 400;
const HOUR = 3_600_000;

async function schedule(seed: number): Promise<{ synced: number; alone: number; exact: number }> {
  const world = new World(seed, { freezes: 0.01, pace: 4 });
  const clocks: { peer: Peer; clock: GroupClock }[] = [];
  let failure: unknown;
  let joined = 0;
  const arrive = async (index: number): Promise<void> => {
    const peer = world.join();
    // The time of day when its process began; goes on as evenly as that of all others.
    const set = index === 0 ? 0 : (world.below(5) - 2) * HOUR;
    const clock = await joinGroupClock({ ...peer, local: () => world.time + set, others: index > 0, floor: 0 });
    clocks.push({ peer, clock });
    joined++;
  };
  for (let index = 0; index < 4; index++) {
    void arrive(index).catch((error: unknown) => { failure = error; });
    await world.run(() => failure !== undefined || joined > index);
    if (failure !== undefined) throw failure;
  }
  const differences = clocks.map(({ clock }) => clock.now() - world.time);
  let exact = 0;
  for (const [index, { clock }] of clocks.entries()) {
    if (!clock.synced()) continue;
    // The first tab's is the measure for all that reached it or somebody who had.
    const known = clocks.every((other) => other.clock.synced());
    if (known && Math.abs(differences[index]!) > clock.error()) throw new Error(`tab ${index} is off by ${differences[index]} ms and counts on ${clock.error()}`);
    if (Math.abs(differences[index]!) < 50) exact++;
  }
  for (const { clock } of clocks) clock.close();
  const synced = clocks.filter(({ clock }) => clock.synced()).length;
  return { synced, alone: clocks.length - synced, exact };
}

it(`is known as exactly as it says, in ${SCHEDULES} schedules`, async () => {
  const all = { synced: 0, alone: 0, exact: 0 };
  for (let index = 0; index < SCHEDULES; index++) {
    const seed = SEED * 1_000_003 + index;
    try {
      const { synced, alone, exact } = await schedule(seed);
      all.synced += synced;
      all.alone += alone;
      all.exact += exact;
    } catch (error) {
      throw new Error(`schedule ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  // Only where everybody else stood still for two seconds, or every question got lost.
  expect(all.alone).toBeLessThan(all.synced / 20);
  expect(all.exact).toBeGreaterThan(all.synced * 0.9);
}, 600_000);

it('never shows an earlier time than tabs that were all closed before the computer was set back', async () => {
  const world = new World(SEED);
  const peer = world.join();
  const clock = await joinGroupClock({ ...peer, local: () => world.time - HOUR, others: false, floor: world.time + 7 });
  expect(clock.now()).toBe(world.time + 7);
  expect([clock.error(), clock.synced()]).toEqual([0, true]);
  clock.close();
});
