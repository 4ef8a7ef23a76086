import * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import type { Json } from '../shared/json.ts';
import { effectiveSeconds, logName, reportMetadata, runCheck, shortened } from './check-run.ts';
import type { CheckRun } from './check-run.ts';
import { countsText, diagnosticLines, distinct, MAX_FINDINGS, plural, violationJson } from './diagnostics.ts';
import type { Diagnostic } from './diagnostics.ts';
import { linters } from './lint/adapter.ts';
import type { LintAdapter, LintOutput, LintPlan, LintRequest, LintTarget, Linter } from './lint/adapter.ts';
import { detectLinters, LINT_FILES } from './lint/detect.ts';
import { lintAdapters } from './lint/index.ts';
import { alsoSetUp, projectFacts } from './project-facts.ts';
import type { ProjectFacts } from './project-facts.ts';
import { defineTool } from './tool.ts';
import type { ToolContext, ToolOutput } from './tool.ts';

const SECONDS = { default: 300, cap: 900 };
const MAX_REPORT_BYTES = 32 * 1024 * 1024;
const MAX_TARGETS = 2000;

export const runLinter = defineTool({
  name: 'run_linter',
  description: 'Run the project\'s linter (ESLint, tsc, Biome, golangci-lint or Pylint) and return every violation with file, line, column, rule and severity. Changes no files.',
  toolset: 'checks',
  permission: 'execute',
  input: z.strictObject({
    files: z.array(z.string().min(1)).optional().describe('Files, folders or glob patterns relative to the project, such as "src/**/*.ts"; "!" in front excludes. The whole project by default.'),
    framework: z.enum(linters, { error: ({ input }) => `unsupported linter framework: ${String(input)}` }).optional().describe('Detected from the project by default.'),
    timeout_seconds: z.int().min(1).optional().describe('300 by default, at most 900.'),
  }),
  card: { icon: 'lint', body: 'findings', summary: ({ framework, files }) => [framework, ...(Array.isArray(files) ? files : [])].filter((part) => typeof part === 'string').join(' ') },
  examples: [{}, { files: ['src/**/*.ts'] }, { framework: 'eslint', timeout_seconds: 600 }],
  async run({ files, framework: asked, timeout_seconds }, context) {
    const what = 'failed to detect linter framework';
    const facts = await projectFacts(context, { read: LINT_FILES, programs: linters.map((linter) => lintAdapters[linter].program) }, what);
    const candidates = asked ? [asked] : detectLinters(facts, (linter) => programOf(linter, facts) !== undefined);
    const framework = candidates[0]!;
    const adapter = lintAdapters[framework];
    const program = programOf(framework, facts);
    if (program === undefined) throw notInstalled(adapter);
    const { targets, unmatched } = await targetsOf(files, context);
    const { seconds, note } = effectiveSeconds(timeout_seconds, SECONDS);
    const request: LintRequest = { facts, program, targets, report_path: (await report(context, true)).path };

    let plan = adapter.plan(request);
    let { run, output } = await lint(plan, seconds, context, facts);
    const other = adapter.retry?.(output, request);
    if (other && !run.timed_out) {
      plan = other;
      ({ run, output } = await lint(plan, seconds, context, facts));
    }
    const reason = run.exit_code === 0 ? undefined : adapter.cannot_run?.(output);
    if (reason !== undefined) throw notInstalled(adapter, reason);

    const parsed = adapter.parse(output);
    const all = distinct(parsed.violations);
    const violations = plan.only_targets ? all.filter((one) => isTarget(one, targets!)) : all;
    const looked = parsed.parse !== 'none' && !run.timed_out && (run.exit_code === 0 || plan.found(run.exit_code));
    // What a linter found elsewhere is no failure of the files that were asked for.
    const elsewhere = looked && violations.length === 0 && all.length > 0;
    const success = run.exit_code === 0 || elsewhere;
    const error = run.timed_out || success || looked ? '' : `${framework} did not get to lint (exit code ${run.exit_code}): ${firstWords(output)}`;
    const base = await reportMetadata(framework, run, seconds, context);
    const metadata: { [key: string]: Json } = {
      ...base, success, ...(error === '' ? {} : { error }), violation_count: violations.length, violations: violations.slice(0, MAX_FINDINGS).map(violationJson),
      parse: parsed.parse, command: shown(plan.argv, facts, request), unmatched,
      ...(elsewhere || all.length > violations.length ? { violations_elsewhere: all.length - violations.length } : {}),
      ...(candidates.length > 1 ? { also_configured: candidates.slice(1) } : {}),
    };
    const notes = [note, unmatched.length === 0 ? '' : `No files match ${unmatched.join(', ')}.`, alsoSetUp(candidates.slice(1), (linter) => programOf(linter, facts) !== undefined),
      all.length > violations.length ? `${plural(all.length - violations.length, 'violation')} in other files left out.` : ''].filter((line) => line !== '');
    return answer(framework, run, violations, { success, error, looked, elsewhere, notes, raw: base.raw_output }, metadata);
  },
});

