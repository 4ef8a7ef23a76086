/** Web locks (`navigator.locks`) of one process: shared by its threads. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Process } from '../types.ts';

interface Lock { id: number; owner: Process; name: string; exclusive: boolean; client: string }

/** [name, whether exclusive, client], as `query` tells. */
export type LockInfo = [name: string, exclusive: boolean, client: string];

/** Locks held and waited for in one process: each request looks through them. */
const MAX_LOCKS = 4096;

export const LOCK_STATE = { GRANTED: 0, WAITING: 1, UNAVAILABLE: 2 } as const;

export class LockTable {
  private held: Lock[] = [];
  private pending: Lock[] = [];
  private lastId = 0;

  /** A number for the lock and what became of the request. A `lock` event follows for one that waits, and for holders it is stolen from. @throws SysError EAGAIN when there are too many */
  request(owner: Process, name: string, client: string, exclusive: boolean, steal: boolean, ifAvailable: boolean): [id: number, state: number] {
    if (this.held.length + this.pending.length >= MAX_LOCKS) throw new SysError(ERRNO.EAGAIN);
    const lock: Lock = { id: ++this.lastId, owner, name, exclusive, client };
    if (steal) {
      for (const other of this.held.filter((held) => held.name === name)) {
        this.held.splice(this.held.indexOf(other), 1);
        other.owner.post({ t: 'lock', id: other.id, stolen: true });
      }
      this.held.push(lock);
      return [lock.id, LOCK_STATE.GRANTED];
    }
    if (this.fits(lock) && !this.pending.some((other) => other.name === name)) {
      this.held.push(lock);
      return [lock.id, LOCK_STATE.GRANTED];
    }
    if (ifAvailable) return [lock.id, LOCK_STATE.UNAVAILABLE];
    this.pending.push(lock);
    return [lock.id, LOCK_STATE.WAITING];
  }

  release(owner: Process, id: number): void {
    this.remove((lock) => lock.id === id && lock.owner === owner);
  }

  /** A thread ended. */
  dropOwner(owner: Process): void {
    this.remove((lock) => lock.owner === owner);
  }

  /** As Node's: a thread is told of its own alone. */
  query(owner: Process): { held: LockInfo[]; pending: LockInfo[] } {
    const own = (locks: Lock[]): LockInfo[] => locks.filter((lock) => lock.owner === owner).map(({ name, exclusive, client }) => [name, exclusive, client]);
    return { held: own(this.held), pending: own(this.pending) };
  }

  private fits(lock: Lock): boolean {
    return !this.held.some((other) => other.name === lock.name && (other.exclusive || lock.exclusive));
  }

  private remove(which: (lock: Lock) => boolean): void {
    this.held = this.held.filter((lock) => !which(lock));
    this.pending = this.pending.filter((lock) => !which(lock));
    const blocked = new Set<string>();
    for (const lock of [...this.pending]) {
      // First come, first served: nobody overtakes one that waits for the same name.
      if (blocked.has(lock.name) || !this.fits(lock)) {
        blocked.add(lock.name);
        continue;
      }
      this.pending.splice(this.pending.indexOf(lock), 1);
      this.held.push(lock);
      lock.owner.post({ t: 'lock', id: lock.id, stolen: false });
    }
  }
}
