/** The readers of test reports, on what the real runners wrote: versions in the names of the files, unchanged but for the paths. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import { frameworks } from '../../src/tools/tests/frameworks.ts';
import { recognize } from '../../src/tools/tests/recognize.ts';
import { countTests } from '../../src/tools/tests/report.ts';
import { random } from '../support/sample.ts';
import type { TestFolder } from '../../src/tools/tests/framework.ts';
import type { TestReport, TestRun } from '../../src/tools/tests/report.ts';

const captured = (name: string): string => readFileSync(join(root, 'test/tools/fixtures/tests', name), 'utf8');
const run = (more: Partial<TestRun>): TestRun => ({ stdout: '', stderr: '', text: '', report: undefined, exit_code: 1, timed_out: false, filtered: false, ...more });
const folder: TestFolder = { path: '/home/project', rel_path: '.', entries: [], texts: { 'go.mod': 'module example.com/p\n\ngo 1.19\n' }, programs: {}, manifest: undefined };
const parse = (framework: keyof typeof frameworks, more: Partial<TestRun>): TestReport => frameworks[framework].parse(run(more), folder);

/** Each test as one line: status, name, place, error's first line. */
function lines(report: TestReport | undefined): string[] {
  return (report?.tests ?? []).map(({ status, name, file, line, column, error }) => [
    status, name, ...(status === 'fail' ? [[file?.replace('/home/project/', ''), line, column].filter((part) => part !== undefined).join(':'), error!.split('\n')[0]!] : []),
  ].join(' | '));
}
const counts = (report: TestReport | undefined): number[] => {
  const { total, passed, failed, skipped } = countTests(report!);
  return [total, passed, failed, skipped];
};

describe('go test -json', () => {
  it('counts what ended, with parents and their subtests, panics and the error of each [S1.adapter.test.go]', () => {
    const report = parse('go', { stdout: captured('go_test_json.stdout') });
    expect(lines(report)).toEqual([
      'pass | TestAdd', 'fail | TestCalculate |  | failed', 'pass | TestCalculate/sub_one', 'fail | TestCalculate/sub_two | calc/calc_test.go:12 | Expected 100, got 99', 'skip | TestSkip',
      'fail | TestPanic | p/calc/calc_test.go:15 | panic: assignment to entry in nil map [recovered]',
    ]);
    expect(report.tests.map((test) => test.package)).toEqual(Array(6).fill('example.com/p/calc'));
    expect(report.parse).toBe('go-json');
    expect(counts(report)).toEqual([6, 2, 3, 1]);
    expect(report.tests[5]!.stack_trace).toContain('goroutine ');
  });

  it('a package that does not build is a failure, though its errors come on the other stream [S1.adapter.test.go]', () => {
    const report = parse('go', { stdout: captured('go_test_json_buildfail.stdout'), stderr: captured('go_test_json_buildfail.stderr') });
    expect(counts(report)).toEqual([7, 2, 4, 1]);
    expect(report.tests[6]).toEqual({
      name: 'the package could not be run', package: 'example.com/p/broken', status: 'fail', duration_ms: 0, error: 'undefined: undefinedFn', file: 'broken/b.go', line: 2, column: 12,
      stack_trace: 'broken/b.go:2:12: undefined: undefinedFn\nbroken/b.go:2:31: x declared but not used',
    });
  });

  it('a test that began and has no end had no end', () => {
    const event = (Action: string, more: object = {}): string => JSON.stringify({ Action, Package: 'example.com/p', Test: 'TestHangs', ...more });
    const stdout = [event('run'), event('output', { Output: '=== RUN   TestHangs\n' })].join('\n');
    expect(parse('go', { stdout, timed_out: true }).tests).toEqual([{ name: 'TestHangs', package: 'example.com/p', status: 'fail', error: 'the test had not finished when the time was up' }]);
    expect(parse('go', { stdout }).tests[0]!.error).toBe('the test did not finish: the test process ended before');
  });

  it('reads build errors as events, as since Go 1.24', () => {
    const stdout = [
      { ImportPath: 'example.com/p/b [example.com/p/b.test]', Action: 'build-output', Output: '# example.com/p/b\nb/b.go:3:5: undefined: x\n' }, { ImportPath: 'example.com/p/b [example.com/p/b.test]', Action: 'build-fail' },
      { Action: 'start', Package: 'example.com/p/b' }, { Action: 'fail', Package: 'example.com/p/b', Elapsed: 0, FailedBuild: 'example.com/p/b [example.com/p/b.test]' },
    ].map((event) => JSON.stringify(event)).join('\n');
    expect(lines(parse('go', { stdout }))).toEqual(['fail | the package could not be run | b/b.go:3:5 | undefined: x']);
  });

  it('no test at all is no failure, and no event is no report', () => {
    const none = ['start', 'output', 'pass'].map((Action) => JSON.stringify({ Action, Package: 'example.com/p', ...(Action === 'output' ? { Output: 'testing: warning: no tests to run\n' } : {}) })).join('\n');
    expect(parse('go', { stdout: none })).toEqual({ tests: [], parse: 'go-json' });
    expect(parse('go', { stdout: 'go: go.mod file not found\n' })).toEqual({ tests: [], parse: 'none' });
  });
});

