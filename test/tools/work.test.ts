/** The tools of the shared work through the registry, on a real sandbox and real IndexedDB: every example of the documents, errors with their texts, several tabs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolResult } from '../../src/tools/result.ts';
import type { Bead } from '../../src/work/beads/bead.ts';
import type { Message } from '../../src/work/messages/message.ts';
import type { News } from '../../src/work/messages/store.ts';
import type { ToolsBrowser } from '../support/tools-browser.ts';
import { openTools } from '../support/tools-browser.ts';

let tools: ToolsBrowser;
beforeAll(async () => { tools = await openTools(); });
afterAll(() => tools?.close());

const PERSON = { id: 'user', role: 'user' };
const run = (name: string, args: unknown): Promise<ToolResult> => tools.tool(name, args);
const bead = (id: string): Promise<Bead> => tools.work('beads', 'get', id);
const given = (id: string, more: object = {}): Promise<Bead> => tools.work('beads', 'create', { id, title: `The bead ${id}`, project_id: 'proj-123', ...more }, PERSON);
const write = async (path: string, content: string): Promise<void> => { expect((await run('write_file', { path, content })).ok).toBe(true); };
const file = async (path: string): Promise<unknown> => (await run('read_file', { path })).metadata.content;
/** Code and message of a refusal; nothing may have been done. */
const refused = async (name: string, args: unknown): Promise<[string | undefined, string]> => {
  const { status, error, message } = await run(name, args);
  expect(status).toBe('error');
  return [error?.code, message];
};

