/** Agents of the project run by whichever tab has room: calls and beads are each done once, what waits makes room, and no end goes unnoticed. */
import { expect, it } from 'vitest';
import type { ModelEvent } from '../../src/agent/providers/provider.ts';
import { AppError } from '../../src/shared/errors.ts';
import { PERSON } from '../../src/work/actor.ts';
import { calls, runnerWorld, says } from '../support/runner-world.ts';

const w = runnerWorld();
const { tab, caller, begun, call, over } = w;

it('a call is run once, with the agent\'s instructions, and its value comes back [S3.call.no_rerun] [S3.subagent.return_value]', async () => {
  const [one] = [await tab(), await tab(), await tab({ visible: false })];
  w.script = (_agent, turn) => (turn === 1 ? calls('return_value', { value: 'two mistakes' }) : says('I have told them.'));
  const run = caller(one.peers);
  const ended = await over(run, await call(run, 'reviewer', 'Look at the last commit.'));
  expect(ended).toMatchObject({ state: 'completed', value: 'two mistakes', runner: { agent: 'reviewer' } });
  expect(begun()).toEqual(['reviewer Look at the last commit.']);
  const [request] = w.tabs.flatMap(({ requests }) => requests);
  expect(request!.messages[0]!.text).toContain('You are an agent working on a project in the folder /home/x, inside a sandbox that runs Node.js.\nYour name is reviewer; your role is code-reviewer.\n\nRead the change.\n\nThe agent agent called you with the task.');
  expect(request!.messages[1]).toEqual({ role: 'user', text: 'Look at the last commit.' });
});

it('without return_value the caller gets the agent\'s last words; a run that fails is a call that failed, with its cause', async () => {
  const one = await tab();
  const run = caller(one.peers);
  expect(await over(run, await call(run, 'reviewer', 'a'))).toMatchObject({ state: 'completed', value: 'Good.' });
  w.script = () => { throw Object.assign(new Error('The key was refused.'), { code: 'auth' }); };
  expect(await over(run, await call(run, 'reviewer', 'b'))).toMatchObject({ state: 'error', error: 'reviewer did not finish: The key was refused.' });
  w.script = () => new Promise(() => undefined);
  const id = await call(run, 'reviewer', 'c');
  await expect.poll(() => one.began.length).toBe(3);
  one.runner.stop(one.began[2]!.run);
  expect(await over(run, id)).toMatchObject({ state: 'error', error: 'Stopped by the person.' });
});

it('an agent has no more runs at once than its capacity, in all tabs together, and a tab no more than its own limit [S3.call.queue] [S3.subagent.non_blocking]', async () => {
  const held: (() => void)[] = [];
  w.script = () => new Promise((done) => { held.push(() => done(says('Good.'))); });
  const [a, b] = [await tab({ limit: 1 }), await tab({ limit: 5 })];
  const run = caller(a.peers);
  const sent = await Promise.all(['1', '2', '3', '4'].map((name) => call(run, 'tester', name)));
  await expect.poll(() => begun().length).toBe(2);
  const states = async () => (await Promise.all(sent.map((id) => run.calls.check(run, id)))).map(({ state }) => state);
  expect((await states()).filter((state) => state === 'running')).toHaveLength(2);
  expect(a.began.length).toBeLessThanOrEqual(1);
  while ((await states()).includes('running') || (await states()).includes('pending')) {
    held.splice(0).forEach((finish) => finish());
    await new Promise((done) => setTimeout(done, 5));
    expect((await states()).filter((state) => state === 'running').length).toBeLessThanOrEqual(2);
  }
  expect(begun()).toEqual(['tester 1', 'tester 2', 'tester 3', 'tester 4']);
  expect([...a.ended, ...b.ended].every(({ good }) => good)).toBe(true);
});

