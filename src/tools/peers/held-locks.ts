/** The locks that a run was given and has not given back. One that ended by its time stays here until the run knows: what it writes meanwhile is refused. */
import type { Lease } from '../../peers/lease-table.ts';
import type { PeerRun } from '../../peers/peer-run.ts';

export interface HeldLock {
  key: string;
  fence: number;
  ttl_seconds: number;
}

const held = new WeakMap<PeerRun, Map<string, HeldLock>>();

export const heldLocks = (run: PeerRun): readonly HeldLock[] => [...held.get(run)?.values() ?? []];

export function noteHeld(run: PeerRun, { key, fence }: Lease, ttl_seconds: number): void {
  const own = held.get(run) ?? new Map<string, HeldLock>();
  held.set(run, own.set(key, { key, fence, ttl_seconds }));
}

export function forgetHeld(run: PeerRun, key: string): void {
  held.get(run)?.delete(key);
}