describe('jest', () => {
  it('jest 30: every test with its place, hooks and files that cannot be run [S1.adapter.test.jest]', () => {
    const report = parse('jest', { report: captured('jest30.json') });
    expect(lines(report)).toEqual([
      'pass | calc > adds', 'fail | calc > should handle errors | j/calc.test.js:3:49 | Error: expect(received).toBe(expected) // Object.is equality', 'skip | calc > skipped one', 'skip | calc > later',
      'fail | hooked > needs it | j/hook.test.js:1:52 | Error: no database', 'fail | the file could not be run | j/bad.test.js:1:24 | SyntaxError: /home/project/j/bad.test.js: Missing semicolon. (1:24)',
    ]);
    expect(report.tests[0]).toEqual({ name: 'calc > adds', package: '/home/project/j/calc.test.js', status: 'pass', file: '/home/project/j/calc.test.js', duration_ms: 2, line: 2, column: 3 });
    expect(report.parse).toBe('jest-json');
  });

  it('a syntax error counts, though jest 29 says that no test failed [S1.adapter.test.jest]', () => {
    expect(counts(parse('jest', { report: captured('jest_syntax_error.stdout') }))).toEqual([1, 0, 1, 0]);
  });

  it('no tests, and a run that ended the process', () => {
    expect(parse('jest', { report: captured('jest30_none.json') })).toEqual({ tests: [], parse: 'jest-json' });
    expect(parse('jest', { text: captured('jest30_crash.stderr') })).toEqual({ tests: [], parse: 'none' });
  });

  it('a run that was killed has the files that it had finished', () => {
    const report = parse('jest', { text: captured('jest30.stderr'), timed_out: true });
    expect(lines(report)).toEqual([
      'pass | calc > adds', 'fail | calc > should handle errors | j/calc.test.js | failed; see the output', 'skip | calc > skipped one', 'skip | calc > later', 'fail | hooked > needs it | j/hook.test.js | failed; see the output',
    ]);
    expect(report.error).toBe('a test had not finished when the time was up');
  });
});

describe('vitest', () => {
  it('vitest 2', () => {
    expect(lines(parse('vitest', { report: captured('vitest_json.stdout') }))).toEqual([
      'pass | calc > adds', 'fail | calc > should handle errors | v/calc.test.mjs:2:107 | AssertionError: expected 99 to be 100 // Object.is equality', 'skip | calc > skipped one',
    ]);
  });

  it('vitest 4: files and hooks that failed say why in the output alone', () => {
    const report = parse('vitest', { report: captured('vitest4.json'), text: captured('vitest4.stdout') + captured('vitest4.stderr') });
    expect(lines(report)).toEqual([
      'fail | the file could not be run | v/bad.test.mjs:1:0 | Error: Failed to parse source for import analysis because the content contains invalid JS syntax. If you are using JSX, make sure to name the file with the .jsx or .tsx extension.',
      'pass | calc > adds', 'fail | calc > should handle errors | v/calc.test.mjs:4:49 | AssertionError: expected 99 to be 100 // Object.is equality', 'skip | calc > skipped one', 'skip | calc > later',
      'skip | hooked > needs it', 'fail | the file could not be run | v/hook.test.mjs:2:52 | Error: no database',
    ]);
    expect(counts(parse('vitest', { report: captured('vitest4_none.json') }))).toEqual([0, 0, 0, 0]);
  });

  it('a run that was killed has the tests that it had finished', () => {
    expect(lines(parse('vitest', { text: captured('vitest4.stdout'), timed_out: true }))).toEqual([
      'pass | calc > adds', 'fail | calc > should handle errors | v/calc.test.mjs | failed; see the output', 'skip | calc > skipped one', 'skip | calc > later', 'skip | hooked > needs it',
    ]);
  });
});

