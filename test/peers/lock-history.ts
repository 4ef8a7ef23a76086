/** What happened to locks, as operations for the checker: leases that run out and holders that die are operations too, which come by themselves. */
import type { Operation } from './linearizability.ts';

/** One call as it was seen from outside; times are of one clock. */
export interface LockCall {
  key: string;
  /** Unique among all pages and times. */
  run: string;
  page: string;
  start: number;
  /** Infinity when the page died before it answered. */
  end: number;
  did:
    | { kind: 'granted' | 'renewed'; fence: number; ttlMs: number }
    | { kind: 'refused'; by: string }
    | { kind: 'released' } | { kind: 'not_found' }
    | { kind: 'stands' | 'gone'; fence: number }
    /** It was asked for a lock, and nobody heard the answer. */
    | { kind: 'unknown'; ttlMs: number }
    /** It was asked to let go, and nobody heard the answer. */
    | { kind: 'letting_go' };
}

/** A page's end: it began at `start`, and by `end` nobody may be held up by it. */
export interface Death { page: string; start: number; end: number }

export interface LockState {
  /** The call that gave or renewed the lease; -1 when it is free. */
  by: number;
  run: string;
  page: string;
  fence: number;
  /** The greatest number so far. */
  highest: number;
  /** Pages that are gone, which get nothing any more. */
  gone: readonly string[];
}

export const FREE: LockState = { by: -1, run: '', page: '', fence: 0, highest: 0, gone: [] };
/** Without the pages that are gone: the search knows which deaths have happened. */
export const stateKey = (state: LockState): string => `${state.by} ${state.fence} ${state.highest}`;

const free = (state: LockState): LockState => ({ ...FREE, highest: state.highest, gone: state.gone });

/** @param slackMs how far the clocks of pages may differ from each other: so much sooner or later a lease may be over */
export function lockOperations(calls: readonly LockCall[], deaths: readonly Death[], slackMs: number): Operation<LockState>[] {
  const operations: Operation<LockState>[] = [];
  const ends: Operation<LockState>[] = [];
  const deathOf = new Map(deaths.map((death) => [death.page, death]));
  calls.forEach((call, index) => {
    const { run, page, start, end, did } = call;
    const name = `${did.kind} ${run} ${call.key} ${'fence' in did ? did.fence : 'by' in did ? did.by : ''} [${start.toFixed(0)}..${end.toFixed(0)}]`;
    const had = (fence: number): Omit<LockState, 'highest' | 'gone'> => ({ by: index, run, page, fence });
    if (did.kind === 'granted') {
      operations.push({ name, start, end, apply: (state) => (state.by < 0 && did.fence > state.highest ? { ...state, ...had(did.fence), highest: did.fence } : undefined) });
    } else if (did.kind === 'renewed') {
      operations.push({ name, start, end, apply: (state) => (state.run === run && state.fence === did.fence ? { ...state, by: index } : undefined) });
    } else if (did.kind === 'unknown') {
      // Before its page's end, if ever.
      const last = deathOf.get(page)?.end ?? Infinity;
      operations.push({ name, start, end: last, optional: true, apply: (state) => (state.gone.includes(page) ? undefined : state.by < 0 ? { ...state, ...had(0) } : state.run === run ? { ...state, by: index } : undefined) });
    } else if (did.kind === 'refused') {
      // Who is asking at that very time may be taken for the holder, though it withdraws then. One that died while it asked no longer asks.
      const asking = calls.some((other) => other !== call && other.run === did.by && other.key === call.key && other.start <= end && Math.min(other.end, deathOf.get(other.page)?.end ?? Infinity) >= start && ['granted', 'renewed', 'refused', 'unknown'].includes(other.did.kind));
      operations.push({ name, start, end, apply: (state) => (state.run === did.by || asking ? state : undefined) });
    } else if (did.kind === 'letting_go') {
      operations.push({ name, start, end: deathOf.get(page)?.end ?? Infinity, optional: true, apply: (state) => (state.run === run ? free(state) : undefined) });
    } else if (did.kind === 'released') {
      operations.push({ name, start, end, apply: (state) => (state.run === run ? free(state) : undefined) });
    } else if (did.kind === 'not_found') {
      operations.push({ name, start, end, apply: (state) => (state.run === run ? undefined : state) });
    } else if (did.kind === 'stands') {
      operations.push({ name, start, end, apply: (state) => (state.run === run && state.fence === did.fence ? state : undefined) });
    } else {
      operations.push({ name, start, end, apply: (state) => (state.run === run && state.fence === did.fence ? undefined : state) });
    }
    if (!('ttlMs' in did)) return;
    const lost = did.kind === 'unknown';
    // Its time began at some moment of the call.
    ends.push({
      name: `over ${name}`, start: Math.max(start, start + did.ttlMs - slackMs), end: lost ? Infinity : end + did.ttlMs + slackMs, optional: lost, after: index,
      apply: (state) => (state.by === index ? free(state) : state),
    });
  });
  const gone = deaths.map((death): Operation<LockState> => ({ name: `death of ${death.page}`, start: death.start, end: death.end, apply: (state) => ({ ...(state.page === death.page ? free(state) : state), gone: [...state.gone, death.page] }) }));
  return [...operations, ...ends, ...gone];
}
