/**
 * Leases in the names of locks. A peer that wants a key first holds a lock that says so (an *ask*), then looks at what all others hold: it
 * has the key if nobody else has a lease on it or asks for it; then it holds a lock that is the lease. Whoever looks later sees the ask
 * or the lease, so two cannot both have found themselves alone. Why this holds in every order of events, also for peers that stop at any
 * step, is in this folder's README.
 */
import { AppError } from '../shared/errors.ts';
import { askName, createNameReader, goesBefore, leaseName } from './lease-name.ts';
import type { Ask } from './lease-name.ts';
import type { Lease, LeaseTable, LockHolder, Taken } from './lease-table.ts';
import type { LeaseClock, LockManagerPort } from './lock-manager.ts';

/** An ask is there for a few messages. One that stays this long is that of a tab that stands still. */
const SETTLE_MS = 50;
/** Looks at a key that changes hands all the time; each one that fails means that another peer got on. */
const MAX_TRIES = 200;
/** Clocks that differ more than this are out of order; nobody waits for them. */
const MAX_WAIT_MS = 200;

/** What was held at one moment. */
interface Seen {
  /** A lease whose time was over by then was over at that moment, by the clocks of all peers. */
  before: number;
  leases: readonly (Lease & { name: string })[];
  asks: readonly (Ask & { name: string })[];
}

/** A lease of this peer. */
interface Own {
  lease: Lease;
  name: string;
  drop(): void;
}

export interface LockLeasesOptions {
  session: string;
  locks: LockManagerPort;
  clock: LeaseClock;
}

