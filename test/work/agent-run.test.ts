/** A run of the agent with the shared work: what the model is told, what ends the run, and what a recording leaves alone. */
import { expect, it } from 'vitest';
import type { AgentEvent } from '../../src/agent/events.ts';
import type { ModelEvent, ModelRequest, Provider } from '../../src/agent/providers/provider.ts';
import { runAgent, type RunOptions } from '../../src/agent/run.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { AppError } from '../../src/shared/errors.ts';
import { PERSON } from '../../src/work/actor.ts';
import { newsText } from '../../src/work/messages/news-text.ts';
import { testWork, type TestWork } from './stores.ts';

const call = (name: string, args: unknown, call_id = 'c'): ModelEvent => ({ type: 'tool_call', call_id, name, arguments: JSON.stringify(args) });

async function run(work: TestWork, turns: ModelEvent[][], options: Partial<RunOptions> & { recording?: boolean } = {}) {
  const { recording = false, ...more } = options;
  const requests: ModelRequest[] = [];
  const events: AgentEvent[] = [];
  const provider: Provider = { id: 's', label: 's', recording, async *stream(request) { requests.push(structuredClone(request)); yield* turns[requests.length - 1] ?? [{ type: 'text', text: 'Done.' }]; } };
  const outcome = await runAgent({ task: 'Go.', history: [], provider, dialect: 'native', sandbox: { workdir: '/home/x' } as Sandbox, work, signal: new AbortController().signal, onEvent: (event) => events.push(event), ...more });
  return { outcome, requests, events };
}

const mail = (work: TestWork, subject: string): Promise<unknown> => work.messages.send({ to_agent_id: 'agent', message_type: 'notification', subject }, PERSON);

it('the model is told of the skills, and of its messages with the turn after they came', async () => {
  const work = testWork({ files: { '.agents/skills/docx/SKILL.md': '---\ndescription: Word documents\n---\n' } });
  await mail(work, 'before');
  // Its own message reaches it like any other.
  const { requests, events } = await run(work, [[call('send_agent_message', { to_agent_role: 'programmer', message_type: 'notification', message_subject: 'to myself' })], [call('create_bead', { bead: { title: 't', project_id: 'p' } }, 'd')]]);
  expect(requests[0]!.messages[0]!.text).toContain('\n- docx: Word documents');
  const users = requests.map(({ messages }) => messages.filter(({ role }) => role === 'user').map(({ text }) => (text ?? '').replace(/msg-\S+,/, 'msg,')));
  const inbox = (subject: string, from: string): string => `Your inbox has one new item.\n\nMessage msg, a notification from ${from}: ${subject}`;
  const first = ['Go.', inbox('before', 'user (user)')];
  expect(users).toEqual([first, [...first, inbox('to myself', 'agent (programmer)')], [...first, inbox('to myself', 'agent (programmer)')]]);
  expect(events.filter((event) => event.type === 'inbox')).toMatchObject([{ turn: 1, items: 1 }, { turn: 2, items: 1 }]);
});

it('what is urgent is read first, and an answer names the message that it answers', async () => {
  const work = testWork({ files: { '.agents/qa/AGENT.md': '' } });
  await mail(work, 'first');
  const { message } = await work.messages.send({ to_agent_id: 'agent', message_type: 'delegation', subject: 'urgent' }, { id: 'qa', role: 'qa' });
  const { requests } = await run(work, [[call('send_agent_message', { to_agent_id: 'qa', message_type: 'notification', message_body: 'Done.', in_reply_to: message.id })]]);
  const inbox = requests[0]!.messages.at(-1) as { text: string };
  expect(inbox.text.replace(/msg-[\w-]+/g, 'msg')).toBe(['Your inbox has 2 new items.', 'Message msg, a delegation of high priority from qa (qa): urgent\nIt waits for an answer: send_agent_message with to_agent_id "qa" and in_reply_to "msg".', 'Message msg, a notification from user (user): first'].join('\n\n'));
  const [news] = await work.messages.take('qa');
  expect(news).toMatchObject({ kind: 'message', message: { body: 'Done.', in_reply_to: message.id } });
  expect(newsText([news!]).replace(/msg-[\w-]+/g, 'msg')).toContain('Message msg, a notification from agent (programmer) in answer to your message msg\nDone.');
  const asked = await work.base.read((tx) => tx.get('messages', 'demo', message.id));
  expect(asked).toMatchObject({ answer: (news as { message: { id: string } }).message.id });
});

it('what no model has read, because the service failed, is for the next run', async () => {
  const work = testWork();
  await mail(work, 'important');
  const asked = await work.beads.ask('Which?', { id: 'agent', role: 'programmer' });
  await work.beads.answer(asked.id, 'This one.', PERSON);
  const failing: Provider = { id: 'f', label: 'f', recording: false, async *stream() { throw new AppError('network', 'Could not reach it.'); } };
  const first = await runAgent({ task: 'Go.', history: [], provider: failing, dialect: 'native', sandbox: { workdir: '/home/x' } as Sandbox, work, signal: new AbortController().signal, onEvent: () => undefined });
  expect([first.reason, first.messages]).toEqual(['provider_error', [{ role: 'user', text: 'Go.' }]]);
  const { requests } = await run(work, []);
  expect(requests[0]!.messages.at(-1)!.text).toMatch(/^Your inbox has 2 new items\.[\s\S]*: important[\s\S]*This one\.$/);
  expect(await work.messages.take('agent')).toEqual([]);
});

it('a recorded conversation takes no messages', async () => {
  const work = testWork();
  await mail(work, 'for later');
  const { requests } = await run(work, [], { recording: true });
  expect(requests[0]!.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(await work.messages.take('agent')).toHaveLength(1);
});

it('an escalation ends the run; one that fails does not [S1.escalate_ceo]', async () => {
  const work = testWork();
  await work.beads.create({ id: 'b', title: 't', project_id: 'p' }, PERSON);
  expect((await run(work, [[call('escalate_ceo', { bead_id: 'none' })], [call('escalate_ceo', { bead_id: 'b' }, 'd')], [call('create_bead', { bead: { title: 'never', project_id: 'p' } })]])).outcome).toMatchObject({ reason: 'escalated' });
  expect((await work.beads.list()).map(({ title }) => title)).toEqual(['t', 'Decision: t']);
});

it('closing its bead ends a run in Loom (Go)\'s system, and no other [S1.close_bead]', async () => {
  const work = testWork();
  for (const id of ['a', 'b']) await work.beads.create({ id, title: id, project_id: 'p' }, PERSON);
  const loom = await run(work, [[call('close_bead', { bead_id: 'a' })]], { system: 'loom-go' });
  expect([loom.outcome.reason, loom.requests.length]).toEqual(['done', 1]);
  const own = await run(work, [[call('close_bead', { bead_id: 'b' })]]);
  expect([own.outcome.reason, own.requests.length]).toEqual(['done', 2]);
});
