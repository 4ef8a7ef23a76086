/**
 * Leases over records: the record of a key decides, by compare-and-set. That a holder is gone is seen by its session, that it is slow or
 * frozen by the time in the lease. For worlds without a lock manager.
 */
import * as z from 'zod';
import { lockHolder } from './lease-table.ts';
import type { Lease, LeaseTable, LockHolder } from './lease-table.ts';
import type { Coordination, Entry } from './port.ts';

const record = z.object({
  /** Null when it was released; the record stays, so that its numbers go on growing. */
  holder: z.nullable(lockHolder),
  /** Without a clock for numbers: 0 until the lease is renewed, since the number is the revision of the record that granted it. */
  fence: z.number(),
  since: z.number(),
  expires: z.number(),
});

type LeaseRecord = z.infer<typeof record>;

const PREFIX = 'lock/';

/** The lease that a record tells of, whether it is over or not; undefined when nobody holds it. */
function leaseOf(entry: Entry | undefined): Lease | undefined {
  const parsed = entry && record.safeParse(entry.value);
  if (!parsed?.success || parsed.data.holder === null) return undefined;
  const { fence, since, expires } = parsed.data;
  return { key: entry!.key.slice(PREFIX.length), holder: parsed.data.holder, fence: fence || entry!.revision, since, expires };
}

/** The last number given for that key; 0 when it is to be a revision. */
const lastFence = (entry: Entry | undefined): number => (entry && record.safeParse(entry.value).data?.fence) ?? 0;

export interface RecordLeasesOptions {
  /**
   * Numbers are the microseconds of the peers' clock, or one more than the last where that is greater: then those of a lock manager, which
   * are made so too, can be compared with them by who has seen both.
   */
  clockFences?: boolean;
}

/** A {@link LeaseTable} on what every world has. */
export function createRecordLeases({ records, now, alive }: Pick<Coordination, 'records' | 'now' | 'alive'>, { clockFences = false }: RecordLeasesOptions = {}): LeaseTable {
  const write = (entry: Entry | undefined, key: string, value: LeaseRecord): Promise<Entry | undefined> => records.write(PREFIX + key, entry?.revision ?? 0, value);
  const over = async (lease: Lease): Promise<boolean> => lease.expires <= now() || !(await alive(lease.holder.session));
  const lasting = (ttlMs: number, holder: LockHolder, fence: number): LeaseRecord => ({ holder, fence, since: now(), expires: now() + ttlMs });

  /** Replaces the record while it tells of that lease. */
  async function change(key: string, fence: number, next: (lease: Lease) => LeaseRecord): Promise<Entry | undefined> {
    for (;;) {
      const entry = await records.read(PREFIX + key);
      const lease = leaseOf(entry);
      if (!lease || lease.fence !== fence || lease.expires <= now()) return undefined;
      const written = await write(entry, key, next(lease));
      if (written) return written;
    }
  }

  const free = async (key: string, fence: number): Promise<boolean> => (await change(key, fence, () => ({ holder: null, fence: clockFences ? fence : 0, since: 0, expires: 0 }))) !== undefined;

  return {
    async take(key, holder, ttlMs) {
      for (;;) {
        const entry = await records.read(PREFIX + key);
        const lease = leaseOf(entry);
        if (lease && !(await over(lease))) return { taken: false, lease };
        const written = await write(entry, key, lasting(ttlMs, holder, clockFences ? Math.max(now() * 1000, lastFence(entry) + 1) : 0));
        // Else somebody was quicker, or this peer so slow that it has nothing left: look again.
        if (written && leaseOf(written)!.expires > now()) return { taken: true, lease: leaseOf(written)! };
      }
    },
    async renew({ key, fence }, ttlMs) {
      const renewed = leaseOf(await change(key, fence, (lease) => lasting(ttlMs, lease.holder, fence)));
      return renewed && renewed.expires > now() ? renewed : undefined;
    },
    drop: free,
    revoke: free,
    async read(key) {
      const lease = leaseOf(await records.read(PREFIX + key));
      return lease && !(await over(lease)) ? lease : undefined;
    },
    async list() {
      const leases = (await records.list(PREFIX)).map(leaseOf).filter((lease) => lease !== undefined);
      const gone = await Promise.all(leases.map(over));
      return leases.filter((_, index) => !gone[index]);
    },
    async stands(key, fence) {
      const lease = leaseOf(await records.read(PREFIX + key));
      return lease !== undefined && lease.fence === fence && lease.expires > now();
    },
  };
}
