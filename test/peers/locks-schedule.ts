/** One schedule of locks: peers that take, renew and let go of them, and what must hold in every order of events. */
import { createLocks } from '../../src/peers/locks.ts';
import { World } from './world.ts';
import type { Peer, WorldOptions } from './world.ts';

const KEYS = ['lock://a', 'lock://b'];
/** Seconds: some that a freeze always outlasts, and some that it seldom does. */
const TTLS = [0.25, 0.7, 2];
/** Milliseconds. */
const SKEWS = [0, 15, 60];

interface Grant {
  key: string;
  fence: number;
  asked: number;
  granted: number;
  by: Peer;
  /** When it was over: its time, its release, its holder's death. */
  over: number;
  /** When somebody began to revoke it who never heard whether they did: they died, or the schedule ended first. */
  perhapsOver?: number;
  /** When somebody revoked it: some time between these. It may have been renewed in between, and is over all the same. */
  revoked?: { begun: number; ended: number };
}

/** @returns what was granted. @throws when something was that must not be */
export async function lockSchedule(seed: number, options: WorldOptions): Promise<readonly Grant[]> {
  const ttl = TTLS[seed % 3]!;
  const skew = options.leases === 'locks' ? SKEWS[Math.floor(seed / 3) % 3]! : 0;
  const world = new World(seed, { deaths: 0.004, freezes: 0.01, pace: 40, skew, ...options });
  const grants: Grant[] = [];
  /** A place that a lock protects: it takes what has the highest number it has seen, and nothing older. */
  const guarded = new Map<string, number>();
  const end = (of: (grant: Grant) => boolean): void => {
    for (const grant of grants) if (of(grant)) grant.over = Math.min(grant.over, world.time);
  };
  world.onDeath = (peer) => end((grant) => grant.by === peer);
  /** Who is in the middle of asking for what: while it stands still it may be taken for the holder. */
  const asking: { run: string; key: string; ended: number }[] = [];
  let working = 0;
  const failures: unknown[] = [];
  const demand = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(what);
  };
  for (let index = 0; index < 3; index++) {
    const peer = world.join();
    const locks = createLocks(peer);
    const holder = { session: peer.session, run: `run-${index}`, agent: `agent-${index}` };
    working++;
    const work = async (): Promise<void> => {
      for (let round = 0; round < 3; round++) {
        const key = KEYS[world.below(KEYS.length)]!;
        const asked = world.time;
        const ask = { run: holder.run, key, ended: Infinity };
        asking.push(ask);
        const result = await locks.acquire(holder, key, ttl);
        ask.ended = world.step;
        if (!result.acquired) {
          demand(result.reason === 'held' ? result.lease.holder.run !== holder.run : result.reason === 'already_holding', `refused for ${result.reason}`);
          continue;
        }
        const { lease } = result;
        demand(lease.expires > world.time - skew - 1, `${lease.fence} was over at ${lease.expires} and given at ${world.time}`);
        const same = grants.find((grant) => grant.fence === lease.fence && grant.key === lease.key);
        if (same) {
          demand(same.by === peer && result.renewed, `the number ${lease.fence} was given twice`);
          demand(same.over > asked || same.over === lease.expires, `${lease.fence} was renewed at ${asked} and over at ${same.over}`);
          demand(!same.revoked || asked <= same.revoked.ended, `${lease.fence} was renewed at ${asked} and revoked by ${same.revoked?.ended}`);
          same.over = lease.expires;
        } else {
          demand(!result.renewed, `${lease.fence} was renewed and never given`);
          grants.push({ key: lease.key, fence: lease.fence, asked, granted: world.time, by: peer, over: lease.expires });
        }
        await peer.sleep(world.below(ttl * 1500));
        // A guarded write: looked up first, and refused by its number if that was too long ago.
        if (await locks.stands(lease.key, lease.fence)) {
          const highest = guarded.get(lease.key) ?? 0;
          if (lease.fence >= highest) guarded.set(lease.key, lease.fence);
          else demand(grants.some((grant) => grant.fence === highest && grant.key === lease.key), `${highest} was written with and never given`);
        }
        if (world.rand() < 0.1) {
          const other = grants[world.below(grants.length)]!;
          const begun = world.time;
          other.perhapsOver ??= begun;
          if (await locks.revoke(other.key, other.fence)) other.revoked ??= { begun, ended: world.time };
          else if (other.perhapsOver === begun) delete other.perhapsOver;
        }
        if (world.rand() < 0.7) {
          // Whoever lets go no longer holds it, whenever that comes to pass.
          end((grant) => grant.by === peer && grant.key === key);
          const begun = world.step;
          const released = await locks.release(holder, key);
          if (!released.released && released.reason === 'held') {
            const { fence, holder: { run } } = released.lease;
            // Or it was in the middle of asking, for the key or for more time, when it was seen.
            demand(fence > lease.fence || asking.some((one) => one.run === run && one.key === key && one.ended >= begun), `${fence} came after ${lease.fence}`);
          }
        }
      }
      end((grant) => grant.by === peer);
      await locks.releaseRun(holder.run);
    };
    void work().then(() => working--, (error: unknown) => { failures.push(error); });
  }
  await world.run(() => failures.length > 0 || working === world.peers.filter((peer) => peer.dead).length);
  if (failures.length > 0) throw failures[0];
  check(grants);
  return grants;
}

/** Grants of one key in the order of their numbers: the next begins after the one before is over, and numbers follow time. */
function check(grants: readonly Grant[]): void {
  for (const key of KEYS) {
    const row = grants.filter((grant) => grant.key === key).sort((a, b) => a.fence - b.fence);
    for (const [index, grant] of row.entries()) {
      const next = row[index + 1];
      if (next && next.granted < Math.min(grant.over, grant.perhapsOver ?? Infinity, grant.revoked?.begun ?? Infinity)) throw new Error(`two holders of ${key}: ${grant.fence} until ${grant.over}, ${next.fence} from ${next.granted}`);
      if (row.some((later) => later.fence > grant.fence && later.granted < grant.asked)) throw new Error(`the numbers of ${key} do not follow time at ${grant.fence}`);
    }
  }
}