describe('our own reporters', () => {
  it('node:test: places of all tests, hooks, parents, files that cannot be run and files that end their process', () => {
    const report = parse('node', { report: captured('node24.events') });
    expect(lines(report)).toEqual([
      "fail | n/bad.test.mjs | n/bad.test.mjs:1:1 | SyntaxError: Unexpected identifier 'error'", 'pass | top # hash', 'fail | suite > bad | n/calc.test.mjs:5:28 | one is not two', 'skip | suite > left out', 'skip | suite > later',
      'pass | suite > inner > deep', 'fail | parent > child | n/calc.test.mjs:10:67 | boom', 'fail | parent | n/calc.test.mjs:10:1 | 1 subtest failed',
      'fail | hooked > needs it | n/calc.test.mjs:11:79 | test did not finish before its parent and was cancelled', 'fail | hooked | n/calc.test.mjs:11:49 | no database',
      'fail | diff | n/calc.test.mjs:12:29 | Expected values to be strictly deep-equal:', 'fail | n/crash.test.mjs | n/crash.test.mjs:1:1 | the test process ended with exit code 3',
    ]);
    expect(report.tests[0]!.stack_trace).toContain('SyntaxError');
    expect(report.tests[1]).toEqual({ name: 'top # hash', package: '/home/project/n/calc.test.mjs', file: '/home/project/n/calc.test.mjs', line: 3, column: 1, status: 'pass', duration_ms: expect.any(Number) as number });
  });

  it('mocha: hooks count where they fail', () => {
    expect(lines(parse('mocha', { report: captured('mocha11.events') }))).toEqual([
      'pass | calc > adds', 'fail | calc > fails | m/calc.spec.js:4:30 | Expected 100, got 99', 'skip | calc > skipped', 'skip | calc > later', 'fail | calc > hooked > "before all" hook for "needs it" | m/calc.spec.js:7:51 | no database',
    ]);
  });

  it.each(['node', 'mocha'] as const)('%s: a run that was killed names the test that hung', (name) => {
    const report = parse(name, { report: captured(name === 'node' ? 'node24_killed.events' : 'mocha11_killed.events'), timed_out: true });
    expect(report.tests.map(({ name: test, status, error }) => [test, status, error])).toEqual([['quick', 'pass', undefined], ['outer > hangs', 'fail', 'the test had not finished when the time was up']]);
  });

  it('node:test: a file in which nothing has the name is no test, a plain script is', () => {
    const report = JSON.stringify({ event: 'end', name: 'b.js', nesting: 0, file: '/home/project/b.js', line: 1, column: 1, suite: false, status: 'pass', duration_ms: 1 });
    expect(parse('node', { report, filtered: true }).tests).toEqual([]);
    expect(lines(parse('node', { report }))).toEqual(['pass | b.js']);
  });

  it('a line that was cut by a kill is left out, and no line is no report', () => {
    const whole = captured('mocha11.events');
    expect(parse('mocha', { report: whole.slice(0, whole.lastIndexOf('{') + 20) }).tests).toHaveLength(4);
    expect(parse('mocha', { report: '' })).toEqual({ tests: [], parse: 'none' });
    expect(parse('node', {})).toEqual({ tests: [], parse: 'none' });
  });
});

