/** The tools on stores in memory, where a test can do without a sandbox: missing services, stopped and unanswered questions, the agent's inbox. */
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { skillsText, takeNews } from '../../src/agent/shared-work.ts';
import { executeTool } from '../../src/tools/execute.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { PERSON } from '../../src/work/actor.ts';
import { newsText } from '../../src/work/messages/news-text.ts';
import type { Reader } from '../../src/work/messages/store.ts';
import type { WorkServices } from '../../src/work/services.ts';
import { testWork } from './stores.ts';

/** What a turn of the agent brings; undefined for nothing. */
async function inboxText(work: WorkServices, agent: string, reader?: Reader): Promise<{ items: number; text: string } | undefined> {
  const news = await takeNews(work, agent, reader);
  return news.length === 0 ? undefined : { items: news.length, text: newsText(news) };
}

const AGENT = { id: 'agent', role: 'programmer' };
const run = (work: WorkServices, name: string, args: unknown, signal = new AbortController().signal): Promise<ToolResult> =>
  executeTool({ call_id: 'c', name, arguments: args }, { sandbox: {} as Sandbox, caller: AGENT, work, signal, onProgress: () => undefined });

describe('without its service a tool says so', () => {
  it.each([
    ['create_bead', { bead: { title: 't', project_id: 'p' } }, 'bead creator not configured'],
    ['ask_followup', { question: 'q' }, 'bead creator not configured'],
    ['delegate_task', { delegate_to_role: 'r', task_title: 't' }, 'bead creator not configured'],
    ['close_bead', { bead_id: 'b' }, 'bead closer not configured'],
    ['escalate_ceo', { bead_id: 'b' }, 'escalator not configured'],
    ['approve_bead', { bead_id: 'b' }, 'workflow operator not configured'],
    ['reject_bead', { bead_id: 'b', reason: 'r' }, 'workflow operator not configured'],
    ['send_agent_message', { to_agent_id: 'a', message_type: 'question' }, 'message bus not configured'],
    ['skill', { name: 's' }, 'Skill loader not available. Cannot load skill.'],
    ['read_skill_file', { path: 'a/b' }, 'Skill loader not available. Cannot read skill file.'],
    ['todo_read', {}, 'todo list not configured'],
    ['todo_write', { todos: [] }, 'todo list not configured'],
  ])('%s [S1.error.bead_creator_not_configured]', async (name, args, message) => {
    expect(await run({}, name, args)).toMatchObject({ status: 'error', ok: false, message, error: { code: 'not_configured', message } });
  });
});

describe('read_skill_file', () => {
  it('says that a line was cut, also when it is the only one that was asked for', async () => {
    const work = testWork();
    await work.skills.own.save('wide', { 'SKILL.md': new TextEncoder().encode('Wide.\n'), 'w.txt': new TextEncoder().encode(`a\n${'x'.repeat(70_000)}\nlast\n`) });
    const read = async (more: object): Promise<string | undefined> => (await run(work, 'read_skill_file', { path: 'w.txt', skill_name: 'wide', ...more })).bounds?.refinement_hint;
    expect(await read({ offset: 2, limit: 1 })).toBe('Showing lines 2-2 of 3. The line is longer than a result may be. Use offset=3 to continue.');
    expect(await read({})).toBe('Showing lines 1-1 of 3. Use offset=2 to continue.');
    expect(await read({ offset: 3 })).toBeUndefined();
  });
});

describe('ask_followup', () => {
  it('is withdrawn when the run is stopped', async () => {
    const work = testWork();
    const controller = new AbortController();
    const asked = run(work, 'ask_followup', { question: 'Well?' }, controller.signal);
    await expect.poll(async () => (await work.beads.list()).length).toBe(1);
    controller.abort();
    expect(await asked).toMatchObject({ status: 'error', error: { code: 'aborted' } });
    expect(await work.beads.get('bead-001')).toMatchObject({ status: 'closed', question: { state: 'withdrawn' }, context: { close_reason: 'The run was stopped.' } });
    await expect(work.beads.answer('bead-001', 'late', PERSON)).rejects.toMatchObject({ code: 'conflict', message: 'the question bead-001 has been withdrawn' });
  });

  it('goes on without an answer after its time, and the late answer comes with the next turn, once', async () => {
    const work = testWork({ answerWithinMs: 1 });
    expect(await run(work, 'ask_followup', { question: 'Well?' })).toMatchObject({
      ok: true, message: 'question not answered', output: 'No answer within 0 minutes. The question stays open as bead-001; its answer will come to your inbox.', metadata: { bead_id: 'bead-001', answered: false },
    });
    expect(await inboxText(work, 'agent')).toBeUndefined();
    await work.beads.answer('bead-001', 'Yes.', PERSON);
    expect(await inboxText(work, 'somebody else')).toBeUndefined();
    expect(await inboxText(work, 'agent')).toEqual({ items: 1, text: 'Your inbox has one new item.\n\nThe answer to your question bead-001 ("Well?"):\nYes.' });
    expect(await inboxText(work, 'agent')).toBeUndefined();
  });

  it('hears that the person closed the question', async () => {
    const work = testWork();
    const asked = run(work, 'ask_followup', { question: 'Well?' });
    await expect.poll(async () => (await work.beads.list()).length).toBe(1);
    await work.beads.withdraw('bead-001', 'Closed without an answer.', PERSON);
    expect(await asked).toMatchObject({ ok: true, output: 'The person closed the question without an answer.', metadata: { answered: false } });
  });

  it('asks so many questions at once and no more', async () => {
    const work = testWork({ answerWithinMs: 1 });
    for (let at = 0; at < 20; at++) await run(work, 'ask_followup', { question: `${at}` });
    expect(await run(work, 'ask_followup', { question: 'one more' })).toMatchObject({ error: { code: 'rejected', message: '20 questions wait for an answer already' } });
  });
});

