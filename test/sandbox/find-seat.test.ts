/** How tabs find the owner and follow it, without a browser: one process plays all tabs, on a lock manager in memory. */
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { serveSandbox } from '../../src/sandbox/attached/serve-sandbox.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { findSeats } from '../../src/sandbox/seat/find-seat.ts';
import { meetTabs, type Meeting } from '../../src/sandbox/seat/meeting.ts';
import { serveProject } from '../../src/sandbox/seat/serve-project.ts';
import { createTerminalHub } from '../../src/sandbox/terminal-hub.ts';
import { memoryLocks } from '../support/memory-locks.ts';

afterEach(() => vi.unstubAllGlobals());

const sandbox = { workdir: '/p', path: '', env: { PATH: '', HISTFILE: '' }, fs: {}, on: () => () => undefined } as unknown as Sandbox;

function serve(meeting: Meeting, epoch: number): void {
  const service = serveProject(meeting, () => undefined);
  service.announce(epoch);
  service.serve(async () => serveSandbox(sandbox, { epoch, terminals: createTerminalHub(sandbox), ports: new Map(), states: { none: createStore(() => null) }, asks: {} }));
}

it('tabs that were just attaching when the owner ended go on with the next one at once', async () => {
  const locks = memoryLocks();
  vi.stubGlobal('navigator', { locks: locks.of('owner') });
  // The questions by which a frozen owner is noticed never come: they are not what this may wait for.
  const later = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => (ms === 4000 ? 0 : later(work, ms)));
  const project = `moment-${Math.random()}`;

  // It says that it takes links, and ends before it has answered on one.
  const owner = (await meetTabs(project))!;
  void navigator.locks.request(`project:${project}`, () => new Promise(() => undefined));
  let asked = 0;
  owner.listen(({ t }) => {
    if (t === 'who') owner.say({ t: 'owner', epoch: 1, ready: true });
    if (t === 'attach') asked++;
  });
  vi.stubGlobal('navigator', { locks: locks.of('others') });
  const stop = new AbortController();
  const tabs = (await Promise.all([1, 2, 3].map(() => meetTabs(project)))).map((meeting) => meeting!);
  const seats = tabs.map(async (meeting) => {
    const seat = await findSeats(project, meeting, stop.signal).next();
    if (seat.role === 'own') serve(meeting, 2);
    return seat;
  });
  await vi.waitFor(() => expect(asked).toBe(3), { timeout: 20_000 });
  locks.end('owner');
  const found = await Promise.all(seats);
  expect(found.map(({ role }) => role).sort()).toEqual(['attached', 'attached', 'own']);
  expect(found.flatMap((seat) => (seat.role === 'attached' ? [seat.sandbox.epoch] : []))).toEqual([2, 2]);
  for (const seat of found) if (seat.role === 'attached') seat.sandbox.leave();
  stop.abort();
}, 30_000);

it('an owner whose code for other tabs does not come says so, and is not taken for a stopped one', async () => {
  const locks = memoryLocks();
  vi.stubGlobal('navigator', { locks: locks.of('owner') });
  const project = `unloaded-${Math.random()}`;
  void navigator.locks.request(`project:${project}`, () => new Promise(() => undefined));
  const service = serveProject((await meetTabs(project))!, () => undefined);
  service.announce(1);
  service.serve(async () => { throw new Error('Failed to fetch dynamically imported module'); });
  vi.stubGlobal('navigator', { locks: locks.of('other') });
  const stop = new AbortController();
  await expect(findSeats(project, (await meetTabs(project))!, stop.signal).next()).rejects.toMatchObject({ code: 'other_version' });
  stop.abort();
  service.close('');
});
