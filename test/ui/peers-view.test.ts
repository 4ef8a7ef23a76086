/** What the peers view works out before it draws. */
import { expect, it } from 'vitest';
import type { Call } from '../../src/peers/call-record.ts';
import type { PeerInfo, PresenceState } from '../../src/peers/presence.ts';
import { describeFilter } from '../../src/peers/trigger.ts';
import { callTree, type CallNode } from '../../src/ui/panels/peers/call-tree.ts';
import { spanText } from '../../src/shared/span-text.ts';
import { readJson, tabLabels } from '../../src/ui/panels/peers/peer-words.ts';

const call = (id: string, caller: string, runner: string | null, created: number): Call => ({
  id, caller: { session: 's', run: caller, agent: caller }, target: 't', context: '', chain: [], state: 'running', runner: runner === null ? null : { session: 's', run: runner, agent: 't' }, value: null, error: null, created, ended: null,
});
const shape = (nodes: CallNode[]): unknown[] => nodes.map(({ call: { id }, children }) => (children.length > 0 ? [id, shape(children)] : id));

it('calls stand below the call whose run made them', () => {
  expect(shape(callTree([call('c', 'r1', null, 3), call('a', 'r0', 'r1', 1), call('b', 'r0', 'r2', 2), call('d', 'r1', 'r3', 4), call('e', 'r3', null, 5)]))).toEqual([['a', ['c', ['d', ['e']]]], 'b']);
});

it('records that call each other in a circle are all shown, once', () => {
  const nodes = callTree([call('a', 'r2', 'r1', 1), call('b', 'r1', 'r2', 1), call('c', 'r3', 'r3', 1)]);
  expect(JSON.stringify(shape(nodes)).match(/[abc]/g)!.sort()).toEqual(['a', 'b', 'c']);
});

it('tabs are called by the person’s name and by the order in which they came', () => {
  const peer = (session: string, since: number, name = ''): PeerInfo => ({ session, version: 1, name, since, owner: false, free: 0, visible: true, runs: [] });
  const state = (own: PeerInfo, ...others: PeerInfo[]): PresenceState => ({ own, others, silent: new Set() });
  expect([...tabLabels(state(peer('b', 2, 'Mia'), peer('a', 1), peer('c', 3, 'Tom')))]).toEqual([['a', 'Tab 1'], ['b', 'Mia (this tab)'], ['c', 'Tom (tab 3)']]);
  expect([...tabLabels(state(peer('a', 1)))]).toEqual([['a', 'This tab']]);
});

it('spans, filters and JSON are told in plain words', () => {
  expect([0, -5, 59_400, 60_000, 3_599_000, 3_600_000, 90_000_000].map(spanText)).toEqual(['0 s', '0 s', '59 s', '1 min 0 s', '59 min 59 s', '1 h 0 min', '1 d 1 h']);
  expect(describeFilter({ type: 'webhook', source: 'github', event: 'pull_request', match: { action: 'closed', repo: 'acme/app' } })).toBe('a webhook pull_request of github with action = closed, repo = acme/app');
  expect(describeFilter({ type: 'webhook' })).toBe('a webhook');
  expect(describeFilter({ type: 'agent_trigger', source_agent: 'deployer' })).toBe('the agent deployer');
  expect(describeFilter({ type: 'agent_trigger' })).toBe('a call from any agent');
  expect(readJson('[1]')).toEqual({ value: [1] });
  expect(readJson('{')).toMatchObject({ problem: expect.stringContaining('This is not valid JSON: ') as string });
});
