/**
 * Everything that the five systems' documents promise, item by item. A test that proves one carries its id in square brackets at the end of its title, e.g.
 * `it('returns a range of lines [S1.read_file] [S5.read_file]', ...)`; `npm run tools:coverage` makes the table.
 * S1 Loom (Go), S2 Loom (Elixir), S3 Action Llama, S4 loom-mcp, S5 atloop.
 */
export type Seed = 'S1' | 'S2' | 'S3' | 'S4' | 'S5';

export type ItemKind = 'tool' | 'operation' | 'adapter' | 'type' | 'contract';

export interface CoverageItem {
  id: string;
  seed: Seed;
  kind: ItemKind;
  title: string;
  /** Still to come, with the agent's design. */
  later?: 'agent';
}

type Titles = Record<string, string>;

function group(seed: Seed, kind: ItemKind, prefix: string, titles: Titles, later?: CoverageItem['later']): CoverageItem[] {
  return Object.entries(titles).map(([name, title]) => ({ id: `${seed}.${prefix}${name}`, seed, kind, title, ...(later ? { later } : {}) }));
}

/** Items that are their own title. */
const named = (...names: string[]): Titles => Object.fromEntries(names.map((name) => [name, name]));

export const items: readonly CoverageItem[] = [
  ...group('S1', 'tool', '', named(
    'read_file', 'read_code', 'write_file', 'edit_code', 'apply_patch', 'read_tree', 'search_text',
    'run_command', 'run_tests', 'run_linter', 'build_project', 'git_status', 'git_diff',
    'create_bead', 'close_bead', 'escalate_ceo', 'approve_bead', 'reject_bead', 'ask_followup', 'send_agent_message', 'delegate_task',
  )),
  ...group('S1', 'adapter', 'adapter.test.', named('go', 'jest', 'pytest', 'npm')),
  ...group('S1', 'adapter', 'adapter.lint.', named('golangci-lint', 'eslint', 'pylint')),
  ...group('S1', 'adapter', 'adapter.build.', named('go', 'npm', 'make', 'cargo', 'maven', 'gradle')),
  ...group('S1', 'contract', '', {
    envelope: 'The action envelope {actions, notes}: strict, tolerant of fences, thinking and prose',
    result: 'The action result {action_type, status, message, metadata}',
    recovery_loop: 'Error recovery: several actions in order, results fed back, fix and run again',
  }),
  ...group('S1', 'contract', 'rule.', {
    required_fields: 'Required fields must be present',
    unknown_fields: 'Strict decoding rejects unknown fields',
    action_array: 'At least one action must be present',
    type_values: 'The action type must be one of the defined ones',
  }),
  ...group('S1', 'contract', 'error.', {
    file_not_found: '"file not found"',
    patch_failed: '"patch failed"',
    test_runner_not_configured: '"test runner not configured"',
    command_failed: '"command execution failed"',
    bead_creator_not_configured: '"bead creator not configured"',
  }),

  ...group('S2', 'tool', '', named('shell', 'git')),
  ...group('S2', 'operation', 'git.', named('status', 'diff', 'commit', 'log', 'add', 'reset', 'stash')),
  ...group('S2', 'contract', '', {
    cap: 'Output is truncated at 10,000 characters, and says how many are missing',
    'response.success': 'Exit code 0: {:ok, "Exit code: 0\\n..."}, both streams combined',
    'response.error': 'Other exit codes: {:error, "Exit code: N\\n..."}',
    exec_rules: 'Commands run in the project\'s folder, with the environment, on real programs',
    error_form: 'Git\'s errors are descriptive: {:error, "git commit failed: ..."}',
  }),

  ...group('S3', 'tool', '', named('bash', 'read', 'write', 'edit', 'grep', 'find', 'ls')),
  ...group('S3', 'tool', '', named('acquire_lock', 'release_lock', 'call_agent', 'check_call', 'set_status', 'return_value', 'wait_for_trigger')),
  ...group('S3', 'contract', 'fs.', {
    docker: 'Docker mode: nothing but the working space and /tmp is written',
    host_user: 'Host-user mode: writable, the working directory is the project',
  }),
  ...group('S3', 'contract', 'wait.', {
    sequential: 'Several waits one after the other',
    slot_released: 'While waiting, the agent is paused and its slot is free',
    timeout: 'A timeout is an error message that the agent can handle',
    payload: 'The whole payload of the trigger is the result',
    environment: 'Environment variables do not outlive a wait',
    in_call: 'Waiting is allowed during calls between agents',
  }),
  ...group('S3', 'contract', 'lock.', {
    one_at_a_time: 'At most one lock at a time',
    before_work: 'Acquired before work on a shared resource begins',
    release: 'Released when done',
    skip_on_failure: 'A failed acquire, for whatever reason, is final',
    expiry: 'Locks expire after 30 minutes, or their own time',
    uri: 'Resource keys are valid URIs',
  }),
  ...group('S3', 'contract', 'subagent.', {
    non_blocking: 'Calls do not block; several at a time',
    poll: 'Work goes on between polls',
    return_value: 'The called agent returns a value',
    no_cycles: 'No calls back to the caller',
    max_depth: 'Chains up to maxCallDepth',
  }),
  ...group('S3', 'contract', 'call.', {
    no_self_call: 'An agent cannot call itself',
    queue: 'Busy targets queue up to workQueueSize',
    no_rerun: 'Called runs do not re-run',
  }),
  ...group('S3', 'contract', '', { auto_release: 'Locks are released when the session ends, however it ends' }),

  ...group('S4', 'type', '', named(
    'AgentExpr', 'CacheExpr', 'CapsExpr', 'FederationExpr', 'HistoryExpr', 'HistoryMode', 'ProviderExpr', 'ProviderKind', 'RegistryExpr', 'RetryPolicyExpr',
    'RootExpr', 'RunPolicyExpr', 'ServerDataExpr', 'ServerDataSourceExpr', 'ServiceExportsExpr',
    'ToolConfirmationExpr', 'ToolExpr', 'ToolPassthroughExpr', 'ToolsetExpr', 'ToolsetGroupExpr',
  ), 'agent'),
  ...group('S4', 'type', '', named('ToolBoundsExpr', 'ToolPagingExpr')),
  ...group('S4', 'contract', '', {
    bounds: 'Bounded results: returned, truncated, and a cursor or a hint when truncated; never with an error',
    paging: 'Paging by an opaque cursor, all other parameters unchanged',
  }),
  ...group('S4', 'contract', '', {
    caps: 'Caps on calls and on consecutive failures',
    budgets: 'Budgets of time, which waiting for a person pauses',
    'history.keep_recent': 'History: the most recent turns',
    'history.compress': 'History: older turns are summarized',
    'cache.after_system': 'Cache checkpoint after the system messages',
    'cache.after_tools': 'Cache checkpoint after the tools',
    'missing_fields.finalize': 'Missing fields: finish',
    'missing_fields.await_clarification': 'Missing fields: ask the person',
    'missing_fields.resume': 'Missing fields: go on with the hint',
    confirmation: 'Confirmation before a tool runs, and the denied result',
    reminder: 'A reminder after a result, for the model alone',
    terminal: 'A tool whose success ends the run',
    'server_data.timeline': 'Server data for the timeline',
    'server_data.internal': 'Server data between tools',
    'server_data.evidence': 'Server data as evidence',
    inject: 'Injected fields, hidden from the model',
    hints: 'Hints for calls and results',
    passthrough: 'Exported tools forwarded as they are',
    'provider.local': 'Toolsets of our own',
    'provider.mcp': 'Toolsets of an MCP server',
    'provider.registry': 'Toolsets of a registry',
    'registry.sync': 'Registry: synchronized',
    'registry.cache': 'Registry: cached',
    'registry.retry': 'Registry: retried',
    federation: 'Federation: include and exclude',
    'unique.registries': 'Names of registries are unique',
    'unique.toolsets': 'Names of defining toolsets are unique',
    'unique.tools': 'Names of tools are unique in their toolset',
  }, 'agent'),

  ...group('S5', 'tool', '', named(
    'read_file', 'read_skill_file', 'write_file', 'append_file', 'edit_file', 'multi_edit_file', 'glob', 'run', 'search', 'skill', 'todo_read', 'todo_write',
  )),
  ...group('S5', 'operation', 'search.mode.', named('content', 'files_with_matches', 'count')),
  ...group('S5', 'operation', 'todo.status.', named('pending', 'in_progress', 'completed')),
  ...group('S5', 'contract', '', {
    ToolResult: 'ToolResult {ok, stdout, stderr, meta}',
    BaseTool: 'BaseTool: a name, a description, arguments, execute',
    'ToolRegistry.init': 'ToolRegistry: a registry of tools over a sandbox and a skill loader',
    'ToolRegistry.execute': 'ToolRegistry.execute(tool_name, args)',
    'ToolRegistry.stats': 'ToolRegistry.get_registration_stats(): discovered, registered, failed, tools',
    ToolExecutor: 'ToolExecutor: calls one after the other, exceptions become results',
    placeholders: 'FILE_CONTENT_#1 and its block after the JSON',
  }),
];

/** How many items each document has (design/tools.md, section 1). */
export const itemCounts: Record<Seed, number> = { S1: 46, S2: 14, S3: 37, S4: 52, S5: 25 };

/** The ids that a test's title names. */
export function idsInTitle(title: string): string[] {
  return [...title.matchAll(/\[(S[1-5]\.[\w.-]+)\]/g)].map((match) => match[1]!);
}
