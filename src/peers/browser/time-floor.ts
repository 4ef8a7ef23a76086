/**
 * The latest time that a fencing number of this project can have been made of. When all tabs are closed, the computer's time is set back, and a
 * tab is opened again, its numbers still have to be greater than those before.
 */

/** A time beyond it is no time, and would leave no room for numbers. */
const MAX_TIME = 4e12;

/** Written ahead by this much, so that it is written seldom. */
const AHEAD_MS = 2_000;

export interface TimeFloor {
  read(): number;
  raise(now: number): void;
}

/** In local storage, which is written without waiting for anybody; where there is none it is 0, and the clock alone has to do. */
export function createTimeFloor(name: string): TimeFloor {
  const key = `${name}:time`;
  const read = (): number => {
    try {
      const value = Number(localStorage.getItem(key));
      return value > 0 && value < MAX_TIME ? value : 0;
    } catch {
      return 0;
    }
  };
  let written = read();
  return {
    read,
    raise(now) {
      if (now <= written) return;
      written = Math.max(now, read()) + AHEAD_MS;
      try {
        localStorage.setItem(key, String(Math.round(written)));
      } catch {
        // Full, or refused.
      }
    },
  };
}