describe('beads', () => {
  it('create_bead makes the bead of the document [S1.create_bead]', async () => {
    const result = await run('create_bead', { bead: { title: 'Fix authentication bug', description: 'Users cannot login after password reset', project_id: 'proj-123', priority: 1, type: 'bug', tags: ['security', 'urgent'] } });
    expect(result).toMatchObject({ status: 'executed', ok: true, message: 'bead created', metadata: { bead_id: 'bead-001', priority: 1, type: 'bug', tags: ['security', 'urgent'] } });
    expect(await bead('bead-001')).toMatchObject({ title: 'Fix authentication bug', description: 'Users cannot login after password reset', project_id: 'proj-123', status: 'open', history: [{ by: 'tester', what: 'created' }] });
  });

  it('create_bead fills in what is missing, takes any language, and keeps out what does not fit', async () => {
    expect((await run('create_bead', { bead: { title: 'Größe 🐘\r\nändern', project_id: 'p' } })).metadata).toEqual({ bead_id: 'bead-002', title: 'Größe 🐘\r\nändern', project_id: 'p', priority: 2, type: 'task', tags: [], status: 'open' });
    expect(await refused('create_bead', {})).toEqual(['missing_fields', 'create_bead requires bead payload']);
    expect(await refused('create_bead', { bead: {} })).toEqual(['missing_fields', 'create_bead requires bead.title and bead.project_id']);
    expect(await refused('create_bead', { bead: { title: '', project_id: 'p' } })).toEqual(['invalid_arguments', 'create_bead requires bead.title and bead.project_id']);
    for (const priority of [-1, 5, 1.5, '1']) expect((await refused('create_bead', { bead: { title: 'T', project_id: 'p', priority } }))[0]).toBe('invalid_arguments');
    expect((await run('create_bead', { bead: { title: 'T', project_id: 'p', priority: 4 } })).metadata.priority).toBe(4);
    expect((await refused('create_bead', { bead: { title: 'T', project_id: 'p', type: 'decision' } }))[0]).toBe('invalid_arguments');
    expect(await refused('create_bead', { bead: { title: 'T', project_id: 'p', colour: 'red' } })).toEqual(['invalid_arguments', 'json: unknown field "colour"']);
    expect(await refused('create_bead', { bead: { title: 'x'.repeat(501), project_id: 'p' } })).toEqual(['too_large', 'title is longer than 500 characters']);
    expect((await run('create_bead', { bead: { title: 'x'.repeat(500), project_id: 'p' } })).ok).toBe(true);
  });

  it('close_bead closes the bead of the document, once [S1.close_bead]', async () => {
    await given('bead-abc-123');
    const args = { bead_id: 'bead-abc-123', reason: 'Fixed authentication bug and added tests' };
    expect(await run('close_bead', args)).toMatchObject({ ok: true, message: 'bead closed', ends_run: 'closed', metadata: { bead_id: 'bead-abc-123', closed: true } });
    expect(await bead('bead-abc-123')).toMatchObject({ status: 'closed', context: { close_reason: 'Fixed authentication bug and added tests' } });
    expect(await refused('close_bead', args)).toEqual(['conflict', 'bead is closed already: bead-abc-123']);
    expect(await refused('close_bead', { bead_id: 'nope' })).toEqual(['not_found', 'bead not found: nope']);
    expect(await refused('close_bead', { reason: 'x' })).toEqual(['missing_fields', 'close_bead requires bead_id']);
  });

  it('escalate_ceo makes a decision of the highest priority, for which the bead waits, and ends the run [S1.escalate_ceo]', async () => {
    await given('esc', { priority: 3 });
    const result = await run('escalate_ceo', { bead_id: 'esc', reason: 'Need architectural decision on database choice', returned_to: 'agent-456' });
    const decision = result.metadata.decision_id as string;
    expect(result).toMatchObject({ ok: true, ends_run: 'escalated', metadata: { returned_to: 'agent-456', options: ['approve', 'deny', 'needs_more_info'] } });
    expect(await bead(decision)).toMatchObject({ type: 'decision', priority: 0, status: 'open', description: 'Need architectural decision on database choice' });
    expect(await bead('esc')).toMatchObject({ priority: 0, status: 'blocked', decision });
    expect(await refused('escalate_ceo', { bead_id: 'esc' })).toEqual(['conflict', `bead esc is escalated already: ${decision}`]);
    expect(await refused('close_bead', { bead_id: 'esc' })).toEqual(['conflict', `bead esc waits for ${decision}`]);
    expect(await refused('close_bead', { bead_id: decision })).toEqual(['conflict', `decision ${decision} waits for an answer: approve, deny, needs_more_info`]);
    expect(await refused('escalate_ceo', { bead_id: 'nope' })).toEqual(['not_found', 'bead not found: nope']);
    await tools.work('beads', 'decide', decision, 'approve', 'Take the small one', PERSON);
    expect(await bead('esc')).toMatchObject({ status: 'open', assignee: 'agent-456', context: { decision: 'approve: Take the small one' } });
    expect(await tools.work<News[]>('messages', 'take', 'agent-456')).toMatchObject([{ kind: 'message', message: { subject: 'Decision on esc: approve', body: 'Take the small one' } }]);
  });

  it('approve_bead and reject_bead follow the edges of the bead\'s workflow [S1.approve_bead] [S1.reject_bead]', async () => {
    await given('flow', { tags: ['workflow:review'] });
    const approve = { bead_id: 'flow', reason: 'Code review passed, tests are comprehensive' };
    const reject = { bead_id: 'flow', reason: 'Missing error handling in new code' };
    expect(await refused('approve_bead', approve)).toEqual(['conflict', 'no edge found for condition approved from node implement']);
    expect(await run('close_bead', { bead_id: 'flow' })).toMatchObject({ ok: true, message: 'workflow step finished', metadata: { closed: false, status: 'open', node: 'review' } });
    expect((await bead('flow')).required_role).toBe('code-reviewer');
    expect(await refused('close_bead', { bead_id: 'flow' })).toEqual(['conflict', 'bead flow waits for approval at review: approve or reject it']);
    expect((await run('reject_bead', reject)).metadata).toEqual({ bead_id: 'flow', reason: 'Missing error handling in new code', status: 'open', workflow: 'review', workflow_status: 'active', node: 'implement', cycles: 1 });
    await run('close_bead', { bead_id: 'flow' });
    expect((await run('approve_bead', approve)).metadata).toMatchObject({ bead_id: 'flow', status: 'closed', workflow_status: 'completed' });
    expect(await refused('approve_bead', approve)).toEqual(['conflict', 'workflow execution already completed']);
    await given('plain');
    expect(await refused('approve_bead', { bead_id: 'plain' })).toEqual(['not_found', 'no workflow execution found for bead plain']);
    expect(await refused('reject_bead', { bead_id: 'plain', reason: 'x' })).toEqual(['not_found', 'no workflow execution found for bead plain']);
    expect(await refused('reject_bead', { bead_id: 'plain' })).toEqual(['missing_fields', 'reject_bead requires reason']);
  });

  it('a third return to a node is escalated', async () => {
    await given('loops', { tags: ['workflow:review'] });
    for (let round = 1; ; round++) {
      await run('close_bead', { bead_id: 'loops' });
      const { metadata } = await run('reject_bead', { bead_id: 'loops', reason: `no ${round}` });
      if (metadata.workflow_status === 'escalated') break;
      expect(round).toBeLessThan(3);
    }
    const now = await bead('loops');
    expect(now).toMatchObject({ status: 'blocked', priority: 0, workflow: { status: 'escalated', cycles: 3 } });
    expect(await bead(now.decision!)).toMatchObject({ type: 'decision' });
    expect(await refused('approve_bead', { bead_id: 'loops' })).toEqual(['conflict', 'workflow execution already escalated']);
  });

  it('delegate_task makes the children of the document; their parent waits for all of them [S1.delegate_task]', async () => {
    await given('bead-abc-124');
    await given('bead-feature-auth');
    const first = await run('delegate_task', {
      delegate_to_role: 'qa-engineer', task_title: 'Run integration tests for auth module',
      task_description: 'Execute full integration test suite for the authentication module, including edge cases and error handling', task_priority: 2, parent_bead_id: 'bead-abc-124',
    });
    const child = first.metadata.child_bead_id as string;
    expect(first.metadata).toEqual({ child_bead_id: child, parent_bead_id: 'bead-abc-124', delegate_to_role: 'qa-engineer', task_title: 'Run integration tests for auth module', task_priority: 2 });
    expect(await bead(child)).toMatchObject({ type: 'delegated', parent: 'bead-abc-124', required_role: 'qa-engineer', project_id: 'proj-123' });
    expect(await bead('bead-abc-124')).toMatchObject({ status: 'blocked', children: [child] });
    const review = await run('delegate_task', { delegate_to_role: 'code-reviewer', task_title: 'Review authentication PR', task_description: 'Review PR #456 for security and code quality', task_priority: 2, parent_bead_id: 'bead-feature-auth' });
    expect(review.metadata).toMatchObject({ parent_bead_id: 'bead-feature-auth', task_priority: 2 });
    // Nobody has taken a bead, so there is none that these would belong to.
    expect((await run('delegate_task', { delegate_to_role: 'qa-engineer', task_title: 'Test authentication flow', task_description: 'Verify all authentication scenarios work correctly', task_priority: 1 })).metadata).toMatchObject({ parent_bead_id: null, task_priority: 1 });
    expect((await run('delegate_task', { delegate_to_role: 'performance-engineer', task_title: 'Optimize database queries', task_description: 'Profile and optimize slow database queries in the auth module', task_priority: 3 })).metadata).toMatchObject({ parent_bead_id: null, task_priority: 3 });
    const second = (await run('delegate_task', { delegate_to_role: 'qa-engineer', task_title: 'More', parent_bead_id: 'bead-abc-124' })).metadata;
    expect(second.task_priority).toBe(0);
    expect(await refused('close_bead', { bead_id: 'bead-abc-124' })).toEqual(['conflict', `bead bead-abc-124 waits for ${child}, ${String(second.child_bead_id)}`]);
    await run('close_bead', { bead_id: child });
    expect((await bead('bead-abc-124')).status).toBe('blocked');
    await run('close_bead', { bead_id: second.child_bead_id });
    expect((await bead('bead-abc-124')).status).toBe('open');
    await run('close_bead', { bead_id: 'bead-abc-124' });
    expect(await refused('delegate_task', { delegate_to_role: 'r', task_title: 't', parent_bead_id: 'bead-abc-124' })).toEqual(['conflict', 'parent bead is closed: bead-abc-124']);
    expect(await refused('delegate_task', { delegate_to_role: 'r', task_title: 't', parent_bead_id: 'nope' })).toEqual(['not_found', 'bead not found: nope']);
    expect((await refused('delegate_task', { delegate_to_role: 'r', task_title: 't', task_priority: 5 }))[0]).toBe('invalid_arguments');
    expect(await refused('delegate_task', {})).toEqual(['missing_fields', 'delegate_task requires delegate_to_role, task_title']);
  });

  it('without a parent, what is delegated belongs to the bead that the caller works on', async () => {
    await given('mine', { assignee: 'tester' });
    await tools.work('beads', 'move', 'mine', 'in_progress', 'open', PERSON);
    const { metadata } = await run('delegate_task', { delegate_to_role: 'qa-engineer', task_title: 'A part' });
    expect(metadata.parent_bead_id).toBe('mine');
    expect((await run('delegate_task', { delegate_to_role: 'qa-engineer', task_title: 'Another part' })).metadata.parent_bead_id).toBe('mine');
    for (const id of (await bead('mine')).children) await run('close_bead', { bead_id: id });
    expect((await bead('mine')).status).toBe('in_progress');
    await run('close_bead', { bead_id: 'mine' });
  });
});

