/** The watches of an event loop over the kernel's one-shot polls: who is told, and what the kernel is asked. */
import { expect, it } from 'vitest';
import { POLL } from '../../src/runtime/abi/constants.ts';
import { ERRNO, SysError } from '../../src/runtime/abi/errno.ts';
import type { Sys } from '../../src/runtime/abi/syscalls.ts';
import { FdWatches } from '../../src/runtime/node/fd-watches.ts';

function createWatches() {
  const queue: (() => void)[] = [];
  const polls: [fd: number, events: number, watch: number | undefined][] = [];
  const sys = { poll: (fd: number, events: number, watch?: number) => void polls.push([fd, events, watch]) } as unknown as Sys;
  const watches = new FdWatches(sys, (fn) => void queue.push(fn), (fn) => void queue.unshift(fn));
  const run = (): void => {
    while (queue.length > 0) queue.shift()!();
  };
  return { watches, polls, run };
}

it('is asked for again after its callback, unless a read within has done so', () => {
  const { watches, polls, run } = createWatches();
  const seen: number[] = [];
  let reads = false;
  const watch = watches.add(3, POLL.IN, (revents) => {
    seen.push(revents);
    if (reads) watch.armed();
  });
  const id = watch.next().watch;
  expect(watch.next().events).toBe(POLL.IN);
  expect(polls).toEqual([[3, POLL.IN, id]]);
  watches.event(3, POLL.IN, id);
  run();
  expect(polls).toEqual([[3, POLL.IN, id], [3, POLL.IN, id]]);
  reads = true;
  watches.event(3, POLL.IN, id);
  run();
  expect(seen).toEqual([POLL.IN, POLL.IN]);
  expect(polls.length).toBe(2);
  watch.close();
  expect(polls[2]).toEqual([3, 0, id]);
});

it('does not hear of what its descriptor\'s number was before', () => {
  const { watches, polls, run } = createWatches();
  const heard: string[] = [];
  const old = watches.add(3, POLL.IN, () => void heard.push('old'));
  const before = old.next().watch;
  // The event is on its way when the descriptor is closed and its number given to another.
  watches.event(3, POLL.IN | POLL.HUP, before);
  old.close();
  const next = watches.add(3, POLL.OUT, () => void heard.push('next'));
  watches.event(3, POLL.IN | POLL.HUP, before);
  run();
  expect(heard).toEqual([]);
  watches.event(3, POLL.OUT, next.next().watch);
  run();
  expect(heard).toEqual(['next']);
  expect(polls.at(-1)).toEqual([3, POLL.OUT, next.next().watch]);
});

it('takes what is ready also where one of the descriptors was closed behind its watch', () => {
  const queue: (() => void)[] = [];
  const pollSync = (fds: number[]): number[] => {
    if (fds.includes(3)) throw new SysError(ERRNO.EBADF);
    return fds.map(() => POLL.IN);
  };
  const watches = new FdWatches({ poll: () => {}, pollSync } as unknown as Sys, (fn) => void queue.push(fn), (fn) => void queue.unshift(fn));
  const heard: number[] = [];
  for (const fd of [3, 4]) watches.add(fd, POLL.IN, () => void heard.push(fd));
  watches.takeReady();
  while (queue.length > 0) queue.shift()!();
  expect(heard).toEqual([4]);
});
