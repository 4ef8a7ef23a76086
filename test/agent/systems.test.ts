/** A model that was told about one of the five systems works with that system's names, parameters and results, on the real tools. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/agent/events.ts';
import type { DialectName, ModelMessage } from '../../src/agent/messages.ts';
import type { ModelEvent, ModelRequest } from '../../src/agent/providers/provider.ts';
import { runAgent } from '../../src/agent/run.ts';
import type { RunOutcome } from '../../src/agent/run.ts';
import { inputJsonSchema } from '../../src/tools/tool.ts';
import { systems } from '../../src/tools/systems/index.ts';
import type { SystemName } from '../../src/tools/systems/names.ts';
import type { WorkServices } from '../../src/work/services.ts';
import { nativeSandbox } from '../support/native-sandbox.ts';
import type { NativeSandbox } from '../support/native-sandbox.ts';

let sandbox: NativeSandbox;
beforeAll(async () => { sandbox = await nativeSandbox(); });
afterAll(() => sandbox.dispose());

type Call = [name: string, args: Record<string, unknown>];

interface Ran {
  outcome: RunOutcome;
  requests: ModelRequest[];
  events: AgentEvent[];
  /** What the model read of each call. */
  results: string[];
}

/** A scripted model: one turn after the other, and then it is done. */
async function run(system: SystemName, dialect: DialectName, turns: (readonly Call[] | string)[], options: { work?: WorkServices; stopOnError?: boolean } = {}): Promise<Ran> {
  const requests: ModelRequest[] = [];
  const events: AgentEvent[] = [];
  const outcome = await runAgent({
    task: 'Go.', history: [], dialect, system, sandbox, work: options.work ?? {}, ...(options.stopOnError ? { stopOnError: true } : {}), signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
    provider: {
      id: 'scripted', label: 'scripted', recording: false,
      async *stream(request): AsyncGenerator<ModelEvent> {
        requests.push(request);
        const turn = turns[requests.length - 1];
        if (typeof turn === 'string') yield { type: 'text', text: turn };
        else if (turn === undefined) yield { type: 'text', text: dialect === 'native' ? 'Done.' : system === 'atloop' ? '{"actions":[],"stop_reason":"done"}' : '{"actions":[{"type":"done"}]}' };
        else if (dialect === 'native') for (const [index, [name, args]] of turn.entries()) yield { type: 'tool_call', call_id: `c${index}`, name, arguments: JSON.stringify(args) };
        else yield { type: 'text', text: JSON.stringify(system === 'atloop' ? { actions: turn.map(([tool, args]) => ({ tool, args })), stop_reason: 'continue' } : { actions: turn.map(([type, args]) => ({ type, ...args })) }) };
      },
    },
  });
  return { outcome, requests, events, results: outcome.messages.flatMap((message) => resultsIn(message, dialect)) };
}

function resultsIn(message: ModelMessage, dialect: DialectName): string[] {
  if (dialect === 'native') return message.role === 'tool' ? [message.text] : [];
  if (message.role !== 'user' || !message.text.startsWith('Results of your actions:')) return [];
  return message.text.split(/^action\[\d+\] \w+: \w+(?: \(not successful\))?\n/m).slice(1).map((part) => part.replace(/\n\n$/, ''));
}

const json = (text: string | undefined): unknown => JSON.parse(text!.replace(/\n<system-reminder>[\s\S]*$/, ''));

/** Documents' names in their order. */
const documented: Record<Exclude<SystemName, 'tabloom'>, string[]> = {
  'loom-go': [
    'read_file', 'write_file', 'read_code', 'edit_code', 'apply_patch', 'read_tree', 'search_text', 'run_command', 'run_tests', 'run_linter', 'build_project', 'git_status', 'git_diff',
    'create_bead', 'close_bead', 'escalate_ceo', 'approve_bead', 'reject_bead', 'ask_followup', 'send_agent_message', 'delegate_task',
  ],
  'loom-elixir': ['shell', 'git', 'file_read', 'file_write', 'file_edit', 'file_search', 'content_search', 'directory_list'],
  'action-llama': ['bash', 'read', 'write', 'edit', 'grep', 'find', 'ls', 'acquire_lock', 'release_lock', 'call_agent', 'check_call', 'set_status', 'return_value', 'wait_for_trigger'],
  atloop: ['run', 'read_file', 'read_skill_file', 'write_file', 'append_file', 'edit_file', 'multi_edit_file', 'glob', 'search', 'skill', 'todo_read', 'todo_write'],
};