describe('questions and messages', () => {
  it('ask_followup waits for the person and returns the answer under its own name [S1.ask_followup]', async () => {
    const question = 'Should I use PostgreSQL or MySQL for the database?';
    const asked = run('ask_followup', { question });
    let waiting: Bead | undefined;
    await expect.poll(async () => waiting = (await tools.work<Bead[]>('beads', 'list')).find((one) => one.question?.state === 'waiting')).toBeDefined();
    expect(waiting).toMatchObject({ title: 'Follow-up question', description: question, question: { asked_by: 'tester' } });
    await tools.work('beads', 'answer', waiting!.id, 'PostgreSQL 🐘', PERSON);
    expect(await asked).toMatchObject({ called_as: 'ask_followup', status: 'executed', ok: true, message: 'question answered', output: 'PostgreSQL 🐘', metadata: { bead_id: waiting!.id, question, answered: true, answer: 'PostgreSQL 🐘' } });
    expect(await bead(waiting!.id)).toMatchObject({ status: 'closed', question: { state: 'answered', delivered: true } });
    // The answer was taken: it is no news any more.
    expect(await tools.work('messages', 'take', 'tester')).toEqual([]);
    expect(await refused('ask_followup', {})).toEqual(['missing_fields', 'ask_followup requires question']);
  });

  it('send_agent_message sends the messages of the document [S1.send_agent_message]', async () => {
    await write('.agents/agent-qa-engineer-1/AGENT.md', '---\nrole: qa-engineer\ndescription: Tests\n---\nTest everything.\n');
    await write('.agents/code-reviewer/AGENT.md', 'Review.\n');
    await write('.agents/agent-pm-1/AGENT.md', '---\nrole: project-manager\n---\n');
    const check = await run('send_agent_message', {
      to_agent_id: 'agent-qa-engineer-1', message_type: 'question', message_subject: 'Test coverage check',
      message_body: 'Can you verify test coverage for the auth module is above 80%?', message_payload: { module: 'auth', files: ['src/auth.go', 'src/auth_test.go'] },
    });
    expect(check).toMatchObject({ ok: true, message: 'message sent', metadata: { to_agent_id: 'agent-qa-engineer-1', message_type: 'question', message_subject: 'Test coverage check', kind: 'direct', priority: 'normal', requires_response: true } });
    expect(check.metadata.message_id).toMatch(/^msg-[0-9a-f-]{36}$/);
    expect(await run('send_agent_message', {
      to_agent_role: 'qa-engineer', message_type: 'delegation', message_subject: 'Run integration tests', message_body: 'Please run full integration test suite for the authentication module',
      message_payload: { test_pattern: 'TestAuth*', bead_id: 'bead-abc-123' },
    })).toMatchObject({ metadata: { to_agent_id: 'agent-qa-engineer-1', kind: 'request', priority: 'high', requires_response: true } });
    expect(await run('send_agent_message', { to_agent_role: 'code-reviewer', message_type: 'question', message_subject: 'API design review', message_body: 'Does this API design follow our best practices?' })).toMatchObject({ metadata: { to_agent_id: 'code-reviewer' } });
    expect(await run('send_agent_message', { to_agent_id: 'agent-pm-1', message_type: 'notification', message_subject: 'Feature complete', message_body: 'Authentication feature is complete and all tests pass' })).toMatchObject({ metadata: { to_agent_id: 'agent-pm-1', requires_response: false } });
    const news = await tools.work<News[]>('messages', 'take', 'agent-qa-engineer-1');
    expect(news).toMatchObject([
      // A delegation is of high priority.
      { message: { subject: 'Run integration tests', payload: { test_pattern: 'TestAuth*', bead_id: 'bead-abc-123' } } },
      { message: { from: 'tester', subject: 'Test coverage check', payload: { module: 'auth', files: ['src/auth.go', 'src/auth_test.go'] } } },
    ]);
    expect(await tools.work('messages', 'take', 'agent-qa-engineer-1')).toEqual([]);
  });

  it('send_agent_message says what is wrong, and drops nothing when an inbox is full', async () => {
    expect(await refused('send_agent_message', { message_type: 'question' })).toEqual(['missing_fields', 'either to_agent_id or to_agent_role is required']);
    expect(await refused('send_agent_message', { to_agent_id: 'user' })).toEqual(['missing_fields', 'message_type is required (question, delegation, notification)']);
    expect(await refused('send_agent_message', { to_agent_id: 'user', message_type: 'shout' })).toEqual(['invalid_arguments', 'message_type must be one of: question, delegation, notification']);
    expect((await refused('send_agent_message', { to_agent_role: 'dentist', message_type: 'question' }))[1]).toMatch(/^failed to find agent with role dentist: there is none\. Roles: user, programmer, /);
    expect(await run('send_agent_message', { to_agent_id: 'agnet', message_type: 'question' })).toMatchObject({ error: { code: 'not_found', retry_hint: { did_you_mean: 'agent' } } });
    // The id counts when both are given.
    expect((await run('send_agent_message', { to_agent_id: 'user', to_agent_role: 'dentist', message_type: 'notification' })).metadata.to_agent_id).toBe('user');
    const sent = await Promise.all(Array.from({ length: 101 }, (_, at) => run('send_agent_message', { to_agent_id: 'agent', message_type: 'notification', message_subject: `${at}` })));
    expect(sent.filter(({ ok }) => ok)).toHaveLength(100);
    expect(sent.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'queue_full' }, message: 'the inbox of agent is full (100 unread messages)' });
    expect(await tools.work<News[]>('messages', 'take', 'agent')).toHaveLength(10);
  });
});

