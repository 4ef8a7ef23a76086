/** The tools of the scheduler through the registry, by runs in two real tabs: every rule of the third document, with its words. Locks: `peers-locks.test.ts`. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import type { Call } from '../../src/peers/call-record.ts';
import type { Lease } from '../../src/peers/lease-table.ts';
import type { Trigger } from '../../src/peers/trigger.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { no, said, yes, peerRuns, type PeerRuns } from '../support/peer-runs.ts';

const runs = peerRuns('peers-test');
const { enter, peers, run } = runs;
let { key, second, tools } = {} as PeerRuns;
beforeEach(() => { ({ key, second, tools } = runs); });

describe('calls', () => {
  /** What the runner of agents does: takes the next call of an agent in that tab. */
  const take = (page: Page, agent: string, capacity: number): Promise<Call | undefined> => peers(page, 'calls', 'take', { name: agent, capacity }, `run-of-${agent}`);
  const complete = (page: Page, call: Call, value: string | null): Promise<boolean> => peers(page, 'calls', 'complete', call, value);
  const dispatch = async (name: string, target_agent: string, context = 'Do it.'): Promise<string> => (await run(name, 'call_agent', { target_agent, context })).metadata.call_id as string;
  beforeEach(() => enter('a', { agent: 'boss' }));

  it('call_agent does not wait, and check_call tells how it stands [S3.call_agent] [S3.check_call] [S3.subagent.non_blocking] [S3.subagent.poll]', async () => {
    const called = await run('a', 'call_agent', { target_agent: 'deployer', context: 'Deploy it.' });
    const id = called.metadata.call_id as string;
    expect(said(called)).toEqual(yes(`Call dispatched. call_id: ${id}\n\nUse check_call with this call_id to poll for the result.`));
    expect(called.metadata).toEqual({ call_id: id, state: 'pending', target_agent: 'deployer' });
    const other = await dispatch('a', 'deployer', 'Another.');
    expect(other).not.toBe(id);
    expect(said(await run('a', 'check_call', { call_id: id }))).toEqual(yes('Call status: pending. Use check_call again later to poll for completion.'));
    const [first, next] = [await take(second, 'deployer', 2), await take(second, 'deployer', 2)];
    expect([first?.id, first?.context, next?.id]).toEqual([id, 'Deploy it.', other]);
    expect((await run('a', 'check_call', { call_id: id })).output).toBe('Call status: running. Use check_call again later to poll for completion.');
    expect((await run('a', 'todo_read', {})).ok).toBe(true);
    // Whoever asks again at once hears of it when something has changed.
    const asked = run('a', 'check_call', { call_id: id });
    await complete(second, first!, 'deployed');
    const done = await asked;
    expect([said(done), done.metadata]).toEqual([yes('Call completed.\n\nReturn value: deployed'), { call_id: id, status: 'completed', target_agent: 'deployer', return_value: 'deployed' }]);
    await complete(second, next!, null);
    expect((await run('a', 'check_call', { call_id: other })).output).toBe('Call completed.');
  });

  it('check_call tells failures, and knows only the run\'s own calls', async () => {
    const id = await dispatch('a', 'deployer');
    const call = await take(second, 'deployer', 2);
    await peers(second, 'calls', 'fail', call, 'it broke');
    const failed = await run('a', 'check_call', { call_id: id });
    expect([said(failed), failed.metadata]).toEqual([no('Call failed: it broke'), { success: false, call_id: id, status: 'error', target_agent: 'deployer', error_message: 'it broke' }]);
    await enter('a2', { agent: 'boss' });
    for (const [name, one] of [['a2', id], ['a', 'call-none']] as const) expect((await run(name, 'check_call', { call_id: one })).error).toMatchObject({ code: 'not_found', message: `Call ${one} not found or not owned by this agent.` });
  });

  it('return_value sets what the caller sees, goes on, and the last one counts [S3.return_value] [S3.subagent.return_value]', async () => {
    const id = await dispatch('a', 'reviewer', 'Review it.');
    const call = (await take(second, 'reviewer', 1))!;
    await enter('b', { agent: 'reviewer', chain: ['boss', 'reviewer'], call: id });
    await run('b', 'return_value', { value: 'first' });
    const set = await run('b', 'return_value', { value: 'No faults.' });
    expect([said(set), set.metadata, set.reminders]).toEqual([yes('Return value set. It will be visible to the calling agent via check_call.'), { delivered_to: 'boss' }, undefined]);
    expect((await run('a', 'check_call', { call_id: id })).output).toBe('Call status: running. Use check_call again later to poll for completion.');
    await complete(second, call, (await second.evaluate(() => window.toolsPage.returned('b')))!);
    expect((await run('a', 'check_call', { call_id: id })).output).toBe('Call completed.\n\nReturn value: No faults.');
    const alone = await run('a', 'return_value', { value: 'x' });
    expect([alone.output, alone.metadata, alone.reminders]).toEqual([set.output, { delivered_to: null }, ['Nobody called this run, so nobody gets the value.']]);
  });

  it('are refused to oneself, back to a caller, too deep, and to agents that are not there [S3.call.no_self_call] [S3.subagent.no_cycles] [S3.subagent.max_depth]', async () => {
    await enter('d', { agent: 'deployer', chain: ['reviewer', 'writer', 'deployer'] });
    await enter('w', { agent: 'writer', chain: ['boss', 'lead', 'deployer', 'writer'] });
    const why = async (name: string, target_agent: string) => {
      const result = await run(name, 'call_agent', { target_agent, context: 'x' });
      expect(result).toMatchObject({ status: 'executed', ok: false, is_error: false, metadata: { success: false, reason: 'rejected' } });
      return result.output;
    };
    expect(await why('w', 'writer')).toBe('Call rejected: agent cannot call itself');
    expect(await why('d', 'reviewer')).toBe('Call rejected: call cycle rejected: reviewer → writer → deployer → reviewer');
    expect(await why('w', 'reviewer')).toBe('Call rejected: trigger depth limit reached');
    expect(await why('a', 'nobody')).toBe('Call rejected: target agent "nobody" not found');
    expect(await why('a', 'sleeper')).toBe('Call rejected: target agent "sleeper" is disabled');
    await peers(second, 'calls', 'pause', true);
    expect(await why('a', 'reviewer')).toBe('Call rejected: scheduler is paused');
    await peers(second, 'calls', 'pause', false);
    // Three agents on the way may call a fourth.
    expect((await run('d', 'call_agent', { target_agent: 'sleeper', context: 'x' })).output).toBe('Call rejected: target agent "sleeper" is disabled');
  });

  it('of a busy agent queue up to 100, in order, and the next is refused [S3.call.queue]', async () => {
    const busy = await dispatch('a', 'writer');
    const first = (await take(second, 'writer', 1))!;
    expect(first.id).toBe(busy);
    const waiting = await tools.page.evaluate(async () => {
      const ids: unknown[] = [];
      for (let index = 0; index < 100; index++) ids.push((await window.toolsPage.as('a', 'call_agent', { target_agent: 'writer', context: `${index}` })).metadata.call_id);
      return ids;
    });
    expect(await take(tools.page, 'writer', 1)).toBeUndefined();
    const refused = await run('a', 'call_agent', { target_agent: 'writer', context: 'one too many' });
    expect([said(refused), refused.metadata.reason]).toEqual([no('Call rejected: queue full'), 'queue_full']);
    await complete(second, first, null);
    const next = (await take(second, 'writer', 1))!;
    expect([next.id, next.context]).toEqual([waiting[0], '0']);
    await complete(second, next, null);
  });

  it('are run once [S3.call.no_rerun]', async () => {
    const id = await dispatch('a', 'reviewer');
    const call = (await take(second, 'reviewer', 1))!;
    expect(await complete(second, call, 'once')).toBe(true);
    expect(await complete(second, call, 'twice')).toBe(false);
    expect(await take(second, 'reviewer', 1)).toBeUndefined();
    expect((await run('a', 'check_call', { call_id: id })).metadata.return_value).toBe('once');
  });

  it('of the same idempotency key are the same call', async () => {
    const one = await run('a', 'call_agent', { target_agent: 'deployer', context: 'x', idempotency_key: 'release-7' });
    const same = await run('a', 'call_agent', { target_agent: 'deployer', context: 'x', idempotency_key: 'release-7' });
    expect(same.metadata.call_id).toBe(one.metadata.call_id);
    expect((await run('a', 'call_agent', { target_agent: 'deployer', context: 'x', idempotency_key: 'release-8' })).metadata.call_id).not.toBe(one.metadata.call_id);
    expect([(await take(second, 'deployer', 2))?.id, (await take(second, 'deployer', 2))?.id, await take(second, 'deployer', 9)]).toEqual([one.metadata.call_id, expect.any(String), undefined]);
  });
});