describe('Python', () => {
  it('pytest 7 and 9: XML with entities, fixtures that failed, parameters, classes [S1.adapter.test.pytest]', () => {
    expect(lines(parse('pytest', { report: captured('pytest_junit.xml') }))).toEqual(['pass | test_api_ok', 'fail | test_api_bad | test_api.py:3 | AssertionError: Expected 100, got 99', 'skip | test_api_skip', 'skip | test_xf']);
    const report = parse('pytest', { report: captured('pytest9.xml') });
    expect(lines(report)).toEqual([
      'pass | test_api_ok', 'fail | test_api_bad | test_api.py:7 | AssertionError: Expected 100, got 99 <&> "é"', 'fail | test_needs | test_api.py:4 | failed on setup with "RuntimeError: no database"', 'pass | test_p[1]',
      'fail | test_p[2] | test_api.py:10 | assert 2 == 1', 'pass | test_in', 'skip | test_skip',
    ]);
    expect(report.tests[5]!.package).toBe('test_api.TestGroup');
    expect(report.tests[1]!.stack_trace).toContain('>       assert 99 == 100, "Expected 100, got 99 <&> \\"é\\""');
  });

  it('pytest: a file that cannot be collected says why [S1.adapter.test.pytest]', () => {
    expect(lines(parse('pytest', { report: captured('pytest9_collect.xml') }))).toEqual(["fail | test_collect | test_collect.py:1 | ModuleNotFoundError: No module named 'nope_nope'"]);
  });

  it('unittest: docstrings, subtests, expected failures and what tests print', () => {
    expect(lines(parse('unittest', { stderr: captured('unittest.stderr') }))).toEqual([
      'fail | test_broken | py/test_broken.py:1 | SyntaxError: invalid syntax', 'pass | test_adds', 'fail | test_bad | py/test_calc.py:9 | AssertionError: 100 != 99 : Expected 100, got 99', 'fail | test_error | py/test_calc.py:26 | ValueError: boom é',
      'pass | test_noise', 'skip | test_skip', 'skip | test_xf',
    ]);
  });

  it('unittest: a run that was killed', () => {
    expect(parse('unittest', { stderr: 'test_a (t.T.test_a) ... ok\ntest_b (t.T.test_b) ... ', timed_out: true }).tests).toEqual([
      { name: 'test_a', package: 't.T', status: 'pass' }, { name: 'test_b', package: 't.T', status: 'fail', error: 'the test had not finished when the time was up' },
    ]);
  });
});

describe('what npm test prints', () => {
  it.each([
    ['jest_npm_test_json.stdout', 'jest-json', [4, 1, 1, 2]], ['vitest_json.stdout', 'jest-json', [3, 1, 1, 1]], ['mocha_json.stdout', 'mocha-json', [3, 1, 1, 1]], ['mocha11_json.stdout', 'mocha-json', [5, 1, 2, 2]],
    ['go_test_json.stdout', 'go-json', [6, 2, 3, 1]], ['node_test_tap.stdout', 'tap', [3, 1, 1, 1]], ['node24_tap.stdout', 'tap', [9, 2, 5, 2]], ['tape5.txt', 'tap', [2, 1, 1, 0]], ['unittest.stderr', 'unittest', [7, 2, 3, 2]],
    ['jest30_text.stderr', 'summary', [5, 1, 2, 2]], ['jest30.stderr', 'text', [5, 1, 2, 2]], ['vitest4.stdout', 'text', [5, 1, 1, 3]], ['vitest4_text.stdout', 'text', [4, 1, 1, 2]], ['mocha11_text.stdout', 'summary', [5, 1, 2, 2]],
    ['node24_spec.stdout', 'summary', [9, 2, 5, 2]], ['ava7.txt', 'summary', [4, 1, 1, 2]], ['jasmine5.txt', 'summary', [3, 1, 1, 1]], ['pytest9.stdout', 'summary', [7, 3, 3, 1]], ['cargo_test.stdout', 'summary', [3, 1, 1, 1]],
  ] as const)('%s is %s [S1.adapter.test.npm]', (name, kind, expected) => {
    const report = recognize(run({ text: `\n> app@1.0.0 test\n> some-runner --all\n\n${captured(name)}` }));
    expect(report?.parse).toBe(kind);
    expect(counts(report)).toEqual(expected);
  });

  it.each([
    ['vitest', '\n Test Files  1 passed (1)\n      Tests  2 passed (2)\n\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n', [5, 4, 1, 0]],
    ['jest', 'Tests:       2 passed, 2 total\nTests:       1 failed, 1 skipped, 2 passed, 4 total\n', [6, 4, 1, 1]],
    ['pytest', '==== 2 passed in 0.12s ====\n1 failed, 2 passed in 0.10s\n', [5, 4, 1, 0]],
    ['jasmine', '3 specs, 0 failures\n5 specs, 1 failure, 1 pending spec\n', [8, 6, 1, 1]],
  ] as const)('a script that runs %s once for each package has the tests of all', (_name, text, expected) => {
    expect(counts(recognize(run({ text })))).toEqual(expected);
  });

  it('words in a text never count [S1.adapter.test.npm]', () => {
    expect(parse('npm', { text: 'ok 1 - adds\n0 errors\nlooks good\n# pass 3\nall tests passed\n3 tests failed to impress\n' })).toEqual({ tests: [], parse: 'none' });
  });

  it('failures of TAP have error and place', () => {
    expect(lines(recognize(run({ text: captured('tape5.txt') })))).toEqual(['pass | adds', 'fail | Expected 100 | a/tape.js:2:52 | Error: Expected 100']);
    expect(lines(recognize(run({ text: captured('node24_tap.stdout') })))[1]).toBe('fail | suite > bad | n/calc.test.mjs:5:28 | one is not two');
  });
});

