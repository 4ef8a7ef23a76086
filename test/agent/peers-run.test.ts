/** A run of the page's agent among the peers: what it holds is given back whatever its end, and waiting costs it nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ModelEvent } from '../../src/agent/providers/provider.ts';
import { caps, runAgent } from '../../src/agent/run.ts';
import type { Peers } from '../../src/peers/peers.ts';
import type { PeersState } from '../../src/project/join-peers.ts';
import { AppError } from '../../src/shared/errors.ts';
import { executeTool } from '../../src/tools/execute.ts';
import { createAgentSession, type AgentSession } from '../../src/ui/agent/agent-session.ts';
import { memoryPeers, type MemoryPeers } from '../support/memory-peers.ts';
import { nativeSandbox } from '../support/native-sandbox.ts';
import type { NativeSandbox } from '../support/native-sandbox.ts';

let sandbox: NativeSandbox;
let world: MemoryPeers;
/** The page, and another tab that looks on. */
let page: Peers;
let other: Peers;
beforeAll(async () => { sandbox = await nativeSandbox(); });
afterAll(() => sandbox.dispose());
beforeEach(() => {
  world = memoryPeers();
  page = world.join();
  other = world.join();
});

type Call = [name: string, args: Record<string, unknown>];
/** What the model does in a turn: calls, words, or something that goes wrong. */
type Turn = Call[] | string | (() => void);

interface Session {
  agent: AgentSession;
  /** What the model read. */
  read: string[];
  /** What the other tab saw of locks and runs when each turn began. */
  seen: { locks: string[]; runs: string[] }[];
  run(): Promise<void>;
}

function session(turns: Turn[], fail?: Error): Session {
  const read: string[] = [];
  const seen: Session['seen'] = [];
  const agent = createAgentSession(sandbox, {}, createStore<PeersState>(() => ({ state: 'joined', peers: page })), async () => ({
    async runAgent(options) {
      const outcome = await runAgent(options);
      read.push(...outcome.messages.flatMap((message) => (message.role === 'tool' ? [message.text] : [])));
      if (fail) throw fail;
      return outcome;
    },
    openAiCompatible: () => ({
      id: 'scripted', label: 'scripted', recording: false,
      async *stream(): AsyncGenerator<ModelEvent> {
        const turn = turns[seen.length] ?? 'Done.';
        seen.push({ locks: await held(), runs: shown() });
        if (typeof turn === 'function') turn();
        else if (typeof turn === 'string') yield { type: 'text', text: turn };
        else for (const [index, [name, args]] of turn.entries()) yield { type: 'tool_call', call_id: `t${seen.length}c${index}`, name, arguments: JSON.stringify(args) };
      },
    }),
    recording: () => { throw new Error('not asked'); }, recordedTask: '',
  }));
  return { agent, read, seen, run: () => agent.run('Go.', { dialect: 'native', system: 'action-llama', waitTimeoutMs: 50 }, { baseUrl: 'http://x', model: 'm' }) };
}

const held = async (): Promise<string[]> => (await other.locks.list()).map((lease) => `${lease.key} ${lease.holder.agent}`);
const shown = (): string[] => page.presence.store.getState().own.runs.map(({ agent, state, status }) => `${agent} ${state}${status === '' ? '' : `: ${status}`}`);
const endOf = ({ agent }: Session): string => {
  const last = agent.store.getState().timeline.items.at(-1);
  return last?.kind === 'end' ? last.reason : last?.kind === 'error' ? `error: ${last.message}` : String(last?.kind);
};

const lock: Call = ['acquire_lock', { resource_key: 'lock://x' }];
const status = (text: string): Call => ['set_status', { text }];

