/** A lock as it stands in the records. What another peer wrote is checked before it is believed. */
import * as z from 'zod';
import type { Entry } from './port.ts';

const holder = z.object({ session: z.string(), run: z.string(), agent: z.string() });

const record = z.object({
  /** Null when it was released; the record stays, so that its numbers go on growing. */
  holder: z.nullable(holder),
  /** 0 until the lease is renewed: the number is the revision of the record that granted it. */
  fence: z.number(),
  since: z.number(),
  expires: z.number(),
});

/** Who holds a lock: a run of an agent, in a peer. */
export type LockHolder = z.infer<typeof holder>;
export type LockRecord = z.infer<typeof record>;

export interface Lease {
  key: string;
  holder: LockHolder;
  /** Fencing number: greater than that of every earlier holder of this key. */
  fence: number;
  /** Milliseconds of the peers' clock. */
  since: number;
  expires: number;
}

const PREFIX = 'lock/';

export const lockRecordKey = (key: string): string => PREFIX + key;
export const LOCKS = PREFIX;

/** The lease that a record tells of, whether it is over or not; undefined when nobody holds it. */
export function leaseOf(entry: Entry | undefined): Lease | undefined {
  const parsed = entry && record.safeParse(entry.value);
  if (!parsed?.success || parsed.data.holder === null) return undefined;
  const { fence, since, expires } = parsed.data;
  return { key: entry!.key.slice(PREFIX.length), holder: parsed.data.holder, fence: fence || entry!.revision, since, expires };
}