describe('status and waiting', () => {
  const waiting = async (agent: string): Promise<number> => (await peers<{ agent: string; waiters: unknown[] }[]>(second, 'waits', 'list')).find((one) => one.agent === agent)?.waiters.length ?? 0;
  const trigger = (agent: string, what: Trigger): Promise<boolean> => peers(second, 'waits', 'trigger', agent, what);
  /** Begins to wait, and is in the queue when this returns. */
  const begin = async (name: string, agent: string, args: object, place = 1): Promise<{ result: Promise<ToolResult> }> => {
    const result = run(name, 'wait_for_trigger', args);
    await expect.poll(() => waiting(agent), { timeout: 5_000 }).toBe(place);
    return { result };
  };
  const closed: Trigger = { type: 'webhook', source: 'github', event: 'pull_request', payload: { action: 'closed', repo: 'acme/app', merged: true, number: 7 } };

  it('set_status shows what a run does [S3.set_status]', async () => {
    await enter('a', { agent: 'builder' });
    expect(said(await run('a', 'set_status', { text: 'reviewing PR #42' }))).toEqual(yes('Status updated: reviewing PR #42'));
    expect(await tools.page.evaluate(() => window.toolsPage.shownRuns())).toContainEqual({ agent: 'builder', state: 'running', status: 'reviewing PR #42' });
    expect((await run('a', 'set_status', { text: 'x'.repeat(201) })).error?.code).toBe('invalid_arguments');
  });

  it('wait_for_trigger resumes with the whole payload of what fits all its filters [S3.wait_for_trigger] [S3.wait.payload]', async () => {
    await enter('a', { agent: 'watcher' });
    const { result } = await begin('a', 'watcher', { type: 'webhook', source: 'github', event: 'pull_request', match: { action: 'closed', repo: 'acme/app', merged: 'true', number: 7 } });
    expect(await tools.page.evaluate(() => window.toolsPage.shownRuns())).toContainEqual({ agent: 'watcher', state: 'waiting', status: '' });
    for (const wrong of [{ source: 'gitlab' }, { event: 'push' }, { payload: { action: 'opened', repo: 'acme/app' } }, { type: 'agent_trigger' }] as Partial<Trigger>[]) expect(await trigger('watcher', { ...closed, ...wrong })).toBe(false);
    expect(await trigger('watcher', closed)).toBe(true);
    const got = await result;
    expect(said(got)).toEqual(yes('Trigger received. Payload:\n\n{\n  "action": "closed",\n  "repo": "acme/app",\n  "merged": true,\n  "number": 7\n}'));
    expect(got.metadata).toEqual({ payload: closed.payload, waited_ms: expect.any(Number) as number, timeout_ms: 1_800_000, lost_locks: [], renewed_locks: [] });
    expect(await tools.page.evaluate(() => window.toolsPage.shownRuns())).toContainEqual({ agent: 'watcher', state: 'running', status: '' });
  });

  it('wait_for_trigger lets the time of the call rest that its run answers', async () => {
    await enter('a', { agent: 'boss' });
    const id = (await run('a', 'call_agent', { target_agent: 'reviewer', context: 'Wait.' })).metadata.call_id as string;
    const call = (await peers<Call | undefined>(second, 'calls', 'take', { name: 'reviewer', capacity: 1 }, 'run-that-rests'))!;
    await enter('b', { agent: 'reviewer', chain: ['boss', 'reviewer'], call: id, run: 'run-that-rests' });
    const { result } = await begin('b', 'reviewer', { type: 'webhook', timeout: '3h' });
    const { since } = (await peers<{ agent: string; waiters: { since: number }[] }[]>(second, 'waits', 'list')).find(({ agent }) => agent === 'reviewer')!.waiters[0]!;
    const resting = await peers<Call>(tools.page, 'calls', 'get', id);
    expect(resting).toMatchObject({ state: 'running', resting: expect.any(Number) as number });
    expect(resting.resting).toBeLessThanOrEqual(since);
    expect(await trigger('reviewer', closed)).toBe(true);
    const { waited_ms } = (await result).metadata as { waited_ms: number };
    const after = await peers<Call>(tools.page, 'calls', 'get', id);
    expect(after.resting).toBeUndefined();
    expect(after.rested).toBeGreaterThanOrEqual(waited_ms);
    expect(await peers(second, 'calls', 'complete', call, 'done')).toBe(true);
  });

  it('one trigger resumes one run, the one that waited first; several waits follow each other [S3.wait.sequential]', async () => {
    await enter('a', { agent: 'watcher' });
    await enter('b', { agent: 'watcher' });
    const first = await begin('a', 'watcher', { type: 'agent_trigger', source_agent: 'deployer', timeout: '1h30m' });
    const later = await begin('b', 'watcher', { type: 'agent_trigger' }, 2);
    const deployed = (n: number): Trigger => ({ type: 'agent_trigger', source_agent: 'deployer', payload: `deployed ${n}` });
    expect(await trigger('watcher', deployed(1))).toBe(true);
    expect((await first.result).output).toBe('Trigger received. Payload:\n\ndeployed 1');
    const again = await begin('a', 'watcher', { type: 'agent_trigger' }, 2);
    expect(await trigger('watcher', deployed(2))).toBe(true);
    expect((await later.result).output).toBe('Trigger received. Payload:\n\ndeployed 2');
    expect(await trigger('watcher', deployed(3))).toBe(true);
    expect((await again.result).output).toBe('Trigger received. Payload:\n\ndeployed 3');
    expect(await trigger('watcher', deployed(4))).toBe(false);
  });

  it('a wait whose time is over, or that somebody ends, is an answer with which the run goes on [S3.wait.timeout]', async () => {
    await enter('a', { agent: 'watcher' });
    const late = await run('a', 'wait_for_trigger', { type: 'webhook', timeout: '50ms' });
    expect([said(late), late.timed_out, late.metadata]).toEqual([no('Wait failed: Wait timeout expired'), true, { success: false, reason: 'timeout', waited_ms: expect.any(Number) as number, timeout_ms: 50, lost_locks: [], renewed_locks: [] }]);
    expect(late.metadata.waited_ms as number).toBeGreaterThanOrEqual(50);
    const { result } = await begin('a', 'watcher', { type: 'webhook' });
    const watchers = (await peers<{ agent: string; waiters: { id: string }[] }[]>(second, 'waits', 'list')).find(({ agent }) => agent === 'watcher')!.waiters;
    await peers(second, 'waits', 'cancel', 'watcher', watchers[0]!.id);
    expect(said(await result)).toEqual(no('Wait failed: The wait was ended by a person.'));
    expect((await run('a', 'run_command', { command: 'echo goes on' })).ok).toBe(true);
    for (const [timeout, message] of [['90', 'timeout: "90" is no duration. Use numbers with ms, s, m, h or d, such as 30s, 5m or 1h30m.'], ['abc5mxyz', /is no duration/], ['0s', 'timeout: "0s" is out of range. A wait takes from 1ms to 7d.'], ['8d', /out of range/]] as const) {
      expect((await run('a', 'wait_for_trigger', { type: 'webhook', timeout })).error).toMatchObject({ code: 'invalid_arguments', message: typeof message === 'string' ? message : expect.stringMatching(message) as string });
    }
    expect((await run('a', 'wait_for_trigger', { type: 'webhook', source_agent: 'deployer' })).message).toBe('source_agent is only for agent_trigger');
    expect((await run('a', 'wait_for_trigger', { type: 'timer' })).error?.code).toBe('invalid_arguments');
  });

  it('a run that is stopped does not wait on', async () => {
    await enter('a', { agent: 'watcher' });
    const { result } = await begin('a', 'watcher', { type: 'webhook' });
    await tools.page.evaluate(() => window.toolsPage.stopRun('a'));
    expect((await result).error?.code).toBe('aborted');
    expect(await waiting('watcher')).toBe(0);
  });

  it('locks run out while their run waits: what was lost is told, what was not gets its time anew', async () => {
    await enter('a', { agent: 'watcher' });
    await enter('b', { agent: 'tester' });
    const kept = await run('a', 'acquire_lock', { resource_key: key, ttl_seconds: 600 });
    const first = await begin('a', 'watcher', { type: 'webhook' });
    await trigger('watcher', closed);
    expect(await first.result).toMatchObject({ ok: true, metadata: { lost_locks: [], renewed_locks: [key] } });
    const [lease] = await peers<Lease[]>(second, 'locks', 'list');
    expect([lease!.fence, lease!.expires]).toEqual([kept.metadata.fence, expect.any(Number)]);
    expect(lease!.expires).toBeGreaterThan(kept.metadata.expires_at as number);
    await run('a', 'acquire_lock', { resource_key: key, ttl_seconds: 1 });
    const next = await begin('a', 'watcher', { type: 'webhook' });
    await expect.poll(async () => (await run('b', 'acquire_lock', { resource_key: key })).ok, { timeout: 5_000 }).toBe(true);
    await trigger('watcher', closed);
    const got = await next.result;
    expect(got).toMatchObject({ ok: true, metadata: { lost_locks: [key], renewed_locks: [] } });
    expect(got.reminders).toEqual([`While you waited, your lock on ${key} ended, and tester has it now. Acquire it again before you go on with that resource; what you read of it may be old.`]);
  });

  it('variables of the environment do not outlive a wait, files do [S3.wait.environment]', async () => {
    await enter('a', { agent: 'watcher' });
    expect((await run('a', 'bash', { command: 'export STATE=kept; echo "$STATE" > state.txt; echo "$STATE"' })).output).toBe('kept\n');
    const { result } = await begin('a', 'watcher', { type: 'webhook' });
    await trigger('watcher', closed);
    await result;
    expect((await run('a', 'bash', { command: 'echo "[$STATE] $(cat state.txt)"' })).output).toBe('[] kept\n');
  });

  it('an agent that was called may wait [S3.wait.in_call]', async () => {
    await enter('a', { agent: 'boss' });
    const id = (await run('a', 'call_agent', { target_agent: 'reviewer', context: 'When it is merged, say so.' })).metadata.call_id as string;
    const call = await peers<Call>(second, 'calls', 'take', { name: 'reviewer', capacity: 1 }, 'waiting-reviewer');
    expect(call.id).toBe(id);
    await enter('b', { agent: 'reviewer', chain: ['boss', 'reviewer'], call: id });
    const { result } = await begin('b', 'reviewer', { type: 'webhook' });
    expect((await run('a', 'check_call', { call_id: id })).metadata.status).toBe('running');
    await trigger('reviewer', closed);
    expect((await result).ok).toBe(true);
    await run('b', 'return_value', { value: 'merged' });
    await peers(second, 'calls', 'complete', call, 'merged');
    expect((await run('a', 'check_call', { call_id: id })).output).toBe('Call completed.\n\nReturn value: merged');
  });
});

describe('a page that is no peer', () => {
  it.each([
    ['acquire_lock', { resource_key: 'lock://x' }], ['release_lock', { resource_key: 'lock://x' }], ['call_agent', { target_agent: 'x', context: 'y' }], ['check_call', { call_id: 'x' }],
    ['set_status', { text: 'x' }], ['return_value', { value: 'x' }], ['wait_for_trigger', { type: 'webhook' }],
  ])('has no %s, and says so', async (name, args) => {
    expect((await tools.tool(name, args)).error).toEqual({ code: 'not_configured', message: 'locks, calls and waiting are not available: this page is not connected with others' });
  });
});
