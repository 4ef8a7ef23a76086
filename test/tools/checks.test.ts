/** run_linter and build_project in the real sandbox: first with programs that say what the test wants, then with the real ESLint and TypeScript. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolResult } from '../../src/tools/result.ts';
import type { RegistryMirror } from '../support/registry-mirror.ts';
import { startRegistryMirror } from '../support/registry-mirror.ts';
import { SOAK } from '../support/sample.ts';
import type { ToolsBrowser } from '../support/tools-browser.ts';
import { openTools } from '../support/tools-browser.ts';

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

const lint = (args: unknown, stopAt?: string): Promise<ToolResult> => tools.tool('run_linter', args, stopAt);
const build = (args: unknown, stopAt?: string): Promise<ToolResult> => tools.tool('build_project', args, stopAt);
const sh = async (command: string): Promise<string> => {
  const result = await tools.tool('run_command', { command });
  if (result.exit_code !== 0) throw new Error(`${command}: ${result.output}`);
  return result.stdout ?? '';
};

/** The project is these files and nothing else; those below node_modules/.bin are programs. */
async function project(files: Record<string, string>, keep = ''): Promise<void> {
  await sh(`for f in $(ls -A); do case "$f" in .tabloom${keep}) ;; *) rm -rf "$f" ;; esac; done`);
  for (const [path, content] of Object.entries(files)) await tools.tool('write_file', { path, content });
  const programs = Object.keys(files).filter((path) => path.startsWith('node_modules/.bin/'));
  if (programs.length > 0) await sh(`chmod +x ${programs.join(' ')}`);
}

/** A linter that notes its arguments, writes this report where it is told to, and exits so. */
const linterThat = (report: string, exit: number, flag: string, extra = ''): string => `#!/bin/sh
echo "$*" >> args.txt
${extra}
while [ $# -gt 0 ]; do
  if [ "$1" = "${flag}" ]; then cat > "$2" <<'REPORT'
${report}
REPORT
  fi
  shift
done
exit ${exit}
`;
const eslintReport = (...files: [name: string, ...messages: object[]][]): string => JSON.stringify(files.map(([name, ...messages]) => ({ filePath: `/home/project/${name}`, messages })));
const message = (line: number, ruleId: string | null, severity: 1 | 2, text: string): object => ({ ruleId, severity, message: text, line, column: 2 });
const golangci = (exit: number): string => linterThat(JSON.stringify({
  Issues: [
    { FromLinter: 'unused', Text: 'unused variable \'x\'', Severity: 'error', Pos: { Filename: 'internal/foo.go', Line: 10, Column: 2 } },
    { FromLinter: 'errcheck', Text: 'Error return value is not checked', Severity: '', Pos: { Filename: 'internal/deep/bar.go', Line: 3, Column: 1 } },
  ],
}), exit, '--output.json.path');

