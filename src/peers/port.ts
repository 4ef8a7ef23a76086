/**
 * What several peers need of the world to work on one project: records and leases that decide, a way to see that a peer is gone, and a
 * channel that only tells. Locks, calls and waiting are written on this alone, so that a browser, a message server and a test's simulator can each be
 * the world. Nothing here has a leader.
 */
import type { Json } from '../shared/json.ts';
import type { LeaseTable } from './lease-table.ts';

export interface Entry {
  key: string;
  /** Grows with every write of any record and is never given twice, also not after a removal: fencing numbers are made of it. */
  revision: number;
  value: Json;
}

/** Named JSON values that are replaced by compare-and-set. A call that fails has changed nothing, or all of it. */
export interface Records {
  read(key: string): Promise<Entry | undefined>;
  /** Every record whose key begins so, in the order of their keys. */
  list(prefix: string): Promise<Entry[]>;
  /**
   * Replaces the record of that revision; 0 stands for no record.
   * @returns the new entry, or undefined when somebody else was first
   */
  write(key: string, revision: number, value: Json): Promise<Entry | undefined>;
  /** @returns whether the record of that revision was there and is gone now */
  remove(key: string, revision: number): Promise<boolean>;
}

export type Listener = (topic: string, body: Json, from: string) => void;

export interface Coordination {
  /** This peer, for as long as it lives; never used again afterwards. */
  readonly session: string;
  /** Milliseconds of a clock that all peers share and that does not go back when somebody sets the time. */
  now(): number;
  readonly records: Records;
  /** Where there is no lock manager, `createRecordLeases` makes them of records. */
  readonly leases: LeaseTable;
  /** Whether that peer still exists. A frozen one does. */
  alive(session: string): Promise<boolean>;
  /** Resolves when that peer has ended. @throws AppError `aborted` */
  ended(session: string, signal: AbortSignal): Promise<void>;
  /**
   * Tells the other peers; it may come late, twice, out of order or never, so nothing may depend on it but speed.
   * @param to that peer only
   */
  announce(topic: string, body: Json, to?: string): void;
  listen(listener: Listener): () => void;
  /** @throws AppError `aborted` */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
