import * as z from 'zod';
import type { HostResult } from '../host/protocol.ts';
import { AppError } from '../shared/errors.ts';
import { commandMetadata, runInSandbox, withoutAnsi } from './command.ts';
import { goDuration } from './go-duration.ts';
import { planTests } from './tests/detect.ts';
import { frameworkNames } from './tests/framework.ts';
import { frameworks } from './tests/frameworks.ts';
import { quote } from './tests/script.ts';
import { countTests, testJson } from './tests/report.ts';
import { bounded, countLine, testText } from './tests/text.ts';
import { defineTool, pathField } from './tool.ts';
import type { FrameworkName, TestCommand, TestFolder } from './tests/framework.ts';
import type { TestPlan } from './tests/detect.ts';
import type { TestCase, TestReport, TestRun } from './tests/report.ts';
import type { ToolContext, ToolOutput } from './tool.ts';

const DEFAULT_SECONDS = 600;
const MAX_SECONDS = 1800;
const MAX_REPORT_BYTES = 32 * 1024 * 1024;
/** Code points of a report on standard output. */
const KEEP_REPORT = 8_000_000;
/** Tests that a result lists; failures first where there are more. */
const MAX_TESTS = 1_000;
const MAX_ERROR = 2_000;
const MAX_STACK = 4_000;
/** Of all errors and stacks together. */
const MAX_DETAILS = 300_000;

export const runTests = defineTool({
  name: 'run_tests',
  description: 'Run the project\'s tests and return every test with its status, and for failures the error, stack, file and line. The framework is detected from the project; '
    + 'JavaScript runners (jest, vitest, mocha, node:test) are called as the test script calls them.',
  toolset: 'checks',
  permission: 'execute',
  examples: [
    {}, { test_pattern: 'TestDatabase', framework: 'go' }, { test_pattern: 'should handle errors', framework: 'jest', timeout_seconds: 600 },
    { test_pattern: 'test_api', framework: 'pytest' }, { path: 'packages/api' },
  ],
  card: { icon: 'test', body: 'tests', summary: ({ test_pattern, path }) => [path, test_pattern].filter((part) => typeof part === 'string').join(' ') },
  input: z.strictObject({
    test_pattern: z.string().min(1).optional().describe('Only tests whose name matches: part of the name, a name with * as wildcard, or the runner\'s own regular expression (-k expression for pytest).'),
    framework: z.enum(frameworkNames, { error: (issue) => `unsupported framework: ${String(issue.input)}` }).optional().describe('Detected by default.'),
    timeout_seconds: z.int().min(1).default(DEFAULT_SECONDS).describe(`Wall clock, at most ${MAX_SECONDS}; then the tests are killed, and what they had reported is returned with exit code 124.`),
    path: pathField.optional().describe('Only the tests of this file, folder or package of a workspace.'),
  }),
  async run({ test_pattern, framework: asked, timeout_seconds, path }, context) {
    const plan = await planTests(context, asked, path);
    const seconds = Math.min(timeout_seconds, MAX_SECONDS);
    const limit = seconds < timeout_seconds ? `The time limit of ${timeout_seconds} s was lowered to ${MAX_SECONDS} s, the longest there is.` : undefined;
    const framework = frameworks[plan.framework];
    const report = `tests-${context.call_id.replace(/[^\w.-]/g, '_')}.report`;
    const { path: reportPath } = await context.sandbox.host.call('report', { name: report, max_bytes: MAX_REPORT_BYTES, prepare: true }, { signal: context.signal });
    const command = framework.command(plan.folder, {
      pattern: test_pattern, target: plan.target, report: reportPath, reporters: reportPath.slice(0, reportPath.lastIndexOf('/out/')), call: plan.call,
    });
    needInstalled(plan.framework, command, plan.folder);
    let done: { run: HostResult<'exec'>; report: string | undefined };
    try {
      const run = await runInSandbox(commandLine(command, plan.folder, context), context, {
        timeout_ms: seconds * 1000, cwd: plan.folder.rel_path, env: { npm_lifecycle_event: 'test', ...(plan.folder.manifest?.name === undefined ? {} : { npm_package_name: plan.folder.manifest.name }), ...command.env },
        ...(framework.stdout ? { keep: KEEP_REPORT } : {}),
      });
      done = { run, report: (await context.sandbox.host.call('report', { name: report, max_bytes: MAX_REPORT_BYTES }, { signal: context.signal })).content };
    } catch (error) {
      // What could not even be started is a finding about the project (S1), unless a program is missing.
      if (AppError.from(error).code === 'spawn_failed') return notStarted(plan, command, AppError.from(error));
      if (context.signal.aborted) void context.sandbox.host.call('report', { name: report, max_bytes: MAX_REPORT_BYTES, prepare: true }).catch(() => undefined);
      throw error;
    }
    const run: TestRun = {
      stdout: withoutAnsi(done.run.stdout), stderr: withoutAnsi(done.run.stderr), text: await wholeOutput(done.run, context), report: done.report, exit_code: done.run.exit_code, timed_out: done.run.timed_out, filtered: test_pattern !== undefined,
    };
    if (framework.missing?.(run)) throw notInstalled(plan.framework, plan.folder);
    return result({ plan, command, exec: done.run, run, parsed: framework.parse(run, plan.folder), raw: framework.raw?.(run), limit, seconds, pattern: test_pattern }, context);
  },
});

