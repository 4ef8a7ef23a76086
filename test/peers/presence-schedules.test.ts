/** Who is here, under late, lost, doubled and swapped news, with peers that die, freeze, leave and come. */
import { expect, it } from 'vitest';
import type { Json } from '../../src/shared/json.ts';
import { createPresence, type PeerInfo, type Presence } from '../../src/peers/presence.ts';
import { SEED, SOAK } from '../support/sample.ts';
import { World, type Peer } from './world.ts';

const SCHEDULES = SOAK ? 20_000 : 150;
/** All had left, and the world had nobody to freeze. */
const FOUND = [1_000_971];

async function schedule(seed: number): Promise<{ died: number; silent: number }> {
  const world = new World(seed, { deaths: 0.002, freezes: 0.01, pace: 40 });
  const fail: unknown[] = [];
  const here: { peer: Peer; presence: Presence; left: boolean }[] = [];
  /** All that a peer ever was, by session and version. */
  const was = new Map<string, PeerInfo>();
  let silent = 0;
  let busy = 0;
  const begin = (index: number): void => {
    const peer = world.join();
    const presence = createPresence(peer);
    const one = { peer, presence, left: false };
    here.push(one);
    was.set(`${peer.session} 1`, presence.store.getState().own);
    presence.store.subscribe(({ own, others, silent: quiet }, { others: before }) => {
      was.set(`${own.session} ${own.version}`, own);
      silent += quiet.size;
      for (const other of others) {
        if (JSON.stringify(other) !== JSON.stringify(was.get(`${other.session} ${other.version}`))) fail.push(new Error(`${own.session} shows what ${other.session} never was`));
        if (other.version < (before.find(({ session }) => session === other.session)?.version ?? 0)) fail.push(new Error(`${own.session} takes ${other.session} back to what it was`));
        if (other.session === own.session) fail.push(new Error(`${own.session} is among its own others`));
      }
      if (new Set(others.map(({ session }) => session)).size !== others.length) fail.push(new Error('somebody is here twice'));
      for (const session of quiet) if (!others.some((other) => other.session === session)) fail.push(new Error('somebody who is gone does not answer'));
    });
    busy++;
    peer.frozenUntil = 0;
    void (async () => {
      for (let step = 0; step < 4; step++) {
        await peer.sleep(world.below(900));
        const what = world.below(4);
        if (what === 0) presence.describe({ name: `name ${world.below(9)}` });
        else if (what === 1) presence.run(`run ${world.below(2)}`, { run: 'r', agent: 'a', role: 'b', state: 'running', status: `${step}`, since: 1, task: 't', call: null });
        else if (what === 2) presence.run(`run ${world.below(2)}`, undefined);
        else presence.refresh();
      }
      if (index === 1) {
        presence.close();
        one.left = true;
        // As a tab that is left: what it was is gone with it.
        world.kill(peer);
      }
    })().catch((error: unknown) => fail.push(error)).then(() => { if (!peer.dead) busy--; });
  };
  world.onDeath = () => { busy--; };
  for (let index = 0; index < 3; index++) begin(index);
  await world.run(() => fail.length > 0 || world.step > 120);
  begin(3);
  await world.run(() => fail.length > 0 || busy <= 0);
  // Whoever lives sees the others as they are, and nobody else: asking again repairs what was lost.
  const agree = (): boolean => {
    const living = here.filter(({ peer }) => !peer.dead);
    return living.every(({ presence }) => {
      const { own, others } = presence.store.getState();
      const expected = living.map((one) => one.presence.store.getState().own).filter(({ session }) => session !== own.session);
      return others.length === expected.length && expected.every((one) => others.some((other) => JSON.stringify(other) === JSON.stringify(one)));
    });
  };
  const asking = new Set<Peer>();
  for (const { peer, presence } of here) {
    if (peer.dead) continue;
    asking.add(peer);
    void (async () => {
      for (let round = 0; round < 30; round++) {
        presence.refresh();
        await peer.sleep(3_000);
      }
    })().catch((error: unknown) => fail.push(error)).then(() => asking.delete(peer));
  }
  await world.run(() => fail.length > 0 || agree() || [...asking].every((peer) => peer.dead), 200_000);
  if (fail.length > 0) throw fail[0];
  if (!agree()) throw new Error('the living do not see each other as they are');
  return { died: here.filter(({ peer, left }) => peer.dead && !left).length, silent };
}

it(`everybody sees those who are here, in ${SCHEDULES} schedules`, async () => {
  const all = { died: 0, silent: 0 };
  for (const seed of FOUND) await schedule(seed);
  for (let index = 0; index < SCHEDULES; index++) {
    const seed = SEED * 1_000_003 + index;
    try {
      const { died, silent } = await schedule(seed);
      all.died += died;
      all.silent += silent;
    } catch (error) {
      throw new Error(`schedule ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  expect(all.died).toBeGreaterThan(SCHEDULES / 20);
  expect(all.silent).toBeGreaterThan(0);
}, 1_200_000);

it('nobody says anything while nothing happens, and one change is told once however fast it comes', async () => {
  const world = new World(1, { pace: 40 });
  const said: string[] = [];
  const all = Array.from({ length: 5 }, () => {
    const peer = world.join();
    const { announce } = peer;
    peer.announce = (topic, body) => {
      said.push(topic);
      announce(topic, body);
    };
    return createPresence(peer);
  });
  const until = async (time: number): Promise<void> => world.run(() => world.time >= time, 200_000);
  await until(world.time + 5_000);
  said.length = 0;
  await until(world.time + 60_000);
  expect(said).toEqual([]);
  for (let n = 0; n < 50; n++) all[0]!.describe({ name: `name ${n}` });
  await until(world.time + 5_000);
  expect(said).toEqual(['presence']);
});

it('what nobody can be is not shown: another’s session, names and lists without end, other forms', async () => {
  const world = new World(1);
  const [a, b] = [world.join(), world.join()];
  const presence = createPresence(a);
  const say = async (body: Json): Promise<void> => {
    // Some of it is lost, so it is said often.
    for (let n = 0; n < 20; n++) b.announce('presence', body);
    const end = world.time + 1_000;
    await world.run(() => world.time >= end);
  };
  const here = { session: b.session, version: 1, name: 'Tom', since: 1, owner: false, free: 0, visible: true, runs: [] };
  for (const wrong of [{ ...here, session: a.session }, { ...here, session: 'somebody' }, { ...here, name: 'x'.repeat(61) }, { ...here, runs: Array(201).fill({ run: 'r', agent: 'a', role: '', state: 'running', status: '', since: 1, task: '', call: null }) }, { ...here, runs: [{ run: 'r' }] }, { ...here, version: 'x' }, null, 3]) {
    await say({ here: wrong, answer: null } as Json);
    expect(presence.store.getState().others).toEqual([]);
  }
  await say({ here, answer: null });
  expect(presence.store.getState().others).toEqual([here]);
});
