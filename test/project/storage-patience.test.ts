/** What waits for the browser's storage is spoken of after some seconds, and no longer than it waits. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storage } from '../../src/project/storage-care.ts';
import { patiently } from '../../src/project/storage-patience.ts';

const held = (): boolean => storage.getState().held;
const after = (ms: number, refusal?: Error): Promise<string> => new Promise((resolve, reject) => { setTimeout(() => (refusal ? reject(refusal) : resolve('answer')), ms); });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('an answer in time is not spoken of, then or later', async () => {
  const asked = patiently(after(5_900));
  await vi.advanceTimersByTimeAsync(5_900);
  expect(await asked).toBe('answer');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(held()).toBe(false);
});

it('of several that wait the last answer ends it, be it a refusal', async () => {
  const first = patiently(after(8_000));
  const second = patiently(after(9_000, new Error('refused'))).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(held()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await first).toBe('answer');
  expect(held()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await second).toBe('refused');
  expect(held()).toBe(false);
});