export function createLockLeases({ session, locks, clock }: LockLeasesOptions): LeaseTable {
  const read = createNameReader();
  /** By key and fence: that of a renewed lease stays. */
  const own = new Map<string, Own>();
  /** Leases that are given already and not held yet, by the same: until each is. Its ask stands in for it. */
  const coming = new Map<string, Promise<void>>();
  /** Names that this peer let go of and that it may still see for a moment, with the lease that each was. */
  const leaving = new Map<string, string>();
  let names = 0;

  const earliest = (): number => clock.now() - clock.error();
  const latest = (): number => clock.now() + clock.error();
  const idOf = ({ key, fence }: Pick<Lease, 'key' | 'fence'>): string => `${fence} ${key}`;
  const newId = (): string => `${session}-${++names}`;

  async function look(): Promise<Seen> {
    const before = earliest();
    // Not what is let go of after the question: an ask may be all that the answer shows of a lease that has come meanwhile.
    const left = new Set(leaving.keys());
    const held = await locks.held();
    const self = held.clients.get(session);
    const still = new Set<string>();
    const seen = { before, leases: [] as Seen['leases'][number][], asks: [] as Seen['asks'][number][] };
    for (const { name, client } of held.locks) {
      // By this peer: whoever waited for a name holds it for a moment, and for long when it stands still.
      if (client === self && left.has(name)) {
        still.add(name);
        continue;
      }
      const found = read(name, held.locks.length);
      // Only what a peer holds itself counts: not a lock in another's name, nor one that was just taken from its holder.
      if (!found || held.clients.get((found.ask ?? found.lease).holder.session) !== client) continue;
      if (found.ask) seen.asks.push(found.ask);
      else seen.leases.push(found.lease);
    }
    for (const name of left) if (!still.has(name)) leaving.delete(name);
    return seen;
  }

  /** Who has that key, by what was seen. */
  const holderOf = (seen: Seen, key: string): Lease | undefined =>
    seen.leases.filter((lease) => lease.key === key && lease.expires > seen.before).reduce<Lease | undefined>((best, lease) => (best && (best.fence > lease.fence || (best.fence === lease.fence && best.expires > lease.expires)) ? best : lease), undefined);

  const rivals = (seen: Seen, key: string, name?: string): Seen['asks'] => seen.asks.filter((ask) => ask.key === key && ask.name !== name && ask.expires > seen.before);

  const bare = ({ key, holder, fence, since, expires }: Lease): Lease => ({ key, holder, fence, since, expires });
  const refused = (lease: Lease): Taken => ({ taken: false, lease: bare(lease) });
  /** A peer that asked and then stopped may have the key for all that anybody can see. */
  const refusedBy = ({ key, holder, since, expires }: Ask): Taken => ({ taken: false, lease: { key, holder, fence: 0, since, expires } });

  async function hold(lease: Lease): Promise<Own> {
    const name = leaseName(lease, newId());
    const one: Own = { lease, name, drop: () => undefined };
    const drop = await locks.hold(name, () => {
      if (own.get(idOf(lease)) === one) own.delete(idOf(lease));
    });
    one.drop = () => {
      leaving.set(name, idOf(lease));
      drop();
    };
    return one;
  }

  /** Until nobody sees it any more, nor what it was before it was renewed: whoever is told of it finds the key free. */
  async function gone(id: string): Promise<void> {
    do await look(); while ([...leaving.values()].includes(id));
  }

  /** What is held, once it is known who gets what somebody asked for right now: who has a key may be seen as asking for it for a moment more. */
  async function settled(open: (seen: Seen, key: string) => boolean): Promise<Seen> {
    const until = clock.now() + SETTLE_MS;
    let seen = await look();
    const asks = new Set(seen.asks.filter((ask) => ask.expires > seen.before && open(seen, ask.key)).map(({ name }) => name));
    // By looking: whoever waits for a name holds it for a moment, and the timers of a hidden page may come a minute late.
    while (seen.asks.some(({ name }) => asks.has(name)) && clock.now() < until) seen = await look();
    return seen;
  }

  /** @returns undefined to begin again */
  async function attempt(key: string, holder: LockHolder, ttlMs: number): Promise<Taken | undefined> {
    const since = Math.round(clock.now());
    const ask: Ask = { key, ticket: clock.now(), since, expires: since + ttlMs, holder, id: newId() };
    const name = askName(ask);
    let stolen = false;
    const asking = locks.hold(name, () => { stolen = true; });
    // Asked in one go; what it shows counts only if the ask itself is in it.
    let looking = look();
    // When the ask is refused nobody waits for this one.
    looking.catch(() => undefined);
    const drop = await asking;
    const withdraw = (from = name): void => {
      leaving.set(name, from);
      drop();
    };
    let granted: Taken | undefined;
    try {
      for (let looks = 0; ; looks++, looking = look()) {
        const seen = await looking;
        if (stolen || latest() >= ask.expires) return undefined;
        const lease = holderOf(seen, key);
        if (lease) return refused(lease);
        if (!seen.asks.some((one) => one.name === name)) {
          if (looks > 1) return undefined;
          continue;
        }
        const others = rivals(seen, key, name);
        const first = others.find((one) => goesBefore(one, ask));
        if (first) {
          withdraw();
          return (await locks.free(first.name, SETTLE_MS)) ? undefined : refusedBy(first);
        }
        if (others.length === 0) return granted = await grant({ key, holder, since, expires: ask.expires }, seen, (id) => withdraw(id), () => stolen);
        // They will withdraw, unless one of them had the key before this ask was seen.
        if (!(await locks.free(others[0]!.name, SETTLE_MS))) return refusedBy(others[0]!);
      }
    } finally {
      if (!granted) withdraw();
    }
  }

  /**
   * The lease of an ask that was alone, and is still held. Nobody else gets the key while that is so: it is given at once, and the lease takes
   * the place of the ask when it is held. To wait for that was one more trip for everybody who gets a lock.
   */
  async function grant(lease: Omit<Lease, 'fence'>, seen: Seen, withdraw: (id: string) => void, lost: () => boolean): Promise<Taken | undefined> {
    const highest = seen.leases.reduce((most, { key, fence }) => (key === lease.key && fence > most ? fence : most), 0);
    const begun = latest();
    const fence = Math.max(Math.ceil(begun * 1000), highest + 1);
    const id = idOf({ key: lease.key, fence });
    let given: boolean | undefined;
    let failed: { error: unknown } | undefined;
    const held = hold({ ...lease, fence }).then((one) => {
      if (given === false || lost()) one.drop();
      else own.set(id, one);
      withdraw(id);
    }, (error: unknown) => {
      failed = { error };
      withdraw(id);
    }).finally(() => coming.delete(id));
    coming.set(id, held);
    // A number is used only when all clocks have passed it: then every later one is greater, also when nobody is left who knew this one.
    while (earliest() * 1000 <= fence && latest() < begun + MAX_WAIT_MS) await clock.moment();
    if (failed) throw failed.error;
    given = latest() < lease.expires && !lost();
    if (given) return { taken: true, lease: { ...lease, fence } };
    // Over already: it must not come to be held while this peer asks again.
    await held;
    own.get(id)?.drop();
    own.delete(id);
    return undefined;
  }

  /** What is over is out of everybody's way at once; this only tidies up. */
  function forgetOver(): void {
    for (const [id, { lease, drop }] of own) {
      if (lease.expires > latest()) continue;
      own.delete(id);
      drop();
    }
  }

  const standing = (seen: Seen, key: string, fence: number): boolean => {
    const now = seen.leases.filter((lease) => lease.key === key && lease.expires > latest());
    // A greater number beside it: somebody whose clock is wrong took it for over. The greater one counts, for writers too.
    return now.some((lease) => lease.fence === fence) && now.every((lease) => lease.fence <= fence);
  };

  return {
    async take(key, holder, ttlMs) {
      forgetOver();
      // It asks at once: looking before would be one trip more for everybody who gets the key, and the answer to an ask shows the same.
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const result = await attempt(key, holder, ttlMs);
        if (result) return result;
      }
      throw new AppError('conflict', `The lock ${key} changes hands all the time. Try again.`);
    },
    async renew({ key, fence }, ttlMs) {
      const id = idOf({ key, fence });
      await coming.get(id);
      const before = own.get(id);
      if (!before) return undefined;
      const since = Math.round(clock.now());
      const after = await hold({ ...before.lease, since, expires: since + ttlMs });
      const seen = await look();
      // The old one was there when the new one came, and its time was not over: nobody can have had the key in between.
      const unbroken = own.get(id) === before && before.lease.expires > latest() && standing(seen, key, fence)
        && [before.name, after.name].every((name) => seen.leases.some((lease) => lease.name === name));
      if (!unbroken) {
        if (own.get(id) === before) own.delete(id);
        before.drop();
        after.drop();
        await gone(id);
        return undefined;
      }
      own.set(id, after);
      before.drop();
      return after.lease.expires > latest() ? after.lease : undefined;
    },
    async drop(key, fence) {
      const id = idOf({ key, fence });
      await coming.get(id);
      const one = own.get(id);
      if (!one) return false;
      const stood = one.lease.expires > latest();
      own.delete(id);
      one.drop();
      await gone(id);
      return stood;
    },
    async revoke(key, fence) {
      let revoked = false;
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const seen = await look();
        // Not one that this peer let go of meanwhile: to take it again would hold it once more, in the name of this very peer.
        const found = seen.leases.filter((lease) => lease.key === key && lease.fence === fence && !leaving.has(lease.name));
        if (found.length === 0) return revoked;
        revoked ||= found.some((lease) => lease.expires > seen.before);
        for (const { name } of found) await locks.steal(name);
      }
      return revoked;
    },
    read: async (key) => {
      const lease = holderOf(await settled((seen, of) => of === key && !holderOf(seen, key)), key);
      return lease && bare(lease);
    },
    async list() {
      const seen = await settled((first, key) => !holderOf(first, key));
      const keys = [...new Set(seen.leases.map(({ key }) => key))].sort();
      return keys.map((key) => holderOf(seen, key)).filter((lease) => lease !== undefined).map(bare);
    },
    async stands(key, fence) {
      await coming.get(idOf({ key, fence }));
      return standing(await settled((seen, of) => of === key && !standing(seen, key, fence)), key, fence);
    },
  };
}
