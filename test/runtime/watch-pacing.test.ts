/** A page that watches a sandbox is told at its own pace, however much changes there. */
import { expect, it } from 'vitest';
import { paceEvents } from '../../src/runtime/kernel/headless/watch-pacing.ts';

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

it('passes events on at once while the page keeps up', async () => {
  const seen: string[] = [];
  const tell = paceEvents((event, name) => seen.push(`${event} ${name}`));
  tell('rename', 'a');
  tell('change', 'a');
  tell('change', 'a');
  expect(seen).toEqual(['rename a', 'change a', 'change a']);
});

it('sends no more than the page has taken, equal events once, and one event for everything when too many wait', async () => {
  const answers: (() => void)[] = [];
  const seen: string[] = [];
  const tell = paceEvents((event, name) => {
    seen.push(`${event} ${name}`);
    return new Promise<void>((done) => answers.push(done));
  });
  for (let i = 0; i < 256; i++) tell('rename', `f${i}`);
  for (let i = 0; i < 1000; i++) tell('change', 'same');
  expect(seen.length).toBe(256);
  for (const answer of answers.splice(0)) answer();
  await turn();
  expect(seen.slice(256)).toEqual(['change same']);

  for (let i = 0; i < 1_000_000; i++) tell('rename', `g${i % 100_000}`);
  expect(seen.length).toBe(512);
  for (const answer of answers.splice(0)) answer();
  await turn();
  expect(seen.slice(512)).toEqual(['rename ']);
  for (const answer of answers.splice(0)) answer();
  await turn();
  tell('rename', 'later');
  expect(seen.slice(513)).toEqual(['rename later']);
});

it('goes on when the page answers with an error', async () => {
  let calls = 0;
  const tell = paceEvents(() => {
    calls++;
    throw new Error('gone');
  });
  for (let i = 0; i < 300; i++) tell('change', `f${i}`);
  await turn();
  expect(calls).toBe(300);
});
