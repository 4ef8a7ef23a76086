/** Whether the other tab still answers. A frozen one keeps its locks, so only its silence tells. */

/** Between two questions while all is well: little enough that twenty idle tabs are no traffic. */
const IDLE_MS = 4_000;
/** While an answer is awaited or was missed. */
const KEEN_MS = 1_000;
/** Questions in a row without any word: together some six seconds. */
const MISSED = 5;

export interface Beats {
  /** The other tab said something. */
  heard(): void;
  /** Something was asked of it. */
  asked(): void;
  stop(): void;
}

/**
 * Counted in beats of our own, not in time: after a sleep of the computer, or of this tab, the other has missed nothing.
 * @param ping asks; every word of the other tab counts as an answer
 * @param silent called once
 */
export function startBeats(ping: () => void, silent: () => void, timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis): Beats {
  let missed = 0;
  let stopped = false;
  let keen = false;
  let timer: ReturnType<typeof setTimeout>;
  const beat = (): void => {
    if (missed === MISSED) {
      stopped = true;
      return silent();
    }
    missed++;
    ping();
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
      missed = 0;
      if (keen && !stopped) wait(false);
    },
    asked() {
      if (!keen && !stopped) wait(true);
    },
    stop() {
      stopped = true;
      timers.clearTimeout(timer);
    },
  };
}