it('of many tabs one tries to get a call, whatever ended just before', async () => {
  for (let n = 0; n < 8; n++) await tab();
  // Each looks once when it comes.
  await expect.poll(() => w.tabs.every(({ tries }) => tries.size > 0)).toBe(true);
  const run = caller(w.tabs[0]!.peers);
  const sent: string[] = [];
  for (let n = 0; n < 100; n++) {
    const id = await call(run, 'tester', `${n}`);
    sent.push(id);
    // The next one comes right behind it.
    while ((await run.calls.check(run, id)).state !== 'completed') await new Promise((next) => setTimeout(next, 0));
  }
  const tries = sent.reduce((sum, id) => sum + w.tabs.filter((one) => one.tries.has(id)).length, 0);
  // One that is late by a whole turn leaves it to the next: on a busy computer that may happen now and then.
  expect(tries - sent.length).toBeLessThan(5);
});

it('an agent that called others leaves them its room in the tab, or they would never begin', async () => {
  const one = await tab({ limit: 1 });
  w.script = (agent, turn, { messages }) => {
    if (agent === 'tester') return says('Green.');
    const said = messages.findLast(({ role }) => role === 'tool')?.text ?? '';
    if (turn === 1) return calls('call_agent', { target_agent: 'tester', context: 'Test it.' });
    const id = /call-[\w-]+/.exec(messages.find(({ role, text }) => role === 'tool' && text?.includes('call-'))?.text ?? '')![0];
    return said.includes('Call completed.') ? says(said) : calls('check_call', { call_id: id });
  };
  const run = caller(one.peers);
  const ended = await over(run, await call(run, 'reviewer', 'Review and have it tested.'));
  expect(ended).toMatchObject({ state: 'completed', value: 'Call completed.\n\nReturn value: Green.' });
  expect(one.began.map(({ agent, chain }) => [agent.name, chain])).toEqual([['reviewer', ['agent', 'reviewer']], ['tester', ['agent', 'reviewer', 'tester']]]);
});

it('a run that waits for a trigger gives its places to others, and comes before new ones when it goes on [S3.wait.slot_released] [S3.wait.in_call]', async () => {
  const one = await tab({ limit: 1 });
  let finish: () => void = () => undefined;
  w.script = (_agent, turn, { messages }) => {
    if (messages[1]!.text === 'other') return new Promise((done) => { finish = () => done(says('Other done.')); });
    return turn === 1 ? calls('wait_for_trigger', { type: 'webhook', source: 'ci' }) : says('Resumed.');
  };
  const run = caller(one.peers);
  const waits = await call(run, 'reviewer', 'wait');
  await expect.poll(() => one.phases).toEqual(['waiting']);
  const other = await call(run, 'reviewer', 'other');
  await expect.poll(() => begun()).toEqual(['reviewer other', 'reviewer wait']);
  const third = await call(run, 'reviewer', 'other');
  expect(await one.peers.waits.trigger('reviewer', { type: 'webhook', source: 'ci', payload: {} })).toBe(true);
  await expect.poll(() => one.phases).toEqual(['waiting', 'parked']);
  finish();
  expect(await over(run, other)).toMatchObject({ value: 'Other done.' });
  expect(await over(run, waits)).toMatchObject({ value: 'Resumed.' });
  await expect.poll(() => one.began.length).toBe(3);
  finish();
  await over(run, third);
});

it('a called agent may wait longer than a call may last, and so may the one that waits for its end', async () => {
  const HOUR = 3_600_000;
  const [one, two] = [await tab(), await tab()];
  w.script = (agent, turn, { messages }) => {
    const read = messages.findLast(({ role }) => role === 'tool')?.text ?? '';
    if (agent === 'reviewer') return turn === 1 ? calls('wait_for_trigger', { type: 'webhook', timeout: '4h' }) : says('Reviewed.');
    if (turn === 1) return calls('call_agent', { target_agent: 'reviewer', context: 'wait' });
    return turn === 2 ? calls('wait_for_trigger', { type: 'agent_trigger', source_agent: 'reviewer', timeout: '6h' }) : says(`Heard of it: ${read.includes('"outcome": "completed"')}`);
  };
  const run = caller(one.peers);
  const id = await call(run, 'tester', 'ask the reviewer');
  await expect.poll(async () => (await one.peers.waits.list()).map(({ agent }) => agent)).toEqual(['reviewer', 'tester']);
  w.world.pass(3 * HOUR);
  for (const { peers } of [one, two]) await peers.calls.sweep();
  expect((await run.calls.list()).map(({ target, state }) => [target, state]).sort()).toEqual([['reviewer', 'running'], ['tester', 'running']]);
  expect(await one.peers.waits.trigger('reviewer', { type: 'webhook', payload: 'go' })).toBe(true);
  expect(await over(run, id)).toMatchObject({ state: 'completed', value: 'Heard of it: true' });
  expect([...one.ended, ...two.ended].map(({ good }) => good)).toEqual([true, true]);
});

