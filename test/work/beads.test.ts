import { describe, expect, it } from 'vitest';
import { PERSON } from '../../src/work/actor.ts';
import { BEAD_LIMITS } from '../../src/work/beads/bead.ts';
import { memoryRecords } from '../../src/work/store/memory-records.ts';
import { testWork } from './stores.ts';

const AGENT = { id: 'agent', role: 'programmer' };
const fields = (title: string, more: object = {}) => ({ title, project_id: 'p', ...more });

describe('beads', () => {
  it('numbers are not given out twice, also after what had them is gone; names from elsewhere are kept apart', async () => {
    const { beads } = testWork();
    await beads.create(fields('foreign', { id: 'bead-002' }), AGENT);
    expect((await beads.create(fields('a'), AGENT)).id).toBe('bead-001');
    expect((await beads.create(fields('b'), AGENT)).id).toBe('bead-003');
    await expect(beads.create(fields('again', { id: 'bead-002' }), AGENT)).rejects.toMatchObject({ code: 'already_exists', message: 'bead already exists: bead-002' });
    await expect(beads.create(fields('bad', { id: '../x' }), AGENT)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('what fails leaves nothing behind', async () => {
    const { beads } = testWork();
    await expect(beads.create(fields('a', { tags: ['workflow:nope'] }), AGENT)).rejects.toMatchObject({ code: 'not_found', message: 'workflow not found: nope. Available workflows: review, release' });
    expect(await beads.list()).toEqual([]);
    expect((await beads.create(fields('b'), AGENT)).id).toBe('bead-001');
  });

  it('a full board makes room by its oldest closed beads, and refuses when all are open', async () => {
    const records = memoryRecords();
    const { beads, clock } = testWork({ records });
    const first = await beads.create(fields('closed first'), AGENT);
    const second = await beads.create(fields('closed second'), AGENT);
    const parent = await beads.create(fields('open parent'), AGENT);
    const child = await beads.create(fields('closed child of an open parent', { parent: parent.id }), AGENT);
    await beads.close(child.id, undefined, AGENT);
    for (const { id } of [first, second]) {
      clock.now++;
      await beads.close(id, undefined, AGENT);
    }
    await records.change(async (tx) => { for (let at = 4; at < BEAD_LIMITS.beads; at++) await tx.put('beads', { ...parent, id: `x-${at}`, children: [] }); });
    await beads.create(fields('one more'), AGENT);
    expect([await beads.get(first.id), (await beads.get(second.id))?.title, (await beads.get(child.id))?.title]).toEqual([undefined, 'closed second', 'closed child of an open parent']);
    await beads.create(fields('and another'), AGENT);
    await expect(beads.create(fields('too many'), AGENT)).rejects.toMatchObject({ code: 'rejected', message: 'the board is full: 2000 beads' });
  });

  it('a person moves beads, unless they have changed or wait for others', async () => {
    const { beads } = testWork();
    const parent = await beads.create(fields('parent'), AGENT);
    expect(await beads.move(parent.id, 'in_progress', 'open', PERSON)).toMatchObject({ status: 'in_progress', assignee: 'user' });
    await expect(beads.move(parent.id, 'blocked', 'open', PERSON)).rejects.toMatchObject({ code: 'conflict', message: 'bead-001 has changed: it is in_progress now' });
    const child = await beads.delegate({ role: 'qa', title: 'part', priority: 0, parent: parent.id }, AGENT);
    expect(await beads.get(parent.id)).toMatchObject({ status: 'blocked', blocked_from: 'in_progress' });
    await expect(beads.move(parent.id, 'open', 'blocked', PERSON)).rejects.toMatchObject({ message: `bead bead-001 waits for ${child.id}` });
    await beads.move(child.id, 'closed', 'open', PERSON);
    expect((await beads.get(parent.id))?.status).toBe('in_progress');
    // Opened again, it is waited for again.
    await beads.move(child.id, 'open', 'closed', PERSON);
    expect((await beads.get(parent.id))?.status).toBe('blocked');
    await beads.close(child.id, 'done', AGENT);
    await beads.close(parent.id, 'done', AGENT);
    await expect(beads.move(child.id, 'open', 'closed', PERSON)).rejects.toMatchObject({ message: 'parent bead is closed: bead-001' });
    expect((await beads.get(parent.id))?.history.map(({ what, by }) => `${by} ${what}`)).toEqual(['agent created', 'user moved', 'agent child added', 'agent blocked', 'user unblocked', 'user blocked', 'agent unblocked', 'agent closed']);
  });

  it('beads are nested so deep and no deeper', async () => {
    const { beads } = testWork();
    let parent: string | undefined;
    for (let depth = 0; depth < BEAD_LIMITS.depth; depth++) parent = (await beads.create(fields(`${depth}`, { parent }), AGENT)).id;
    await expect(beads.create(fields('deeper', { parent }), AGENT)).rejects.toMatchObject({ code: 'rejected', message: 'beads are nested at most 20 deep' });
  });

  it('what is given to an agent comes with a message, and is what it delegates from', async () => {
    const { beads, messages } = testWork();
    const bead = await beads.create(fields('Fix', { description: 'It is broken.' }), PERSON);
    expect(await beads.assign(bead.id, 'agent', PERSON)).toMatchObject({ assignee: 'agent', history: [{}, { by: 'user', what: 'assigned', detail: 'agent' }] });
    expect(await messages.take('agent')).toMatchObject([{ message: { type: 'delegation', from: 'user', subject: 'bead-001: Fix', body: 'It is broken.', payload: { bead_id: 'bead-001' } } }]);
    expect((await beads.delegate({ role: 'qa', title: 'not yet begun', priority: 0 }, AGENT)).parent).toBeUndefined();
    await beads.move(bead.id, 'in_progress', 'open', PERSON);
    expect((await beads.delegate({ role: 'qa', title: 'part', priority: 0 }, AGENT)).parent).toBe('bead-001');
    // The same again says nothing; the person needs no message from itself.
    await beads.assign(bead.id, 'agent', PERSON);
    await beads.assign(bead.id, 'user', PERSON);
    expect([await messages.take('agent'), await messages.take('user')]).toEqual([[], []]);
    expect((await beads.assign(bead.id, '', PERSON)).assignee).toBeUndefined();
    const asked = await beads.ask('Well?', AGENT);
    await expect(beads.assign(asked.id, 'agent', PERSON)).rejects.toMatchObject({ code: 'conflict', message: `${asked.id} waits for the person` });
  });

  it('a decision goes back to whom the bead is assigned; deciding twice is refused', async () => {
    const { beads, messages } = testWork();
    const bead = await beads.create(fields('b', { assignee: 'worker' }), AGENT);
    const { decision } = await beads.escalate(bead.id, {}, AGENT);
    expect(decision.deciding).toEqual({ source: bead.id, options: ['approve', 'deny', 'needs_more_info'], returned_to: 'worker' });
    await beads.decide(decision.id, 'needs_more_info', 'How much?', PERSON);
    await expect(beads.decide(decision.id, 'approve', '', PERSON)).rejects.toMatchObject({ message: `${decision.id} has been decided` });
    expect(await messages.take('worker')).toMatchObject([{ message: { subject: `Decision on ${bead.id}: needs_more_info`, body: 'How much?', payload: { decision: 'needs_more_info' } } }]);
    // It may be escalated again, now that the first decision is made.
    expect((await beads.escalate(bead.id, {}, AGENT)).decision.id).not.toBe(decision.id);
    await expect(beads.escalate(decision.id, {}, AGENT)).rejects.toMatchObject({ code: 'conflict' });
    await expect(beads.decide(bead.id, 'approve', '', PERSON)).rejects.toMatchObject({ message: `${bead.id} is no decision` });
  });

  it('what waits too long at a node of its workflow moves on by the clock', async () => {
    const { beads, clock } = testWork();
    const bead = await beads.create(fields('b', { tags: ['workflow:release'] }), AGENT);
    await beads.close(bead.id, 'done', AGENT);
    expect((await beads.get(bead.id))?.workflow?.node).toBe('verify');
    clock.now += 24 * 60 * 60_000 - 1;
    await beads.expire({ id: 'clock', role: 'clock' });
    expect((await beads.get(bead.id))?.workflow?.node).toBe('verify');
    clock.now += 1;
    await beads.expire({ id: 'clock', role: 'clock' });
    expect((await beads.get(bead.id))?.workflow).toMatchObject({ node: 'implement', cycles: 1 });
  });

  it('one that waits for the person already does not keep the clock from the others', async () => {
    const { beads, clock } = testWork();
    const bead = await beads.create(fields('b', { tags: ['workflow:release'] }), AGENT);
    await beads.close(bead.id, 'done', AGENT);
    await beads.step(bead.id, 'failure', 'red', AGENT);
    await beads.close(bead.id, 'done again', AGENT);
    const { decision } = await beads.escalate(bead.id, { reason: 'Which database?' }, AGENT);
    const other = await beads.create(fields('other', { tags: ['workflow:release'] }), AGENT);
    await beads.close(other.id, 'done', AGENT);
    clock.now += 25 * 60 * 60_000;
    // Its third time round would ask the person.
    await beads.expire({ id: 'clock', role: 'clock' });
    expect(await beads.get(bead.id)).toMatchObject({ decision: decision.id, status: 'blocked', workflow: { node: 'implement', status: 'escalated' } });
    expect((await beads.get(other.id))?.workflow).toMatchObject({ node: 'implement', cycles: 1 });
  });

  it('the end of a workflow waits for the bead\'s children', async () => {
    const { beads } = testWork();
    const bead = await beads.create(fields('b', { tags: ['workflow:review'] }), AGENT);
    await beads.close(bead.id, undefined, AGENT);
    const child = await beads.delegate({ role: 'qa', title: 'part', priority: 0, parent: bead.id }, AGENT);
    await expect(beads.step(bead.id, 'approved', undefined, PERSON)).rejects.toMatchObject({ message: `bead ${bead.id} waits for ${child.id}` });
    await beads.close(child.id, undefined, AGENT);
    expect((await beads.step(bead.id, 'approved', undefined, PERSON)).status).toBe('closed');
  });

  it('a project that is forgotten leaves the person\'s skills', async () => {
    const work = testWork();
    await work.beads.create(fields('b'), AGENT);
    await work.messages.send({ to_agent_id: 'user', message_type: 'notification' }, AGENT);
    await work.todos.write([]);
    await work.skills.own.save('mine', { 'SKILL.md': new TextEncoder().encode('x') });
    await work.base.forget();
    expect([await work.beads.list(), await work.messages.take('user'), (await work.skills.own.list()).map(({ id }) => id)]).toEqual([[], [], ['mine']]);
    expect((await work.beads.create(fields('b'), AGENT)).id).toBe('bead-001');
  });

  it('a history keeps its beginning and its end', async () => {
    const { beads } = testWork();
    const { id } = await beads.create(fields('b'), AGENT);
    for (let at = 0; at < 250; at++) await beads.prioritize(id, at % 5, PERSON);
    const { history } = (await beads.get(id))!;
    expect(history).toHaveLength(BEAD_LIMITS.history);
    expect([history[0]?.what, history.at(-1)?.detail]).toEqual(['created', 'P4']);
  });
});