interface Verdict {
  success: boolean;
  error: string;
  looked: boolean;
  elsewhere: boolean;
  notes: string[];
  raw: string;
}

function answer(framework: Linter, run: CheckRun, violations: Diagnostic[], { success, error, looked, elsewhere, notes, raw }: Verdict, metadata: { [key: string]: Json }): ToolOutput {
  const counts = `${plural(violations.length, 'violation')}${violations.length === 0 ? '' : ` (${countsText(violations)})`}`;
  const message = run.timed_out ? `${framework} timed out after ${String(metadata.timeout_seconds)}s: ${counts} so far`
    : error !== '' ? error : `${framework}: ${counts}`;
  const head = `${message}. Exit code: ${run.exit_code}.`;
  // The program's own words where they say more than the list, and always where there is no list.
  const words = looked && (violations.length > 0 || success) ? '' : raw.trim();
  const shownCount = Math.min(violations.length, MAX_FINDINGS);
  return {
    message, output: [head, ...notes, diagnosticLines(violations), words].filter((part) => part !== '').join('\n'),
    stdout: shortened(run.stdout), stderr: shortened(run.stderr), timed_out: run.timed_out,
    ...(elsewhere ? {} : { exit_code: run.exit_code }), metadata,
    ...(shownCount < violations.length ? { bounds: { returned: shownCount, truncated: true, total: violations.length, refinement_hint: 'Name fewer files in "files".' } } : {}),
  };
}

function programOf(linter: Linter, facts: ProjectFacts): string | undefined {
  return facts.programs[lintAdapters[linter].program];
}

function notInstalled(adapter: LintAdapter, reason: string | undefined = adapter.missing): AppError {
  return new AppError('not_installed', `${adapter.program}: not installed in this sandbox${reason === undefined ? '' : `. ${reason}`}`);
}

/** @throws AppError `not_found` when no pattern matches anything. */
async function targetsOf(files: readonly string[] | undefined, context: ToolContext): Promise<{ targets: LintTarget[] | undefined; unmatched: string[] }> {
  if (files === undefined || files.length === 0) return { targets: undefined, unmatched: [] };
  const { entries, unmatched, truncated } = await context.sandbox.host.call('expand', { patterns: [...files], limit: MAX_TARGETS }, { signal: context.signal });
  if (entries.length === 0) throw new AppError('not_found', `No files match: ${files.join(', ')}`);
  if (truncated) throw new AppError('too_large', `More than ${MAX_TARGETS} files match. Name a folder instead.`);
  return { targets: entries, unmatched };
}

async function report(context: ToolContext, prepare: boolean) {
  return context.sandbox.host.call('report', { name: `${logName(context)}.report.json`, max_bytes: MAX_REPORT_BYTES, prepare }, { signal: context.signal });
}

async function lint(plan: LintPlan, seconds: number, context: ToolContext, facts: ProjectFacts): Promise<{ run: CheckRun; output: LintOutput }> {
  const run = await runCheck({ command: plan.argv, seconds }, context);
  const { exit_code, stdout, stderr, combined } = run;
  const written = plan.report ? await report(context, false) : undefined;
  if (written && written.size > MAX_REPORT_BYTES) throw new AppError('too_large', `The linter's report has ${written.size} bytes, more than ${MAX_REPORT_BYTES}. Name fewer files.`);
  return { run, output: { workdir: facts.workdir, exit_code, stdout, stderr, combined, report: written?.content } };
}

function isTarget({ file }: Diagnostic, targets: readonly LintTarget[]): boolean {
  // A finding about no file, such as a configuration that is wrong, concerns them all.
  return file === '' || targets.some(({ path, type }) => file === path || (type === 'dir' && (path === '.' || file.startsWith(`${path}/`))));
}

/** The first line that says something; programs like to begin with a cry. */
function firstWords({ stderr, stdout }: LintOutput): string {
  const lines = `${stderr}\n${stdout}`.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !/^Oops! Something went wrong|^ESLint: [\d.]+$|^Traceback /.test(line));
  return lines.find((line) => /error|could ?n[o']t|cannot|not found|no files|no such|unknown|invalid|fail/i.test(line)) ?? lines[0] ?? 'it said nothing';
}

/** The command as a person would type it. */
function shown(argv: readonly string[], { workdir }: ProjectFacts, { report_path }: LintRequest): string {
  const words = argv.map((word, at) => (at === 0 ? word.slice(word.lastIndexOf('/') + 1) : word.replaceAll(report_path, report_path.slice(workdir.length + 1))));
  return words.map((word) => (/^[\w@%+=:,./*!-]+$/.test(word) ? word : `'${word.replaceAll('\'', '\'\\\'\'')}'`)).join(' ');
}
