/** One run of an agent among the peers: what its tools may do in its name, and what is given back when it ends, however it ends. */
import type { Calls } from './calls.ts';
import type { Locks } from './locks.ts';
import type { Presence, PresentRun } from './presence.ts';
import type { RunRecords } from './run-records.ts';
import type { Waits } from './waits.ts';

export interface PeerRunOptions {
  agent: string;
  role: string;
  task: string;
  /** The agents from the first caller to this one, which is the last; this one alone when nobody called. */
  chain?: readonly string[];
  /** The call that it answers. */
  call?: string;
  /** Its name among all runs, where that has to be known before it begins; a new one by default. */
  run?: string;
  /** Locks that it may hold at a time; one where nothing is said. */
  mostLocks?: number;
}

export interface PeerRun extends Readonly<Required<Omit<PeerRunOptions, 'call' | 'run' | 'mostLocks'>>> {
  readonly session: string;
  readonly run: string;
  readonly call: string | undefined;
  readonly locks: Locks;
  readonly calls: Calls;
  readonly waits: Waits;
  /** Shown to everybody who looks at the peers; at most 500 characters of it. */
  setStatus(text: string): void;
  /** What the caller gets if the run ends well; the last one counts. @returns false when nobody called */
  returnValue(value: string): boolean;
  readonly returned: string | undefined;
  /** Whether another run is at work in some tab, as far as this one has heard. */
  goesOn(run: string): boolean;
  /** Does something long without holding the run's place: its budget and the time of the call that it answers stand still meanwhile, and it goes on when it has a place again. */
  whileWaiting<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Frees its locks, fails the calls it has made, takes it out of sight, and resumes runs that wait for this agent by its name, with
   * `{agent, run, outcome, value}`. Never throws. @param outcome how it ended, where that is known
   */
  end(outcome?: 'completed' | 'failed'): Promise<void>;
}

/** What the runner of the run does around a wait. */
export interface WaitHooks {
  /** Gives the place back and stops the run's clock. */
  pause(): Promise<void>;
  /** Waits for a place and lets the clock go on. @throws AppError `aborted` */
  resume(): Promise<void>;
}

const MAX_STATUS = 500;

export interface RunServices {
  session: string;
  now(): number;
  locks: Locks;
  calls: Calls;
  waits: Waits;
  presence: Presence;
  runs: RunRecords;
}

/** @param hooks undefined where no place is held, as in the page's own conversation */
export function createPeerRun(services: RunServices, { agent, role, task, chain = [agent], call, run = crypto.randomUUID(), mostLocks = 1 }: PeerRunOptions, hooks?: WaitHooks): PeerRun {
  const { session, locks, calls, waits, presence, runs } = services;
  let shown: PresentRun = { run, agent, role, task: task.slice(0, MAX_STATUS), state: 'running', status: '', since: services.now(), call: call ?? null };
  let returned: string | undefined;
  let ended = false;
  /** Not what a tool has to say that was still at work when the run ended. */
  const show = (change: Partial<PresentRun>): void => { if (!ended) presence.run(run, shown = { ...shown, ...change }); };
  const rest = async (resting: boolean): Promise<void> => { if (call !== undefined) await calls.rest(call, run, resting); };
  show({});
  const noted = runs.begin(run, agent);
  return {
    session, run, agent, role, task, chain, call, calls, waits,
    locks: { ...locks, acquire: (holder, uri, ttlSeconds) => locks.acquire(holder, uri, ttlSeconds, mostLocks) },
    setStatus: (text) => show({ status: text.slice(0, MAX_STATUS) }),
    returnValue(value) {
      returned = value;
      return call !== undefined;
    },
    get returned() { return returned; },
    goesOn(one) {
      const { own, others } = presence.store.getState();
      return [own, ...others].some(({ runs: all }) => all.some((shownRun) => shownRun.run === one));
    },
    async whileWaiting(work) {
      show({ state: 'waiting' });
      try {
        // Where that cannot be noted the call has less time. Without the pause the run would wait for the place that it holds itself.
        await rest(true).catch(() => undefined);
        // A place that could not be given back is taken again all the same: else the run would go on without one.
        await hooks?.pause();
        return await work();
      } finally {
        show({ state: 'parked' });
        await hooks?.resume();
        // What it was resumed with is in no record any more: a storage that fails must not cost it. The call has more time then, that is all.
        await rest(false).catch(() => undefined);
        // As the system of the third document has it: what was said before the wait is no longer so.
        show({ state: 'running', status: '' });
      }
    },
    async end(outcome) {
      if (ended) return;
      ended = true;
      presence.run(run, undefined);
      await Promise.allSettled([locks.releaseRun(run), calls.failByCaller(run, 'caller container exited')]);
      // Whoever goes on now finds its locks free.
      await noted;
      await runs.end(run, agent, { outcome: outcome ?? null, value: returned ?? null }).catch(() => undefined);
    },
  };
}