it('a storage that fails when a run is resumed does not cost what it was resumed with', async () => {
  const one = await tab();
  w.script = (_agent, turn, { messages }) => (turn === 1 ? calls('wait_for_trigger', { type: 'webhook' }) : says(messages.findLast(({ role }) => role === 'tool')!.text!));
  const run = caller(one.peers);
  const id = await call(run, 'reviewer', 'wait');
  await expect.poll(async () => (await one.peers.waits.list()).length).toBe(1);
  const { records: shared } = one.peers.port;
  const write = shared.write.bind(shared);
  let failed = 0;
  shared.write = (key, ...rest) => (key === 'places/reviewer' && failed++ === 0 ? Promise.reject(new Error('There is no room.')) : write(key, ...rest));
  expect(await one.peers.waits.trigger('reviewer', { type: 'webhook', payload: 'go' })).toBe(true);
  await expect.poll(() => failed).toBeGreaterThan(0);
  one.runner.changed();
  expect(await over(run, id)).toMatchObject({ value: 'Trigger received. Payload:\n\ngo' });
  expect(failed).toBeGreaterThan(1);
});

it('a run whose wait is over goes on although the tab is full of those who wait for it', async () => {
  const one = await tab({ limit: 1 });
  w.script = (agent, turn, { messages }) => {
    if (agent === 'reviewer') return turn === 1 ? calls('wait_for_trigger', { type: 'webhook', source: 'ci' }) : says('Resumed.');
    if (turn === 1) return calls('call_agent', { target_agent: 'reviewer', context: 'Wait.' });
    const said = messages.findLast(({ role }) => role === 'tool')!.text!;
    return said.includes('Call completed.') ? says(said) : calls('check_call', { call_id: /call-[\w-]+/.exec(messages.find(({ role }) => role === 'tool')!.text!)![0] });
  };
  const run = caller(one.peers);
  const id = await call(run, 'tester', 'Have it reviewed.');
  await expect.poll(() => one.phases).toEqual(['waiting']);
  expect(await one.peers.waits.trigger('reviewer', { type: 'webhook', source: 'ci', payload: {} })).toBe(true);
  expect(await over(run, id)).toMatchObject({ state: 'completed', value: 'Call completed.\n\nReturn value: Resumed.' });
});

it('a call that was taken while the tab left ends with its cause, and asks no model', async () => {
  const [a, b] = [await tab({ limit: 0 }), await tab()];
  const write = b.peers.port.records.write.bind(b.peers.port.records);
  b.peers.port.records.write = async (key, ...rest) => {
    const entry = await write(key, ...rest);
    if (key.startsWith('call/')) b.runner.close();
    return entry;
  };
  const run = caller(a.peers);
  expect(await over(run, await call(run, 'reviewer', 'x'))).toMatchObject({ state: 'error', error: 'This tab has left the others that it worked with.' });
  expect(b.requests).toEqual([]);
});

it('a run is stopped also while its model is still being loaded', async () => {
  const one = await tab({ load: () => new Promise(() => undefined) });
  const run = caller(one.peers);
  const id = await call(run, 'reviewer', 'x');
  await expect.poll(() => one.began.length).toBe(1);
  one.runner.stopAll();
  expect(await over(run, id)).toMatchObject({ state: 'error', error: 'Stopped by the person.' });
});