describe('a lock of a run', () => {
  it.each<[string, Turn[], string, Error?]>([
    ['that is done', [[lock], 'All done.'], 'done'],
    ['at the limit of turns', [[lock], ...Array.from({ length: caps.turns }, (_, index): Turn => [status(`turn ${index}`)])], 'max_turns'],
    ['whose provider fails', [[lock], () => { throw new AppError('auth', 'The key was refused.'); }], 'provider_error'],
    ['with a fault inside', [[lock], () => { throw new TypeError('a bug'); }], 'internal'],
    ['whose loop itself breaks', [[lock], 'Done.'], 'error: the loop broke', new Error('the loop broke')],
  ])('%s is free afterwards [S3.auto_release]', async (_title, turns, end, fail) => {
    const one = session(turns, fail);
    await one.run();
    expect([one.seen[0]?.locks, one.seen[1]?.locks]).toEqual([[], ['lock://x agent']]);
    expect([endOf(one), await held(), shown()]).toEqual([end, [], []]);
  });

  it('that gives up is free afterwards [S3.auto_release]', async () => {
    const agent: AgentSession = createAgentSession(sandbox, {}, createStore<PeersState>(() => ({ state: 'joined', peers: page })), async () => ({
      runAgent, recording: () => { throw new Error('not asked'); }, recordedTask: '',
      openAiCompatible: () => ({
        id: 'scripted', label: 'scripted', recording: false,
        async *stream(): AsyncGenerator<ModelEvent> {
          const { session: own, run, agent: name } = agent.store.getState().run!;
          // The system that can give up has no tool for locks.
          await page.locks.acquire({ session: own, run, agent: name }, 'lock://x', 60);
          expect(await held()).toEqual(['lock://x agent']);
          yield { type: 'text', text: '{"actions":[],"stop_reason":"fail"}' };
        },
      }),
    }));
    await agent.run('Go.', { dialect: 'json', system: 'atloop' }, { baseUrl: 'http://x', model: 'm' });
    expect(agent.store.getState().timeline.items.at(-1)).toMatchObject({ kind: 'end', reason: 'gave_up' });
    expect(await held()).toEqual([]);
  });

  it('that a person stops, in the middle of a wait, is free afterwards, and its wait is over [S3.auto_release]', async () => {
    const one = session([[lock], [['wait_for_trigger', { type: 'webhook', timeout: '1h' }]]]);
    const ended = one.run();
    await expect.poll(async () => (await other.waits.list()).length).toBe(1);
    expect([await held(), shown()]).toEqual([['lock://x agent'], ['agent waiting']]);
    one.agent.stop();
    await ended;
    expect([endOf(one), await held(), await other.waits.list(), shown()]).toEqual(['aborted', [], [], []]);
  });

  it('whose tab is gone is free at once', async () => {
    const one = session([[lock], [['wait_for_trigger', { type: 'webhook', timeout: '1h' }]]]);
    const ended = one.run();
    await expect.poll(async () => (await other.waits.list()).length).toBe(1);
    world.kill(page);
    expect(await held()).toEqual([]);
    one.agent.stop();
    await ended;
  });
});

