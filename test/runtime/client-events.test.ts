/** The page is told of events at its own pace, whatever programs do. */
import { expect, it } from 'vitest';
import { ClientEvents } from '../../src/runtime/kernel/headless/events.ts';

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

it('sends no more than the page has taken, and of the ports that wait the latest news', async () => {
  const events = new ClientEvents();
  const answers: (() => void)[] = [];
  const seen: unknown[][] = [];
  const slow = (...args: unknown[]): Promise<void> => {
    seen.push(args);
    return new Promise((done) => answers.push(done));
  };
  const off = events.on('port', slow);
  for (let i = 0; i < 100_000; i++) events.emit('port', 3000 + (i % 2), i % 4 < 2 ? 'open' : 'close', '');
  expect(seen.length).toBe(64);
  for (const answer of answers.splice(0)) answer();
  await turn();
  expect(seen.slice(64)).toEqual([[3000, 'close', ''], [3001, 'close', '']]);

  off();
  events.emit('port', 3000, 'open', '');
  expect(seen.length).toBe(66);

  seen.length = 0;
  events.on('xdg-open', slow);
  for (let i = 0; i < 100_000; i++) events.emit('xdg-open', `${i}`);
  for (let i = 0; i < 100; i++) {
    for (const answer of answers.splice(0)) answer();
    await turn();
  }
  expect(seen.length).toBe(64 + 1024);
});

it('passes on at once while the page keeps up, and minds no listener that throws', async () => {
  const events = new ClientEvents();
  const seen: unknown[] = [];
  events.on('error', () => {
    throw new Error('given back');
  });
  events.on('error', (text) => seen.push(text));
  events.emit('error', 1);
  events.emit('error', 2);
  expect(seen).toEqual([1, 2]);
  await turn();
});
