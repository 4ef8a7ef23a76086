/**
 * Leases: who holds what, until when, and with which fencing number. The part of the port that a lock stands on, apart from the records,
 * because a browser has something better for it: a lock manager, which no tab can hold up.
 */
import * as z from 'zod';

/** Who holds a lock: a run of an agent, in a peer. */
export const lockHolder = z.object({ session: z.string(), run: z.string(), agent: z.string() });

export type LockHolder = z.infer<typeof lockHolder>;

export interface Lease {
  key: string;
  holder: LockHolder;
  /** Fencing number: greater than that of every earlier holder of this key. 0 for one who is named as holder because it has asked for the key and then froze. */
  fence: number;
  /** Milliseconds of the peers' clock. */
  since: number;
  expires: number;
}

export type Taken = { taken: true; lease: Lease } | { taken: false; lease: Lease };

export interface LeaseTable {
  /**
   * Gives the key to that holder if nobody else has it, else says who has. Not for a key that the same run holds: that one is renewed.
   * @param ttlMs how long, at least 1
   */
  take(key: string, holder: LockHolder, ttlMs: number): Promise<Taken>;
  /** The same lease with its time begun anew. @returns undefined when it no longer stood; then nothing has changed */
  renew(lease: Lease, ttlMs: number): Promise<Lease | undefined>;
  /** Ends a lease of this peer. @returns false when it no longer stood */
  drop(key: string, fence: number): Promise<boolean>;
  /** Ends a lease of any peer, frozen ones too. @returns false when it no longer stood */
  revoke(key: string, fence: number): Promise<boolean>;
  /** Who holds that key now. */
  read(key: string): Promise<Lease | undefined>;
  /** What is held now, by key; leases that are over or whose peer is gone are not. */
  list(): Promise<Lease[]>;
  /** Whether that lease still stands; asked right before what it guards is written. */
  stands(key: string, fence: number): Promise<boolean>;
}