describe.each(Object.entries(documented) as [SystemName, string[]][])('%s', (name, expected) => {
  it('tells the model its own names and parameters, natively and in text [S5.ToolRegistry.init]', async () => {
    const native = await run(name, 'native', []);
    expect(native.requests[0]!.tools.map((tool) => tool.name)).toEqual(expected);
    expect(native.events[0]).toMatchObject({ type: 'run_start', system: name, dialect: 'native' });
    const text = await run(name, 'json', []);
    const system = text.requests[0]!.messages[0]!;
    expect(text.requests[0]!.tools).toEqual([]);
    for (const tool of systems[name].registry.advertised) {
      const fields = JSON.stringify(inputJsonSchema(tool));
      // In an action `type` is its name.
      const told = systems[name].envelope === 'actions' && tool.name === 'wait_for_trigger' ? fields.replace('"properties":{"type"', '"properties":{"trigger_type"').replace('"required":["type"]', '"required":["trigger_type"]') : fields;
      expect(system.role === 'system' && system.text).toContain(`- ${tool.name}: ${tool.description} Fields: ${told}`);
    }
    expect([native.outcome.reason, text.outcome.reason]).toEqual(['done', 'done']);
  });

  it('knows no other system\'s names', async () => {
    const stranger = name === 'action-llama' ? 'read_file' : 'bash';
    const { results } = await run(name, 'native', [[[stranger, {}]]]);
    expect(results[0]).toContain(`Unknown tool: ${stranger}. Available tools: ${expected.join(', ')}`);
  });
});

describe.each(['native', 'json'] as const)('a run of Loom (Go), %s', (dialect) => {
  const folder = `go-${dialect}`;

  it('works as its document says: actions in order, results in its form, an error does not stop the batch [S1.recovery_loop] [S1.result] [S1.error.file_not_found] [S1.error.patch_failed]', async () => {
    const patch = (line: string): string => `--- a/${folder}/main.go\n+++ b/${folder}/main.go\n@@ -10,7 +10,7 @@\n-${line}\n+\tnew code`;
    const { outcome, results, events } = await run('loom-go', dialect, [
      [['write_file', { path: `${folder}/main.go`, content: 'package main\n\told code' }], ['read_file', { path: `${folder}/none.go` }], ['edit_code', { path: `${folder}/main.go`, patch: patch('\tother code') }], ['read_code', { path: `${folder}/main.go` }]],
      [['edit_code', { path: `${folder}/main.go`, patch: patch('\told code') }], ['search_text', { path: folder, query: 'new', limit: 50 }], ['run_command', { command: 'pwd; exit 3', working_dir: folder }]],
    ]);
    expect(outcome.reason).toBe('done');
    const path = join(sandbox.workdir, folder, 'main.go');
    const all = results.map(json);
    expect(all.slice(0, 2)).toEqual([
      { action_type: 'write_file', status: 'executed', message: 'file written', metadata: { path, bytes_written: 22 } },
      { action_type: 'read_file', status: 'error', message: `file not found: ${folder}/none.go` },
    ]);
    expect(all[2]).toMatchObject({ action_type: 'edit_code', status: 'error', message: expect.stringMatching(/^patch failed: /) as string });
    expect(all[3]).toEqual({ action_type: 'read_code', status: 'executed', message: 'file read', metadata: { path, content: 'package main\n\told code', size: 22 } });
    expect(all[4]).toMatchObject({ action_type: 'edit_code', status: 'executed', message: 'patch applied', metadata: { output: expect.any(String) as string } });
    expect(all[5]).toEqual({ action_type: 'search_text', status: 'executed', message: expect.any(String) as string, metadata: { matches: [expect.objectContaining({ path: `${folder}/main.go`, line: 2, text: '\tnew code' })] } });
    expect(all[6]).toMatchObject({
      action_type: 'run_command', status: 'executed', message: 'command execution failed: exit code 3', metadata: { exit_code: 3, stdout: `${sandbox.workdir}/${folder}\n`, command_id: expect.stringMatching(/^cmd-[0-9a-f]{8}$/) as string },
    });
    // The patch's new line has an end; the file as it was written had none.
    expect(await readFile(path, 'utf8')).toBe('package main\n\tnew code\n');
    expect(events.flatMap((event) => (event.type === 'tool_start' ? [[event.called_as, event.tool, event.card.summary]] : [])).slice(0, 2)).toEqual([['write_file', 'write_file', `${folder}/main.go`], ['read_file', 'read_file', `${folder}/none.go`]]);
  });
});