describe('a run', () => {
  it('shows its status until a wait, and waits as long as the settings say [S3.set_status] [S3.wait.timeout]', async () => {
    const one = session([[status('building')], [['wait_for_trigger', { type: 'webhook' }]], 'Done.']);
    await one.run();
    expect(one.seen.map(({ runs }) => runs)).toEqual([['agent running'], ['agent running: building'], ['agent running']]);
    expect(one.read).toEqual(['Status updated: building', 'Wait failed: Wait timeout expired']);
    expect(endOf(one)).toBe('done');
  });

  it('is seen by the others however long its role is', async () => {
    const run = page.enter({ agent: 'reviewer', role: 'x'.repeat(300), task: 'Review.' });
    await expect.poll(() => other.presence.store.getState().others[0]?.runs.map(({ run: id, role }) => [id, role.length])).toEqual([[run.run, 200]]);
    await run.end();
  });

  it('may wait more often than it may have failures, and goes on [S3.wait.sequential]', async () => {
    const waits: Turn[] = Array.from({ length: 6 }, (_, index): Turn => [['wait_for_trigger', { type: 'webhook', event: `e${index}`, timeout: '1ms' }]]);
    const one = session([...waits, 'Done.']);
    await one.run();
    expect([endOf(one), one.read]).toEqual(['done', Array.from({ length: 6 }, () => 'Wait failed: Wait timeout expired')]);
  });

  it('may ask how a call stands as often as it likes; the same call of other tools again and again is a loop', async () => {
    const again = (call: Call): Turn[] => Array.from({ length: 12 }, (): Turn => [call]);
    const loop = session(again(['release_lock', { resource_key: 'lock://x' }]));
    await loop.run();
    expect([endOf(loop), loop.seen.length]).toEqual(['inner_loop', 10]);
    const polls = session(again(['check_call', { call_id: 'none' }]));
    await polls.run();
    expect([endOf(polls), polls.seen.length]).toEqual(['done', 13]);
  });

  it('that is cut off from the others may let go of its lock, and goes on without', async () => {
    const run = page.enter({ agent: 'builder', role: 'programmer', task: 'Build.' });
    const tool = (name: string, args: unknown) => executeTool({ call_id: name, name, arguments: args },
      { sandbox, peers: run, caller: { id: 'builder', role: 'programmer' }, work: {}, signal: new AbortController().signal, onProgress: () => undefined });
    await tool('acquire_lock', { resource_key: 'file:///cut-off' });
    for (const method of ['list', 'stands', 'read', 'drop'] as const) page.port.leases[method] = async () => { throw new AppError('session_ended', 'The server was out of reach.'); };
    const write = async (): Promise<boolean> => (await tool('write_file', { path: 'cut-off/a.txt', content: 'x' })).ok;
    expect(await write()).toBe(false);
    expect((await tool('release_lock', { resource_key: 'file:///cut-off' })).message).toBe('The server was out of reach.');
    expect(await write()).toBe(true);
    await run.end();
  });

  it('gives its place back while it waits, and goes on when there is one again [S3.wait.slot_released]', async () => {
    const reviewer = { name: 'reviewer', capacity: 1 };
    page = world.join({ find: () => reviewer });
    const boss = other.enter({ agent: 'boss', role: 'lead', task: '' });
    const asBoss = { session: boss.session, run: boss.run, agent: 'boss', chain: ['boss'] };
    other = world.join({ find: () => reviewer });
    const dispatched = await other.calls.call(asBoss, 'reviewer', 'first');
    const id = 'call_id' in dispatched ? dispatched.call_id : '';
    const call = (await page.calls.take(reviewer, 'r1'))!;
    expect(call.id).toBe(id);
    const steps: string[] = [];
    const signal = new AbortController().signal;
    const run = page.enter({ agent: 'reviewer', role: 'reviewer', task: 'first', chain: ['boss', 'reviewer'], call: id, run: 'r1' }, {
      async pause() {
        steps.push('pause');
        await page.calls.leavePlace('reviewer', id);
      },
      async resume() {
        while (!(await page.calls.takePlace(reviewer, id, true))) await page.port.sleep(5, signal);
        steps.push('resume');
      },
    });
    const second = await other.calls.call(asBoss, 'reviewer', 'second');
    expect(await page.calls.take(reviewer, 'r2')).toBeUndefined();
    const waiting = executeTool({ call_id: 'w', name: 'wait_for_trigger', arguments: { type: 'webhook', timeout: '1h' } }, { sandbox, peers: run, caller: { id: 'reviewer', role: 'reviewer' }, work: {}, signal, onProgress: () => undefined });
    await expect.poll(async () => (await other.waits.list()).length).toBe(1);
    const next = (await page.calls.take(reviewer, 'r2'))!;
    expect(['call_id' in second && second.call_id, steps]).toEqual([next.id, ['pause']]);
    await other.waits.trigger('reviewer', { type: 'webhook', payload: 'merged' });
    await expect.poll(shown).toEqual(['reviewer parked']);
    await page.calls.complete(next, null);
    expect(await waiting).toMatchObject({ ok: true, output: 'Trigger received. Payload:\n\nmerged' });
    expect([steps, shown()]).toEqual([['pause', 'resume'], ['reviewer running']]);
  });
});
