import * as z from 'zod';
import type { HostResult } from '../host/protocol.ts';
import { commandMetadata, runInSandbox, withoutAnsi } from './command.ts';
import { detectTests } from './tests/detect.ts';
import { parseTap } from './tests/tap.ts';
import type { TapReport, TapTest } from './tests/tap.ts';
import { defineTool } from './tool.ts';

const DEFAULT_SECONDS = 600;
const MAX_SECONDS = 1800;
/** A report is parsed whole up to this size. */
const KEEP_REPORT = 2_000_000;
/** What of it goes into the result as raw output. */
const RAW_CHARS = 10_000;

export const runTests = defineTool({
  name: 'run_tests',
  description: 'Run the project\'s tests (node:test) and return every test with its status, and for failures the error and stack.',
  toolset: 'checks',
  permission: 'execute',
  input: z.strictObject({
    test_pattern: z.string().min(1).optional().describe('Only tests whose name matches this regular expression.'),
    framework: z.enum(['node']).optional().describe('Detected from package.json by default.'),
    timeout_seconds: z.int().min(1).max(MAX_SECONDS).default(DEFAULT_SECONDS),
    path: z.string().min(1).optional().describe('Only this test file.'),
  }),
  async run({ test_pattern, framework, timeout_seconds, path }, context) {
    const plan = await detectTests(context.sandbox, framework, context.signal);
    const pattern = test_pattern === undefined ? [] : [`--test-name-pattern=${test_pattern}`];
    const argv = ['node', '--test-reporter=tap', ...pattern, ...plan.args, ...(path === undefined ? [] : [path])];
    const run = await runInSandbox(argv, context, { timeout_ms: timeout_seconds * 1000, keep: KEEP_REPORT, progress: false });
    const report = parseTap(withoutAnsi(run.stdout));
    const tests = (report?.tests ?? []).map((test) => testJson(test, context.sandbox.workdir));
    const summary = summaryOf(report);
    const success = run.exit_code === 0;
    const raw = rawOutput(run);
    return {
      message: `${summary.total} tests: ${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped`,
      output: textFor(summary, report, run, raw),
      stdout: raw, stderr: tail(run.stderr, RAW_CHARS), exit_code: run.exit_code, timed_out: run.timed_out,
      metadata: {
        framework: plan.framework, success, ...commandMetadata(run), duration: goDuration(run.duration_ms), summary, tests, raw_output: raw,
        executed: summary.passed + summary.failed, command: argv.join(' '), parse: report ? 'tap' : 'none',
      },
    };
  },
});

interface Summary { [key: string]: number; total: number; passed: number; failed: number; skipped: number }

/** The runner's own counts where it lived to print them; a todo counts as skipped, a cancelled test as failed. */
function summaryOf(report: TapReport | undefined): Summary {
  const count = (status: TapTest['status']): number => report?.tests.filter((test) => test.status === status).length ?? 0;
  const own = report?.counts;
  if (own) {
    return { total: own.tests ?? 0, passed: own.pass ?? 0, failed: (own.fail ?? 0) + (own.cancelled ?? 0), skipped: (own.skipped ?? 0) + (own.todo ?? 0) };
  }
  return { total: report?.tests.length ?? 0, passed: count('pass'), failed: count('fail'), skipped: count('skip') + count('todo') };
}

function testJson(test: TapTest, workdir: string): { [key: string]: string } {
  const file = test.location?.replace(/:\d+:\d+$/, '') ?? '';
  return {
    name: test.path.join(' > '), package: file.startsWith(`${workdir}/`) ? file.slice(workdir.length + 1) : file,
    status: test.status === 'todo' ? 'skip' : test.status, duration: goDuration(test.duration_ms),
    ...(test.error === undefined ? {} : { error: test.error }), ...(test.stack === undefined ? {} : { stack_trace: test.stack }),
  };
}

function textFor(summary: Summary, report: TapReport | undefined, run: HostResult<'exec'>, raw: string): string {
  const head = run.timed_out ? `Tests timed out (exit code ${run.exit_code}).` : `Tests ${run.exit_code === 0 ? 'passed' : 'failed'} (exit code ${run.exit_code}).`;
  const counts = `${summary.total} tests: ${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped.`;
  if (!report) return `${head} No test report was found in the output.\n${raw}${run.stderr === '' ? '' : `\n${tail(run.stderr, RAW_CHARS)}`}`;
  // A parent that failed only because of its children says nothing new.
  const failures = report.tests.filter((test) => test.status === 'fail' && !/^\d+ subtests? failed$/.test(test.error ?? ''));
  const details = failures.map((test) => {
    const where = test.location === undefined ? '' : ` (${test.location})`;
    const stack = (test.stack ?? '').split('\n').filter((line) => line !== '' && !line.includes('node:')).slice(0, 5).map((line) => `    at ${line}`);
    const error = (test.error ?? '').trimEnd().split('\n').map((line) => `  ${line}`.trimEnd());
    return [`FAIL ${test.path.join(' > ')}${where}`, ...error, ...stack].join('\n');
  });
  const crash = failures.some((test) => test.error === 'test failed') ? [comments(run.stdout)] : [];
  return tail([`${head} ${counts}`, ...details, ...crash].join('\n\n'), RAW_CHARS);
}

/** What a test file printed before it died, e.g. a syntax error; the reporter passes it on as comments. */
function comments(stdout: string): string {
  const lines = stdout.split('\n').filter((line) => line.startsWith('# ') && !/^# (Subtest:|tests |suites |pass |fail |cancelled |skipped |todo |duration_ms )/.test(line));
  return lines.map((line) => line.slice(2)).slice(0, 40).join('\n');
}

function rawOutput(run: HostResult<'exec'>): string {
  return tail(withoutAnsi(run.stdout), RAW_CHARS);
}

function tail(text: string, max: number): string {
  const points = Array.from(text);
  return points.length <= max ? text : `... (${points.length - max} characters truncated) ...\n${points.slice(-max).join('')}`;
}

/** `1.234s`, `12.3ms`, `1m2.5s`, as Go prints durations. */
function goDuration(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1000)}µs`;
  if (ms < 1000) return `${Number(ms.toFixed(3))}ms`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Number(((ms - minutes * 60_000) / 1000).toFixed(3));
  return minutes === 0 ? `${seconds}s` : `${minutes}m${seconds}s`;
}