it('that the service fails is no fault of the beads: they wait until it may answer again', async () => {
  const one = await tab();
  for (const title of ['a', 'b']) await one.work.beads.create({ title, project_id: 'p', required_role: 'code-reviewer' }, PERSON);
  w.script = () => { throw new AppError('network', 'Could not reach it.'); };
  await one.runner.dispatch.set(true, 10);
  await expect.poll(() => one.ended.length).toBe(1);
  // What somebody has called is run still, and each end is an occasion to look for beads.
  const run = caller(one.peers);
  for (const context of ['c', 'd', 'e']) await over(run, await call(run, 'reviewer', context));
  expect([begun().map((title) => title.replace(/^reviewer (bead-\d+ )?/, '')).filter((title) => !/^[cde]$/.test(title)).length, one.runner.dispatch.store.getState(), (await one.work.beads.list()).map(({ status, tries }) => `${status} ${tries ?? 0}`)]).toEqual([1, { on: true, left: 10 }, ['open 0', 'open 0']]);
  // Another key, for example.
  w.script = (_agent, turn, { messages }) => (turn === 1 ? calls('close_bead', { bead_id: /^bead-\d+/.exec(messages[1]!.text)![0] }) : says('Closed.'));
  one.runner.changed();
  await expect.poll(async () => (await one.work.beads.list()).map(({ status }) => status)).toEqual(['closed', 'closed']);
});

it.each([1, 2])('a run in which the model began to answer is a try, and paid for, though its service failed then (turn %i)', async (last) => {
  const one = await tab();
  await one.work.beads.create({ title: 'long', project_id: 'p', required_role: 'code-reviewer' }, PERSON);
  w.script = (_agent, turn) => {
    if (turn === last) throw new AppError('stream_broken', 'It reached the limit of tokens for one answer.');
    return calls('no_such_tool', {});
  };
  await one.runner.dispatch.set(true, 10);
  for (let ended = 1; ended <= 3; ended++) {
    await expect.poll(() => one.ended.length).toBe(ended);
    // As if the minute of rest were over.
    one.runner.changed();
  }
  await expect.poll(async () => (await one.work.beads.get('bead-001'))?.status).toBe('blocked');
  expect(one.runner.dispatch.store.getState()).toEqual({ on: true, left: 7 });
});

it('a bead that could not be given back is given back later', async () => {
  const one = await tab();
  await one.work.beads.create({ title: 'hard', project_id: 'p', required_role: 'code-reviewer' }, PERSON);
  const release = one.work.beads.release.bind(one.work.beads);
  let tries = 0;
  one.work.beads.release = async (...args) => {
    if (++tries === 1) throw new Error('There is no room.');
    await release(...args);
  };
  w.script = () => says('I cannot.');
  await one.runner.dispatch.set(true, 1);
  await expect.poll(async () => (await one.work.beads.get('bead-001'))?.history.map(({ what }) => what)).toEqual(['created', 'taken', 'given back']);
  expect(tries).toBe(2);
});

it('a bead that looks ready and cannot be had is tried for again when the beads change, not without end', async () => {
  const one = await tab();
  let tries = 0;
  one.work.beads.claim = async () => {
    tries++;
    return undefined;
  };
  await one.work.beads.create({ title: 'gone', project_id: 'p', required_role: 'code-reviewer' }, PERSON);
  await one.runner.dispatch.set(true, 5);
  await expect.poll(() => tries).toBe(1);
  // A call takes many steps from its beginning to its end; each of them would have been another try.
  const run = caller(one.peers);
  await over(run, await call(run, 'reviewer', 'x'));
  expect(tries).toBe(1);
  expect(one.runner.dispatch.store.getState()).toEqual({ on: true, left: 5 });
  await one.work.beads.create({ title: 'new', project_id: 'p', required_role: 'code-reviewer' }, PERSON);
  await expect.poll(() => tries).toBe(2);
});

it('the end of the caller stops what runs only for it; the death of the runner\'s tab is told to the caller', async () => {
  w.script = () => new Promise(() => undefined);
  const [a, b] = [await tab({ limit: 0 }), await tab()];
  const run = caller(a.peers);
  const id = await call(run, 'reviewer', 'long');
  await expect.poll(() => b.began.length).toBe(1);
  await run.end();
  await expect.poll(() => b.ended).toEqual([{ run: b.began[0]!.run, good: false, message: 'caller container exited' }]);
  expect((await a.peers.calls.get(id))?.state).toBe('error');
  const next = caller(a.peers);
  const second = await call(next, 'reviewer', 'again');
  await expect.poll(() => b.began.length).toBe(2);
  w.world.kill(b.peers);
  expect(await over(next, second)).toMatchObject({ error: 'the tab that ran reviewer is gone' });
});

