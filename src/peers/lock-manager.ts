/**
 * What leases need of a browser's lock manager. It lives in the browser's own process: asking it is one message, and no tab that is slow or
 * stopped holds its answer up. What a peer holds vanishes with the peer.
 */
export interface HeldLock {
  name: string;
  /** Who holds it, as the manager knows it: nobody can say to be another. */
  client: string;
}

export interface HeldLocks {
  locks: readonly HeldLock[];
  /** The client of each living peer, by its session. */
  clients: ReadonlyMap<string, string>;
}

export interface LockManagerPort {
  /**
   * Takes a lock whose name nobody else uses. The answer means that everybody who asks from now on sees it.
   * @param onStolen called when another peer takes it away
   * @returns lets go of it; that takes a moment to be seen
   */
  hold(name: string, onStolen: () => void): Promise<() => void>;
  /** What is held in this project at some moment between the question and the answer. */
  held(): Promise<HeldLocks>;
  /** Takes that lock from whoever holds it, and lets go of it. */
  steal(name: string): Promise<void>;
  /** Waits until nobody holds that lock. @returns false when somebody still does after `ms` */
  free(name: string, ms: number): Promise<boolean>;
}

/** A clock and how far it may be from those of the other peers; milliseconds with fractions. */
export interface LeaseClock {
  now(): number;
  error(): number;
  /** Comes back right after what else there is to do: for waits of a few milliseconds, which the timers of a hidden page make a second. */
  moment(): Promise<void>;
}
