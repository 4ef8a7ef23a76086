/**
 * Locks with leases. The record decides, by compare-and-set; that its holder is gone is seen by the holder's session, and that it is slow or
 * frozen by the time in the lease. Nothing waits: whoever does not get a lock is told who has it. The rules are those of the third
 * document; its one lock a run is enforced, not only asked for.
 */
import { findCycle } from './lock-cycle.ts';
import { leaseOf, LOCKS, lockRecordKey } from './lock-record.ts';
import type { Lease, LockHolder, LockRecord } from './lock-record.ts';
import type { Coordination, Entry } from './port.ts';
import { resourceKey } from './resource-key.ts';

export type Acquired =
  | { acquired: true; lease: Lease; renewed: boolean }
  | { acquired: false; reason: 'held'; lease: Lease }
  | { acquired: false; reason: 'already_holding'; key: string }
  /** Agents and keys in turn, from the one that asked. */
  | { acquired: false; reason: 'deadlock'; lease: Lease; cycle: string[] };

export type Released = { released: true } | { released: false; reason: 'not_found' } | { released: false; reason: 'held'; lease: Lease };

export interface Locks {
  /** Seconds; asking again for a lock that the run holds begins its time anew. @throws AppError `invalid_arguments` for a key that is no URI */
  acquire(holder: LockHolder, uri: string, ttlSeconds: number): Promise<Acquired>;
  release(holder: LockHolder, uri: string): Promise<Released>;
  /** Everything that a run holds; to be called at its end, whatever end that is. */
  releaseRun(run: string): Promise<void>;
  /** What is held now, by key; leases that are over or whose peer is gone are not. */
  list(): Promise<Lease[]>;
  /** Takes a lock from its holder, for a person who looks on. @returns false when it was no longer that lease */
  revoke(key: string, fence: number): Promise<boolean>;
  /** Whether that lease still stands; a writer asks right before it writes. */
  stands(key: string, fence: number): Promise<boolean>;
}

export interface LocksOptions {
  /** Locks one run may hold at a time. */
  maxPerRun?: number;
}

export function createLocks(port: Coordination, { maxPerRun = 1 }: LocksOptions = {}): Locks {
  const { records } = port;
  /** What the runs of this peer hold. Only the record says whether they still do. */
  const held = new Map<string, Map<string, number>>();
  const turns = new Map<string, Promise<unknown>>();

  /** One after the other for each run: two calls at once would both find that it holds nothing. */
  function inTurn<T>(run: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(run) ?? Promise.resolve()).then(work, work);
    turns.set(run, turn.catch(() => undefined));
    return turn;
  }

  const over = async (lease: Lease): Promise<boolean> => lease.expires <= port.now() || !(await port.alive(lease.holder.session));

  const write = (entry: Entry | undefined, key: string, value: LockRecord): Promise<Entry | undefined> => records.write(lockRecordKey(key), entry?.revision ?? 0, value);

  /** The run's locks that still stand; the others are forgotten. */
  async function standing(run: string): Promise<string[]> {
    const own = held.get(run) ?? new Map<string, number>();
    for (const [key, fence] of own) if (!(await stands(key, fence))) own.delete(key);
    return [...own.keys()];
  }

  async function stands(key: string, fence: number): Promise<boolean> {
    const lease = leaseOf(await records.read(lockRecordKey(key)));
    return lease !== undefined && lease.fence === fence && lease.expires > port.now();
  }

  async function acquire(holder: LockHolder, key: string, ttlSeconds: number): Promise<Acquired> {
    const others = (await standing(holder.run)).filter((one) => one !== key);
    if (others.length >= maxPerRun) return { acquired: false, reason: 'already_holding', key: others[0]! };
    for (;;) {
      const entry = await records.read(lockRecordKey(key));
      const lease = leaseOf(entry);
      const mine = lease?.holder.run === holder.run && lease.expires > port.now();
      if (lease && !mine && !(await over(lease))) return refused(holder, lease);
      const now = port.now();
      const expires = now + ttlSeconds * 1000;
      const written = await write(entry, key, { holder, fence: mine ? lease.fence : 0, since: now, expires });
      // Somebody was quicker: look again, and find them.
      if (!written) continue;
      const own = held.get(holder.run) ?? new Map<string, number>();
      const granted = leaseOf(written)!;
      held.set(holder.run, own.set(key, granted.fence));
      await forgetWish(holder.run);
      port.announce('locks', { key });
      return { acquired: true, lease: granted, renewed: mine };
    }
  }

  async function refused(holder: LockHolder, lease: Lease): Promise<Acquired> {
    // With one lock a run nobody who waits holds anything: there is no cycle to find.
    if (maxPerRun < 2) return { acquired: false, reason: 'held', lease };
    const wish = `wish/${holder.run}`;
    const before = await records.read(wish);
    await records.write(wish, before?.revision ?? 0, { run: holder.run, agent: holder.agent, session: holder.session, key: lease.key });
    const cycle = findCycle(holder, lease.key, await list(), await records.list('wish/'));
    return cycle ? { acquired: false, reason: 'deadlock', lease, cycle } : { acquired: false, reason: 'held', lease };
  }

  async function forgetWish(run: string): Promise<void> {
    if (maxPerRun < 2) return;
    const wish = await records.read(`wish/${run}`);
    if (wish) await records.remove(wish.key, wish.revision);
  }

  async function free(key: string, isTheirs: (lease: Lease) => boolean): Promise<Released> {
    for (;;) {
      const entry = await records.read(lockRecordKey(key));
      const lease = leaseOf(entry);
      if (!lease || lease.expires <= port.now()) return { released: false, reason: 'not_found' };
      if (!isTheirs(lease)) return { released: false, reason: 'held', lease };
      if (!(await write(entry, key, { holder: null, fence: 0, since: 0, expires: 0 }))) continue;
      port.announce('locks', { key });
      return { released: true };
    }
  }

  async function list(): Promise<Lease[]> {
    const leases = (await records.list(LOCKS)).map(leaseOf).filter((lease) => lease !== undefined);
    const gone = await Promise.all(leases.map(over));
    return leases.filter((_, index) => !gone[index]);
  }

  return {
    async acquire(holder, uri, ttlSeconds) {
      const key = resourceKey(uri);
      return inTurn(holder.run, () => acquire(holder, key, ttlSeconds));
    },
    async release(holder, uri) {
      const key = resourceKey(uri);
      return inTurn(holder.run, async () => {
        held.get(holder.run)?.delete(key);
        return free(key, (lease) => lease.holder.run === holder.run);
      });
    },
    releaseRun: (run) => inTurn(run, async () => {
      const own = held.get(run);
      held.delete(run);
      for (const key of own?.keys() ?? []) await free(key, (lease) => lease.holder.run === run);
      await forgetWish(run);
      turns.delete(run);
    }),
    list,
    async revoke(key, fence) {
      return (await free(key, (lease) => lease.fence === fence)).released;
    },
    stands,
  };
}
