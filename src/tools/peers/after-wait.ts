/** What has become of a run's locks while it waited. */
import type { PeerRun } from '../../peers/peer-run.ts';
import { heldLocks } from './held-locks.ts';
import { holderName, holderOf } from './peer-words.ts';

export interface LocksAfterWait {
  /** Keys that ended meanwhile. */
  lost: string[];
  /** Keys whose time began anew: the run could not do that itself while it waited. */
  renewed: string[];
  reminders: string[];
}

/** Locks run out as always while their run waits (the third document). What still stands then gets its time anew; what ended is told. */
export async function lookAfterLocks(peers: PeerRun): Promise<LocksAfterWait> {
  const after: LocksAfterWait = { lost: [], renewed: [], reminders: [] };
  for (const { key, fence, ttl_seconds } of heldLocks(peers)) {
    if (await peers.locks.stands(key, fence)) {
      const again = await peers.locks.acquire(holderOf(peers), key, ttl_seconds);
      if (again.acquired && again.lease.fence === fence) {
        after.renewed.push(key);
        continue;
      }
      // It ended between the two questions: what was granted now is another lock, which the run has not asked for.
      if (again.acquired) await peers.locks.release(holderOf(peers), key);
    }
    const holder = (await peers.locks.list()).find((lease) => lease.key === key)?.holder;
    after.lost.push(key);
    after.reminders.push(`While you waited, your lock on ${key} ended${holder ? `, and ${holderName(holder, peers)} has it now` : ''}. Acquire it again before you go on with that resource; what you read of it may be old.`);
  }
  return after;
}
