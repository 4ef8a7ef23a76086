/** Events from outside: what is let in, what those who wait get to see, and what becomes of what nobody waited for. */
import { describe, expect, it } from 'vitest';
import { createPeers, type Peers } from '../../src/peers/peers.ts';
import { webhookContext } from '../../src/peers/webhook-context.ts';
import type { Json } from '../../src/shared/json.ts';
import { play } from './play.ts';
import { World } from './world.ts';
import { memoryPeers } from '../support/memory-peers.ts';

const closed = { action: 'closed', number: 7, repository: { full_name: 'acme/app' }, sender: { login: 'mia' }, pull_request: { number: 7, title: 'Round up', merged: true, html_url: 'https://github.com/acme/app/pull/7', head: { ref: 'fix' }, user: { login: 'mia' }, labels: [{ name: 'bug' }, { name: 3 }] } };
const never = new AbortController().signal;

function together(count: number): { world: World; all: Peers[] } {
  const world = new World(1);
  return { world, all: Array.from({ length: count }, () => createPeers(world.join(), { find: (name) => ({ name, capacity: 1 }) })) };
}

describe('what those who wait see', () => {
  it('is for GitHub the flat context of the document, with all that came below it', () => {
    expect(webhookContext('github', 'pull_request', closed)).toEqual({
      source: 'github', event: 'pull_request', action: 'closed', repo: 'acme/app', number: 7, title: 'Round up', url: 'https://github.com/acme/app/pull/7', author: 'mia', labels: ['bug'], branch: 'fix', merged: true, sender: 'mia', payload: closed,
    });
    expect(webhookContext('github', 'push', { ref: 'refs/heads/main', compare: 'https://x', repository: { full_name: 'acme/app' }, head_commit: { message: 'Hi', author: { username: 'tom' } }, pusher: { name: 'p' } })).toMatchObject({ branch: 'main', title: 'Hi', author: 'tom', sender: 'unknown' });
    expect(webhookContext('github', 'workflow_run', { repository: { full_name: 'a/b' }, workflow_run: { name: 'ci', conclusion: 'failure', head_branch: 'x', actor: { login: 'tom' } } })).toMatchObject({ title: 'ci', conclusion: 'failure', author: 'tom' });
  });

  it('is as it came for everybody else, and for what only says that it is GitHub\'s', () => {
    for (const payload of [null, 'text', 3, [1], { repository: 'acme/app' }, { repository: { full_name: 3 } }] as Json[]) expect(webhookContext('github', 'push', payload)).toEqual(payload);
    expect(webhookContext('shop', 'order', closed)).toEqual(closed);
  });
});