describe('the agent\'s turn', () => {
  it('brings messages in order, ten at a time, and says what waits for an answer', async () => {
    const work = testWork();
    await work.messages.send({ to_agent_id: 'agent', message_type: 'delegation', subject: 'Tests', body: 'Run them.', payload: { all: true } }, { id: 'lead', role: 'lead' });
    for (let at = 0; at < 10; at++) {
      work.clock.now++;
      await work.messages.send({ to_agent_id: 'agent', message_type: 'notification', subject: `n${at}` }, PERSON);
    }
    const first = (await inboxText(work, 'agent'))!;
    expect(first.items).toBe(10);
    expect(first.text.split('\n\n')[1]).toMatch(/^Message msg-\S+, a delegation of high priority from lead \(lead\): Tests\nRun them\.\nPayload: \{"all":true\}\nIt waits for an answer: send_agent_message with to_agent_id "lead" and in_reply_to "msg-\S+"\.$/);
    expect((await inboxText(work, 'agent'))!.text).toMatch(/from user \(user\): n9$/);
  });

  it('brings what is for one run of several to that one, and to another when that one is over', async () => {
    const work = testWork();
    const going = new Set(['one', 'two']);
    const reader = (run: string): Reader => ({ run, goesOn: (other) => going.has(other) });
    const write = async (body: string, to_run?: string): Promise<void> => void await work.messages.send({ to_agent_id: 'agent', ...(to_run === undefined ? {} : { to_run }), message_type: 'notification', body }, PERSON);
    await write('For the second', 'two');
    expect(await inboxText(work, 'agent', reader('one'))).toBeUndefined();
    expect((await inboxText(work, 'agent', reader('two')))!.text).toContain('For the second');
    await write('For the second again', 'two');
    await write('For any');
    expect((await inboxText(work, 'agent', reader('one')))!.text).toMatch(/one new item[^]*For any$/);
    going.delete('two');
    expect((await inboxText(work, 'agent', reader('one')))!.text).toContain('For the second again');
  });

  it('names the skills, with short descriptions, the person\'s before the project\'s', async () => {
    const work = testWork({ files: {
      '.agents/skills/b/SKILL.md': `---\ndescription: ${'long '.repeat(100)}\n---\n`, '.agents/skills/a/SKILL.md': '---\ndescription: of the project\n---\n', '.agents/skills/..bad name/SKILL.md': 'x',
    } });
    expect(await skillsText({}, new AbortController().signal)).toBe('');
    await work.skills.own.save('a', { 'SKILL.md': new TextEncoder().encode('---\ndescription: mine\n---\n') });
    expect(await skillsText(work, new AbortController().signal)).toBe(`Skills are instructions for kinds of work. Load one with the tool skill before you do such work:\n- a: mine\n- b: ${'long '.repeat(60)}…`);
  });

  it('keeps of a person\'s own skills only what is whole and inside', async () => {
    const { own } = testWork().skills;
    const text = new TextEncoder().encode('x');
    await expect(own.save('ok', { 'README.md': text })).rejects.toMatchObject({ code: 'missing_fields' });
    await expect(own.save('../up', { 'SKILL.md': text })).rejects.toMatchObject({ code: 'invalid_arguments' });
    await expect(own.save('ok', { 'SKILL.md': text, '../x': text })).rejects.toMatchObject({ code: 'path_escape' });
    await expect(own.save('ok', { 'SKILL.md': new Uint8Array(10 * 1024 * 1024 + 1) })).rejects.toMatchObject({ code: 'too_large' });
    expect(await own.list()).toEqual([]);
  });
});
