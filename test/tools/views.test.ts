/** The five systems' forms of results, with the documents' own examples. What the real tools put into them is tested with the tools. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/shared/json.ts';
import { toolErrorCodes } from '../../src/tools/result.ts';
import type { ToolErrorCode, ToolResult } from '../../src/tools/result.ts';
import { systems } from '../../src/tools/systems/index.ts';
import { toActionLlama } from '../../src/tools/views/action-llama.ts';
import { toAtloop } from '../../src/tools/views/atloop.ts';
import { toLoomElixir } from '../../src/tools/views/loom-elixir.ts';
import { toLoomGo } from '../../src/tools/views/loom-go.ts';
import { boundsProblem, toLoomMcp } from '../../src/tools/views/loom-mcp.ts';
import { SEED, SOAK } from '../support/sample.ts';

const done = (called_as: string, metadata: { [key: string]: Json }, more: Partial<ToolResult> = {}): ToolResult =>
  ({ call_id: 'c1', tool: called_as, called_as, status: 'executed', ok: true, is_error: false, message: 'done', output: 'output', duration_ms: 12, metadata, ...more });

const failed = (called_as: string, code: ToolErrorCode, message: string): ToolResult =>
  ({ call_id: 'c1', tool: called_as, called_as, status: 'error', ok: false, is_error: true, message, output: `Error (${code}): ${message}`, duration_ms: 1, metadata: {}, error: { code, message } });

const testReport = {
  framework: 'go', success: false, exit_code: 1, timed_out: false, duration: '1.234s', summary: { total: 10, passed: 8, failed: 2, skipped: 0 },
  tests: [{ name: 'TestCalculate', package: 'github.com/user/pkg', status: 'fail', duration: '0.123s', error: 'Expected 100, got 99', stack_trace: '...' }], raw_output: 'full test output...',
};
const lintReport = {
  framework: 'golangci-lint', success: false, exit_code: 1, duration: '2.345s', violation_count: 2,
  violations: [{ file: 'internal/foo.go', line: 10, column: 2, rule: 'unused', severity: 'error', message: 'unused variable \'x\'', linter: 'unused' }], raw_output: 'full linter output...',
};
const buildReport = {
  framework: 'go', success: false, exit_code: 1, duration: '3.456s', error_count: 2, errors: [{ file: 'internal/foo.go', line: 10, column: 2, message: 'undefined: someFunc', type: 'error' }],
  warnings: [], raw_output: 'full build output...', timed_out: false, error: '',
};

describe('Loom (Go)', () => {
  it.each([
    ['run_tests', 'tests executed', testReport], ['run_linter', 'linter executed', lintReport], ['build_project', 'build executed', buildReport],
  ])('gives %s as documented: red is executed [S1.result]', (name, message, report) => {
    const result = done(name, { ...report, command: 'npm test', parse: 'json', log_path: 'x' }, { ok: false, exit_code: 1, stdout: 'many words', stderr: '' });
    expect(toLoomGo(result)).toEqual({ action_type: name, status: 'executed', message, metadata: report });
  });

  it.each([
    ['read_file', { path: '/project/src/main.go', rel_path: 'src/main.go', content: 'package main\n', size: 13, file_type: 'text' }, 'file read', { path: '/project/src/main.go', content: 'package main\n', size: 13 }],
    ['read_code', { path: '/project/a', content: '', size: 0, total_lines: 0 }, 'file read', { path: '/project/a', content: '', size: 0 }],
    ['write_file', { path: '/project/src/config.json', bytes_written: 16, created: true, diff: '...' }, 'file written', { path: '/project/src/config.json', bytes_written: 16 }],
    ['read_tree', { entries: [{ path: 'src', type: 'dir', depth: 1 }] }, 'done', { entries: [{ path: 'src', type: 'dir', depth: 1 }] }],
    ['apply_patch', { output: 'Applied.', files: [] }, 'patch applied', { output: 'Applied.' }],
    ['edit_code', { match_strategy: 'exact' }, 'patch applied', { output: 'output' }],
    ['git_status', { output: ' M a\n', entries: [] }, 'done', { output: ' M a\n' }],
    ['create_bead', { bead_id: 'bead-001' }, 'done', { bead_id: 'bead-001' }],
    ['reject_bead', { bead_id: 'bead-abc-123', reason: 'Missing error handling in new code' }, 'done', { bead_id: 'bead-abc-123', reason: 'Missing error handling in new code' }],
  ])('lists of %s what its document lists [S1.result]', (name, metadata, message, expected) => {
    expect(toLoomGo(done(name, metadata as { [key: string]: Json }))).toEqual({ action_type: name, status: 'executed', message, metadata: expected });
  });

  it('returns what a command said, and names its failure [S1.error.command_failed]', () => {
    const run = done('run_command', { command_id: 'cmd-1', command: 'exit 3' }, { exit_code: 3, ok: false, is_error: true, stdout: 'out', stderr: 'err', timed_out: false, message: 'Exit code: 3' });
    expect(toLoomGo(run)).toEqual({ action_type: 'run_command', status: 'executed', message: 'command execution failed: exit code 3', metadata: { command_id: 'cmd-1', exit_code: 3, stdout: 'out', stderr: 'err', timed_out: false } });
    expect(toLoomGo({ ...run, ok: true, exit_code: 0 }).message).toBe('command executed');
  });

  it.each([
    ['run_tests', 'not_configured', 'test runner not configured', 'test runner not configured'],
    ['create_bead', 'not_configured', 'bead creator not configured', 'bead creator not configured'],
    ['read_file', 'not_found', 'File not found: src/x.go', 'file not found: src/x.go'],
    ['read_file', 'not_found', 'There is no src/x.go', 'file not found: There is no src/x.go'],
    ['apply_patch', 'patch_failed', 'hunk 1 of a.go does not fit', 'patch failed: hunk 1 of a.go does not fit'],
    ['apply_patch', 'patch_failed', 'patch failed: hunk 1', 'patch failed: hunk 1'],
    ['edit_code', 'no_match', 'old text not found', 'patch failed: old text not found'],
    ['close_bead', 'not_found', 'bead not found: bead-9', 'bead not found: bead-9'],
  ] as const)('words a failure of %s (%s) as documented [S1.result]', (name, code, message, expected) => {
    expect(toLoomGo(failed(name, code, message))).toEqual({ action_type: name, status: 'error', message: expected });
  });

  it('says of a part that it is one', () => {
    const page = done('search_text', { matches: [{ path: 'a', line: 1, text: 'TODO' }], counts: { a: 1 } }, { bounds: { returned: 1, truncated: true, total: 9, next_cursor: 'a:1' } });
    expect(toLoomGo(page).metadata).toEqual({ matches: [{ path: 'a', line: 1, text: 'TODO' }], truncated: true, total: 9, next_cursor: 'a:1' });
  });
});

describe('Loom (Elixir)', () => {
  it('gives a text for exit code 0, and an error with the output for others [S2.response.success] [S2.response.error]', () => {
    const ok = 'Exit code: 0\nmix test\n....\n\nFinished in 0.5 seconds\n4 tests, 0 failures\n';
    expect(toLoomElixir(done('shell', {}, { tool: 'run_command', output: ok, exit_code: 0 }))).toEqual({ ok });
    const red = 'Exit code: 1\nmix test\n.F..\n\n1) test creates user (MyApp.UserTest)\n   ...\n';
    expect(toLoomElixir(done('shell', {}, { tool: 'run_command', output: red, exit_code: 1, ok: false, is_error: true }))).toEqual({ error: red });
  });

  it('gives git\'s failures in one sentence [S2.error_form]', () => {
    const message = 'git commit failed: nothing to commit, working tree clean';
    expect(toLoomElixir(done('git', {}, { output: `${message}\nOn branch main\n`, message, exit_code: 1, ok: false, is_error: true }))).toEqual({ error: message });
    expect(toLoomElixir(failed('git', 'missing_fields', 'Commit message is required. Provide args.message.'))).toEqual({ error: 'Commit message is required. Provide args.message.' });
  });
});

describe('Action Llama', () => {
  it('gives content and a flag', () => {
    expect(toActionLlama(done('read', {}, { output: 'one\n' }))).toEqual({ content: [{ type: 'text', text: 'one\n' }], isError: false });
    expect(toActionLlama(done('bash', {}, { output: 'no\n\n\nCommand exited with code 2', ok: false, is_error: true }))).toEqual({ content: [{ type: 'text', text: 'no\n\n\nCommand exited with code 2' }], isError: true });
    expect(toActionLlama(failed('read', 'not_found', 'File not found: x'))).toEqual({ content: [{ type: 'text', text: 'File not found: x' }], isError: true });
  });
});

describe('atloop', () => {
  it('is ok when nothing was written to stderr, whatever the exit code [S5.ToolResult]', () => {
    const run = (stdout: string, stderr: string, exit_code: number) => toAtloop(done('run', { command: 'pytest', timeout_ms: 600_000 }, { tool: 'run_command', stdout, stderr, exit_code, timed_out: false, ok: exit_code === 0 }));
    expect(run('1 failed', '', 1)).toEqual({ ok: true, stdout: '1 failed', stderr: '', meta: { cmd: 'pytest', duration_ms: 12, exit_code: 1, timed_out: false } });
    expect(run('built', 'warning: unused\n', 0)).toMatchObject({ ok: false, stdout: 'built', stderr: 'warning: unused\n' });
    expect(run('', ' \n', 0).ok).toBe(true);
    expect(toAtloop(done('run', {}, { stdout: '', stderr: '', exit_code: 124, timed_out: true, ok: false, message: 'Command timed out after 1 seconds' }))).toMatchObject({ ok: false, stderr: 'Command timed out after 1 seconds' });
  });

  it.each([
    ['read_file', { path: '/p/a', file_type: 'text', size: 4, start_line: 1, end_line: 1, total_lines: 1, content: 'one\n' }, 'one\n', { path: '/p/a', file_type: 'text', file_size: 4, start_line: 1, end_line: 1, total_lines: 1 }],
    ['write_file', { path: '/p/a', bytes_written: 4 }, '', { path: '/p/a', duration_ms: 12, bytes_written: 4 }],
    ['append_file', { path: '/p/a', bytes_written: 4, size: 9 }, '', { path: '/p/a', duration_ms: 12, bytes_written: 4 }],
    ['glob', { pattern: '*.py', max_results: 10, matched_count: 1, matched_files: ['a.py'] }, 'output', { pattern: '*.py', max_results: 10, matched_count: 1, matched_files: ['a.py'] }],
    ['search', { query: 'x', matches: [] }, '', { query: 'x' }],
  ])('gives of %s what its document lists [S5.ToolResult]', (name, metadata, stdout, meta) => {
    const output = name === 'read_file' ? 'one\n' : 'output';
    expect(toAtloop(done(name, metadata as { [key: string]: Json }, { output }))).toEqual({ ok: true, stdout, stderr: '', meta });
  });

  it('gives failures as stderr [S5.ToolResult]', () => {
    expect(toAtloop(failed('read_file', 'not_found', 'File not found: a'))).toEqual({ ok: false, stdout: '', stderr: 'File not found: a', meta: {} });
  });
});

describe('loom-mcp', () => {
  const page = done('search', { matches: [] }, { bounds: { returned: 2, truncated: true, total: 5, next_cursor: 'b:2', refinement_hint: 'Narrow it.' } });

  it('projects the bounds into the result [S4.bounds] [S4.ToolBoundsExpr]', () => {
    expect(toLoomMcp(done('search', { matches: [] }))).toEqual({ result: { matches: [] } });
    expect(toLoomMcp({ ...page, bounds: { returned: 2, truncated: false } })).toEqual({ result: { matches: [], returned: 2, truncated: false } });
    expect(toLoomMcp(page)).toEqual({ result: { matches: [], returned: 2, truncated: true, total: 5, refinement_hint: 'Narrow it.', next_cursor: 'b:2' } });
  });

  it('names the next cursor as the tool does [S4.paging] [S4.ToolPagingExpr]', () => {
    expect(toLoomMcp(page, { next_cursor_field: 'after' })).toEqual({ result: { matches: [], returned: 2, truncated: true, total: 5, refinement_hint: 'Narrow it.', after: 'b:2' } });
  });

  it('gives an error or a result, never both [S4.bounds]', () => {
    expect(toLoomMcp(failed('search', 'timeout', 'Too slow.'))).toEqual({ error: { code: 'timeout', message: 'Too slow.' } });
  });

  it('knows what breaks the contract of bounds [S4.bounds]', () => {
    const with_ = (bounds: ToolResult['bounds'], more: Partial<ToolResult> = {}) => boundsProblem(done('search', {}, { bounds, ...more }));
    expect(boundsProblem(page)).toBeUndefined();
    expect(with_({ returned: 1, truncated: true })).toBe('truncated without a cursor or a hint');
    expect(with_({ returned: 1, truncated: false, next_cursor: 'x' })).toBe('a cursor, and yet not truncated');
    expect(with_({ returned: 3, truncated: false, total: 2 })).toBe('more returned than there is');
    expect(with_({ returned: 3, truncated: false }, { metadata: { returned: 1 } })).toBe('the result has a field returned of its own');
    expect(boundsProblem({ ...failed('search', 'timeout', 'x'), bounds: { returned: 0, truncated: false } })).toBe('an error has no bounds');
  });
});

describe('every view', () => {
  it('has an end, whatever the tool host says', () => {
    const huge = done('run_command', { path: 'a', content: 'x'.repeat(1_000_000), summary: 'x'.repeat(1_000_000) }, { output: 'x'.repeat(1_000_000), stdout: 'x'.repeat(1_000_000), called_as: 'read_code' });
    for (const system of Object.values(systems)) expect(system.render(huge)).toMatch(/^[^]{400000}\n\.\.\. \(\d+ characters left out\) \.\.\.\n$/);
  });

  it('makes JSON of any result, and says of no failure that it succeeded [S1.result] [S5.ToolResult]', () => {
    const names = [...new Set(Object.values(systems).flatMap((system) => system.registry.names()))];
    const metadata = fc.dictionary(fc.constantFrom('path', 'output', 'matches', 'summary', 'content', 'size', 'command', 'x'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 })
      // JSON has no -0.
      .map((made) => JSON.parse(JSON.stringify(made)) as { [key: string]: Json });
    const result = fc.tuple(fc.constantFrom(...names), metadata, fc.option(fc.constantFrom(...toolErrorCodes)), fc.string(), fc.boolean(), fc.option(fc.integer({ min: 0, max: 255 })))
      .map(([name, meta, code, message, ok, exit_code]) => (code ? failed(name, code, message || 'x') : done(name, meta, { ok, is_error: !ok, message, output: message, ...(exit_code === null ? {} : { exit_code, stdout: message, stderr: '' }) })));
    fc.assert(fc.property(result, (one) => {
      const go = toLoomGo(one);
      const mcp = toLoomMcp(one);
      const llama = toActionLlama(one);
      const elixir = toLoomElixir(one);
      const at = toAtloop(one);
      for (const view of [go, mcp, llama, elixir, at]) expect(JSON.parse(JSON.stringify(view))).toEqual(view);
      for (const system of Object.values(systems)) expect(typeof system.render(one)).toBe('string');
      if (one.status === 'error') expect([go.status, 'error' in mcp, llama.isError, 'error' in elixir]).toEqual(['error', true, true, true]);
      if (one.status === 'error') expect(at.ok).toBe(false);
    }), { seed: SEED, numRuns: SOAK ? 10_000 : 300 });
  });
});