describe('a delivery', () => {
  it('that could not be handed over can be sent once more, and whoever had it already does not get it twice', async () => {
    const peers = memoryPeers().join();
    const { records } = peers.port;
    const write = records.write.bind(records);
    const wait = (agent: string, run: string) => peers.waits.wait({ agent, run, filter: { type: 'webhook' }, timeoutMs: 60_000 }, never);
    const there = (count: number) => expect.poll(async () => (await peers.waits.list()).flatMap(({ waiters }) => waiters).length).toBe(count);
    const [first, second] = [wait('a', 'first'), wait('b', 'second')];
    await there(2);
    records.write = (key, ...rest) => (key === 'waits/b' ? Promise.reject(new Error('There is no room.')) : write(key, ...rest));
    const webhook = { id: 'd', source: 'shop', event: 'order', payload: 1 };
    await expect(peers.webhooks.deliver(webhook, 'page')).rejects.toThrow('There is no room.');
    expect((await first).payload).toBe(1);
    records.write = write;
    const third = wait('a', 'third');
    await there(2);
    expect(await peers.webhooks.deliver(webhook, 'page')).toMatchObject({ woke: ['b'] });
    expect((await second).payload).toBe(1);
    expect(await peers.webhooks.deliver(webhook, 'page')).toBeUndefined();
    await peers.webhooks.deliver({ ...webhook, id: 'e' }, 'page');
    expect((await third).payload).toBe(1);
  });

  it('that was forgotten and comes again under its name is another one', async () => {
    const peers = memoryPeers().join();
    const wait = (run: string) => peers.waits.wait({ agent: 'a', run, filter: { type: 'webhook' }, timeoutMs: 60_000 }, never);
    for (const run of ['first', 'second']) {
      const waiting = wait(run);
      await expect.poll(async () => (await peers.waits.list()).length).toBe(1);
      expect(await peers.webhooks.deliver({ id: 'd', source: 'shop', event: 'order', payload: 1 }, 'page')).toMatchObject({ woke: ['a'] });
      expect((await waiting).payload).toBe(1);
      await peers.webhooks.forget('d');
    }
  });

  it('resumes the first run of each agent that it fits, and nobody else [S3.wait_for_trigger]', async () => {
    const { world, all: [a, b, c] } = together(3) as { world: World; all: [Peers, Peers, Peers] };
    const filter = { type: 'webhook', source: 'github', event: 'pull_request', match: { action: 'closed', repo: 'acme/app' } } as const;
    const got: string[] = [];
    const wait = (peers: Peers, agent: string, run: string): void => void peers.waits.wait({ agent, run, filter, timeoutMs: 60_000 }, never).then(({ payload }) => got.push(`${run} ${(payload as { number: number }).number}`), () => undefined);
    const waiting = async (count: number): Promise<void> => { while ((await play(world, c.waits.list())).flatMap(({ waiters }) => waiters).length < count) await world.run(() => true); };
    wait(a, 'builder', 'first');
    await waiting(1);
    wait(b, 'builder', 'second');
    wait(b, 'tester', 'third');
    await waiting(3);
    expect((await play(world, c.webhooks.deliver({ source: 'github', event: 'pull_request', payload: { ...closed, repository: { full_name: 'acme/other' } } }, 'panel')))!.woke).toEqual([]);
    const delivery = await play(world, c.webhooks.deliver({ id: 'd-1', source: 'github', event: 'pull_request', payload: closed }, 'relay'));
    expect(delivery).toMatchObject({ id: 'd-1', via: 'relay', woke: ['builder', 'tester'] });
    await world.run(() => got.length === 2);
    expect(got.sort()).toEqual(['first 7', 'third 7']);
    // The same delivery once more, by another tab.
    expect(await play(world, a.webhooks.deliver({ id: 'd-1', source: 'github', event: 'pull_request', payload: closed }, 'relay'))).toBeUndefined();
    const list = await play(world, a.webhooks.list());
    expect(list.map(({ id, woke }) => [id === 'd-1', woke])).toEqual([[true, ['builder', 'tester']], [false, []]]);
    // What nobody waited for can be sent again.
    expect(await play(world, a.webhooks.again('d-1'))).toEqual(['builder']);
    await world.run(() => got.length === 3);
    expect(got.at(-1)).toBe('second 7');
    await play(world, a.webhooks.forget('d-1'));
    await expect(play(world, a.webhooks.again('d-1'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('may begin a run where nobody waited, and a listener that fails breaks nothing', async () => {
    const { world, all: [a] } = together(1) as { world: World; all: [Peers] };
    const stop = a.webhooks.onDelivery(async ({ event }) => (event === 'push' ? ['deployer'] : []));
    a.webhooks.onDelivery(() => Promise.reject(new Error('no')));
    expect(await play(world, a.webhooks.deliver({ source: 's', event: 'push', payload: {} }, 'page'))).toMatchObject({ woke: ['deployer'] });
    stop();
    expect(await play(world, a.webhooks.deliver({ source: 's', event: 'push', payload: {} }, 'page'))).toMatchObject({ woke: [] });
  });

  it('is refused when it is no webhook', async () => {
    const { world, all: [a] } = together(1) as { world: World; all: [Peers] };
    let deep: Json = 1;
    for (let level = 0; level < 20_000; level++) deep = [deep];
    for (const wrong of [null, 'x', {}, { source: '', event: 'e', payload: 1 }, { source: 's', event: 'e' }, { source: 's', event: 'e'.repeat(101), payload: 1 }, { source: 's', event: 'e', payload: 1n }, { source: 's', event: 'e', payload: () => 1 }, { source: 's', event: 'e', payload: deep }, { source: 3, event: 'e', payload: {} }, { source: 's', event: 'e', payload: {}, id: 'x'.repeat(101) }]) {
      await expect(play(world, a.webhooks.deliver(wrong, 'page'))).rejects.toMatchObject({ code: 'invalid_arguments' });
    }
    await expect(play(world, a.webhooks.deliver({ source: 's', event: 'e', payload: 'x'.repeat(256 * 1024) }, 'page'))).rejects.toMatchObject({ code: 'too_large', message: 'The payload is larger than 256 KB.' });
    expect(await play(world, a.webhooks.list())).toEqual([]);
  });

  it('is kept among the last fifty, and within two megabytes', async () => {
    const { world, all: [a] } = together(1) as { world: World; all: [Peers] };
    for (let n = 0; n < 52; n++) {
      world.time += 10;
      await play(world, a.webhooks.deliver({ id: `d-${n}`, source: 's', event: 'e', payload: n }, 'page'));
    }
    expect((await play(world, a.webhooks.list())).map(({ payload }) => payload)).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
    for (let n = 0; n < 9; n++) {
      world.time += 10;
      await play(world, a.webhooks.deliver({ source: 's', event: 'e', payload: 'x'.repeat(250_000) }, 'page'));
    }
    expect((await play(world, a.webhooks.list())).map(({ payload }) => (payload as string).length)).toEqual(Array(8).fill(250_000));
  });
});

describe('agents as triggers', () => {
  it('a call goes to a run of that agent that waits for one, and begins none [S3.wait_for_trigger]', async () => {
    const { world, all: [a, b] } = together(2) as { world: World; all: [Peers, Peers] };
    const deployer = a.enter({ agent: 'deployer', role: 'ops', task: 't' });
    let got: Json = null;
    void b.waits.wait({ agent: 'tester', run: 'r', filter: { type: 'agent_trigger', source_agent: 'deployer' }, timeoutMs: 60_000 }, never).then(({ payload }) => { got = payload; });
    await world.run(() => world.store.has('waits/tester'));
    const call = await play(world, a.calls.call(deployer, 'tester', 'It is up.'));
    expect(call).toMatchObject({ state: 'completed' });
    await world.run(() => got !== null);
    expect(got).toBe('It is up.');
    expect(await play(world, b.calls.take({ name: 'tester', capacity: 1 }, 'other'))).toBeUndefined();
    expect(await play(world, a.calls.check(deployer, (call as { call_id: string }).call_id))).toMatchObject({ state: 'completed', value: null });
    // Nobody waits now.
    expect(await play(world, a.calls.call(deployer, 'tester', 'Again.'))).toMatchObject({ state: 'pending' });
  });

  it('the end of a run resumes those who wait for its agent by name, and not those who wait for a call', async () => {
    const { world, all: [a, b] } = together(2) as { world: World; all: [Peers, Peers] };
    const run = a.enter({ agent: 'deployer', role: 'ops', task: 't' });
    const got: Json[] = [];
    const wait = (agent: string, source_agent?: string): void => void b.waits.wait({ agent, run: 'r', filter: { type: 'agent_trigger', source_agent }, timeoutMs: 60_000 }, never).then(({ payload }) => got.push(payload), () => undefined);
    wait('tester', 'deployer');
    wait('anyone');
    await world.run(() => world.store.has('waits/tester') && world.store.has('waits/anyone'));
    run.returnValue('v3');
    await play(world, run.end('completed'));
    await play(world, run.end('failed'));
    await world.run(() => got.length > 0);
    expect(got).toEqual([{ agent: 'deployer', run: run.run, outcome: 'completed', value: 'v3' }]);
    expect((await play(world, a.waits.list())).map(({ agent, waiters }) => [agent, waiters.length])).toContainEqual(['anyone', 1]);
  });

  it('a value that is too large for a trigger is cut, and its run\'s end is told', async () => {
    const { world, all: [a, b] } = together(2) as { world: World; all: [Peers, Peers] };
    const run = a.enter({ agent: 'deployer', role: 'ops', task: 't' });
    let got: Json = null;
    void b.waits.wait({ agent: 'tester', run: 'r', filter: { type: 'agent_trigger', source_agent: 'deployer' }, timeoutMs: 60_000 }, never).then(({ payload }) => { got = payload; });
    await world.run(() => world.store.has('waits/tester'));
    run.returnValue('\u0001'.repeat(100_000));
    await play(world, run.end('completed'));
    await world.run(() => got !== null);
    expect(got).toMatchObject({ outcome: 'completed', value: '\u0001'.repeat(40_000) });
  });

  it('the death of a tab is the end of its runs for those who wait for their agents', async () => {
    const { world, all: [a, b] } = together(3) as { world: World; all: [Peers, Peers, Peers] };
    const run = a.enter({ agent: 'deployer', role: 'ops', task: 't' });
    let got: Json = null;
    void b.waits.wait({ agent: 'tester', run: 'r', filter: { type: 'agent_trigger', source_agent: 'deployer', match: { outcome: 'failed' } }, timeoutMs: 3_600_000 }, never).then(({ payload }) => { got = payload; });
    await world.run(() => world.store.has('waits/tester') && world.store.has(`run/${run.run}`));
    world.kill(world.peers[0]!);
    await world.run(() => got !== null);
    expect(got).toEqual({ agent: 'deployer', run: run.run, outcome: 'failed', value: null, error: 'the tab that ran deployer is gone' });
  });
});

describe('a wait', () => {
  it('is ended or resumed by a person, who is named', async () => {
    const { world, all: [a, b] } = together(2) as { world: World; all: [Peers, Peers] };
    const wait = a.waits.wait({ agent: 'x', run: 'r', filter: { type: 'webhook' }, timeoutMs: 60_000 }, never);
    await world.run(() => world.store.has('waits/x'));
    const id = (await play(world, b.waits.list()))[0]!.waiters[0]!.id;
    expect(await play(world, b.waits.cancel('x', id, 'cancelled by Mia'))).toBe(true);
    await expect(play(world, wait)).rejects.toMatchObject({ code: 'cancelled', message: 'cancelled by Mia' });
    expect(await play(world, b.waits.wake('x', id, {}))).toBe(false);
    const second = a.waits.wait({ agent: 'x', run: 'r', filter: { type: 'webhook', event: 'other' }, timeoutMs: 60_000 }, never);
    await world.run(() => ((world.store.get('waits/x')!.value as { waiters: unknown[] }).waiters.length > 0));
    const other = (await play(world, b.waits.list()))[0]!.waiters[0]!.id;
    expect(await play(world, b.waits.wake('x', other, { from: 'Mia' }))).toBe(true);
    expect((await play(world, second)).payload).toEqual({ from: 'Mia' });
  });

  it('that is stopped hands what came at that moment to the next', async () => {
    const { world, all: [a, b] } = together(2) as { world: World; all: [Peers, Peers] };
    const stop = new AbortController();
    const first = a.waits.wait({ agent: 'x', run: 'one', filter: { type: 'webhook' }, timeoutMs: 60_000 }, stop.signal);
    first.catch(() => undefined);
    await world.run(() => world.store.has('waits/x'));
    const second = b.waits.wait({ agent: 'x', run: 'two', filter: { type: 'webhook' }, timeoutMs: 60_000 }, never);
    await world.run(() => ((world.store.get('waits/x')!.value as { waiters: unknown[] }).waiters.length === 2));
    stop.abort();
    expect(await play(world, b.waits.trigger('x', { type: 'webhook', payload: 1 }))).toBe(true);
    await expect(play(world, first)).rejects.toMatchObject({ code: 'aborted' });
    expect((await play(world, second)).payload).toBe(1);
  });

  it('of an agent with a hundred that wait is refused', async () => {
    const { world, all: [a] } = together(1) as { world: World; all: [Peers] };
    const one = { session: a.port.session, run: 'r', filter: { type: 'webhook' }, since: world.time, until: world.time + 60_000 };
    world.store.set('waits/x', { key: 'waits/x', revision: 1, value: { waiters: Array.from({ length: 100 }, (_, index) => ({ ...one, id: `${index}` })), unhandled: [] } });
    await expect(play(world, a.waits.wait({ agent: 'x', run: 'r', filter: { type: 'webhook' }, timeoutMs: 600_000 }, never))).rejects.toMatchObject({ code: 'queue_full', message: '100 runs of x wait already.' });
  });
});

describe('a note', () => {
  it('is shown at one tab, once, and confirmed; without an answer it is said to have none', async () => {
    // Seeds under which the note or its confirmation is lost, and others.
    const results = new Set<boolean>();
    for (let seed = 1; seed <= 12; seed++) {
      const world = new World(seed);
      const [a, b, c] = Array.from({ length: 3 }, () => createPeers(world.join(), { find: () => undefined })) as [Peers, Peers, Peers];
      const shown = await play(world, a.notes.send(b.port.session, 'Look at line 12'));
      results.add(shown);
      const got = b.notes.store.getState().map(({ from, text }) => ({ from, text }));
      expect(got.length).toBeLessThanOrEqual(1);
      if (shown) expect(got).toEqual([{ from: a.port.session, text: 'Look at line 12' }]);
      expect(c.notes.store.getState()).toEqual([]);
      b.notes.dismiss(b.notes.store.getState()[0]?.id ?? '');
      expect(b.notes.store.getState()).toEqual([]);
    }
    expect([...results].sort()).toEqual([false, true]);
  });
});