interface Finished {
  plan: TestPlan;
  command: TestCommand;
  exec: HostResult<'exec'>;
  run: TestRun;
  parsed: TestReport;
  raw: string | undefined;
  limit: string | undefined;
  seconds: number;
  pattern: string | undefined;
}

function result({ plan, command, exec, run, parsed, raw: own, limit, seconds, pattern }: Finished, context: ToolContext): ToolOutput {
  const counts = countTests(parsed);
  const executed = counts.passed + counts.failed;
  const success = run.exit_code === 0 && counts.failed === 0;
  const shown = shownPath(context.sandbox.workdir, plan.folder.rel_path);
  const raw = bounded(own ?? withoutAnsi(exec.combined), 4_000, 6_500);
  const tests = listed(parsed.tests.map(cleaned));
  // Of a script whose output says nothing that is known, nobody knows whether it ran any.
  const none = success && executed === 0 && (parsed.parse !== 'none' || plan.framework !== 'npm') ? (pattern === undefined ? 'No test was run.' : `No test was run: none matches ${JSON.stringify(pattern)}.`) : undefined;
  const error = parsed.error ?? none ?? (!success && counts.failed === 0 && !run.timed_out ? complaint(run.text) : undefined);
  const state = run.timed_out ? `Tests timed out after ${seconds} s (exit code ${run.exit_code}).` : `Tests ${success ? 'passed' : 'failed'} (exit code ${run.exit_code}).`;
  const unread = parsed.parse === 'none' ? ['No test report was found in the output.'] : [];
  const uncounted = success && none === undefined && parsed.parse === 'none';
  const counted = uncounted ? [state, ...unread] : [countLine(counts)];
  return {
    message: [...(run.timed_out ? [`Tests timed out after ${seconds} s.`] : []), ...counted, ...(error === undefined || run.timed_out ? [] : [error.split('\n')[0]!]), ...(limit === undefined ? [] : [limit])].join(' ').replace(/(skipped) (?=\S)/, '$1. '),
    output: testText({ head: [state, ...(limit === undefined ? [] : [limit]), ...unread].join(' '), counts: uncounted ? undefined : counts, tests, error, raw, success: success && parsed.parse !== 'none', shown }),
    stdout: bounded(run.stdout, 4_000, 6_500), stderr: bounded(run.stderr, 4_000, 6_500), exit_code: run.exit_code, timed_out: run.timed_out,
    metadata: {
      framework: plan.framework, success, ...commandMetadata(exec), duration: goDuration(exec.duration_ms), summary: { ...counts }, tests: tests.map((test) => testJson(test, shown)), raw_output: raw,
      executed, command: bounded(command.line, MAX_ERROR, 0), parse: parsed.parse, cwd: plan.folder.rel_path, timeout_seconds: seconds, also_detected: plan.also,
      ...(error === undefined ? {} : { error }),
    },
    ...(tests.length < parsed.tests.length ? { bounds: { returned: tests.length, truncated: true, total: parsed.tests.length, refinement_hint: 'Pass test_pattern or path to run fewer tests.' } } : {}),
  };
}

function notStarted(plan: TestPlan, command: TestCommand, error: AppError): ToolOutput {
  return {
    message: `The tests could not be started: ${error.message}`, output: `The tests could not be started: ${error.message}\n${bounded(command.line, MAX_ERROR, 0)}`, exit_code: -1, timed_out: false,
    metadata: {
      framework: plan.framework, success: false, exit_code: -1, timed_out: false, duration: '0s', summary: { total: 0, passed: 0, failed: 0, skipped: 0 }, tests: [], raw_output: '',
      executed: 0, command: bounded(command.line, MAX_ERROR, 0), parse: 'none', error: error.message,
    },
  };
}

