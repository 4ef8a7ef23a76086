/** run_tests in the real sandbox: node:test and mocha, the limits and every example of its document; jest and vitest, whose packages are large, in the soak. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolResult } from '../../src/tools/result.ts';
import { startRegistryMirror } from '../support/registry-mirror.ts';
import type { RegistryMirror } from '../support/registry-mirror.ts';
import { SOAK } from '../support/sample.ts';
import { openTools } from '../support/tools-browser.ts';
import type { ToolsBrowser } from '../support/tools-browser.ts';

let mirror: RegistryMirror;
let tools: ToolsBrowser;
beforeAll(async () => {
  mirror = await startRegistryMirror();
  tools = await openTools({ registry: mirror.url });
}, 120_000);
afterAll(async () => {
  await tools?.close();
  await mirror?.close();
});

const run = (args: unknown = {}, stopAt?: string): Promise<ToolResult> => tools.tool('run_tests', args, stopAt);

/** The project is these files and nothing else. */
async function project(files: Record<string, string>): Promise<void> {
  await tools.tool('run_command', { command: 'for f in $(ls -A); do case "$f" in .tabloom) ;; *) rm -rf "$f" ;; esac; done' });
  for (const [path, content] of Object.entries(files)) expect((await tools.tool('write_file', { path, content })).ok).toBe(true);
}

interface Told { name: string; package: string; status: string; duration: string; error?: string; stack_trace?: string; file?: string; line?: number; column?: number }
const tests = (result: ToolResult): Told[] => result.metadata.tests as unknown as Told[];
/** Each test as one line: status, name, place and first line of the error. */
const lines = (result: ToolResult): string[] => tests(result).map(({ status, name, file, line, column, error }) => (
  status === 'fail' ? `fail | ${name} | ${[file, line, column].filter((part) => part !== undefined).join(':')} | ${error!.split('\n')[0]}` : `${status} | ${name}`));

const NODE = JSON.stringify({ name: 'app', scripts: { test: 'node --test' } });
const CALC = `const { test, describe, it, before } = require('node:test');
const assert = require('node:assert');
const { calculate } = require('./calculator.js');
test('TestCalculate', () => { assert.strictEqual(calculate(), 100, \`Expected 100, got \${calculate()}\`); });
test('größe 💡', () => { console.log('TAP version 13\\nnot ok 1 - no test of mine'); });
describe('suite', () => {
  it('fine', () => {});
  it.skip('left out', () => {});
  describe('hooked', () => { before(() => { throw new TypeError('no database'); }); it('needs it', () => {}); });
});
`;

