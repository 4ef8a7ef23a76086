import { expect, it } from 'vitest';
import { MISSED, MISSED_BUSY, startBeats } from '../../src/sandbox/attached/beats.ts';

/** Beats with a clock that is set on by hand, one timer at a time. */
function stage() {
  let due: (() => void) | undefined;
  const waits: number[] = [];
  const told = { pings: 0, asked: 0, silent: 0 };
  const timers = {
    setTimeout: ((work: () => void, ms: number) => { due = work; waits.push(ms); return 1; }) as unknown as typeof setTimeout,
    clearTimeout: (() => { due = undefined; }) as typeof clearTimeout,
  };
  const beats = startBeats({ ping: () => { told.pings++; }, askWorker: () => { told.asked++; }, silent: () => { told.silent++; } }, timers);
  return {
    beats, told, waits,
    next() {
      const work = due;
      due = undefined;
      work?.();
    },
  };
}

it('takes a tab for stopped after five questions without a word of its page or its worker', () => {
  const { beats, told, waits, next } = stage();
  for (let beat = 0; beat < MISSED; beat++) next();
  expect(told).toEqual({ pings: MISSED, asked: MISSED - 1, silent: 0 });
  next();
  expect(told.silent).toBe(1);
  next();
  beats.heard();
  next();
  expect(told).toEqual({ pings: MISSED, asked: MISSED - 1, silent: 1 });
  expect(waits).toEqual([4000, 1000, 1000, 1000, 1000, 1000]);
});

it('waits longer for a page that is busy, as long as its worker answers, and not for ever', () => {
  const { beats, told, next } = stage();
  for (let beat = 0; beat < MISSED_BUSY; beat++) {
    next();
    if (told.asked > 0) beats.running();
  }
  expect(told).toEqual({ pings: MISSED_BUSY, asked: MISSED_BUSY - 1, silent: 0 });
  next();
  expect(told.silent).toBe(1);
});

it('a worker that falls silent too ends the patience with the third beat; a word of the page begins it anew', () => {
  const stopped = stage();
  for (let beat = 0; beat < MISSED + 3; beat++) {
    stopped.next();
    stopped.beats.running();
  }
  stopped.next();
  stopped.next();
  expect(stopped.told.silent).toBe(0);
  stopped.next();
  expect(stopped.told.silent).toBe(1);

  const slow = stage();
  for (let round = 0; round < 3; round++) {
    for (let beat = 0; beat < MISSED; beat++) slow.next();
    slow.beats.heard();
  }
  expect(slow.told.silent).toBe(0);
  // What the worker said before that does not count any more.
  slow.beats.running();
  slow.beats.heard();
  for (let beat = 0; beat <= MISSED; beat++) slow.next();
  expect(slow.told.silent).toBe(1);
});
