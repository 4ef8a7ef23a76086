/** Calls under every order of events that a seed can make. */
import { expect, it } from 'vitest';
import { SEED, SOAK } from '../support/sample.ts';
import { callsSchedule } from './calls-schedule.ts';

const SCHEDULES = SOAK ? 200_000 : 6_000;

it(`one runner and one end for each call, and one call for each key, in ${SCHEDULES} schedules`, async () => {
  const states = { pending: 0, running: 0, completed: 0, error: 0 };
  const again = { twice: 0, afterDeath: 0 };
  for (let index = 0; index < SCHEDULES; index++) {
    const seed = SEED * 1_000_003 + index;
    try {
      const { calls, twice, afterDeath } = await callsSchedule(seed);
      for (const call of calls) states[call.state]++;
      again.twice += twice;
      again.afterDeath += afterDeath;
    } catch (error) {
      throw new Error(`schedule ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  expect([states.pending, states.running]).toEqual([0, 0]);
  expect(states.completed).toBeGreaterThan(SCHEDULES);
  expect(states.error).toBeGreaterThan(SCHEDULES / 5);
  expect(again.twice).toBeGreaterThan(SCHEDULES / 2);
  expect(again.afterDeath).toBeGreaterThan(SCHEDULES / 50);
}, 1_200_000);