describe('skills', () => {
  it('says what there is when a skill is not found', async () => {
    expect(await refused('skill', { name: 'tool-usage' })).toEqual(['not_found', "Skill 'tool-usage' not found."]);
    await tools.page.evaluate(() => window.toolsPage.saveSkill('tool-usage', { 'SKILL.md': '---\nname: tool-usage\ndescription: "Best practices: tools"\n---\n# Tools\r\nRead first.\n', 'assets/logo.bin': '\0\x01' }));
    await write('.agents/skills/docx/SKILL.md', '---\nname: docx\ndescription: >\n  Word\n  documents\n---\nSee docx-js.md.\n');
    await write('.agents/skills/docx/docx-js.md', '# docx-js\nÜber 🐘\n');
    await write('.agents/skills/docx/skill-doc.md', Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`).join(''));
    await write('.agents/skills/long_document_writer/SKILL.md', 'Write long.\n');
    await write('.agents/skills/long_document_writer/references/guide.md', 'The guide.\n');
    expect(await refused('skill', { name: 'nope' })).toEqual(['not_found', "Skill 'nope' not found. Available skills: docx, long_document_writer, tool-usage"]);
    expect(await refused('skill', {})).toEqual(['missing_fields', 'skill requires name']);
  });

  it('skill loads the instructions and names the other files, as load_skill too [S5.skill]', async () => {
    expect(await run('skill', { name: 'tool-usage' })).toMatchObject({
      ok: true, output: '# Tools\r\nRead first.\n\nFiles of this skill, for read_skill_file with skill_name "tool-usage":\n- assets/logo.bin',
      metadata: { name: 'tool-usage', description: 'Best practices: tools', source: 'own', resources: ['assets/logo.bin'], content: '# Tools\r\nRead first.\n' },
    });
    expect(await run('load_skill', { name: 'docx' })).toMatchObject({ tool: 'skill', called_as: 'load_skill', metadata: { description: 'Word documents', source: 'project', resources: ['docx-js.md', 'skill-doc.md'], content: 'See docx-js.md.\n' } });
  });

  it('read_skill_file reads the examples of the document [S5.read_skill_file]', async () => {
    expect(await run('read_skill_file', { path: 'references/guide.md', skill_name: 'long_document_writer' })).toMatchObject({ ok: true, output: 'The guide.\n' });
    expect(await run('read_skill_file', { path: 'docx-js.md', skill_name: 'docx' })).toMatchObject({ output: '# docx-js\nÜber 🐘\n', metadata: { path: '.agents/skills/docx/docx-js.md', file_size: 21, start_line: 1, end_line: 2 } });
    const range = await run('read_skill_file', { path: 'skill-doc.md', skill_name: 'docx', offset: 1, limit: 50 });
    expect(range.metadata).toMatchObject({ start_line: 1, end_line: 50, total_lines: 60 });
    expect(range.output.split('\n').slice(-3)).toEqual(['line 49', 'line 50', '']);
    expect((await run('read_skill_file', { path: 'docx/skill-doc.md', offset: 60 })).output).toBe('line 60\n');
    expect(await run('read_skill_file', { path: 'skill-doc.md', skill_name: 'docx', offset: 61 })).toMatchObject({ ok: true, output: '', bounds: { returned: 0, truncated: false } });
    expect((await run('load_skill_resource', { skill_name: 'long_document_writer', resource_type: 'references', resource_name: 'guide.md' })).output).toBe('The guide.\n');
    expect((await run('read_skill_file', { path: 'assets/logo.bin', skill_name: 'tool-usage' })).output).toBe('[File: assets/logo.bin]\nType: binary\nSize: 2 bytes\n\nThis file is binary.');
  });

  it('read_skill_file stays in the skill\'s folder', async () => {
    for (const path of ['../../../package.json', '/etc/passwd', '~/x', 'a/../../b', '..\\x', 'C:\\x']) {
      expect(await refused('read_skill_file', { path, skill_name: 'docx' })).toEqual(['path_escape', `path escapes skill directory: ${path}`]);
      expect((await refused('read_skill_file', { path, skill_name: 'tool-usage' }))[0]).toBe('path_escape');
      expect((await refused('read_skill_file', { path }))[0]).toBe('path_escape');
    }
    expect(await refused('read_skill_file', { path: 'x.md', skill_name: '../docx' })).toEqual(['not_found', "Skill '../docx' not found. Cannot resolve path relative to skill."]);
    expect(await refused('read_skill_file', { path: 'x.md' })).toEqual(['not_found', "Skill 'x.md' not found. Cannot resolve path relative to skill."]);
    expect((await refused('read_skill_file', { path: 'nope.md', skill_name: 'docx' }))[1]).toMatch(/^File not found: /);
    expect((await refused('read_skill_file', { path: 'nope.md', skill_name: 'tool-usage' }))[1]).toBe('File not found: nope.md. Files of the skill: SKILL.md, assets/logo.bin');
    // A link of the project that leads out of it.
    expect((await tools.terminal('ln', ['-s', '/etc', '.agents/skills/docx/out'])).exit).toBe(0);
    expect((await refused('read_skill_file', { path: 'out/hostname', skill_name: 'docx' }))[0]).toBe('path_escape');
    expect((await tools.terminal('rm', ['.agents/skills/docx/out'])).exit).toBe(0);
  });

  it('a skill of the person comes before one of the project with the same name', async () => {
    await write('.agents/skills/tool-usage/SKILL.md', 'Do what the project says.\n');
    expect((await run('skill', { name: 'tool-usage' })).metadata).toMatchObject({ source: 'own', content: '# Tools\r\nRead first.\n' });
  });
});

describe('todos', () => {
  const first = [
    { content: 'Set up project structure', activeForm: 'Setting up project structure', status: 'in_progress' },
    { content: 'Write unit tests', activeForm: 'Writing unit tests', status: 'pending' },
  ];
  const second = [{ ...first[0]!, status: 'completed' }, { ...first[1]!, status: 'in_progress' }];

  it('todo_read says that there is no list yet, or an empty one [S5.todo_read]', async () => {
    expect(await run('todo_read', {})).toMatchObject({ ok: true, output: 'No TODO.md file found. Use todo_write to create a task list.', metadata: { todo_file: 'TODO.md', todo_count: 0, exists: false } });
    await write('TODO.md', '');
    expect(await run('todo_read', {})).toMatchObject({ ok: true, output: 'TODO.md exists but contains no tasks.', metadata: { exists: true } });
    expect(await refused('todo_read', { file: 'x' })).toEqual(['invalid_arguments', 'json: unknown field "file"']);
  });

  it('todo_write creates and replaces the list of the document [S5.todo_write] [S5.todo.status.pending] [S5.todo.status.in_progress] [S5.todo.status.completed]', async () => {
    const written = await run('todo_write', { todos: first });
    expect(written.output).toBe('Updated TODO.md with 2 task(s):\n  - Pending: 1\n  - In Progress: 1\n  - Completed: 0');
    expect(written.metadata).toMatchObject({ todo_file: 'TODO.md', todo_count: 2, pending: 1, in_progress: 1, completed: 0 });
    expect(await file('TODO.md')).toBe('# TODO\n\n## In Progress\n- [ ] Set up project structure (Setting up project structure)\n\n## Pending\n- [ ] Write unit tests (Writing unit tests)\n');
    expect((await run('todo_write', { todos: second })).metadata).toMatchObject({ pending: 0, in_progress: 1, completed: 1, todos: second });
    expect(await file('TODO.md')).toBe('# TODO\n\n## In Progress\n- [ ] Write unit tests (Writing unit tests)\n\n## Completed\n- [x] Set up project structure\n');
    expect((await run('todo_read', {})).metadata.todos).toEqual(second);
  });

  it('todo_read shows the tasks by status as in the document [S5.todo_read]', async () => {
    await run('todo_write', { todos: [
      { content: 'Task 1', activeForm: 'Running task 1', status: 'in_progress' }, { content: 'Task 2', activeForm: 'Will run task 2', status: 'pending' }, { content: 'Task 3', activeForm: 'Did task 3', status: 'completed' },
    ] });
    expect(await run('todo_read', {})).toMatchObject({
      output: '# TODO List (3 task(s))\n\n## In Progress\n1. Task 1 (Running task 1)\n\n## Pending\n1. Task 2 (Will run task 2)\n\n## Completed (1)\n1. Task 3\n\nSummary: 1 pending, 1 in progress, 1 completed',
      metadata: { todo_count: 3, pending: 1, in_progress: 1, completed: 1 },
    });
    await run('todo_write', { todos: Array.from({ length: 7 }, (_, at) => ({ content: `C${at}`, activeForm: `c${at}`, status: 'completed' })) });
    expect((await run('todo_read', {})).output).toContain('5. C4\n... and 2 more completed tasks');
  });

  it('nothing is lost on the way through the file, and a warning is no failure', async () => {
    const todos = [
      { content: 'Nested (a (b)) (c)', activeForm: 'Doing (x (y))', status: 'completed' }, { content: 'smile :)', activeForm: 'smiling (:', status: 'pending' },
      { content: 'Über 🐘', activeForm: 'Übernd', status: 'pending' }, { content: 'two\r\nlines', activeForm: 'both', status: 'pending' }, { content: 'Same', activeForm: 'Same', status: 'pending' }, { content: 'Same', activeForm: 'Same', status: 'pending' },
    ];
    const written = await run('todo_write', { todos });
    expect(written.ok).toBe(true);
    expect(written.output).toMatch(/\n\nWarning: No tasks are in_progress\. Consider marking at least one task as in_progress\.$/);
    expect((await run('todo_read', {})).metadata.todos).toEqual(todos);
    // As a person edits it: one line ticked, the rest as it was.
    await write('TODO.md', String(await file('TODO.md')).replace('- [ ] smile', '- [x] smile').replaceAll('\n', '\r\n'));
    expect((await run('todo_read', {})).metadata.todos).toEqual(todos.map((todo) => (todo.content === 'smile :)' ? { ...todo, status: 'completed' } : todo)));
  });

  it('what a person changes in the file stays when the agent writes its list', async () => {
    await run('todo_write', { todos: first });
    await write('TODO.md', `${String(await file('TODO.md')).replace('- [ ] Write', '- [x] Write')}- [ ] Buy milk\n\n## Ideas\n- [ ] not a task\nProse.\n`);
    const written = await run('todo_write', { todos: first });
    expect(written.output).toContain('Kept, because a person added it to the file: "Buy milk".\n\nA person had changed the status in the file: "Write unit tests".');
    expect(written.metadata.merged).toEqual({ added: ['Buy milk'], changed: ['Write unit tests'], removed: [] });
    expect(await file('TODO.md')).toBe('# TODO\n\n## In Progress\n- [ ] Set up project structure (Setting up project structure)\n\n## Pending\n- [ ] Buy milk\n\n## Completed\n- [x] Write unit tests\n\n## Ideas\n- [ ] not a task\nProse.\n');
    // What the agent has seen is its own to change.
    expect((await run('todo_write', { todos: [] })).output).toBe('Updated TODO.md with 0 task(s):\n  - Pending: 0\n  - In Progress: 0\n  - Completed: 0');
    expect((await run('todo_read', {})).output).toBe('TODO.md exists but contains no tasks.');
    expect(await file('TODO.md')).toBe('# TODO\n\n## Ideas\n- [ ] not a task\nProse.\n');
  });

  it('refuses what is no list of tasks', async () => {
    expect(await refused('todo_write', {})).toEqual(['missing_fields', 'todo_write requires todos']);
    expect(await refused('todo_write', { todos: [{ content: 'x', status: 'pending' }] })).toEqual(['missing_fields', 'todo_write requires todos.0.activeForm']);
    expect((await refused('todo_write', { todos: [{ ...first[0], status: 'done' }] }))[0]).toBe('invalid_arguments');
    expect(await refused('todo_write', { todos: Array.from({ length: 501 }, () => first[0]) })).toEqual(['too_large', 'a list has at most 500 tasks']);
    expect((await run('todo_write', { todos: Array.from({ length: 500 }, (_, at) => ({ ...first[0], content: `${at}` })) })).metadata.todo_count).toBe(500);
  });

  it('several writers at once leave one of their lists', async () => {
    await write('TODO.md', '');
    await Promise.all(Array.from({ length: 8 }, (_, at) => run('todo_write', { todos: [{ content: `only ${at}`, activeForm: 'x', status: 'pending' }] })));
    const { metadata } = await run('todo_read', {});
    expect(metadata.todo_count).toBe(1);
    expect(await file('TODO.md')).toBe(`# TODO\n\n## Pending\n- [ ] ${(metadata.todos as { content: string }[])[0]!.content} (x)\n`);
  });
});

describe('several tabs', () => {
  it('give out each number once, and see each other\'s changes', async () => {
    const other = await tools.page.context().newPage();
    await other.goto(tools.page.url());
    await other.waitForFunction(() => 'toolsPage' in window);
    const [here, there] = await Promise.all([tools.page, other].map((page) => page.evaluate(() => Promise.all(Array.from({ length: 15 }, () => window.toolsPage.work(['beads', 'create'], [{ title: 'one of many', project_id: 'p' }, { id: 'a', role: 'b' }]) as Promise<{ id: string }>)))));
    const ids = [...here!, ...there!].map(({ id }) => id);
    expect(new Set(ids).size).toBe(30);
    const seen = (page: typeof other): Promise<number> => page.evaluate(() => ((window.toolsPage.live('beads') ?? []) as { title: string }[]).filter(({ title }) => title === 'one of many').length);
    await expect.poll(() => seen(tools.page)).toBe(30);
    await expect.poll(() => seen(other)).toBe(30);
    // A question is answered from the other tab.
    const asked = run('ask_followup', { question: 'Where are you?' });
    let id = '';
    await expect.poll(async () => id = (await tools.work<Bead[]>('beads', 'list')).find((one) => one.question?.text === 'Where are you?')?.id ?? '').not.toBe('');
    await other.evaluate((bead_id) => window.toolsPage.work(['beads', 'answer'], [bead_id, 'In the other tab', { id: 'user', role: 'user' }]), id);
    expect((await asked).output).toBe('In the other tab');
    // Two people move the same bead: the second is told.
    const moves = await Promise.allSettled([tools.page, other].map((page) => page.evaluate((bead_id) => window.toolsPage.work(['beads', 'move'], [bead_id, 'in_progress', 'open', { id: 'user', role: 'user' }]), ids[0]!)));
    expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String((moves.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason)).toContain(`${ids[0]} has changed: it is in_progress now`);
    await other.close();
    expect(await tools.page.evaluate(() => window.toolsPage.durable())).toBe(true);
  });

  it('where the browser refuses storage the work lives in memory', async () => {
    const bare = await tools.page.context().newPage();
    await bare.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
    await bare.goto(tools.page.url());
    await bare.waitForFunction(() => 'toolsPage' in window);
    const made = await bare.evaluate(() => window.toolsPage.work(['beads', 'create'], [{ title: 'Here only', project_id: 'p' }, { id: 'a', role: 'b' }]) as Promise<{ id: string }>);
    expect(made.id).toBe('bead-001');
    expect(await bare.evaluate(() => window.toolsPage.durable())).toBe(false);
    await bare.close();
    expect((await tools.work<Bead[]>('beads', 'list')).some(({ title }) => title === 'Here only')).toBe(false);
    expect(((await tools.work<Message[] | undefined>('messages', 'take', 'nobody')))).toEqual([]);
  });
});