describe('node:test', () => {
  it('every test with its place; what tests print is no report [S1.run_tests]', async () => {
    await project({ 'package.json': NODE, 'calculator.js': 'exports.calculate = () => 99;\n', 'calc.test.js': CALC, 'broken.test.mjs': 'syntax error here(', 'leaves.test.js': 'process.exit(3);\n' });
    const result = await run();
    expect(result).toMatchObject({ status: 'executed', ok: false, is_error: false, exit_code: 1, timed_out: false, message: '8 tests: 2 passed, 5 failed, 1 skipped' });
    expect(lines(result)).toEqual([
      "fail | broken.test.mjs | broken.test.mjs:1:1 | SyntaxError: Unexpected identifier 'error'", 'fail | TestCalculate | calc.test.js:4:38 | Expected 100, got 99', 'pass | größe 💡', 'pass | suite > fine', 'skip | suite > left out',
      'fail | suite > hooked > needs it | calc.test.js:9:85 | test did not finish before its parent and was cancelled', 'fail | suite > hooked | calc.test.js:9:51 | no database', 'fail | leaves.test.js | leaves.test.js:1:1 | the test process ended with exit code 3',
    ]);
    expect(result.metadata).toMatchObject({
      framework: 'node', success: false, exit_code: 1, timed_out: false, duration: expect.stringMatching(/^(\d+m)?\d+(\.\d+)?(ms|s)$/) as string, summary: { total: 8, passed: 2, failed: 5, skipped: 1 }, executed: 7, parse: 'node-events', cwd: '.',
      timeout_seconds: 600, also_detected: [], raw_output: expect.stringContaining('not ok 1 - no test of mine') as string,
    });
    expect(tests(result)[1]).toMatchObject({ package: 'calc.test.js', stack_trace: expect.stringContaining('calc.test.js:4:38') as string });
    expect(result.output).toMatch(/^Tests failed \(exit code 1\)\. 8 tests: 2 passed, 5 failed, 1 skipped\.\n\nFAIL broken\.test\.mjs \(broken\.test\.mjs:1:1\)\n {2}SyntaxError: Unexpected identifier 'error'\n/);
    expect(result.output).toContain('\n\nFAIL TestCalculate (calc.test.js:4:38)\n  Expected 100, got 99\n');
  });

  it('test, fix, test again: a batch of the document [S1.run_tests] [S1.recovery_loop]', async () => {
    await project({ 'package.json': NODE, 'src/calculator.js': 'exports.calculate = () => {\n  return 99;\n};\n', 'calc.test.js': CALC.replace('./calculator.js', './src/calculator.js').replace(/describe\('suite'[\s\S]*/, '') });
    expect(lines(await run())[0]).toBe('fail | TestCalculate | calc.test.js:4:38 | Expected 100, got 99');
    expect((await tools.tool('read_file', { path: 'src/calculator.js' })).output).toContain('return 99;');
    const patch = '--- a/src/calculator.js\n+++ b/src/calculator.js\n@@ -1,3 +1,3 @@\n exports.calculate = () => {\n-  return 99;\n+  return 100;\n };\n';
    expect((await tools.tool('edit_code', { path: 'src/calculator.js', patch })).ok).toBe(true);
    const again = await run({ test_pattern: 'TestCalculate' });
    expect(again).toMatchObject({ ok: true, message: '1 test: 1 passed, 0 failed, 0 skipped', output: 'Tests passed (exit code 0). 1 test: 1 passed, 0 failed, 0 skipped.' });
    expect(again.metadata).toMatchObject({ success: true, exit_code: 0, executed: 1 });
    expect(again.metadata.error).toBeUndefined();
  });

  it('patterns, files and folders choose; nothing that matches is said', async () => {
    await project({ 'package.json': NODE, 'a.test.js': "const { test } = require('node:test'); test('adds 1 + 1', () => {}); test('TestFooBar', () => {});", 'lib/test/b.js': "require('node:test').test('in b', () => {});" });
    expect(lines(await run({ test_pattern: 'adds 1 + 1' }))).toEqual(['pass | adds 1 + 1']);
    expect(lines(await run({ test_pattern: 'TestFoo*' }))).toEqual(['pass | TestFooBar']);
    expect(lines(await run({ path: 'lib' }))).toEqual(['pass | in b']);
    expect(lines(await run({ path: '/workspace/lib/test/b.js' }))).toEqual(['pass | in b']);
    const none = await run({ test_pattern: 'no such test' });
    expect(none).toMatchObject({ ok: true, message: '0 tests: 0 passed, 0 failed, 0 skipped. No test was run: none matches "no such test".' });
    expect(none.metadata).toMatchObject({ executed: 0, success: true });
  });

  it('a time limit ends all and keeps what was reported; a longer one than there is is lowered, and said', async () => {
    await project({ 'package.json': NODE, 'hang.test.js': "const { test } = require('node:test'); test('quick', () => {}); test('outer', async (t) => { await t.test('hangs', () => new Promise(() => setInterval(() => {}, 1000))); });" });
    const result = await run({ timeout_seconds: 6 });
    expect(result).toMatchObject({ status: 'executed', ok: false, is_error: false, exit_code: 124, timed_out: true, message: 'Tests timed out after 6 s. 2 tests: 1 passed, 1 failed, 0 skipped' });
    expect(lines(result)).toEqual(['pass | quick', 'fail | outer > hangs | hang.test.js:1:102 | the test had not finished when the time was up']);
    expect(result.metadata).toMatchObject({ exit_code: 124, timed_out: true, success: false, timeout_seconds: 6 });
    expect(result.output).toMatch(/^Tests timed out after 6 s \(exit code 124\)\./);
    await tools.tool('write_file', { path: 'hang.test.js', content: "require('node:test').test('quick', () => {});" });
    const lowered = await run({ timeout_seconds: 1801 });
    expect(lowered.output).toBe('Tests passed (exit code 0). The time limit of 1801 s was lowered to 1800 s, the longest there is. 1 test: 1 passed, 0 failed, 0 skipped.');
    expect(lowered.metadata.timeout_seconds).toBe(1800);
    expect((await run({ timeout_seconds: 1800 })).output).not.toContain('lowered');
  });

  it('is watched while it runs, and stopped', async () => {
    await project({ 'package.json': NODE, 'hang.test.js': "const { test } = require('node:test'); test('first', () => {}); test('hangs', () => new Promise(() => setInterval(() => {}, 1000)));" });
    // The text comes from the live output: without that the call would not be stopped.
    expect(await run({}, '✔ first')).toMatchObject({ status: 'error', error: { code: 'aborted' } });
    expect((await tools.tool('run_command', { command: 'ls .tabloom/out | grep -c "^tests-"' })).stdout?.trim()).toBe('0');
  });

  it('several at once do not mix their reports', async () => {
    await project({ 'package.json': NODE, 'a.test.js': "require('node:test').test('in a', () => {});", 'b.test.js': "require('node:test').test('in b', () => { throw new Error('no'); });" });
    const [a, b] = await Promise.all([run({ path: 'a.test.js' }), run({ path: 'b.test.js' })]);
    expect([lines(a!), lines(b!)]).toEqual([['pass | in a'], ['fail | in b | b.test.js:1:49 | no']]);
  });
});

describe('what cannot be run', () => {
  it.each<readonly [object, string]>([
    [{ test_pattern: 'TestCalculator', framework: 'go', timeout_seconds: 300 }, 'go: not installed in this sandbox'], [{ test_pattern: 'TestDatabase', framework: 'go' }, 'go: not installed in this sandbox'],
    ...['TestAdd', 'TestAuth', 'TestParser', 'TestSpecificFunction'].map((test_pattern) => [{ test_pattern }, 'go: not installed in this sandbox'] as const),
    [{ test_pattern: 'TestIntegration', timeout_seconds: 600 }, 'go: not installed in this sandbox'], [{}, 'go: not installed in this sandbox'],
    [{ test_pattern: 'test_api', framework: 'pytest' }, 'pytest: not installed in this sandbox (there is no python3)'], [{ framework: 'unittest' }, 'unittest: not installed in this sandbox (there is no python3)'],
    [{ test_pattern: 'should handle errors', framework: 'jest', timeout_seconds: 600 }, 'jest: not installed in this sandbox'],
  ])('%j: %s [S1.run_tests]', async (args, message) => {
    await project({ 'go.mod': 'module example.com/p\n' });
    expect(await run(args)).toMatchObject({ status: 'error', is_error: true, error: { code: 'not_installed', message }, message });
  });

  it('a project in Go and JavaScript is tested as far as it can be', async () => {
    await project({ 'go.mod': 'module example.com/p\n', 'package.json': NODE, 'a.test.js': "require('node:test').test('a', () => {});" });
    expect((await run()).metadata).toMatchObject({ framework: 'node', success: true, also_detected: ['go'] });
  });

  it.each<[string, Record<string, string>, object, string, RegExp | string]>([
    ['nothing to go by', { 'readme.md': '' }, {}, 'not_configured', 'failed to detect test framework: could not detect test framework in /home/project'],
    ['another framework', {}, { framework: 'rspec' }, 'invalid_arguments', 'unsupported framework: rspec'],
    ['no tests [S1.error.test_runner_not_configured]', { 'package.json': '{}' }, {}, 'not_configured', /^test runner not configured/],
    ['a damaged package.json', { 'package.json': '{' }, {}, 'not_configured', /^failed to detect test framework: package\.json is not valid JSON/],
    ['packages that are not there yet', { 'package.json': JSON.stringify({ scripts: { test: 'vitest' }, devDependencies: { vitest: '4' } }) }, {}, 'not_installed', "vitest: not installed in this sandbox. Install the project's packages first: npm install"],
    ['a path that is not there', { 'package.json': NODE }, { path: 'nowhere' }, 'not_found', /^File not found: nowhere/],
    ['a path outside', {}, { path: '../x' }, 'path_escape', /^path escapes project workdir/],
    ['an unknown field [S1.rule.unknown_fields]', {}, { pattern: 'x' }, 'invalid_arguments', /unknown field "pattern"/],
    ['no time', {}, { timeout_seconds: 0 }, 'invalid_arguments', /timeout_seconds/],
    ['a fraction of a second', {}, { timeout_seconds: 1.5 }, 'invalid_arguments', /timeout_seconds/],
  ])('%s [S1.run_tests]', async (_what, files, args, code, message) => {
    await project(files);
    const result = await run(args);
    expect([result.status, result.error?.code]).toEqual(['error', code]);
    if (typeof message === 'string') expect(result.message).toBe(message);
    else expect(result.message).toMatch(message);
  });
});

describe('npm test', () => {
  it('whatever the script does; a report in its output is read, the pattern is passed on [S1.adapter.test.npm]', async () => {
    const script = "console.log('TAP version 13\\nok 1 - adds ' + process.argv.slice(2).join() + '\\nnot ok 2 - fails\\n  ---\\n  error: Expected 100, got 99\\n  ...\\n1..2'); process.exit(1);";
    await project({ 'package.json': JSON.stringify({ name: 'app', scripts: { test: 'node run.js' } }), 'run.js': script });
    const result = await run({ test_pattern: 'TestFoo' });
    expect(result.metadata).toMatchObject({ framework: 'npm', command: 'npm test -- TestFoo', parse: 'tap', success: false, exit_code: 1, summary: { total: 2, passed: 1, failed: 1, skipped: 0 } });
    expect(lines(result)).toEqual(['pass | adds TestFoo', 'fail | fails |  | Expected 100, got 99']);
  });

  it('what is not a report says only whether it went well [S1.adapter.test.npm]', async () => {
    await project({ 'package.json': JSON.stringify({ name: 'app', scripts: { test: 'echo "3 tests passed, 0 errors"' } }) });
    const result = await run({ framework: 'npm' });
    expect(result).toMatchObject({ ok: true, metadata: { framework: 'npm', parse: 'none', success: true, summary: { total: 0, passed: 0, failed: 0, skipped: 0 } } });
    expect(result.output).toContain('No test report was found in the output.');
    expect(result.output).toContain('3 tests passed, 0 errors');
  });
});

const install = async (): Promise<void> => {
  const installed = await tools.terminal('npm', ['install', '--no-audit', '--no-fund', '--no-progress', '--silent']);
  expect(installed.exit).toBe(0);
};
const SPEC = (assertion: string): string => `describe('calc', () => {
  it('adds', () => {});
  it('fails', () => { ${assertion} });
  it.skip('skipped', () => {});
});
`;

describe('mocha', () => {
  it('every test, a file that cannot be run, a test that hangs, none at all', async () => {
    await project({ 'package.json': JSON.stringify({ name: 'app', scripts: { test: 'mocha --reporter dot "spec/**/*.js"' }, devDependencies: { mocha: '11.8.0' } }), 'spec/calc.js': SPEC("throw new Error('Expected 100, got 99')"), 'later/bad.js': "it('x', () => { syntax error" });
    await install();
    const result = await run();
    expect(lines(result)).toEqual(['pass | calc > adds', 'fail | calc > fails | spec/calc.js:3:29 | Expected 100, got 99', 'skip | calc > skipped']);
    expect(result.metadata).toMatchObject({ framework: 'mocha', parse: 'mocha-events', exit_code: 1, success: false, summary: { total: 3, passed: 1, failed: 1, skipped: 1 } });
    expect(result.metadata.command).toBe('mocha --reporter=/home/project/.tabloom/mocha-reporter.cjs "spec/**/*.js"');
    const one = await run({ test_pattern: 'calc > adds' });
    expect([one.ok, lines(one)]).toEqual([true, ['pass | calc > adds']]);
    const bad = await run({ path: 'later/bad.js' });
    expect(bad).toMatchObject({ ok: false, exit_code: 1, message: "0 tests: 0 passed, 0 failed, 0 skipped. SyntaxError: Unexpected identifier 'error'", metadata: { parse: 'none', error: "SyntaxError: Unexpected identifier 'error'" } });
    await tools.tool('write_file', { path: 'later/bad.js', content: "it('quick', () => {}); it('hangs', function () { this.timeout(0); return new Promise(() => setInterval(() => {}, 1000)); });" });
    const hung = await run({ path: 'later/bad.js', timeout_seconds: 6 });
    expect([hung.exit_code, lines(hung)]).toEqual([124, ['pass | quick', 'fail | hangs | later/bad.js | the test had not finished when the time was up']]);
    await tools.tool('write_file', { path: 'package.json', content: JSON.stringify({ scripts: { test: 'mocha nothing' }, devDependencies: { mocha: '11.8.0' } }) });
    expect((await run()).message).toMatch(/^0 tests: 0 passed, 0 failed, 0 skipped\. .*No test files found/);
  }, 180_000);
});

/** The packages of these take a minute to install. */
describe.runIf(SOAK)('jest and vitest', () => {
  it.each([
    ['jest', { devDependencies: { jest: '30.5.2' } }, '', 'expect(99).toBe(100);', 'Error: expect(received).toBe(expected) // Object.is equality', 'jest-json'],
    ['vitest', { devDependencies: { vitest: '4.1.12' } }, "import { describe, it, test, expect } from 'vitest';\n", 'expect(99).toBe(100);', 'AssertionError: expected 99 to be 100 // Object.is equality', 'vitest-json'],
  ])('%s: pass, fail, syntax error, crash, hang, none [S1.adapter.test.jest]', async (name, manifest, head, assertion, error, parse) => {
    await project({
      'package.json': JSON.stringify({ name: 'app', scripts: { test: name }, ...manifest }), 'calc.test.js': head + SPEC(assertion), 'bad/bad.test.js': `${head}test('x', () => { syntax error`,
      'hang/hang.test.js': `${head}test('quick', () => {}); test('hangs', () => { for (;;); });`, 'crash/crash.test.js': `${head}test('leaves', () => { process.exit(3); });`,
    });
    await install();
    const line = head === '' ? 3 : 4;
    const result = await run({ path: 'calc.test.js' });
    expect(lines(result)).toEqual(['pass | calc > adds', `fail | calc > fails | calc.test.js:${line}:34 | ${error}`, 'skip | calc > skipped']);
    expect(result.metadata).toMatchObject({ framework: name, parse, exit_code: 1, success: false, summary: { total: 3, passed: 1, failed: 1, skipped: 1 } });
    const adds = await run({ path: 'calc.test.js', test_pattern: 'calc > adds' });
    expect([adds.ok, adds.metadata.executed]).toEqual([true, 1]);
    const bad = await run({ path: 'bad' });
    expect(lines(bad)).toEqual([expect.stringMatching(/^fail \| the file could not be run \| bad\/bad\.test\.js:\d+:\d+ \| \w*Error: /)]);
    const crash = await run({ path: 'crash' });
    expect([crash.ok, crash.output.includes('process.exit')]).toEqual([false, true]);
    expect(await run({ path: 'hang', timeout_seconds: 40 })).toMatchObject({ ok: false, exit_code: 124, timed_out: true });
    const none = await run({ path: 'calc.test.js', test_pattern: 'no such test' });
    expect(none.metadata.executed).toBe(0);
  }, 600_000);
});
