/** Leases in the names of locks, where the lock manager or the timers do what the simulated ones do not. */
import { expect, it } from 'vitest';
import { createLockLeases } from '../../src/peers/lease-locks.ts';
import { askName } from '../../src/peers/lease-name.ts';
import { play } from './play.ts';
import { World } from './world.ts';

it('whoever reads beside one that stopped while it asked waits for no timer', async () => {
  const world = new World(1, { leases: 'locks', pace: 1 });
  const [stopped, reader] = [world.join(), world.join()];
  const holder = { session: stopped.session, run: 'run', agent: 'agent' };
  await play(world, world.locks.of(stopped).hold(askName({ key: 'lock://a', ticket: world.time, since: world.time, expires: world.time + 60_000, holder, id: 'id' }), () => undefined));
  // As in a page that has been hidden for long: its timers come a minute late.
  const leases = createLockLeases({ session: reader.session, clock: reader.clock, locks: { ...world.locks.of(reader), free: () => new Promise(() => undefined) } });
  expect(await play(world, Promise.all([leases.list(), leases.read('lock://a'), leases.stands('lock://a', 1)]))).toEqual([[], undefined, false]);
});

it('a lock whose lease is refused by the lock manager is not given, and asked for no more', async () => {
  const world = new World(1, { leases: 'locks', pace: 1 });
  const [peer, other] = [world.join(), world.join()];
  const locks = world.locks.of(peer);
  const leases = createLockLeases({ session: peer.session, clock: peer.clock, locks: { ...locks, hold: (name, onStolen) => (name.startsWith('["lease"') ? Promise.reject(new Error('refused')) : locks.hold(name, onStolen)) } });
  await expect(play(world, leases.take('lock://a', { session: peer.session, run: 'run', agent: 'agent' }, 60_000))).rejects.toThrow('refused');
  expect(await play(world, other.leases.take('lock://a', { session: other.session, run: 'other', agent: 'agent' }, 60_000))).toMatchObject({ taken: true });
});

it('what a peer lets go of while it is being revoked there is not taken once more, in 500 schedules', async () => {
  for (let seed = 0; seed < 500; seed++) {
    const world = new World(seed, { leases: 'locks', pace: 1 });
    const peer = world.join();
    const locks = world.locks.of(peer);
    // As in a browser: one question's answer does not overtake another's.
    let before: Promise<unknown> = Promise.resolve();
    const held: typeof locks.held = () => {
      const answer = Promise.all([locks.held(), before]).then(([seen]) => seen);
      before = answer;
      return answer;
    };
    const stolen: string[] = [];
    const leases = createLockLeases({ session: peer.session, clock: peer.clock, locks: { ...locks, held, steal: (name) => (stolen.push(name), locks.steal(name)) } });
    const { lease } = await play(world, leases.take('lock://a', { session: peer.session, run: 'run', agent: 'agent' }, 60_000));
    expect(await play(world, leases.stands('lock://a', lease.fence))).toBe(true);
    expect(await play(world, Promise.all([leases.revoke('lock://a', lease.fence), leases.drop('lock://a', lease.fence)])), `schedule ${seed}`).toEqual([false, true]);
    expect(stolen, `schedule ${seed}`).toEqual([]);
  }
});