it('an agent whose file says so may hold several locks at a time, and is told of it; the others hold one', async () => {
  w.files['.agents/mover/AGENT.md'] = '---\nlocks: 2\n---\n';
  for (const locks of ['0', '6', 'two']) w.files[`.agents/wrong${locks}/AGENT.md`] = `---\nlocks: ${locks}\n---\n`;
  const one = await tab();
  w.script = (_agent, turn) => [calls('acquire_lock', { resource_key: 'lock://a' }), calls('acquire_lock', { resource_key: 'lock://b' }), calls('acquire_lock', { resource_key: 'lock://c' })][turn - 1] ?? says('Good.');
  const run = caller(one.peers);
  for (const agent of ['mover', 'reviewer']) await over(run, await call(run, agent, 'go'));
  const answers = (requests: typeof one.requests): string[] => requests.at(-1)!.messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []));
  const [mover, reviewer] = [one.requests.slice(0, 4), one.requests.slice(4)];
  for (const [at, text] of ['Lock acquired on lock://a', 'Lock acquired on lock://b', 'Lock not acquired: already holding lock://a; release it first'].entries()) expect(answers(mover)[at]).toContain(text);
  for (const [at, text] of ['Lock acquired on lock://a', 'Lock not acquired: already holding lock://a; release it first'].entries()) expect(answers(reviewer)[at]).toContain(text);
  expect(mover[0]!.messages[0]!.text).toContain('You may hold up to 2 locks at a time.');
  expect(reviewer[0]!.messages[0]!.text).not.toContain('locks at a time');
  for (const locks of ['0', '6', 'two']) expect(await run.calls.call(run, `wrong${locks}`, 'x')).toEqual({ rejected: `target agent "wrong${locks}" is disabled` });
});

it('pausing refuses calls and takes up nothing; agents that are off, in no order or gone are named', async () => {
  w.files['.agents/off/AGENT.md'] = '---\ncapacity: 0\n---\n';
  w.files['.agents/wrong/AGENT.md'] = '---\ncapacity: many\n---\n';
  const one = await tab({ limit: 0 });
  const run = caller(one.peers);
  expect(await run.calls.call(run, 'off', 'x')).toEqual({ rejected: 'target agent "off" is disabled' });
  expect(await run.calls.call(run, 'wrong', 'x')).toEqual({ rejected: 'target agent "wrong" is disabled' });
  expect(await run.calls.call(caller(one.peers, 'reviewer'), 'agent', 'x')).toEqual({ rejected: 'target agent "agent" is disabled' });
  expect(await run.calls.call(run, 'nobody', 'x')).toEqual({ rejected: 'target agent "nobody" not found' });
  // Written this moment.
  w.files['.agents/nobody/AGENT.md'] = 'Do it.';
  const id = await call(run, 'nobody', 'x');
  await run.calls.pause(true);
  expect(await run.calls.call(run, 'tester', 'x')).toEqual({ rejected: 'scheduler is paused' });
  const able = await tab();
  expect(able.began).toEqual([]);
  await run.calls.pause(false);
  expect(await over(run, id)).toMatchObject({ state: 'completed', value: 'Good.' });
});

