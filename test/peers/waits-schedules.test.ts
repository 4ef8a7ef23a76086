/** Waiting under every order of events that a seed can make. */
import { expect, it } from 'vitest';
import { SEED, SOAK } from '../support/sample.ts';
import { waitsSchedule } from './waits-schedule.ts';

const SCHEDULES = SOAK ? 150_000 : 7_500;

it(`one run for each trigger, in ${SCHEDULES} schedules`, async () => {
  const all = { resumed: 0, timeouts: 0, passedOn: 0, unhandled: 0 };
  for (let index = 0; index < SCHEDULES; index++) {
    const seed = SEED * 1_000_003 + index;
    try {
      const one = await waitsSchedule(seed);
      for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += one[name];
    } catch (error) {
      throw new Error(`schedule ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  expect(all.resumed).toBeGreaterThan(SCHEDULES / 2);
  expect(all.timeouts).toBeGreaterThan(SCHEDULES / 2);
  expect(all.passedOn).toBeGreaterThan(SCHEDULES / 100);
  expect(all.unhandled).toBeGreaterThan(0);
}, 1_200_000);