/** @throws AppError `not_installed`, before a shell would only say 127. */
function needInstalled(framework: FrameworkName, { needs }: TestCommand, folder: TestFolder): void {
  const missing = needs.find((program) => folder.programs[program] === undefined);
  if (missing !== undefined) throw notInstalled(missing === 'python3' ? framework : missing, folder, missing);
}

function notInstalled(name: string, { manifest }: TestFolder, program = name): AppError {
  const why = program === name ? '' : ` (there is no ${program})`;
  const hint = manifest?.dependencies.has(name) ? '. Install the project\'s packages first: npm install' : '';
  return new AppError('not_installed', `${name}: not installed in this sandbox${why}${hint}`, { data: { program } });
}

/** With the programs of the project's packages in reach, as npm has them for scripts: those of the folder first, then of those above it. */
function commandLine({ line }: TestCommand, { rel_path }: TestFolder, { sandbox }: ToolContext): string {
  const parts = rel_path === '.' ? [] : rel_path.split('/');
  const folders = [...parts.map((_part, index) => `/${parts.slice(0, parts.length - index).join('/')}`), ''];
  return `export PATH=${folders.map((folder) => quote(`${sandbox.workdir}${folder}/node_modules/.bin`)).join(':')}:"$PATH"\n${line}`;
}

/** Long outputs keep their ends only; the log has the rest. */
async function wholeOutput(run: HostResult<'exec'>, context: ToolContext): Promise<string> {
  if (run.log_path === undefined) return withoutAnsi(run.combined);
  const log = await context.sandbox.host.call('read', { path: run.log_path, offset: 1, limit: 1_000_000, max_chars: KEEP_REPORT, max_whole: KEEP_REPORT }, { signal: context.signal });
  return withoutAnsi(log.content);
}

/** Paths as the project knows them, where they lie in it. */
function shownPath(workdir: string, folder: string): (path: string) => string {
  return (path) => {
    const plain = path.replace(/^file:\/\//, '');
    if (plain.startsWith(`${workdir}/`)) return plain.slice(workdir.length + 1);
    if (plain.startsWith('/') || plain === '' || folder === '.') return plain.replace(/^\.\//, '');
    return `${folder}/${plain.replace(/^\.\//, '')}`;
  };
}

function cleaned(test: TestCase): TestCase {
  const { error, stack_trace, ...rest } = test;
  return { ...rest, name: withoutAnsi(rest.name), ...(error === undefined ? {} : { error: withoutAnsi(error) }), ...(stack_trace === undefined ? {} : { stack_trace: withoutAnsi(stack_trace) }) };
}

/** Bounded in number and in size: a report is data of a program that may say anything. */
function listed(tests: readonly TestCase[]): TestCase[] {
  const failures = tests.filter((test) => test.status === 'fail').length;
  let others = Math.max(0, MAX_TESTS - failures);
  let left = MAX_TESTS;
  let details = MAX_DETAILS;
  const kept: TestCase[] = [];
  for (const test of tests) {
    if (left === 0) break;
    if (test.status !== 'fail' && tests.length > MAX_TESTS && others-- <= 0) continue;
    left--;
    const { error, stack_trace, ...rest } = test;
    const said = error === undefined ? undefined : bounded(error, details > 0 ? MAX_ERROR : 200, 0);
    const stack = stack_trace === undefined || details <= 0 ? undefined : bounded(stack_trace, MAX_STACK, 0);
    details -= (said?.length ?? 0) + (stack?.length ?? 0);
    kept.push({ ...rest, name: bounded(rest.name, MAX_ERROR, 0), ...(said === undefined ? {} : { error: said }), ...(stack === undefined ? {} : { stack_trace: stack }) });
  }
  return kept;
}

/** The line that says why there are no tests, if one does. */
function complaint(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.length <= 1_000).join('\n');
  return /^.*(?:\b\w*Error\b(?: \[\w+\])?: .+|\b[Nn]o tests? (?:files? )?found.*|[Mm]issing script.*|Cannot find module.*|Could not find.*|process\.exit called.*)$/m.exec(lines)?.[0].replace(/^\s*●?\s*/, '').trim();
}

