/**
 * Locks under every order of events that a seed can make: peers that die and freeze at any step, leases that run out, clocks that differ, questions and
 * answers that overtake each other, announcements that are late, doubled or lost. The same rules over both kinds of leases.
 */
import { describe, expect, it } from 'vitest';
import { SEED, SOAK } from '../support/sample.ts';
import { lockSchedule } from './locks-schedule.ts';
import { World } from './world.ts';

/** Schedules that found something once. */
const FOUND = {
  // A lease was given that was over already, because its peer had been frozen while it was written.
  // Revoked by a peer that died before it heard that it had; renewed while somebody revoked it; and revoked by two at a time.
  records: [1_000_020, 1_000_026, 1_078_182, 1_132_232, 1_111_313],
  // A peer met what it had just let go of and took it for another's; was held up by its own ask; and met one that asked for more time for a lease that was over.
  locks: [1_000_005, 1_000_015, 1_000_031, 1_091_341, 1_354_026],
};

describe.each([['records', SOAK ? 250_000 : 41_000], ['locks', SOAK ? 400_000 : 45_000]] as const)('locks on %s', (leases, schedules) => {
  it('hold in the schedules that found something once', async () => {
    for (const seed of FOUND[leases]) await lockSchedule(seed, { leases });
  });

  it(`have never two holders, and numbers that only grow, in ${schedules} schedules`, async () => {
    let granted = 0;
    for (let index = 0; index < schedules; index++) {
      const seed = SEED * 1_000_003 + index;
      try {
        granted += (await lockSchedule(seed, { leases })).length;
      } catch (error) {
        throw new Error(`schedule ${seed}: ${(error as Error).message}`, { cause: error });
      }
    }
    // A world in which nobody gets a lock would prove nothing.
    expect(granted).toBeGreaterThan(schedules * 3);
  }, 1_800_000);
});

it('a lock that was just given is seen by all others, in 3000 schedules', async () => {
  for (let seed = 0; seed < 3_000; seed++) {
    const world = new World(seed, { leases: 'locks', pace: 1, skew: seed % 2 });
    const [first, second] = [world.join(), world.join()];
    const holder = { session: first.session, run: 'run', agent: 'agent' };
    const seen: unknown[] = [];
    void (async () => {
      const { taken, lease } = await first.leases.take('lock://a', holder, 60_000);
      // Both at once: the lease may be on its way, and what stands for it until then.
      seen.push(taken, ...(await Promise.all([second.leases.read('lock://a'), second.leases.list(), second.leases.stands('lock://a', lease.fence), first.leases.stands('lock://a', lease.fence)])));
      seen.push(lease, await first.leases.drop('lock://a', lease.fence), await second.leases.list(), (await second.leases.take('lock://a', { ...holder, session: second.session }, 60_000)).taken);
    })();
    await world.run(() => seen.length === 9);
    const lease = seen[5];
    expect(seen, `schedule ${seed}`).toEqual([true, lease, [lease], true, true, lease, true, [], true]);
  }
});

it('two runs of one tab do not both get a lock, in 10000 schedules', async () => {
  for (let seed = 0; seed < 10_000; seed++) {
    const world = new World(seed, { leases: 'locks', pace: 1 });
    const { session, leases } = world.join();
    const taken: boolean[] = [];
    for (const run of ['one', 'two']) void leases.take('lock://a', { session, run, agent: 'agent' }, 60_000).then((answer) => taken.push(answer.taken));
    await world.run(() => taken.length === 2);
    expect(taken, `schedule ${seed}`).toHaveLength(2);
    expect(taken.filter(Boolean).length, `schedule ${seed}`).toBeLessThan(2);
  }
});

it('who lets go is not held up by one that stopped while it waited for the ask, in 2000 schedules', async () => {
  for (let seed = 0; seed < 2_000; seed++) {
    const world = new World(seed, { leases: 'locks', pace: 1 });
    const [first, second] = [world.join(), world.join()];
    const holder = (session: string) => ({ session, run: `run of ${session}`, agent: 'agent' });
    let released: boolean | undefined;
    void (async () => {
      while (released === undefined) {
        const { taken, lease } = await first.leases.take('lock://a', holder(first.session), 60_000);
        if (taken) released = await first.leases.drop('lock://a', lease.fence);
      }
    })();
    void (async () => {
      for (;;) {
        await second.leases.list();
        await second.leases.take('lock://a', holder(second.session), 30);
      }
    })().catch(() => undefined);
    await world.run(() => released !== undefined || world.step > seed % 40);
    second.frozenUntil = Infinity;
    await world.run(() => released !== undefined);
    expect(released, `schedule ${seed}`).toBe(true);
  }
});
