/** Locks under every order of events that a seed can make: peers that die and freeze at any step, leases that run out, announcements that are late, doubled or lost. */
import { expect, it } from 'vitest';
import { createLocks } from '../../src/peers/locks.ts';
import { SEED, SOAK } from '../support/sample.ts';
import { World } from './world.ts';
import type { Peer } from './world.ts';

const SCHEDULES = SOAK ? 700_000 : 35_000;
const KEYS = ['lock://a', 'lock://b'];
const TTL = 2;

interface Grant { key: string; fence: number; asked: number; granted: number; by: Peer; /** When it was over: its time, its release, its holder's death. */ over: number }

/** One schedule: four peers, each with a run that takes and lets go of locks. @returns what was granted */
async function schedule(seed: number): Promise<Grant[]> {
  const world = new World(seed, { deaths: 0.004, freezes: 0.01, pace: 40 });
  const grants: Grant[] = [];
  /** A place that a lock protects: it takes what has the highest number it has seen, and nothing older. */
  const guarded = new Map<string, number>();
  world.onDeath = (peer) => {
    for (const grant of grants) if (grant.by === peer) grant.over = Math.min(grant.over, world.time);
  };
  let working = 0;
  const failures: unknown[] = [];
  for (let index = 0; index < 4; index++) {
    const peer = world.join();
    const locks = createLocks(peer);
    const holder = { session: peer.session, run: `run-${index}`, agent: `agent-${index}` };
    working++;
    const work = async (): Promise<void> => {
      for (let round = 0; round < 3; round++) {
        const key = KEYS[world.below(KEYS.length)]!;
        const asked = world.time;
        const result = await locks.acquire(holder, key, TTL);
        if (!result.acquired) {
          if (result.reason === 'held') expect(result.lease.holder.run).not.toBe(holder.run);
          else expect(result.reason).toBe('already_holding');
          continue;
        }
        const { lease } = result;
        const same = grants.find((grant) => grant.fence === lease.fence);
        if (same) {
          expect([same.by, result.renewed]).toEqual([peer, true]);
          same.over = lease.expires;
        } else grants.push({ key: lease.key, fence: lease.fence, asked, granted: world.time, by: peer, over: lease.expires });
        await peer.sleep(world.below(TTL * 1500));
        // A guarded write: looked up first, and refused by its number if that was too long ago.
        if (await locks.stands(lease.key, lease.fence)) {
          const highest = guarded.get(lease.key) ?? 0;
          if (lease.fence >= highest) guarded.set(lease.key, lease.fence);
          else expect(grants.some((grant) => grant.fence === highest && grant.key === lease.key)).toBe(true);
        }
        if (world.rand() < 0.7) {
          const grant = grants.find((one) => one.fence === lease.fence)!;
          // Whoever lets go no longer holds it, whenever that comes to pass.
          grant.over = Math.min(grant.over, world.time);
          const released = await locks.release(holder, key);
          if (!released.released && released.reason === 'held') expect(released.lease.fence).toBeGreaterThan(lease.fence);
        }
      }
      for (const grant of grants) if (grant.by === peer) grant.over = Math.min(grant.over, world.time);
      await locks.releaseRun(holder.run);
    };
    void work().then(() => working--, (error: unknown) => { failures.push(error); });
  }
  await world.run(() => failures.length > 0 || working === world.peers.filter((peer) => peer.dead).length);
  if (failures.length > 0) throw failures[0];
  return grants;
}

/** Grants of one key in the order of their numbers: the next begins after the one before is over, and numbers follow time. */
function check(grants: readonly Grant[]): void {
  for (const key of KEYS) {
    const row = grants.filter((grant) => grant.key === key).sort((a, b) => a.fence - b.fence);
    for (const [index, grant] of row.entries()) {
      const next = row[index + 1];
      if (next && next.granted < grant.over) throw new Error(`two holders of ${key}: ${grant.fence} until ${grant.over}, ${next.fence} from ${next.granted}`);
      if (row.some((later) => later.fence > grant.fence && later.granted < grant.asked)) throw new Error(`the numbers of ${key} do not follow time at ${grant.fence}`);
    }
  }
}

it(`never two holders, and numbers that only grow, in ${SCHEDULES} schedules`, async () => {
  let granted = 0;
  for (let index = 0; index < SCHEDULES; index++) {
    const seed = SEED * 1_000_003 + index;
    try {
      const grants = await schedule(seed);
      granted += grants.length;
      check(grants);
    } catch (error) {
      throw new Error(`schedule ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  // A world in which nobody gets a lock would prove nothing.
  expect(granted).toBeGreaterThan(SCHEDULES * 3);
}, 1_200_000);
