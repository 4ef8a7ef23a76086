/** Runs that may hold two locks, under every order of events that a seed can make: never two holders, of those that wait for each other one is told, and nobody remembers what the dead wanted. */
import { expect, it } from 'vitest';
import { createLocks, type Acquired } from '../../src/peers/locks.ts';
import { SEED, SOAK } from '../support/sample.ts';
import { World, type Peer } from './world.ts';

const SCHEDULES = SOAK ? 100_000 : 2_000;
/** Longer than any schedule. */
const TTL = 100_000;

/** As many peers as there are keys: each takes its own and then asks for the next one's. @returns how many were told of the cycle */
async function schedule(seed: number, deaths: number): Promise<number> {
  const world = new World(seed, { leases: seed % 2 ? 'locks' : 'records', deaths, freezes: 0.01, pace: 5 });
  const count = 2 + (seed % 3);
  const holders = new Map<string, Peer>();
  const answers: Acquired[] = [];
  let working = count;
  const failures: unknown[] = [];
  const locksOf = Array.from({ length: count }, () => {
    const peer = world.join();
    return { peer, locks: createLocks(peer) };
  });
  const acquire = async (index: number, key: string): Promise<Acquired> => {
    const { peer, locks } = locksOf[index]!;
    const result = await locks.acquire({ session: peer.session, run: `run-${index}`, agent: `agent-${index}` }, key, TTL, 2);
    if (result.acquired) {
      const before = holders.get(key);
      if (before && before !== peer && !before.dead) throw new Error(`two holders of ${key}`);
      holders.set(key, peer);
    }
    return result;
  };
  const key = (index: number): string => `lock://${index % count}`;
  let ready = 0;
  for (let index = 0; index < count; index++) {
    void (async () => {
      await acquire(index, key(index));
      ready++;
      // All have theirs, or are dead, before the first asks for another's.
      while (ready < count - locksOf.filter(({ peer }) => peer.dead).length) await locksOf[index]!.peer.sleep(5);
      answers[index] = await acquire(index, key(index + 1));
      working--;
    })().catch((error: unknown) => { failures.push(error); });
  }
  const over = (): boolean => failures.length > 0 || working <= world.peers.filter(({ dead }, index) => dead && answers[index] === undefined).length;
  await world.run(over);
  if (failures.length > 0) throw failures[0];
  const told = answers.flatMap((answer) => (answer && !answer.acquired && answer.reason === 'deadlock' ? [answer.cycle] : []));
  for (const cycle of told) expect(cycle.length).toBe(2 * count);
  if (deaths === 0) {
    expect(answers.map(({ acquired }) => acquired)).toEqual(Array(count).fill(false));
    expect(told.length).toBeGreaterThan(0);
  }
  // Whoever is refused next finds no wish of the dead, and leaves none there.
  let checked = false;
  void (async () => {
    const [peer, asker] = [world.join(), world.join()];
    const own = { session: peer.session, run: 'late', agent: 'late' };
    const other = { session: asker.session, run: 'later', agent: 'later' };
    await createLocks(peer).acquire(own, 'lock://late', TTL);
    const refused = await createLocks(asker).acquire(other, 'lock://late', TTL, 2);
    if (peer.dead || asker.dead || refused.acquired) return;
    const dead = new Set(world.peers.filter((one) => one.dead).map(({ session }) => session));
    // Not of one that died while this was going on.
    const left = [...world.store.values()].filter(({ key: name }) => name.startsWith('wish/')).map(({ value }) => (value as { session: string }).session);
    if (left.some((session) => dead.has(session) && deadBefore.has(session))) throw new Error('a wish of the dead is left');
  })().then(() => { checked = true; }, (error: unknown) => { failures.push(error); });
  const deadBefore = new Set(world.peers.filter((one) => one.dead).map(({ session }) => session));
  await world.run(() => checked || failures.length > 0 || world.peers.slice(count).some(({ dead }) => dead));
  if (failures.length > 0) throw failures[0];
  return told.length;
}

it.each([['and nobody dies', 0], ['and any may die', 0.004]] as const)(`a cycle of two to four runs is found, ${SCHEDULES} schedules, %s`, async (_name, deaths) => {
  let told = 0;
  for (let index = 0; index < SCHEDULES; index++) {
    const seed = SEED * 1_000_003 + index;
    try {
      told += await schedule(seed, deaths);
    } catch (error) {
      throw new Error(`schedule ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  expect(told).toBeGreaterThan(deaths === 0 ? SCHEDULES - 1 : SCHEDULES / 10);
}, 1_800_000);

it('who may hold one lock alone leaves no wish', async () => {
  const world = new World(SEED);
  const [first, second] = [world.join(), world.join()];
  const answers: Acquired[] = [];
  void (async () => {
    answers.push(await createLocks(first).acquire({ session: first.session, run: 'a', agent: 'a' }, 'lock://a', TTL));
    answers.push(await createLocks(second).acquire({ session: second.session, run: 'b', agent: 'b' }, 'lock://a', TTL));
  })();
  await world.run(() => answers.length === 2);
  expect(answers[1]).toMatchObject({ acquired: false, reason: 'held' });
  expect([...world.store.keys()].filter((key) => key.startsWith('wish/'))).toEqual([]);
});