describe('a run of Loom (Go)', () => {
  it('executes nothing of an envelope that is not whole, and says why [S1.envelope] [S1.rule.required_fields]', async () => {
    const { requests, events } = await run('loom-go', 'json', ['{"actions":[{"type":"write_file","path":"never","content":"x"},{"type":"run_command"}]}', [['read_file', { path: 'never' }]]]);
    expect(requests[1]!.messages.at(-1)).toEqual({
      role: 'user',
      text: 'Your answer could not be used: action[1] run_command requires command. Example: {"type":"run_command","command":"npm install","working_dir":"frontend"} Nothing was executed. Answer again in the required form.',
    });
    expect(events.flatMap((event) => (event.type === 'tool_end' ? [event.result.message] : []))).toEqual(['File not found: never']);
  });

  it('has no runner and no beads where there are none [S1.error.bead_creator_not_configured]', async () => {
    const { results } = await run('loom-go', 'native', [[['create_bead', { bead: { title: 'Fix authentication bug', project_id: 'proj-123' } }]]]);
    expect(json(results[0])).toEqual({ action_type: 'create_bead', status: 'error', message: 'bead creator not configured' });
  });
});

describe('a run of Loom (Elixir)', () => {
  it('reads plain texts [S2.exec_rules] [S2.response.success] [S2.response.error]', async () => {
    const { results, outcome } = await run('loom-elixir', 'native', [
      [['shell', { command: 'pwd; echo err >&2' }], ['shell', { command: 'echo out; exit 3', timeout: 30_000 }], ['file_write', { file_path: 'ex/a.txt', content: 'one' }], ['file_read', { file_path: 'ex/a.txt' }], ['git', { operation: 'commit', args: {} }]],
    ]);
    expect(outcome.reason).toBe('done');
    expect(results.slice(0, 2)).toEqual([`Exit code: 0\n${sandbox.workdir}\nerr\n`, 'Exit code: 3\nout\n']);
    expect(results[3]).toBe('     1\tone');
    expect(results[4]).toBe('Commit message is required. Provide args.message.');
    expect(outcome.messages.flatMap((message) => (message.role === 'tool' ? [message.is_error] : []))).toEqual([false, true, false, false, true]);
  });
});

describe.each(['native', 'json'] as const)('a run of Action Llama, %s', (dialect) => {
  it('works with its seven tools [S3.fs.host_user]', async () => {
    const folder = `llama-${dialect}`;
    const { results } = await run('action-llama', dialect, [[
      ['write', { path: `${folder}/a.txt`, content: 'alpha\nbeta' }], ['read', { path: `${folder}/a.txt` }], ['edit', { path: `${folder}/a.txt`, oldText: 'beta', newText: 'gamma' }],
      ['grep', { pattern: 'g.mma', path: folder }], ['find', { pattern: '*.txt', path: folder }], ['ls', { path: folder }], ['bash', { command: `cat ${folder}/a.txt; pwd; exit 2`, timeout: 30 }],
    ]]);
    expect(results[0]).toBe(`Successfully wrote 10 bytes to ${folder}/a.txt`);
    expect(results[1]).toBe('alpha\nbeta');
    expect(results[3]).toContain('gamma');
    expect(results[4]).toContain('a.txt');
    expect(results[5]).toBe('a.txt');
    expect(results[6]).toBe(`alpha\ngamma${sandbox.workdir}\n\n\nCommand exited with code 2`);
  });

  it('writes nowhere but in the project and /tmp [S3.fs.docker]', async () => {
    const mark = `/tmp/tabloom-fs-${dialect}-${Date.now()}`;
    const { results } = await run('action-llama', dialect, [[
      ['write', { path: '/etc/tabloom-test', content: 'x' }], ['write', { path: '../outside.txt', content: 'x' }], ['bash', { command: `echo fine > ${mark} && cat ${mark} && rm ${mark}` }],
    ]]);
    expect(results).toEqual(['path must be relative, or lie below the project: /etc/tabloom-test', 'path escapes project workdir: ../outside.txt', 'fine\n']);
  });
});

