/**
 * The death of a tab at every step: the schedules of locks, calls and waits once more for each of their peers and each step at which it can die, where
 * chance would leave most of them out.
 */
import { expect, it } from 'vitest';
import { SEED, SOAK } from '../support/sample.ts';
import { callsSchedule } from './calls-schedule.ts';
import { lockSchedule } from './locks-schedule.ts';
import { waitsSchedule } from './waits-schedule.ts';
import type { Death, WorldOptions } from './world.ts';

const SEEDS = 24;
/** All steps of all seeds take a while: else each seed has its own share of them, and each step is somebody's. */
const STRIDE = SOAK ? 1 : SEEDS;

it.each<[string, peers: number, (seed: number, options: WorldOptions) => Promise<unknown>]>([
  ['locks on records', 3, (seed, options) => lockSchedule(seed, { ...options, leases: 'records' })],
  ['locks on locks', 3, (seed, options) => lockSchedule(seed, { ...options, leases: 'locks' })],
  ['calls', 4, callsSchedule],
  ['waits', 5, waitsSchedule],
])('a tab that dies at any step leaves %s whole', async (_what, peers, schedule) => {
  let deaths = 0;
  let longest = 0;
  for (let index = 0; index < SEEDS; index++) {
    const seed = SEED * 1_000_003 + index;
    for (let peer = 0; peer < peers; peer++) {
      for (let step = 1 + index % STRIDE; ; step += STRIDE) {
        const death: Death = { peer, step };
        try {
          await schedule(seed, { deaths: 0, death });
        } catch (error) {
          throw new Error(`schedule ${seed}, peer ${peer} dies at step ${step}: ${(error as Error).message}`, { cause: error });
        }
        // The schedule was over before.
        if (!death.happened) break;
        deaths++;
        longest = Math.max(longest, step);
      }
    }
  }
  console.log(`${deaths} deaths, the last at step ${longest}`);
  // A sweep over worlds in which little happens would prove nothing.
  expect(deaths).toBeGreaterThan(peers * SEEDS * 50 / STRIDE);
}, 1_800_000);
