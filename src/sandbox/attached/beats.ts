/** Whether the other tab still answers. A frozen one keeps its locks, so only its silence tells. */

/** Between two questions while all is well: little enough that twenty idle tabs are no traffic. */
const IDLE_MS = 4_000;
/** While an answer is awaited or was missed. */
const KEEN_MS = 1_000;
/** Questions in a row without any word: together some six seconds. */
export const MISSED = 5;
/** The same while a worker of the other tab says that its process runs: the page is busy, not stopped. Bounded, because it may be in an endless loop. */
export const MISSED_BUSY = 20;
/** Beats for which one such sign counts; on a busy machine it is late too. */
const SIGN_LASTS = 2;

export interface Beats {
  /** The other tab said something. */
  heard(): void;
  /** Something was asked of it. */
  asked(): void;
  /** A worker of the other tab answered, whatever its page does. */
  running(): void;
  stop(): void;
}

export interface BeatsOptions {
  ping(): void;
  /** Asks the other tab's worker; called while answers of its page are missed. */
  askWorker?(): void;
  /** Called once. */
  silent(): void;
}

/** Counted in beats of our own, not in time: after a sleep of the computer, or of this tab, the other has missed nothing. */
export function startBeats({ ping, askWorker, silent }: BeatsOptions, timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis): Beats {
  let missed = 0;
  /** The last beat in which the worker's sign counts. */
  let runsUntil = 0;
  let stopped = false;
  let keen = false;
  let timer: ReturnType<typeof setTimeout>;
  const beat = (): void => {
    if (missed >= (missed <= runsUntil ? MISSED_BUSY : MISSED)) {
      stopped = true;
      return silent();
    }
    missed++;
    ping();
    if (missed > 1) askWorker?.();
    wait(true);
  };
  const wait = (next: boolean): void => {
    keen = next;
    timers.clearTimeout(timer);
    timer = timers.setTimeout(beat, keen ? KEEN_MS : IDLE_MS);
  };
  wait(false);
  return {
    heard() {
      missed = runsUntil = 0;
      if (keen && !stopped) wait(false);
    },
    asked() {
      if (!keen && !stopped) wait(true);
    },
    running() { runsUntil = missed + SIGN_LASTS - 1; },
    stop() {
      stopped = true;
      timers.clearTimeout(timer);
    },
  };
}