it('ready beads go to free agents of their role, the most urgent first, once each, and no more than the person allowed', async () => {
  const one = await tab({ limit: 1 });
  const two = await tab({ limit: 1 });
  const bead = (title: string, priority: number, required_role?: string) => one.work.beads.create({ title, project_id: 'p', priority, ...(required_role === undefined ? {} : { required_role }) }, PERSON);
  await bead('later', 4, 'code-reviewer');
  await bead('urgent', 0, 'code-reviewer');
  await bead('nobody\'s', 0);
  await bead('the person\'s', 0, 'user');
  await bead('soon', 1, 'code-reviewer');
  w.script = (_agent, turn, { messages }) => (turn === 1 ? calls('close_bead', { bead_id: /^bead-\d+/.exec(messages[1]!.text)![0], reason: 'reviewed' }) : says('Closed.'));
  expect(begun()).toEqual([]);
  await one.runner.dispatch.set(true, 2);
  const board = async () => (await one.work.beads.list()).map(({ title, status }) => `${title}: ${status}`);
  await expect.poll(board).toEqual(['later: open', 'urgent: closed', 'nobody\'s: open', 'the person\'s: open', 'soon: closed']);
  await expect.poll(() => [...one.ended, ...two.ended].length).toBe(2);
  expect(begun()).toEqual(['reviewer bead-002: urgent', 'reviewer bead-005: soon']);
  expect(two.runner.dispatch.store.getState()).toEqual({ on: true, left: 0 });
  expect((await one.work.beads.get('bead-002'))!.history.map(({ by, what }) => `${by} ${what}`)).toEqual(['user created', 'reviewer taken', 'reviewer closed']);
  const request = [...one.requests, ...two.requests].find(({ messages }) => messages[1]!.text.includes('urgent'))!;
  expect(request.messages[0]!.text).toContain('close it with close_bead. Its id is bead-002.');
});

it('a bead whose run ends without finishing it is ready again, and the third time the person is asked', async () => {
  const one = await tab();
  await one.work.beads.create({ title: 'hard', project_id: 'p', required_role: 'code-reviewer' }, PERSON);
  w.script = () => says('I cannot.');
  await one.runner.dispatch.set(true, 10);
  await expect.poll(async () => (await one.work.beads.get('bead-001'))?.status).toBe('blocked');
  const bead = (await one.work.beads.get('bead-001'))!;
  expect(bead.history.map(({ what, detail }) => (detail === undefined ? what : `${what}: ${detail}`))).toEqual([
    'created', ...[1, 2, 3].flatMap(() => ['taken: by reviewer', 'given back: The run ended without closing it. I cannot.']),
    'escalated: bead-002: 3 runs of reviewer ended without finishing it. The last: The run ended without closing it. I cannot.', 'blocked: waits for bead-002',
  ]);
  expect(one.began).toHaveLength(3);
  expect(one.runner.dispatch.store.getState().left).toBe(7);
  // The person's answer makes it ready for that agent once more.
  w.script = (_agent, turn) => (turn === 1 ? calls('close_bead', { bead_id: 'bead-001' }) : says('Done.'));
  await one.work.beads.decide('bead-002', 'approve', 'Try again.', PERSON);
  await expect.poll(async () => (await one.work.beads.get('bead-001'))?.status).toBe('closed');
});

it('a bead goes along its workflow from role to role; what a dead tab had taken is given to another', async () => {
  w.files['.agents/coder/AGENT.md'] = '---\nrole: coder\n---\n';
  const [a, b] = [await tab({ limit: 0 }), await tab()];
  await a.work.beads.create({ title: 'flow', project_id: 'p', tags: ['workflow:review'] }, PERSON);
  await a.work.beads.assign('bead-001', 'coder', PERSON);
  const stuck = new Promise<ModelEvent[]>(() => undefined);
  w.script = () => stuck;
  await a.runner.dispatch.set(true, 9);
  await expect.poll(() => b.began.map(({ agent }) => agent.name)).toEqual(['coder']);
  w.world.kill(b.peers);
  w.files['.agents/review2/AGENT.md'] = '---\nrole: code-reviewer\ncapacity: 0\n---\n';
  w.script = (agent, turn) => (turn === 1 ? agent === 'coder' ? calls('close_bead', { bead_id: 'bead-001', reason: 'written' }) : calls('approve_bead', { bead_id: 'bead-001' }) : says('Done.'));
  const c = await tab();
  await expect.poll(async () => (await a.work.beads.get('bead-001'))?.status).toBe('closed');
  expect(c.began.map(({ agent }) => agent.name)).toEqual(['coder', 'reviewer']);
  const history = (await a.work.beads.get('bead-001'))!.history.map(({ by, what }) => `${by} ${what}`);
  expect(history).toContain('clock given back');
  // The late end of the run in the dead tab changes nothing.
  b.runner.stopAll();
  await expect.poll(() => b.ended.length).toBe(1);
  expect((await a.work.beads.get('bead-001'))!.history.map(({ by, what }) => `${by} ${what}`)).toEqual(history);
});