describe('a report is a program\'s word', () => {
  const names = readdirSync(join(root, 'test/tools/fixtures/tests'));
  const all = (text: string): (TestReport | undefined)[] => [
    ...Object.values(frameworks).map((framework) => framework.parse(run({ stdout: text, stderr: text, text, report: text, timed_out: text.length % 2 === 0 }), folder)), recognize(run({ text, stdout: text })),
  ];

  it('damaged reports are read as far as they go, and never throw', () => {
    const next = random();
    for (const name of names) {
      const whole = captured(name);
      for (let round = 0; round < 12; round++) {
        const at = Math.floor(next() * whole.length);
        const length = Math.floor(next() * 200);
        const damaged = [whole.slice(0, at), whole.slice(0, at) + whole.slice(at + length), whole.slice(0, at) + whole.slice(at, at + length).repeat(3) + whole.slice(at), `${whole.slice(at)}\n${whole}`][round % 4]!;
        for (const report of all(damaged)) {
          if (!report) continue;
          const [total, passed, failed, skipped] = counts(report);
          expect(total, `${name}, round ${round}`).toBe(passed! + failed! + skipped!);
          expect(report.tests.every((test) => typeof test.name === 'string' && (test.status !== 'fail' || test.error !== undefined))).toBe(true);
        }
      }
    }
  });

  // Each of these took minutes where a pattern or a loop looks at the rest again for every piece.
  it.each([
    ['test cases without end', `<testsuites>${'<testcase name="a">'.repeat(200_000)}`], ['one long word', 'a'.repeat(3_000_000)], ['a long line of digits', `Tests: ${'1'.repeat(2_000_000)}`], ['pointers', ` FAIL  x\n${' ❯'.repeat(500_000)}`],
    ['many events in one file', Array.from({ length: 60_000 }, (_, at) => JSON.stringify({ event: 'end', name: `n${at}`, nesting: 1, file: '/a', status: 'pass' })).join('\n')],
    ['failed packages', Array.from({ length: 30_000 }, (_, at) => JSON.stringify({ Action: 'fail', Package: `p${at}` })).join('\n')],
    ['failed tests of unittest', Array.from({ length: 20_000 }, (_, at) => `test_${at} (t.T) ... FAIL`).join('\n') + Array.from({ length: 2_000 }, (_, at) => `\n${'='.repeat(70)}\nFAIL: test_${at} (t.T)\n${'-'.repeat(70)}\nE`).join('')],
    ['marks', '  ✓ a '.repeat(300_000)], ['open braces', '{\n'.repeat(200_000)],
  ])('%s take no longer than their length', (_what, text) => {
    for (const report of all(text)) expect(report === undefined || Array.isArray(report.tests)).toBe(true);
  }, 30_000);
});
