import * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import type { Json } from '../shared/json.ts';
import { allParsers, buildAdapters, builders } from './build/adapters.ts';
import type { Builder } from './build/adapters.ts';
import { builderOfCommand, detectBuilders, programOfCommand, TOOLCHAINS } from './build/detect.ts';
import { parseOutput } from './build/output.ts';
import { effectiveSeconds, reportMetadata, runCheck, shortened } from './check-run.ts';
import type { CheckRun } from './check-run.ts';
import { buildErrorJson, diagnosticLines, distinct, MAX_FINDINGS, plural } from './diagnostics.ts';
import type { Diagnostic } from './diagnostics.ts';
import { alsoSetUp, projectFacts } from './project-facts.ts';
import type { ProjectFacts } from './project-facts.ts';
import { defineTool } from './tool.ts';
import type { ToolOutput } from './tool.ts';

const SECONDS = { default: 600, cap: 1800 };

export const buildProject = defineTool({
  name: 'build_project',
  description: 'Build the project (its npm build script, Vite, tsc, make, ...) and return every error and warning with file, line and column.',
  toolset: 'checks',
  permission: 'execute',
  input: z.strictObject({
    build_target: z.string().min(1).optional().describe('What to build: an npm script, a make, Maven or Gradle target, a Cargo binary, the output of go build, the output folder of Vite, or a tsconfig.'),
    build_command: z.string().min(1).optional().describe('A command line for the shell to run instead of the framework\'s own.'),
    framework: z.enum(builders, { error: ({ input }) => `unsupported build framework: ${String(input)}` }).optional().describe('Detected from the project by default.'),
    timeout_seconds: z.int().min(1).optional().describe('600 by default, at most 1800.'),
  }),
  card: { icon: 'build', body: 'findings', summary: ({ build_command, framework, build_target }) => [build_command ?? framework, build_target].filter((part) => typeof part === 'string').join(' ') },
  examples: [{}, { framework: 'npm' }, { build_command: 'npm run build -- --mode staging', timeout_seconds: 600 }],
  async run({ build_target, build_command, framework: asked, timeout_seconds }, context) {
    const facts = await projectFacts(context, { read: ['tsconfig.json'], programs: TOOLCHAINS }, 'failed to detect build framework');
    const plan = build_command === undefined ? ownPlan(asked, build_target, facts) : commandPlan(asked, build_command, facts);
    const { seconds, note } = effectiveSeconds(timeout_seconds, SECONDS);
    // As in npm's scripts: the project's own programs need no path.
    const run = await runCheck({ command: plan.command, seconds, env: { PATH: `${facts.workdir}/node_modules/.bin:${context.sandbox.env.PATH}` } }, context);
    const adapter = plan.framework === 'custom' ? undefined : buildAdapters[plan.framework];
    const parsers = adapter?.parsers ?? allParsers;
    const texts = adapter?.in_order === true ? [run.combined] : [run.stdout, run.stderr];
    const found = distinct(texts.flatMap((text) => parseOutput(text, facts.workdir, parsers)));
    return answer(plan, run, found, await reportMetadata(plan.framework, run, seconds, context), [note, ...plan.notes].filter((line) => line !== ''));
  },
});

interface BuildPlan {
  framework: Builder | 'custom';
  command: string | string[];
  shown: string;
  notes: string[];
}

function ownPlan(asked: Builder | undefined, target: string | undefined, facts: ProjectFacts): BuildPlan {
  const candidates = asked ? [asked] : detectBuilders(facts, (builder) => programOf(builder, facts) !== undefined);
  const framework = candidates[0]!;
  const adapter = buildAdapters[framework];
  const args = adapter.args(facts, target);
  const program = programOf(framework, facts);
  if (program === undefined) throw notInstalled(adapter.program, adapter.missing);
  return {
    framework, command: [program, ...args], shown: [program.startsWith('./') ? program : adapter.program, ...args].join(' '),
    notes: [alsoSetUp(candidates.slice(1), (builder) => programOf(builder, facts) !== undefined)],
  };
}

/** The command's own first word tells whose output it is where nobody says; what the project looks like does not. */
function commandPlan(asked: Builder | undefined, command: string, facts: ProjectFacts): BuildPlan {
  const program = programOfCommand(command);
  if (program !== undefined && TOOLCHAINS.includes(program) && facts.programs[program] === undefined) {
    const framework = builderOfCommand(command);
    throw notInstalled(program, framework && buildAdapters[framework].program === program ? buildAdapters[framework].missing : undefined);
  }
  return { framework: asked ?? builderOfCommand(command) ?? 'custom', command, shown: command, notes: [] };
}

/** A wrapper of the project's own comes first, if there is the Java that it needs. */
function programOf(builder: Builder, { programs, names }: ProjectFacts): string | undefined {
  const wrapper = builder === 'gradle' ? 'gradlew' : builder === 'maven' ? 'mvnw' : undefined;
  if (wrapper !== undefined && names.has(wrapper) && programs.java !== undefined) return `./${wrapper}`;
  return programs[buildAdapters[builder].program];
}

function notInstalled(program: string, hint: string | undefined): AppError {
  return new AppError('not_installed', `${program}: not installed in this sandbox${hint === undefined ? '' : `. ${hint}`}`);
}

function answer(plan: BuildPlan, run: CheckRun, found: Diagnostic[], base: Awaited<ReturnType<typeof reportMetadata>>, notes: string[]): ToolOutput {
  const errors = found.filter((one) => one.severity === 'error');
  const warnings = found.filter((one) => one.severity !== 'error');
  const failed = run.exit_code !== 0;
  const unread = failed && errors.length === 0;
  const metadata: { [key: string]: Json } = {
    ...base, error_count: errors.length, errors: errors.slice(0, MAX_FINDINGS).map(buildErrorJson), warning_count: warnings.length,
    warnings: warnings.slice(0, MAX_FINDINGS).map(buildErrorJson), parse: unread ? 'none' : 'text', command: plan.shown,
    ...(unread && !run.timed_out ? { error: `the build failed with exit code ${run.exit_code}, and no error could be read from its output` } : {}),
  };
  const counts = `${plural(errors.length, 'error')}, ${plural(warnings.length, 'warning')}`;
  const message = run.timed_out ? `The build timed out after ${String(base.timeout_seconds)}s: ${counts} so far`
    : failed ? `The build failed: ${unread ? 'see its output' : counts}` : `The build succeeded: ${counts}`;
  const shown = Math.min(errors.length, MAX_FINDINGS) + Math.min(warnings.length, MAX_FINDINGS);
  return {
    message, stdout: shortened(run.stdout), stderr: shortened(run.stderr), exit_code: run.exit_code, timed_out: run.timed_out, metadata,
    output: [`${message}. Exit code: ${run.exit_code}. Command: ${plan.shown}`, ...notes, diagnosticLines(found), base.raw_output.trim()].filter((part) => part !== '').join('\n'),
    ...(shown < found.length ? { bounds: { returned: shown, truncated: true, total: found.length, refinement_hint: 'Fix the first errors and build again.' } } : {}),
  };
}