describe('a run of atloop', () => {
  const write = (path: string, content: string): string => JSON.stringify({ actions: [{ tool: 'write_file', args: { path, content } }, { tool: 'run', args: { cmd: 'echo warn >&2; echo out; exit 0' } }], stop_reason: 'continue', plan: ['write'] });

  it('works in its own envelope, with content after the JSON; stderr decides what is ok [S5.placeholders] [S5.ToolResult] [S5.ToolExecutor]', async () => {
    const block = '---(FILE_CONTENT_#1)---\ndef main():\n    print("Hello, World!")\n---(FILE_CONTENT_#1)---';
    const { results, outcome } = await run('atloop', 'json', [
      `${write('at/main.py', 'FILE_CONTENT_#1')}\n${block}`,
      [['edit_file', { path: 'at/main.py', content: '<old>"Hello, World!"</old><new>"Hi"</new>' }], ['read_file', { path: 'at/main.py' }], ['read_file', { path: 'at/none.py' }], ['search', { query: 'nowhere at all' }], ['glob', { pattern: 'at/*.py' }]],
      '{"actions":[],"stop_reason":"done","result_message":"All good."}',
    ]);
    expect(outcome.reason).toBe('done');
    const all = results.map(json) as { ok: boolean; stdout: string; stderr: string; meta: Record<string, unknown> }[];
    expect(all[0]).toMatchObject({ ok: true, stdout: '', stderr: '', meta: { path: join(sandbox.workdir, 'at/main.py'), duration_ms: expect.any(Number) as number } });
    expect(all[1]).toMatchObject({ ok: false, stdout: 'out\n', stderr: 'warn\n', meta: { cmd: 'echo warn >&2; echo out; exit 0', exit_code: 0 } });
    expect(all[2]).toMatchObject({ ok: true, stdout: 'Updated file: 1 lines modified.', meta: { operation: 'replace', replace_all: false } });
    expect(all[3]).toMatchObject({ ok: true, stdout: 'def main():\n    print("Hi")\n', meta: { file_type: 'text', start_line: 1, end_line: 2 } });
    expect(all[4]).toEqual({ ok: false, stdout: '', stderr: 'File not found: at/none.py', meta: {} });
    expect(all[5]).toMatchObject({ ok: true, stdout: '', stderr: '' });
    expect(all[6]).toMatchObject({ ok: true, stdout: 'Found 1 file(s) matching pattern \'at/*.py\':\n  - at/main.py', meta: { matched_count: 1, matched_files: ['at/main.py'] } });
  });

  it('keeps a write whose content is missing, and makes it when it comes [S5.placeholders]', async () => {
    const { results, outcome } = await run('atloop', 'json', [write('at/late.py', 'FILE_CONTENT_#1'), '---(FILE_CONTENT_#1)---\nlate = True\n---(FILE_CONTENT_#1)---', [['read_file', { path: 'at/late.py' }]]]);
    expect(outcome.reason).toBe('done');
    expect(results.map((text) => (json(text) as { ok: boolean }).ok)).toEqual([false, false, true, true]);
    expect((json(results[0]) as { stderr: string }).stderr).toMatch(/^write_file is kept and waits for its content\./);
    expect(json(results[3])).toMatchObject({ stdout: 'late = True\n' });
  });

  it('is reminded of 6,000 characters, and gives up when it says so', async () => {
    const long = JSON.stringify({ actions: [{ tool: 'write_file', args: { path: 'at/long.txt', content: 'x'.repeat(6001) } }], stop_reason: 'fail', result_message: 'Too long for me.' });
    const { outcome } = await run('atloop', 'json', [long]);
    expect([outcome.reason, outcome.message]).toEqual(['gave_up', 'Too long for me.']);
    expect(outcome.messages.at(-1)).toMatchObject({ text: expect.stringContaining('<system-reminder>write_file was given 6001 characters; keep to 6000 in one turn and go on with append_file.</system-reminder>') as string });
    expect((await readFile(join(sandbox.workdir, 'at/long.txt'), 'utf8')).length).toBe(6002);
  });
});

describe('a batch', () => {
  const batch: Call[] = [['read_file', { path: 'nothing-here' }], ['write_file', { path: 'after-error.txt', content: 'x' }]];

  it('goes on after an error, and stops at one when that is asked for [S1.recovery_loop]', async () => {
    const goesOn = await run('tabloom', 'json', [batch]);
    expect(goesOn.results).toEqual(['Error (not_found): File not found: nothing-here', 'file created: after-error.txt (2 bytes, +1 -0 lines)']);
    const asked = await run('tabloom', 'json', ['{"actions":[{"type":"read_file","path":"nothing-here"},{"type":"write_file","path":"after-error-2.txt","content":"x"}],"stop_on_error":true}']);
    expect(asked.results[1]).toBe('Error (aborted): Not executed: read_file before it failed, and the rest was to stop then.');
    const option = await run('tabloom', 'native', [batch], { stopOnError: true });
    expect(option.results[1]).toBe('Error (aborted): Not executed: read_file before it failed, and the rest was to stop then.');
    await expect(readFile(join(sandbox.workdir, 'after-error-2.txt'))).rejects.toThrow('ENOENT');
  });

  it('that ends with "done" is not done when one of its calls failed', async () => {
    const failed = await run('tabloom', 'json', ['{"actions":[{"type":"read_file","path":"nothing-here"},{"type":"done"}]}']);
    expect([failed.outcome.reason, failed.requests.length]).toEqual(['done', 2]);
    const fine = await run('tabloom', 'json', ['{"actions":[{"type":"read_tree"},{"type":"done"}]}']);
    expect([fine.outcome.reason, fine.requests.length]).toEqual(['done', 1]);
  });
});
