/** run_tests with this machine's own programs: what the sandbox lacks, or where it would take long. */
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { executeTool } from '../../src/tools/execute.ts';
import { nativeSandbox } from '../support/native-sandbox.ts';
import type { NativeSandbox } from '../support/native-sandbox.ts';

let sandbox: NativeSandbox | undefined;
afterEach(() => sandbox?.dispose());

async function runTests(files: Record<string, string>, args: object = {}) {
  sandbox = await nativeSandbox(files);
  return executeTool({ call_id: 'tests', name: 'run_tests', arguments: args }, { sandbox, caller: { id: 'tester', role: 'programmer' }, work: {}, signal: new AbortController().signal, onProgress: () => undefined });
}

const packageJson = JSON.stringify({ scripts: { test: 'node --test' } });
const source = `
const { test, describe, it } = require('node:test');
const assert = require('node:assert');
test('top # hash', () => {});
describe('suite', () => {
  it('bad', () => { assert.strictEqual(1, 2, 'one is not two'); });
  it.skip('left out', () => {});
  it.todo('later');
});
test('parent', async (t) => { await t.test('child', () => { throw new TypeError('boom'); }); });
`;

describe('run_tests', () => {
  it('does not say that a plain script has run no test', async () => {
    const result = await runTests({ 'package.json': JSON.stringify({ scripts: { test: 'node test.js' } }), 'test.js': "require('node:assert').equal(1 + 1, 2); console.log('all good');" });
    expect(result).toMatchObject({ ok: true, message: 'Tests passed (exit code 0). No test report was found in the output.', metadata: { framework: 'npm', parse: 'none', success: true } });
    expect(result.metadata.error).toBeUndefined();
    expect(result.output).toMatch(/^Tests passed \(exit code 0\)\. No test report was found in the output\.\n\n[^]*all good$/);
  });

  it('reports every test with its place, error and stack', async () => {
    const result = await runTests({ 'package.json': packageJson, 'a.test.js': source });
    expect(result).toMatchObject({ status: 'executed', ok: false, is_error: false, exit_code: 1, message: '6 tests: 1 passed, 3 failed, 2 skipped' });
    const tests = result.metadata.tests as { name: string; status: string; error?: string; package: string; stack_trace?: string }[];
    expect(tests.map((test) => [test.name, test.status])).toEqual([
      ['top # hash', 'pass'], ['suite > bad', 'fail'], ['suite > left out', 'skip'], ['suite > later', 'skip'], ['parent > child', 'fail'], ['parent', 'fail'],
    ]);
    expect(tests[1]).toMatchObject({ error: expect.stringContaining('one is not two') as string, package: 'a.test.js' });
    expect(tests[1]!.stack_trace).toMatch(/a\.test\.js:6:\d+/);
    expect(result.metadata).toMatchObject({ framework: 'node', success: false, timed_out: false, parse: 'node-events', executed: 4, summary: { total: 6, passed: 1, failed: 3, skipped: 2 } });
    expect(result.metadata.command).toMatch(/^node --test-reporter=spec --test-reporter-destination=stdout --test-reporter=\S+node-reporter\.cjs --test-reporter-destination=\S+ --test$/);
    expect(result.output).toContain('FAIL suite > bad');
    expect(result.output).not.toContain('FAIL parent (');
  });

  it('shows why a file could not even be loaded', async () => {
    const result = await runTests({ 'package.json': packageJson, 'a.test.js': 'syntax error here(' });
    expect(result.ok).toBe(false);
    expect(result.output).toContain('SyntaxError');
  });

  it('runs what matches a pattern', async () => {
    const result = await runTests({ 'package.json': packageJson, 'a.test.js': source }, { test_pattern: 'top' });
    expect(result).toMatchObject({ ok: true, exit_code: 0 });
    expect((result.metadata.summary as { passed: number }).passed).toBe(1);
  });

  it.each([
    ['nothing to go by', {}, /^failed to detect test framework: could not detect test framework in \//],
    ['a package.json that is none', { 'package.json': '{' }, /^failed to detect test framework: package\.json is not valid JSON/],
  ])('says what is wrong with %s', async (_what, files: Record<string, string>, message) => {
    const result = await runTests(files);
    expect(result.error?.code).toBe('not_configured');
    expect(result.message).toMatch(message);
  });

  it('a command that cannot be started is a result', async () => {
    // Longer than the system takes for one argument.
    const result = await runTests({ 'package.json': packageJson, 'a.test.js': source }, { test_pattern: 'x'.repeat(3_000_000) });
    expect(result).toMatchObject({ status: 'executed', ok: false, exit_code: -1, message: expect.stringMatching(/^The tests could not be started: .*E2BIG/) as string });
    expect(result.metadata).toMatchObject({ framework: 'node', success: false, exit_code: -1, timed_out: false, summary: { total: 0, passed: 0, failed: 0, skipped: 0 }, error: expect.stringContaining('E2BIG') as string });
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
  });

  it('ends tests that hang', async () => {
    const result = await runTests({ 'package.json': packageJson, 'a.test.js': "require('node:test').test('hangs', () => new Promise(() => setInterval(() => {}, 1000)));" }, { timeout_seconds: 1 });
    expect(result).toMatchObject({ ok: false, exit_code: 124, timed_out: true });
    expect(result.output).toMatch(/^Tests timed out/);
  });
});

describe('large reports', () => {
  it('a thousand tests are listed, failures before all others; errors and output are shortened', async () => {
    const body = "const { test } = require('node:test'); for (let i = 0; i < 1100; i++) test('n' + i, () => { if (i === 1099) throw new Error('last\\r\\n' + 'é'.repeat(5000)); });";
    const result = await runTests({ 'package.json': packageJson, 'many.test.js': body });
    expect(result.metadata.summary).toEqual({ total: 1100, passed: 1099, failed: 1, skipped: 0 });
    const tests = result.metadata.tests as { name: string; status: string; error?: string }[];
    expect(tests).toHaveLength(1000);
    expect(tests[999]).toMatchObject({ name: 'n1099', status: 'fail' });
    expect(tests[999]!.error).toMatch(/^last\r\né{1994}\n\.\.\. \(3006 characters truncated\) \.\.\.\n$/);
    expect(result.bounds).toEqual({ returned: 1000, truncated: true, total: 1100, refinement_hint: 'Pass test_pattern or path to run fewer tests.' });
    expect([...String(result.metadata.raw_output)].length).toBeLessThan(11_000);
    expect(result.output.length).toBeLessThan(2_500);
  });
});

const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
interface Told { name: string; package: string; status: string; error?: string; file?: string; line?: number }
const told = (metadata: unknown): string[] => (metadata as { tests: Told[] }).tests.map(({ name, status, file, line, error }) => (status === 'fail' ? `fail | ${name} | ${file ?? ''}:${line ?? ''} | ${error!.split('\n')[0]}` : `${status} | ${name}`));

/** The sandbox has none of these; where this machine has one, the real program is run. */
describe('other toolchains', () => {
  const GO = {
    'go.mod': 'module example.com/p\n\ngo 1.19\n', 'calc/calc_test.go': 'package calc\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {}\n\nfunc TestCalculate(t *testing.T) {\n\tt.Errorf("Expected 100, got 99")\n}\n',
    'broken/b.go': 'package broken\n\nfunc F() int { return undefinedFn() }\n', 'broken/b_test.go': 'package broken\n',
  };
  it.runIf(has('go', 'version'))('go [S1.adapter.test.go]', async () => {
    const result = await runTests(GO, { framework: 'go', timeout_seconds: 300 });
    expect(told(result.metadata)).toEqual(expect.arrayContaining(['pass | TestAdd', 'fail | TestCalculate | calc/calc_test.go:8 | Expected 100, got 99', expect.stringMatching(/^fail \| the package could not be run \| broken\/b\.go:3 \| undefined: undefinedFn$/)]));
    expect(result.metadata).toMatchObject({ framework: 'go', parse: 'go-json', success: false, summary: { total: 3, passed: 1, failed: 2, skipped: 0 }, command: 'go test -json ./...', raw_output: expect.stringContaining('--- FAIL: TestCalculate') as string });
    await sandbox!.dispose();
    const one = await runTests(GO, { test_pattern: 'TestAdd*', path: 'calc' });
    expect([one.ok, told(one.metadata), one.metadata.command]).toEqual([true, ['pass | TestAdd'], "go test -json -run '^TestAdd' ./calc/..."]);
  });

  const PYTHON = { 'tests/test_calc.py': 'import unittest\n\n\nclass Calc(unittest.TestCase):\n    def test_adds(self):\n        pass\n\n    def test_api(self):\n        self.assertEqual(100, 99, "Expected 100, got 99")\n', 'tests/__init__.py': '' };
  it.runIf(has('python3', '--version'))('unittest', async () => {
    const result = await runTests(PYTHON);
    expect(told(result.metadata)).toEqual(['pass | test_adds', 'fail | test_api | tests/test_calc.py:9 | AssertionError: 100 != 99 : Expected 100, got 99']);
    expect(result.metadata).toMatchObject({ framework: 'unittest', parse: 'unittest', exit_code: 1, command: 'python3 -m unittest discover -v' });
    await sandbox!.dispose();
    const one = await runTests(PYTHON, { test_pattern: 'test_adds' });
    expect([one.ok, told(one.metadata)]).toEqual([true, ['pass | test_adds']]);
  });

  it.runIf(has('python3', '-m', 'pytest', '--version'))('pytest [S1.adapter.test.pytest]', async () => {
    const result = await runTests({ 'pytest.ini': '[pytest]\n', ...PYTHON }, { test_pattern: 'test_api', timeout_seconds: 300 });
    expect(told(result.metadata)).toEqual(['fail | test_api | tests/test_calc.py:9 | AssertionError: 100 != 99 : Expected 100, got 99']);
    expect(result.metadata).toMatchObject({ framework: 'pytest', parse: 'junit', exit_code: 1, executed: 1 });
    await sandbox!.dispose();
    const none = await runTests({ 'pytest.ini': '[pytest]\n' }, {});
    expect(none).toMatchObject({ ok: false, exit_code: 5, metadata: { executed: 0, summary: { total: 0, passed: 0, failed: 0, skipped: 0 } } });
  });
});
