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

  it('ends tests that hang', async () => {
    const result = await runTests({ 'package.json': packageJson, 'a.test.js': "require('node:test').test('hangs', () => new Promise(() => setInterval(() => {}, 1000)));" }, { timeout_seconds: 1 });
    expect(result).toMatchObject({ ok: false, exit_code: 124, timed_out: true });
    expect(result.output).toMatch(/^Tests timed out/);
  });
});
