/** `tabloom status`: the program as it lies in the sandbox, asked at a shell, and answered by what the page answers with. */
import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { PeersState } from '../../src/project/join-peers.ts';
import { statusOfPeers } from '../../src/project/status-of-peers.ts';
import { answerStatus } from '../../src/sandbox/answer-status.ts';
import type { PeersStatus } from '../../src/shared/peers-status.ts';
import { memoryPeers } from '../support/memory-peers.ts';
import { nativeSandbox, type NativeSandbox } from '../support/native-sandbox.ts';

let sandbox: NativeSandbox;
let watcher: FSWatcher;
const state = createStore<PeersState>(() => ({ state: 'alone', reason: 'Tabs cannot meet here.' }));

beforeAll(async () => {
  sandbox = await nativeSandbox();
  const told = answerStatus(sandbox.fs, () => statusOfPeers(state));
  watcher = watch(join(sandbox.workdir, '.tabloom/io'), (_event, name) => told(new Set([`.tabloom/io/${name}`])));
});
afterAll(async () => {
  watcher?.close();
  await sandbox?.dispose();
});

async function shell(...args: string[]): Promise<{ exit: number; output: string }> {
  const { output, exit } = await sandbox.spawn('.tabloom/bin/tabloom', args, { env: { PATH: process.env.PATH! } });
  let text = '';
  for await (const part of output as unknown as AsyncIterable<string>) text += part;
  return { exit: await exit, output: text.replaceAll('\r\n', '\n') };
}

it('shows tabs, agents, locks, calls and waits, as text and as JSON, and leaves nothing behind', async () => {
  const world = memoryPeers();
  const find = (name: string) => (name === 'reviewer' ? { name, capacity: 1 } : undefined);
  const [mia, other] = [world.join({ find }), world.join()];
  const ending = new AbortController();
  try {
    mia.presence.describe({ name: 'Mia\u001b[2J', owner: true });
    const run = mia.enter({ agent: 'builder', role: 'Builder', task: 'secret task' });
    const holder = { session: run.session, run: run.run, agent: run.agent };
    run.setStatus('reviewing PR #42');
    await run.locks.acquire(holder, 'lock://repo/main', 600);
    await run.calls.call({ ...holder, chain: ['builder'] }, 'reviewer', 'secret context');
    const waiting = mia.waits.wait({ agent: 'builder', run: run.run, filter: { type: 'webhook', source: 'github' }, timeoutMs: 300_000 }, ending.signal).catch(() => undefined);
    await expect.poll(async () => [(await mia.waits.list()).length, mia.presence.store.getState().others.length]).toEqual([1, 1]);
    state.setState({ state: 'joined', peers: mia }, true);

    const { exit, output } = await shell('status');
    expect(exit).toBe(0);
    expect(output.replace(/\d+ (?=s\b)/g, 'N ')).toBe(`Tabs (2)
  Mia [2J (tab 1)  runs the project  here for N s
  tab 2                              here for N s

Active agents (1)
  builder  works  in Mia [2J (tab 1)  for N s  "reviewing PR #42"

Locks (1)
  lock://repo/main  held by builder  in Mia [2J (tab 1)  ${/10 min|9 min/.exec(output)?.[0]} N s left

Calls (1)
  builder -> reviewer  waits for its turn  for N s

Waiting (1)
  builder  in Mia [2J (tab 1)  ${/5 min|4 min/.exec(output)?.[0]} N s left  for a webhook of github
`);
    const json = await shell('status', '--json');
    const parsed = JSON.parse(json.output) as PeersStatus;
    expect(parsed).toMatchObject({
      alone: null, paused: false, tabs: [{ owner: true }, { name: 'tab 2', owner: false, silent: false }], runs: [{ agent: 'builder', state: 'running', status: 'reviewing PR #42' }],
      locks: [{ key: 'lock://repo/main', agent: 'builder' }], calls: [{ caller: 'builder', target: 'reviewer', state: 'pending', tab: null }], waits: [{ agent: 'builder', waits_for: 'a webhook of github' }],
    });
    expect(parsed.locks[0]!.expires - parsed.now).toBeLessThanOrEqual(600_000);
    expect(json.output).not.toContain('secret');
    expect(await readdir(join(sandbox.workdir, '.tabloom/io'))).toEqual([]);
    ending.abort();
    await waiting;
    await run.end();
  } finally {
    ending.abort();
    mia.close();
    other.close();
  }
}, 60_000);

it('says why a tab works by itself, and what it does not understand', async () => {
  state.setState({ state: 'alone', reason: 'Tabs cannot meet here.' }, true);
  expect(await shell('status')).toEqual({ exit: 0, output: 'This tab works by itself: Tabs cannot meet here.\n' });
  const refused = await shell('status', '--jsno');
  expect(refused.exit).toBe(2);
  expect(refused.output).toContain('tabloom: status has no option --jsno\n\nusage: tabloom status [--json] [--watch]\n');
  expect((await shell('stats')).output).toContain('tabloom: there is no command stats\n');
}, 60_000);
