/** One clock for peers on several machines: that of the server, as each of them measures it. */

/** A server whose clock differs more than this from what it was, was set. */
const SET_MS = 2_000;
/** Measurements that are remembered; the one whose answer came quickest is the most exact. */
const KEEP = 8;

export interface SharedClock {
  /** Milliseconds; never goes back. */
  now(): number;
  /** @param sent @param answered milliseconds of `performance.now` @param server what the clock of the server showed in between */
  measured(sent: number, answered: number, server: number): void;
}

/** @param onSet told by how many milliseconds the clock of the server was set: the peers that joined later have another clock than this one then */
export function createSharedClock(onSet: (difference: number) => void, local: () => number = () => performance.now()): SharedClock {
  let measurements: { offset: number; took: number }[] = [];
  let offset = 0;
  let last = 0;
  return {
    now() {
      last = Math.max(last, Math.round(local() + offset));
      return last;
    },
    measured(sent, answered, server) {
      const took = answered - sent;
      const fresh = server - (sent + answered) / 2;
      if (measurements.length > 0 && Math.abs(fresh - offset) > SET_MS + took) return onSet(fresh - offset);
      measurements = [...measurements.slice(1 - KEEP), { offset: fresh, took }];
      offset = measurements.reduce((best, one) => (one.took <= best.took ? one : best)).offset;
    },
  };
}
