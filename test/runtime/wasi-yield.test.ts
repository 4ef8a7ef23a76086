/** `sched_yield` of WASI: who asks for a lock again and again stands back for longer and longer, so that the one who holds it comes to run. */
import { expect, it } from 'vitest';
import { Yielding } from '../../src/runtime/node/wasi/yielding.ts';

/** Calls with so many milliseconds between them; returns what each slept. */
function calls(count: number, betweenMs: number, { yielding, world } = machine()): number[] {
  return Array.from({ length: count }, () => {
    const before = world.slept;
    yielding.yield();
    world.nowMs += betweenMs;
    return world.slept - before;
  });
}

function machine(): { yielding: Yielding; world: { nowMs: number; slept: number } } {
  const world = { nowMs: 1000, slept: 0 };
  const yielding = new Yielding(() => world.nowMs, (ms) => {
    world.nowMs += ms;
    world.slept += ms;
  });
  return { yielding, world };
}

it('seven calls in a row, after which parking_lot gives up, sleep for a tenth of a second, and each longer than the one before', () => {
  const slept = calls(7, 0.001);
  expect(slept.slice(0, 2)).toEqual([0, 0]);
  for (let i = 2; i < 7; i++) expect(slept[i]).toBeGreaterThan(slept[i - 1]!);
  expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(100);
});

it('who goes on sleeps shortly each time, and still lets the others run', () => {
  const slept = calls(100, 0.001).slice(7);
  expect(Math.max(...slept)).toBeLessThan(0.2);
  expect(Math.min(...slept)).toBeGreaterThan(0.01);
});

it('calls far from each other cost nothing, and begin anew', () => {
  const one = machine();
  expect(Math.max(...calls(50, 1, one))).toBe(0);
  expect(calls(3, 0.001, one)[0]).toBe(0);
});

it('a thread that was seen to look for work is late for it once, not at every turn', () => {
  const one = machine();
  const slept = (): number => calls(33, 0.001, one).reduce((sum, ms) => sum + ms, 0);
  expect(slept()).toBeGreaterThan(100);
  one.world.nowMs += 5;
  expect(slept()).toBeLessThan(15);
});

it('calls with a little work between them are still in a row', () => {
  expect(calls(7, 0.05).every((ms, index) => index < 2 || ms > 0)).toBe(true);
});
