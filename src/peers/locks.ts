/**
 * Locks with leases: the rules of the third document, its one lock a run (or as many as its agent's file allows) enforced and not only asked for. The table of leases decides who
 * has a key. Nothing waits: whoever does not get a lock is told who has it.
 */
import { isRecord } from '../shared/json.ts';
import type { Lease, LockHolder } from './lease-table.ts';
import { findCycle } from './lock-cycle.ts';
import type { Coordination, Entry } from './port.ts';
import { resourceKey } from './resource-key.ts';
import { updateRecord } from './update-record.ts';

export type Acquired =
  | { acquired: true; lease: Lease; renewed: boolean }
  | { acquired: false; reason: 'held'; lease: Lease }
  | { acquired: false; reason: 'already_holding'; key: string }
  /** Agents and keys in turn, from the one that asked. */
  | { acquired: false; reason: 'deadlock'; lease: Lease; cycle: string[] };

export type Released = { released: true } | { released: false; reason: 'not_found' } | { released: false; reason: 'held'; lease: Lease };

export interface Locks {
  /** Seconds; asking again for a lock that the run holds begins its time anew. @param most locks that the run may hold at a time. @throws AppError `invalid_arguments` for a key that is no URI */
  acquire(holder: LockHolder, uri: string, ttlSeconds: number, most?: number): Promise<Acquired>;
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

/** As long as nobody sees the difference. */
const GATHER_MS = 50;

export function createLocks(port: Coordination): Locks {
  const { leases, records } = port;
  /** Runs of this peer that were refused a lock beside another one: what each wants is a record. */
  const wishing = new Set<string>();
  /** What the runs of this peer hold. Only the table says whether they still do. */
  const held = new Map<string, Map<string, Lease>>();
  const turns = new Map<string, Promise<unknown>>();

  let telling = false;
  /** Only views listen, so what happens at about the same time is told together: each piece of news wakes every tab, and twenty that wake are in the way of the next lock. */
  function tell(): void {
    if (telling) return;
    telling = true;
    void port.sleep(GATHER_MS).then(() => port.announce('locks', null), () => undefined).finally(() => { telling = false; });
  }

  /** One after the other for each run: two calls at once would both find that it holds nothing. */
  function inTurn<T>(run: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(run) ?? Promise.resolve()).then(work, work);
    turns.set(run, turn.catch(() => undefined));
    return turn;
  }

  /** The run's locks besides that one; those that no longer stand are forgotten. */
  async function others(run: string, except: string): Promise<string[]> {
    const own = held.get(run);
    if (!own) return [];
    for (const [key, { fence }] of own) if (key !== except && !(await leases.stands(key, fence))) own.delete(key);
    return [...own.keys()].filter((key) => key !== except);
  }

  async function acquire(holder: LockHolder, key: string, ttlSeconds: number, most: number): Promise<Acquired> {
    const has = await others(holder.run, key);
    if (has.length >= most) return { acquired: false, reason: 'already_holding', key: has[0]! };
    const ttlMs = ttlSeconds * 1000;
    const before = held.get(holder.run)?.get(key);
    const renewed = before && (await leases.renew(before, ttlMs));
    const result = renewed ? { taken: true, lease: renewed } : await leases.take(key, holder, ttlMs);
    if (!result.taken) return refused(holder, result.lease, most);
    const own = held.get(holder.run) ?? new Map<string, Lease>();
    held.set(holder.run, own.set(key, result.lease));
    // The lock is the run's: that records fail does not change it. The wish is forgotten with the next lock, or at the end.
    await forgetWish(holder.run).catch(() => undefined);
    tell();
    return { acquired: true, lease: result.lease, renewed: renewed !== undefined };
  }

  async function refused(holder: LockHolder, lease: Lease, most: number): Promise<Acquired> {
    // Who may have one alone wants another only when it holds nothing: it is in no cycle.
    if (most < 2) return { acquired: false, reason: 'held', lease };
    wishing.add(holder.run);
    await updateRecord(records, `wish/${holder.run}`, () => ({ run: holder.run, agent: holder.agent, session: holder.session, key: lease.key }));
    // After its own wish is there: of those that complete a cycle the last one sees it whole.
    const wishes = await livingWishes();
    const cycle = findCycle(holder, lease.key, await leases.list(), wishes);
    return cycle ? { acquired: false, reason: 'deadlock', lease, cycle } : { acquired: false, reason: 'held', lease };
  }

  /** Those of peers that are gone are cleared away by whoever looks: nobody else would. */
  async function livingWishes(): Promise<Entry[]> {
    const living: Entry[] = [];
    for (const entry of await records.list('wish/')) {
      const session = isRecord(entry.value) ? entry.value.session : undefined;
      if (typeof session === 'string' && await port.alive(session)) living.push(entry);
      else await records.remove(entry.key, entry.revision);
    }
    return living;
  }

  async function forgetWish(run: string): Promise<void> {
    if (!wishing.has(run)) return;
    const wish = await records.read(`wish/${run}`);
    if (wish) await records.remove(wish.key, wish.revision);
    wishing.delete(run);
  }

  async function release(holder: LockHolder, key: string): Promise<Released> {
    const own = held.get(holder.run)?.get(key);
    // Known until it is seen to be gone: when that fails it is tried again, at the latest at the end of the run.
    const dropped = own !== undefined && await leases.drop(key, own.fence);
    held.get(holder.run)?.delete(key);
    if (dropped) {
      tell();
      return { released: true };
    }
    const lease = await leases.read(key);
    return !lease || lease.holder.run === holder.run ? { released: false, reason: 'not_found' } : { released: false, reason: 'held', lease };
  }

  return {
    async acquire(holder, uri, ttlSeconds, most = 1) {
      const key = resourceKey(uri);
      return inTurn(holder.run, () => acquire(holder, key, ttlSeconds, most));
    },
    async release(holder, uri) {
      const key = resourceKey(uri);
      return inTurn(holder.run, () => release(holder, key));
    },
    releaseRun: (run) => inTurn(run, async () => {
      const own = held.get(run);
      held.delete(run);
      for (const [key, { fence }] of own ?? []) if (await leases.drop(key, fence)) tell();
      await forgetWish(run);
      turns.delete(run);
    }),
    list: () => leases.list(),
    async revoke(key, fence) {
      const revoked = await leases.revoke(key, fence);
      if (revoked) tell();
      return revoked;
    },
    stands: (key, fence) => leases.stands(key, fence),
  };
}