describe('run_linter', () => {
  it('answers as the document\'s example, and only about the files that were asked for [S1.run_linter] [S1.adapter.lint.golangci-lint]', async () => {
    await project({ 'go.mod': 'module x\n', 'internal/foo.go': 'package x\n', 'internal/deep/bar.go': 'package x\n', 'pkg/a.go': 'package x\n', 'node_modules/.bin/golangci-lint': golangci(1) });
    const result = await lint({ files: ['internal/*.go', 'pkg/*.go'], framework: 'golangci-lint', timeout_seconds: 300 });
    expect(result).toMatchObject({
      status: 'executed', ok: false, is_error: false, exit_code: 1, timed_out: false, message: 'golangci-lint: 1 violation (1 error)', metadata: {
        framework: 'golangci-lint', success: false, exit_code: 1, violation_count: 1, parse: 'json', error: '', raw_output: '', unmatched: [], timeout_seconds: 300, violations_elsewhere: 1,
        violations: [{ file: 'internal/foo.go', line: 10, column: 2, rule: 'unused', severity: 'error', message: 'unused variable \'x\'', linter: 'unused' }],
      },
    });
    expect(result.metadata.duration).toMatch(/^\d+(\.\d+)?(ms|s)$/);
    expect(result.output).toBe('golangci-lint: 1 violation (1 error). Exit code: 1.\n1 violation in other files left out.\ninternal/foo.go:10:2: error: unused variable \'x\' (unused)');
    expect(await sh('cat args.txt')).toMatch(/^run --output\.json\.path \/home\/project\/\.tabloom\/out\/\S+\.report\.json \.\/internal \.\/pkg\n$/);
    expect(await sh('ls .tabloom/out')).not.toContain('report.json');

    // What is wrong elsewhere does not fail the files that were asked for; the exit code is told all the same.
    const other = await lint({ files: ['pkg/*.go'] });
    expect(other).toMatchObject({ ok: true, message: 'golangci-lint: 0 violations', metadata: { success: true, exit_code: 1, violation_count: 0, violations_elsewhere: 2 } });
    const whole = await lint({});
    expect(whole).toMatchObject({ ok: false, message: 'golangci-lint: 2 violations (2 errors)', metadata: { violation_count: 2 } });
  });

  it('says which program is missing, and what to do about it', async () => {
    await project({ 'go.mod': 'module x\n', 'internal/api/a.go': 'package api\n', 'm.py': '' });
    expect((await lint({ files: ['internal/api/*.go'], framework: 'golangci-lint' })).error).toEqual({ code: 'not_installed', message: 'golangci-lint: not installed in this sandbox' });
    expect((await lint({})).error?.message).toBe('golangci-lint: not installed in this sandbox');
    expect((await lint({ framework: 'pylint' })).error?.message).toBe('pylint: not installed in this sandbox');
    expect((await lint({ framework: 'eslint' })).error?.message).toBe('eslint: not installed in this sandbox. Install it with npm: npm install -D eslint');
    expect((await lint({ framework: 'tsc' })).error?.message).toBe('tsc: not installed in this sandbox. Install it with npm: npm install -D typescript');
    await project({ 'go.mod': '', 'eslint.config.js': '', 'biome.json': '{}', 'node_modules/.bin/eslint': linterThat(eslintReport(), 0, '--output-file'), 'node_modules/.bin/biome': '#!/bin/sh\n' });
    expect(await lint({})).toMatchObject({ output: 'eslint: 0 violations. Exit code: 0.\nAlso set up here: biome, golangci-lint (not installed).', metadata: { also_configured: ['biome', 'golangci-lint'] } });
    await project({ 'biome.json': '{}', 'node_modules/.bin/biome': '#!/bin/sh\necho "The Biome CLI doesn\'t ship with prebuilt binaries for your platform yet." >&2\nexit 1\n' });
    expect((await lint({})).error).toEqual({ code: 'not_installed', message: 'biome: not installed in this sandbox. Biome is a native program, of which there is no build for this sandbox.' });
  });

  it('refuses what it cannot do, in the documented words', async () => {
    await project({ 'README.md': '#\n' });
    expect((await lint({})).error).toMatchObject({ code: 'not_configured', message: 'failed to detect linter framework: could not detect linter framework in /home/project' });
    expect((await lint({ framework: 'rubocop' })).error).toMatchObject({ code: 'invalid_arguments', message: expect.stringContaining('unsupported linter framework: rubocop') as string });
    expect((await lint({ framwork: 'eslint' })).error).toMatchObject({ code: 'invalid_arguments', message: expect.stringContaining('json: unknown field "framwork"') as string, retry_hint: { did_you_mean: 'framework' } });
    for (const timeout_seconds of [0, -1, 1.5, '300']) expect((await lint({ timeout_seconds })).error?.code).toBe('invalid_arguments');
    await project({ 'package.json': '{ "scripts": ' });
    expect((await lint({})).error?.message).toMatch(/^failed to detect linter framework: package\.json is not valid JSON \(/);
  });

  it('expands patterns itself: names that are patterns, options that are names, exclusions, escapes, nothing', async () => {
    const report = eslintReport();
    await project({ 'eslint.config.js': '', 'src/[id].js': '', 'src/a.js': '', 'src/b.test.js': '', '-x.js': '', 'ünï.js': '', 'out/c.js': '', '.gitignore': 'out\n', 'node_modules/.bin/eslint': linterThat(report, 0, '--output-file') });
    const linted = async (...files: string[]): Promise<string | undefined> => {
      await sh('rm -f args.txt');
      const result = await lint({ files });
      return result.error ? `${result.error.code}: ${result.error.message}` : (await sh('cat args.txt')).trim().split(' --ignore-pattern .tabloom/ ')[1];
    };
    expect(await linted('src/*.js')).toBe('src/[id].js src/a.js src/b.test.js');
    expect(await linted('src/[id].js')).toBe('src/[id].js');
    expect(await linted('**/*.js', '!**/*.test.js')).toBe('./-x.js eslint.config.js src/[id].js src/a.js ünï.js');
    expect(await linted('src', 'ünï.js')).toBe('src ünï.js');
    expect(await linted('out/c.js', '/home/project/src/a.js', './src/a.js')).toBe('out/c.js src/a.js');
    expect(await linted('$(touch x).js')).toBe('not_found: No files match: $(touch x).js');
    expect(await linted('../etc/*')).toBe('path_escape: path escapes project workdir: ../etc/*');
    expect(await linted('.git/config')).toMatch(/^blocked: /);
    const some = await lint({ files: ['src/a.js', 'gone/*.js', 'gone.js'] });
    expect([some.metadata.unmatched, some.output]).toEqual([['gone.js', 'gone/*.js'], 'eslint: 0 violations. Exit code: 0.\nNo files match gone.js, gone/*.js.']);
    expect(await sh('ls')).not.toMatch(/^x$/m);
  });

  it('counts warnings as success, parse errors without a rule as errors, and takes the exit code of the linter', async () => {
    const run = async (report: string, exit: number): Promise<ToolResult> => {
      await project({ 'eslint.config.js': '', 'node_modules/.bin/eslint': linterThat(report, exit, '--output-file', 'echo "noise [1] {"; echo more >&2') });
      return lint({});
    };
    expect(await run(eslintReport(['a.js', message(1, 'semi', 1, 'Missing semicolon.')]), 0)).toMatchObject({ ok: true, message: 'eslint: 1 violation (1 warning)', metadata: { success: true, violation_count: 1, raw_output: 'noise [1] {\nmore\n' } });
    expect(await run(eslintReport(['ü/ä.js', message(1, 'semi', 1, '“Missing” 🙂'), message(3, null, 2, 'Parsing error')]), 1)).toMatchObject({
      ok: false, is_error: false, message: 'eslint: 2 violations (1 error, 1 warning)', metadata: { violations: [{ file: 'ü/ä.js', message: '“Missing” 🙂', severity: 'warning' }, { rule: '', severity: 'error' }] },
    });
    // `--max-warnings`: nothing but warnings, and a failure.
    expect(await run(eslintReport(['a.js', message(1, 'semi', 1, 'x')]), 1)).toMatchObject({ ok: false, metadata: { success: false, error: '', violation_count: 1 } });
  });

  it('never takes silence for cleanliness: a crash, a broken report, a report that leads elsewhere', async () => {
    const run = async (program: string): Promise<ToolResult> => {
      await project({ 'eslint.config.js': '', 'node_modules/.bin/eslint': program });
      return lint({});
    };
    const crash = await run('#!/bin/sh\nprintf "\\nOops! Something went wrong! :(\\n\\nESLint: 9.39.5\\n\\nESLint couldn\'t find an eslint.config.(js|mjs|cjs) file.\\n" >&2\nexit 2\n');
    expect(crash).toMatchObject({
      status: 'executed', ok: false, is_error: false, exit_code: 2, message: 'eslint did not get to lint (exit code 2): ESLint couldn\'t find an eslint.config.(js|mjs|cjs) file.',
      metadata: { success: false, parse: 'none', violation_count: 0, violations: [] },
    });
    expect(crash.output).toContain('Oops! Something went wrong!');
    expect(await run(linterThat('[{"filePath":"/home', 1, '--output-file'))).toMatchObject({ ok: false, metadata: { parse: 'none', error: 'eslint did not get to lint (exit code 1): it said nothing' } });
    const linked = await run('#!/bin/sh\nwhile [ $# -gt 0 ]; do if [ "$1" = --output-file ]; then ln -s /etc/passwd "$2"; fi; shift; done\nexit 1\n');
    expect(linked.error?.code).toBe('path_escape');
  });

  it('keeps to its time: the default, the cap, and what was found before the end', async () => {
    await project({ 'eslint.config.js': '', 'node_modules/.bin/eslint': linterThat(eslintReport(), 0, '--output-file') });
    expect((await lint({})).metadata.timeout_seconds).toBe(300);
    expect((await lint({ framework: 'eslint', timeout_seconds: 600 })).metadata.timeout_seconds).toBe(600);
    expect((await lint({ timeout_seconds: 900 })).metadata.timeout_seconds).toBe(900);
    const capped = await lint({ timeout_seconds: 901 });
    expect([capped.metadata.timeout_seconds, capped.output]).toEqual([900, 'eslint: 0 violations. Exit code: 0.\ntimeout_seconds was lowered from 901 to its maximum, 900.']);
    await project({ 'eslint.config.js': '', 'node_modules/.bin/eslint': '#!/bin/sh\necho began\nsleep 100\n' });
    expect(await lint({ timeout_seconds: 1 })).toMatchObject({
      status: 'executed', ok: false, exit_code: 124, timed_out: true, message: 'eslint timed out after 1s: 0 violations so far',
      metadata: { timed_out: true, exit_code: 124, success: false, error: 'timed out after 1s', raw_output: 'began\n', parse: 'none' },
    });
    expect(await lint({}, 'began')).toMatchObject({ status: 'error', error: { code: 'aborted', message: 'Stopped.' } });
  });

  it('shows a thousand violations and counts them all', async () => {
    const messages = Array.from({ length: 1001 }, (_, at) => message(at + 1, 'r', 2, `m${at}`));
    await project({ 'eslint.config.js': '', 'node_modules/.bin/eslint': `#!/usr/bin/env node\nconst at = process.argv.indexOf('--output-file');\nrequire('fs').writeFileSync(process.argv[at + 1], ${JSON.stringify(eslintReport(['a.js', ...messages]))});\nprocess.exitCode = 1;\n` });
    const result = await lint({});
    expect([result.metadata.violation_count, (result.metadata.violations as unknown[]).length, result.bounds]).toEqual([1001, 1000, { returned: 1000, truncated: true, total: 1001, refinement_hint: 'Name fewer files in "files".' }]);
    expect(result.output.split('\n').slice(-1)).toEqual(['... (801 more) ...']);
  });

  it('asks an older golangci-lint again in its own way, and several at once do not meet', async () => {
    await project({ 'go.mod': '', 'node_modules/.bin/golangci-lint': '#!/bin/sh\ncase "$*" in *--output.json.path*) echo "Error: unknown flag: --output.json.path" >&2; exit 3;; esac\necho \'{"Issues":[{"FromLinter":"govet","Text":"t","Pos":{"Filename":"a.go","Line":1,"Column":1}}]}\'\nexit 1\n' });
    const both = await Promise.all([lint({}), lint({}), lint({})]);
    expect(both.map((result) => [result.metadata.violation_count, result.metadata.command])).toEqual(Array(3).fill([1, 'golangci-lint run --out-format json ./...']));
  });
});

describe('build_project', () => {
  const goFails = '#!/bin/sh\necho "$*" >> args.txt\nprintf "# x/internal\\ninternal/foo.go:10:2: undefined: someFunc\\ninternal/foo.go:12:3: y declared and not used\\n" >&2\nexit 1\n';

  it('answers as the document\'s example [S1.build_project] [S1.adapter.build.go]', async () => {
    await project({ 'go.mod': 'module x\n', 'node_modules/.bin/go': goFails });
    const result = await build({ build_target: 'myapp', build_command: 'go build -o myapp ./cmd/app', framework: 'go', timeout_seconds: 300 });
    expect(result).toMatchObject({ status: 'executed', ok: false, is_error: false, exit_code: 1, message: 'The build failed: 2 errors, 0 warnings' });
    expect(result.metadata).toMatchObject({
      framework: 'go', success: false, exit_code: 1, error_count: 2, warnings: [], timed_out: false, error: '', parse: 'text', command: 'go build -o myapp ./cmd/app',
      errors: [{ file: 'internal/foo.go', line: 10, column: 2, message: 'undefined: someFunc', type: 'error' }, { file: 'internal/foo.go', line: 12, column: 3, message: 'y declared and not used', type: 'error' }],
      raw_output: '# x/internal\ninternal/foo.go:10:2: undefined: someFunc\ninternal/foo.go:12:3: y declared and not used\n',
    });
    expect(result.metadata.duration).toMatch(/^\d+(\.\d+)?(ms|s)$/);
    await build({ build_target: 'myapp', framework: 'go' });
    await build({});
    await build({ build_command: 'go build -v -tags production ./...', timeout_seconds: 600 });
    expect(await sh('cat args.txt')).toBe('build -o myapp ./cmd/app\nbuild -o myapp ./...\nbuild ./...\nbuild -v -tags production ./...\n');
  });

  it.each([
    ['go', {}, 'go: not installed in this sandbox. It is a native program, of which there is no build for this sandbox.'],
    ['cargo', {}, 'cargo: not installed in this sandbox. It is a native program, of which there is no build for this sandbox.'],
    ['maven', {}, 'mvn: not installed in this sandbox. It needs Java, of which there is no build for this sandbox.'],
    ['gradle', {}, 'gradle: not installed in this sandbox. It needs Java, of which there is no build for this sandbox.'],
    ['vite', {}, 'vite: not installed in this sandbox. Install it with npm: npm install -D vite'],
    ['tsc', {}, 'tsc: not installed in this sandbox. Install it with npm: npm install -D typescript'],
    [undefined, { build_command: 'CGO_ENABLED=0 go build -v -tags production ./...' }, 'go: not installed in this sandbox. It is a native program, of which there is no build for this sandbox.'],
    [undefined, { build_command: 'gcc -c a.c' }, 'gcc: not installed in this sandbox'],
  ])('names the program that cannot be here: %s %j', async (framework, args, text) => {
    await project({ 'Makefile': 'all:\n' });
    expect((await build({ ...(framework === undefined ? {} : { framework }), ...args })).error).toEqual({ code: 'not_installed', message: text });
  });

  it('calls each build system in its own way [S1.adapter.build.make] [S1.adapter.build.cargo] [S1.adapter.build.maven] [S1.adapter.build.gradle]', async () => {
    const program = '#!/bin/sh\necho "${0##*/} $*"\n';
    await project({ 'tsconfig.json': '{}', 'gradlew': '#!/bin/sh\necho "wrapper $*"\n', ...Object.fromEntries(['cargo', 'mvn', 'gradle', 'make', 'vite', 'tsc'].map((name) => [`node_modules/.bin/${name}`, program])) });
    const said = async (args: object): Promise<unknown> => (await build(args)).metadata.raw_output;
    expect(await said({ framework: 'cargo' })).toBe('cargo build\n');
    expect(await said({ framework: 'cargo', build_target: 'app' })).toBe('cargo build --bin app\n');
    expect(await said({ framework: 'maven' })).toBe('mvn -B compile\n');
    expect(await said({ framework: 'maven', build_target: 'package' })).toBe('mvn -B package\n');
    expect(await said({ framework: 'gradle' })).toBe('gradle --console=plain build\n');
    expect(await said({ framework: 'make' })).toBe('make \n');
    expect(await said({ framework: 'make', build_target: 'dist' })).toBe('make dist\n');
    expect(await said({ framework: 'vite', build_target: 'public' })).toBe('vite build --outDir public\n');
    expect(await said({ framework: 'tsc' })).toBe('tsc --pretty false\n');
    await tools.tool('write_file', { path: 'node_modules/.bin/java', content: program });
    await sh('chmod +x gradlew node_modules/.bin/java');
    expect(await said({ framework: 'gradle' })).toBe('wrapper --console=plain build\n');
    await tools.tool('write_file', { path: 'tsconfig.json', content: '{"files":[],"references":[{"path":"./a"}]}' });
    expect(await said({ framework: 'tsc' })).toBe('tsc -b --pretty false\n');
  });

  it('runs the npm build script and another one, and says which there are [S1.adapter.build.npm]', async () => {
    await project({ 'package.json': JSON.stringify({ name: 'x', scripts: { build: 'node build.js "a b"', other: 'echo other', fail: 'nope-program' } }), 'build.js': 'console.log(process.argv[2]);\nif (process.env.BAD) throw new Error("broken ü");\n' });
    expect(await build({ framework: 'npm' })).toMatchObject({ ok: true, message: 'The build succeeded: 0 errors, 0 warnings', metadata: { framework: 'npm', success: true, error_count: 0, errors: [], warnings: [], error: '', parse: 'text', command: 'npm run build' } });
    expect((await build({ build_target: 'other' })).metadata.raw_output).toMatch(/> echo other\n\nother\n$/);
    expect((await build({ build_target: 'gone' })).error).toEqual({ code: 'not_configured', message: 'package.json has no "gone" script. Its scripts: build, other, fail' });
    expect(await build({ build_target: 'fail' })).toMatchObject({ ok: false, exit_code: 127, metadata: { error_count: 1, errors: [{ message: 'nope-program: not found', type: 'error' }] } });
    expect(await build({ build_command: 'BAD=1 npm run build' })).toMatchObject({ ok: false, exit_code: 1, metadata: { framework: 'npm', error_count: 1, errors: [{ file: 'build.js', line: 2, column: 0, message: 'Error: broken ü', type: 'error' }] } });
    await project({ 'package.json': '{"name":"x"}' });
    expect((await build({})).error).toEqual({ code: 'not_configured', message: 'package.json has no "build" script.' });
  });

  it('runs the sandbox\'s own make [S1.adapter.build.make]', async () => {
    await project({ 'Makefile': 'OUT := $(patsubst src/%.txt,out/%.txt,$(wildcard src/*.txt))\nall: $(OUT)\nout/%.txt: src/%.txt | out\n\t@echo "$< to $@"\n\t@tr a-z A-Z < $< > $@\nout:\n\t@mkdir $@\nbad:\n\t@echo "src/a.c:3:4: error: no" >&2; exit 1\n', 'src/a.txt': 'one\n', 'src/b.txt': 'two\n' });
    expect(await build({})).toMatchObject({ ok: true, metadata: { framework: 'make', command: 'make', raw_output: 'src/a.txt to out/a.txt\nsrc/b.txt to out/b.txt\n' } });
    expect((await build({})).metadata.raw_output).toBe('make: Nothing to be done for \'all\'.\n');
    await sh('echo three > src/b.txt');
    expect((await build({ build_command: 'make all' })).metadata.raw_output).toBe('src/b.txt to out/b.txt\n');
    expect(await sh('cat out/*')).toBe('ONE\nTHREE\n');
    expect(await build({ build_target: 'bad' })).toMatchObject({ ok: false, exit_code: 2, metadata: { error_count: 1, errors: [{ file: 'src/a.c', line: 3, column: 4, message: 'no', type: 'error' }] } });
    expect(await build({ build_target: 'none' })).toMatchObject({ ok: false, metadata: { errors: [{ message: 'No rule to make target \'none\'', type: 'error' }] } });
  });

  it('gives a command to the shell as it is, with its quotes', async () => {
    await project({ 'a b.txt': 'spaces\n' });
    expect(await build({ build_command: 'cat "a b.txt" && node -e "console.log(\'x  y\')" | tr x z' })).toMatchObject({ ok: true, metadata: { framework: 'custom', raw_output: 'spaces\nz  y\n' } });
    expect(await build({ build_command: 'exit 3' })).toMatchObject({ ok: false, exit_code: 3, message: 'The build failed: see its output', metadata: { parse: 'none', error_count: 0, error: 'the build failed with exit code 3, and no error could be read from its output' } });
    expect(await build({ build_command: 'printf "src/é.c:1:2: error: ç\\r\\nsrc/b.c:3:4: warning: w [-Wx]\\r\\n" >&2; exit 1' })).toMatchObject({
      metadata: { errors: [{ file: 'src/é.c', line: 1, column: 2, message: 'ç', type: 'error' }], warnings: [{ file: 'src/b.c', line: 3, column: 4, message: 'w', type: 'warning', code: '-Wx' }], warning_count: 1 },
    });
  });

  it('refuses what it cannot do, in the documented words', async () => {
    await project({ 'README.md': '#\n' });
    expect((await build({})).error).toMatchObject({ code: 'not_configured', message: 'failed to detect build framework: could not detect build framework in /home/project' });
    expect((await build({ framework: 'bazel' })).error?.message).toContain('unsupported build framework: bazel');
    expect((await build({ build_comand: 'x' })).error).toMatchObject({ code: 'invalid_arguments', message: expect.stringContaining('json: unknown field "build_comand"') as string, retry_hint: { did_you_mean: 'build_command' } });
    expect((await build({ build_command: '' })).error?.code).toBe('invalid_arguments');
  });

  it('keeps to its time and can be stopped', async () => {
    await project({ 'x.txt': '' });
    expect((await build({ build_command: 'true' })).metadata.timeout_seconds).toBe(600);
    expect(await build({ build_command: 'true', timeout_seconds: 1801 })).toMatchObject({ output: 'The build succeeded: 0 errors, 0 warnings. Exit code: 0. Command: true\ntimeout_seconds was lowered from 1801 to its maximum, 1800.', metadata: { timeout_seconds: 1800 } });
    expect(await build({ build_command: 'echo "a.go:1:2: bad"; sleep 100', framework: 'go', timeout_seconds: 1 })).toMatchObject({
      ok: false, exit_code: 124, timed_out: true, message: 'The build timed out after 1s: 1 error, 0 warnings so far', metadata: { timed_out: true, error: 'timed out after 1s', error_count: 1 },
    });
    expect(await build({ build_command: 'echo began; sleep 100' }, 'began')).toMatchObject({ error: { code: 'aborted' } });
  });

  it('keeps the whole of a long output in a log', async () => {
    await project({ 'x.txt': '' });
    const result = await build({ build_command: 'node -e "process.stdout.write(\'é\'.repeat(10001))"; echo; echo "a.c:1:1: error: last"; exit 1', framework: 'make' });
    const raw = result.metadata.raw_output as string;
    expect(raw).toContain('characters truncated; the full output is in .tabloom/out/call-');
    expect([result.metadata.truncated, result.metadata.error_count, raw.startsWith('é'.repeat(4000) + '\n... (23 characters'), raw.endsWith('error: last\n')]).toEqual([true, 1, true, true]);
    expect((await tools.tool('read_file', { path: result.metadata.log_path })).output).toContain('error: last');
    const exact = await build({ build_command: 'node -e "process.stdout.write(\'é\'.repeat(10000))"' });
    expect([exact.error, exact.metadata.truncated, exact.metadata.raw_output]).toEqual([undefined, false, 'é'.repeat(10000)]);
  });
});

it('a complete quality check: build, tests and linter, one after the other [S1.build_project] [S1.run_tests] [S1.run_linter]', async () => {
  await project({
    'package.json': JSON.stringify({ scripts: { build: 'node --check a.js', test: 'node --test' } }), 'a.js': 'exports.a = 1;\n', 'a.test.js': 'require(\'node:test\')(\'a\', () => {});\n',
    'eslint.config.js': '', 'node_modules/.bin/eslint': linterThat(eslintReport(['a.js']), 0, '--output-file'),
  });
  expect([await build({}), await tools.tool('run_tests', {}), await lint({})].map(({ ok, message }) => [ok, message])).toEqual([
    [true, 'The build succeeded: 0 errors, 0 warnings'], [true, '1 test: 1 passed, 0 failed, 0 skipped'], [true, 'eslint: 0 violations'],
  ]);
});

describe('the real programs', () => {
  beforeAll(async () => {
    await project({ 'package.json': JSON.stringify({ name: 'x', private: true, devDependencies: { eslint: '9.39.5', typescript: '5.9.3' } }) });
    const installed = await tools.terminal('npm', ['install', '--no-audit', '--no-fund', '--no-progress']);
    if (installed.exit !== 0) throw new Error(installed.output);
  }, 240_000);
  const fresh = (files: Record<string, string>): Promise<void> => project({ 'package.json': '{"name":"x","private":true,"scripts":{"build":"tsc"},"devDependencies":{"eslint":"9.39.5","typescript":"5.9.3"}}', ...files }, '|node_modules');
  const config = 'console.log("noise from the configuration");\nmodule.exports = [{ rules: { "no-unused-vars": "error", "no-undef": "warn" } }];\n';

  it('ESLint lints, is fixed, and lints again [S1.run_linter] [S1.adapter.lint.eslint]', async () => {
    await fresh({ 'eslint.config.js': config, 'src/foo.js': 'const x = 1;\nlog();\n', 'src/bad.js': 'const = 1;\n', 'src/ok.js': 'export const a = 1;\n' });
    const first = await lint({});
    expect(first).toMatchObject({ ok: false, message: 'eslint: 5 violations (2 errors, 3 warnings)', metadata: { framework: 'eslint', parse: 'json', exit_code: 1 } });
    expect(first.output.split('\n').slice(1)).toEqual([
      'src/bad.js:1:7: error: Parsing error: Unexpected token =', 'src/foo.js:1:7: error: \'x\' is assigned a value but never used. (no-unused-vars)',
      'eslint.config.js:1:1: warning: \'console\' is not defined. (no-undef)', 'eslint.config.js:2:1: warning: \'module\' is not defined. (no-undef)', 'src/foo.js:2:1: warning: \'log\' is not defined. (no-undef)',
    ]);
    await tools.tool('edit_file', { path: 'src/foo.js', old_string: 'const x = 1;\nlog();', new_string: 'export const x = 1;' });
    expect(await lint({ files: ['src/foo.js'] })).toMatchObject({ ok: true, message: 'eslint: 0 violations', metadata: { success: true, violations: [] } });
    expect(await lint({ files: ['src/*.js', '!src/bad.js'] })).toMatchObject({ ok: true });
  });

  it('ESLint with warnings only, and without a configuration', async () => {
    await fresh({ 'eslint.config.js': config, 'a.js': 'log();\n' });
    expect(await lint({ files: ['a.js'] })).toMatchObject({ ok: true, message: 'eslint: 1 violation (1 warning)', metadata: { success: true, exit_code: 0 } });
    await fresh({ 'a.js': 'log();\n' });
    expect(await lint({})).toMatchObject({ ok: false, exit_code: 2, message: 'eslint did not get to lint (exit code 2): ESLint couldn\'t find an eslint.config.(js|mjs|cjs) file.', metadata: { parse: 'none' } });
    await fresh({ 'eslint.config.js': 'throw new TypeError("config broke");\n', 'a.js': '' });
    expect(await lint({})).toMatchObject({ exit_code: 2, metadata: { parse: 'none', error: expect.stringContaining('config broke') as string } });
  });

  it('tsc lints without writing, and builds', async () => {
    await fresh({ 'tsconfig.json': '{"compilerOptions":{"strict":true,"outDir":"dist","rootDir":"src","types":[],"lib":["es5"]},"include":["src"]}', 'src/a.ts': 'export const n: number = "é";\n', 'src/b.ts': 'export const ok = 1;\n' });
    expect(await lint({ framework: 'tsc' })).toMatchObject({
      ok: false, message: 'tsc: 1 violation (1 error)', metadata: { violations: [{ file: 'src/a.ts', line: 1, column: 14, rule: 'TS2322', severity: 'error', message: 'Type \'string\' is not assignable to type \'number\'.', linter: 'tsc' }] },
    });
    expect(await lint({ framework: 'tsc', files: ['src/b.ts'] })).toMatchObject({ ok: true, metadata: { success: true, violation_count: 0, violations_elsewhere: 1 } });
    expect(await sh('ls')).not.toContain('dist');
    expect(await build({})).toMatchObject({ ok: false, metadata: { framework: 'npm', error_count: 1, errors: [{ file: 'src/a.ts', line: 1, column: 14, message: 'Type \'string\' is not assignable to type \'number\'.', type: 'error', code: 'TS2322' }] } });
    await tools.tool('edit_file', { path: 'src/a.ts', old_string: '"é"', new_string: '1' });
    expect(await build({})).toMatchObject({ ok: true, message: 'The build succeeded: 0 errors, 0 warnings' });
    expect(await sh('ls dist')).toBe('a.js\nb.js\n');
  });
});

describe.runIf(SOAK)('the real programs, as many as there are', () => {
  const install = async (devDependencies: Record<string, string>, scripts: Record<string, string> = {}): Promise<void> => {
    await project({ 'package.json': JSON.stringify({ name: 'x', private: true, type: 'module', scripts, devDependencies }) });
    const installed = await tools.terminal('npm', ['install', '--no-audit', '--no-fund', '--no-progress']);
    if (installed.exit !== 0) throw new Error(installed.output);
  };
  const put = (path: string, content: string): Promise<ToolResult> => tools.tool('write_file', { path, content });

  it.each([
    ['8.57.1', '.eslintrc.json', '{"root":true,"rules":{"no-unused-vars":"error","no-undef":"warn"},"parserOptions":{"ecmaVersion":2022,"sourceType":"module"}}', 'ESLint couldn\'t find a configuration file. To set up a configuration file for this project, please run:'],
    ['10.15.0', 'eslint.config.js', 'export default [{ rules: { "no-unused-vars": "error", "no-undef": "warn" } }];\n', 'ESLint couldn\'t find an eslint.config.* file.'],
  ])('ESLint %s: findings, a syntax error, warnings only, none, no configuration', async (version, name, config, missing) => {
    await install({ eslint: version });
    await put('src/a.js', 'log();\n');
    expect(await lint({ framework: 'eslint' })).toMatchObject({ ok: false, exit_code: 2, message: `eslint did not get to lint (exit code 2): ${missing}` });
    await put(name, config);
    expect(await lint({})).toMatchObject({ ok: true, message: 'eslint: 1 violation (1 warning)' });
    await put('src/b.js', 'const x = 1;\n');
    await put('src/c.js', 'const = 1;\n');
    expect(await lint({})).toMatchObject({ ok: false, message: 'eslint: 3 violations (2 errors, 1 warning)', metadata: { parse: 'json' } });
    await put('src/d.js', 'export const a = 1;\n');
    expect(await lint({ files: ['src/d.js'] })).toMatchObject({ ok: true, message: 'eslint: 0 violations' });
  }, 600_000);

  it('Vite 8: a build, an import that is not there, a syntax error, a broken configuration; and npm run build with tsc before it', async () => {
    await install({ vite: '8.3.8', typescript: '5.9.3' }, { build: 'tsc && vite build' });
    await put('index.html', '<!doctype html><script type="module" src="/src/main.ts"></script>');
    await put('tsconfig.json', '{"compilerOptions":{"strict":true,"noEmit":true,"types":[],"module":"esnext","moduleResolution":"bundler","target":"es2022","lib":["es5","dom"]},"include":["src"]}');
    await put('src/main.ts', 'const n: number = 1;\nconsole.log(n);\n');
    expect(await build({ framework: 'vite' })).toMatchObject({ ok: true, message: 'The build succeeded: 0 errors, 0 warnings' });
    expect(await build({})).toMatchObject({ ok: true, metadata: { framework: 'npm' } });
    expect(await sh('ls dist')).toBe('assets\nindex.html\n');
    await put('src/main.ts', 'import { y } from "./gone";\nconsole.log(y);\n');
    expect(await build({ framework: 'vite' })).toMatchObject({ ok: false, metadata: { error_count: 1, errors: [{ file: 'src/main.ts', line: 1, column: 19, code: 'UNRESOLVED_IMPORT', type: 'error' }] } });
    await put('src/main.ts', 'const x: number = ;\n');
    expect(await build({ framework: 'vite' })).toMatchObject({ ok: false, metadata: { errors: [{ file: 'src/main.ts', line: 1, column: 19, type: 'error' }] } });
    await put('src/main.ts', 'const n: number = "a";\nconsole.log(n);\n');
    expect(await build({})).toMatchObject({ ok: false, metadata: { error_count: 1, errors: [{ file: 'src/main.ts', line: 1, column: 7, code: 'TS2322' }] } });
    await put('vite.config.js', 'throw new Error("config broke");\n');
    expect(await build({ framework: 'vite' })).toMatchObject({ ok: false, metadata: { error_count: 1, errors: [{ message: 'config broke' }] } });
  }, 900_000);
});
