/** The page's own runner: it works among those who are joined now, whatever came and went while it was being loaded. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createAgents } from '../../src/agent/runner/agents.ts';
import type { Peers } from '../../src/peers/peers.ts';
import type { PeersState } from '../../src/project/join-peers.ts';
import { createSettings } from '../../src/project/settings.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { ToolsState } from '../../src/ui/app-model.ts';
import { createAgentRuns, type AgentRuns } from '../../src/ui/agent/agent-runs.ts';
import { memoryPeers } from '../support/memory-peers.ts';
import { testWork } from '../work/stores.ts';

const head = '---\nrole: code-reviewer\n---\nRead.\n';
let peers: StoreApi<PeersState>;
let runs: AgentRuns;
/** The reading of the agents' files, which the start of a runner waits for. */
let read: () => void;
let reading: () => Promise<unknown>;
beforeEach(() => {
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined });
  peers = createStore<PeersState>(() => ({ state: 'joining' }));
  const waits: (() => void)[] = [];
  read = () => waits.splice(0).forEach((go) => go());
  reading = () => expect.poll(() => waits.length).toBeGreaterThan(0);
  const agents = createAgents({ agentFiles: async () => {
    await new Promise<void>((go) => { waits.push(go); });
    return { skills: [], agents: [{ name: 'reviewer', head }] };
  }, readText: async () => head });
  const settings = createSettings(undefined);
  settings.setState({ baseUrl: 'http://x/v1', model: 'm', agentRuns: 3 });
  runs = createAgentRuns({
    sandbox: { workdir: '/home/x' } as Sandbox, work: testWork(), agents, peers, settings,
    tools: createStore<ToolsState>(() => ({ state: 'ready' })), secrets: { get: async () => undefined } as never,
    load: async () => ({ runAgent: async () => ({ reason: 'done', message: '', messages: [{ role: 'assistant', text: 'Read it.', calls: [] }] }), openAiCompatible: () => ({}) as never }),
  });
});
afterEach(() => {
  peers.setState({ state: 'alone', reason: 'over' }, true);
  vi.unstubAllGlobals();
});

const free = (joined: Peers): number => joined.presence.store.getState().own.free;

it('who is joined while the runner for those before them is being loaded gets one all the same', async () => {
  const [before, now] = [memoryPeers().join(), memoryPeers().join({ find: (name) => ({ name, capacity: 1 }) })];
  peers.setState({ state: 'joined', peers: before }, true);
  await reading();
  peers.setState({ state: 'joining' }, true);
  peers.setState({ state: 'joined', peers: now }, true);
  read();
  // The second start reads them once more.
  await reading();
  read();
  await expect.poll(() => free(now)).toBe(3);
  expect(free(before)).toBe(0);
  const run = now.enter({ agent: 'agent', role: 'programmer', task: 'x' });
  const sent = await run.calls.call(run, 'reviewer', 'Look');
  await expect.poll(async () => ('call_id' in sent ? (await run.calls.check(run, sent.call_id)).value : sent.rejected)).toBe('Read it.');
  expect(runs.store.getState().runs.map(({ agent, title }) => [agent, title])).toEqual([['reviewer', 'Look']]);
});

it('a word about those who are joined already begins nothing anew; others in their place do', async () => {
  const [one, other] = [memoryPeers().join(), memoryPeers().join()];
  peers.setState({ state: 'joined', peers: one }, true);
  await reading();
  // Not the same object, but the same peers: it would be taken for others, and no runner would begin.
  peers.setState({ state: 'joined', peers: one, problem: 'The server does not answer.' }, true);
  read();
  await expect.poll(() => free(one)).toBe(3);
  await one.calls.pause(true);
  await expect.poll(() => runs.store.getState().paused).toBe(true);
  peers.setState({ state: 'joined', peers: other }, true);
  expect(free(one)).toBe(0);
  await reading();
  read();
  await expect.poll(() => free(other)).toBe(3);
  expect(runs.store.getState().paused).toBe(false);
});
