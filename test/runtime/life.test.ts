/** How the relay finds out that a sandbox is gone, and what was running in it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pulse } from '../../src/runtime/frames/pulse.ts';
import { watchBusiest } from '../../src/runtime/kernel/process/busiest.ts';
import type { ProcessRecord } from '../../src/runtime/kernel/process/process-record.ts';

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

it('takes a frame for gone after five beats without an answer, once, and believes it when it answers again', () => {
  const told: boolean[] = [];
  let answers = true;
  const pulse: Pulse = new Pulse(() => { if (answers) pulse.answered(); }, (alive) => told.push(alive));
  vi.advanceTimersByTime(60_000);
  answers = false;
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([false]);
  pulse.answered();
  answers = true;
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([false, true]);
  answers = false;
  pulse.stop();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([false, true]);
});

it('tells the busiest program when it is another, and when it ended, but not who hardly computes', () => {
  const told: string[] = [];
  const busy = new Map<ProcessRecord, number>();
  const process = (pid: number, argv: string[]): ProcessRecord & { alive: boolean } => ({ pid, argv, alive: true }) as ProcessRecord & { alive: boolean };
  const [init, shell, first, second] = [process(1, ['init']), process(2, ['sh']), process(3, ['node', 'first.js']), process(4, ['node', 'x'.repeat(300)])];
  const stop = watchBusiest(new Map([init, shell, first, second].map((each) => [each.pid, each])), (each) => busy.get(each) ?? 0, (command) => told.push(command));
  const after = (more: [ProcessRecord, number][]): string[] => {
    for (const [each, ms] of more) busy.set(each, (busy.get(each) ?? 0) + ms);
    vi.advanceTimersByTime(250);
    return told.splice(0);
  };
  expect(after([[init, 500], [shell, 50]])).toEqual([]);
  expect(after([[first, 400], [shell, 200]])).toEqual(['node first.js']);
  expect(after([[first, 400]])).toEqual([]);
  expect(after([])).toEqual([]);
  expect(after([[second, 500], [first, 300]])).toEqual([`node ${'x'.repeat(195)}`]);
  Object.assign(second, { alive: false });
  expect(after([])).toEqual(['']);
  stop();
  expect(after([[first, 500]])).toEqual([]);
});
