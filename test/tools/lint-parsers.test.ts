/** What linters print, as captured from the real ones (golangci-lint excepted: its JSON is as its own documentation and printers have it). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import type { LintOutput, Linter } from '../../src/tools/lint/adapter.ts';
import { jsonIn } from '../../src/tools/lint/adapter.ts';
import { scriptArguments } from '../../src/tools/lint/eslint.ts';
import { lintAdapters } from '../../src/tools/lint/index.ts';

const fixture = (name: string): string => readFileSync(join(root, 'test/tools/fixtures/lint', name), 'utf8');
const parse = (linter: Linter, output: Partial<LintOutput>) => lintAdapters[linter].parse({
  workdir: '/home/project', exit_code: 1, stdout: '', stderr: '', combined: output.stdout ?? '', report: undefined, ...output,
});
const short = (linter: Linter, output: Partial<LintOutput>) => {
  const { violations, parse: kind } = parse(linter, output);
  return [kind, ...violations.map((one) => `${one.file}:${one.line}:${one.column} ${one.severity} ${one.rule}: ${one.message} [${one.source}]`)];
};

describe('ESLint', () => {
  it('reads the JSON of version 9 [S1.adapter.lint.eslint]', () => {
    expect(parse('eslint', { report: fixture('eslint9_json.stdout').replaceAll('/es/', '/') })).toEqual({
      parse: 'json', violations: [
        { file: 'a.js', line: 1, column: 7, severity: 'error', rule: 'no-unused-vars', message: '\'x\' is assigned a value but never used.', source: 'eslint' },
        { file: 'a.js', line: 2, column: 1, severity: 'warning', rule: 'no-undef', message: '\'console\' is not defined.', source: 'eslint' },
        { file: 'a.js', line: 2, column: 13, severity: 'warning', rule: 'no-undef', message: '\'y\' is not defined.', source: 'eslint' },
      ],
    });
  });

  it.each(['eslint8', 'eslint10'])('reads the JSON of %s, and keeps the syntax error, which has no rule', (version) => {
    const lines = short('eslint', { report: fixture(`${version}_json.stdout`) });
    expect(lines).toContain('bad.js:1:7 error : Parsing error: Unexpected token = [eslint]');
    expect(lines).toContain('a.js:1:7 error no-unused-vars: \'x\' is assigned a value but never used. [eslint]');
  });

  it('says that nothing could be read rather than nothing found', () => {
    expect(short('eslint', { exit_code: 2, stderr: fixture('eslint9_compact_removed.stderr') })).toEqual(['none']);
    expect(short('eslint', { report: '[{"filePath":"/home/pro' })).toEqual(['none']);
    expect(short('eslint', { report: '[]', exit_code: 0 })).toEqual(['json']);
  });

  it.each([
    ['eslint .', ['.'], []],
    ['eslint src "test/**/*.js" --ext .js,.ts --max-warnings 0 --format stylish --cache', ['src', 'test/**/*.js'], ['--ext', '.js,.ts', '--max-warnings', '0']],
    ['eslint --max-warnings=0 lib --fix', ['lib'], ['--max-warnings=0']],
    ['eslint -o out.txt src', ['src'], []],
    ['eslint --strange thing src', [], []],
    ['eslint . && tsc', [], []],
    ['npm run x', [], []],
    [undefined, [], []],
  ])('takes targets and limits from the script %j', (script, targets, options) => {
    expect(scriptArguments(script)).toEqual({ targets, options });
  });
});

describe('Pylint', () => {
  const expected = [
    'm.py:1:1 info missing-module-docstring: Missing module docstring [pylint]', 'm.py:2:1 info missing-function-docstring: Missing function or method docstring [pylint]',
    'm.py:2:1 info too-many-arguments: Too many arguments (6/5) [pylint]', 'm.py:2:1 info too-many-positional-arguments: Too many positional arguments (6/5) [pylint]',
    ...'abcdeg'.split('').map((name, at) => `m.py:2:${7 + at * 2} warning unused-argument: Unused argument '${name}' [pylint]`),
    'm.py:3:5 warning unused-variable: Unused variable \'x\' [pylint]', 'm.py:1:1 warning unused-import: Unused import os [pylint]',
  ];
  it.each([['json2', { report: fixture('pylint_json2.out') }], ['text', { stdout: fixture('pylint_text.out') }]])('reads %s, the rule from the last parentheses, columns from 1 [S1.adapter.lint.pylint]', (kind, output) => {
    expect(short('pylint', { exit_code: 28, ...output })).toEqual([kind === 'json2' ? 'json' : 'text', ...expected]);
  });
  it('reads the JSON of version 2 and its text alike, with a syntax error', () => {
    const json = short('pylint', { report: fixture('pylint_json.out') });
    const text = short('pylint', { stdout: fixture('pylint2_text.out') });
    expect(json.slice(1)).toEqual(text.slice(1));
    expect(json[1]).toBe('bad.py:1:8 error syntax-error: Parsing failed: \'invalid syntax (<unknown>, line 1)\' [pylint]');
  });
  it('knows its exit codes, which are bits of what it found, and 32 a usage error', () => {
    const { found } = lintAdapters.pylint.plan({ facts: { workdir: '/p', names: new Set(), texts: {}, package_json: undefined, programs: {} }, program: 'pylint', targets: undefined, report_path: '/p/r' });
    expect([0, 1, 28, 31, 32].map(found)).toEqual([false, true, true, true, false]);
    expect(short('pylint', { exit_code: 32, stdout: 'The config file nope.rc doesn\'t exist!' })).toEqual(['none']);
  });
});

describe('golangci-lint', () => {
  const issues = '{"Issues":[{"FromLinter":"errcheck","Text":"Error return value is not checked","Severity":"","SourceLines":["\\tf()"],"Pos":{"Filename":"internal/foo.go","Offset":10,"Line":10,"Column":2}},'
    + '{"FromLinter":"revive","Text":"exported: x","Severity":"warning","Pos":{"Filename":"b.go","Line":3,"Column":0}}],"Report":{"Linters":[{"Name":"errcheck","Enabled":true}]}}';
  const expected = ['json', 'internal/foo.go:10:2 error errcheck: Error return value is not checked [errcheck]', 'b.go:3:0 warning revive: exported: x [revive]'];
  it('reads its JSON from the file (2) or the output (1), with lines of the log before it [S1.adapter.lint.golangci-lint]', () => {
    expect(short('golangci-lint', { report: issues })).toEqual(expected);
    expect(short('golangci-lint', { stdout: `level=warning msg="[x] {y}"\n${issues}\n` })).toEqual(expected);
    expect(short('golangci-lint', { stdout: `${issues}\n2 issues:\n* errcheck: 1\n` })).toEqual(expected);
    expect(short('golangci-lint', { stdout: '{"Issues":null,"Report":{"Error":"no go files to analyze"}}' })).toEqual(['json', ':0:0 error : no go files to analyze [golangci-lint]']);
  });
  it('reads its text: parentheses in messages, names with hyphens, places without a column', () => {
    expect(short('golangci-lint', { combined: 'a.go:3:6: func (bar) is unused (deadcode)\n\tvar x\nb.go:7: too long (goheader-check)\n2 issues\n' }))
      .toEqual(['text', 'a.go:3:6 error deadcode: func (bar) is unused [deadcode]', 'b.go:7:0 error goheader-check: too long [goheader-check]']);
    expect(short('golangci-lint', { combined: 'Error: can\'t load config' })).toEqual(['none']);
  });
  it('asks in the way of version 1 when version 2\'s is unknown', () => {
    const request = { facts: { workdir: '/p', names: new Set<string>(), texts: {}, package_json: undefined, programs: {} }, program: '/bin/golangci-lint', targets: [{ path: 'internal/a.go', type: 'file' as const }, { path: 'internal/b.go', type: 'file' as const }, { path: 'main.go', type: 'file' as const }, { path: 'pkg', type: 'dir' as const }], report_path: '/p/r' };
    const adapter = lintAdapters['golangci-lint'];
    expect(adapter.plan(request)).toMatchObject({ argv: ['/bin/golangci-lint', 'run', '--output.json.path', '/p/r', './internal', '.', './pkg/...'], only_targets: true });
    const output = { workdir: '/p', exit_code: 3, stdout: '', stderr: 'Error: unknown flag: --output.json.path', combined: '', report: undefined };
    expect(adapter.retry!(output, { ...request, targets: undefined })?.argv).toEqual(['/bin/golangci-lint', 'run', '--out-format', 'json', './...']);
    expect(adapter.retry!({ ...output, stderr: 'level=error' }, request)).toBeUndefined();
  });
});

describe('Biome', () => {
  it('reads the annotations of versions 1 and 2', () => {
    expect(short('biome', { stdout: fixture('biome2_github.out') })).toEqual(['text',
      'a.js:2:7 error lint/suspicious/noDoubleEquals: Using == may be unsafe if you are relying on type coercion. [biome]',
      'a.js:2:15 error lint/suspicious/noDebugger: This is an unexpected use of the debugger statement. [biome]',
      'bad.js:1:7 error parse: Expected an identifier, an array pattern, or an object pattern but instead found \'=\'. [biome]',
      'bad.js:1:9 error parse: expected `,` but instead found `;` [biome]',
      'bad.js:1:7 error parse: Expected an identifier, an array pattern, or an object pattern but instead found \'=\'. [biome]']);
    expect(short('biome', { stdout: fixture('biome1_github.out') })).toContain('a.js:1:1 error lint/style/noVar: Use let or const instead of var. [biome]');
    expect(short('biome', { stdout: '::warning title=x,file=a%2Cb.js,line=1,col=2::50%25 of it%0Aand more' })).toEqual(['text', 'a,b.js:1:2 warning x: 50% of it\nand more [biome]']);
  });
  it('tells an installation without its native program from findings', () => {
    const output = { workdir: '/p', exit_code: 1, stdout: '', combined: '', report: undefined };
    expect(lintAdapters.biome.cannot_run!({ ...output, stderr: 'The Biome CLI doesn\'t ship with prebuilt binaries for your platform yet.' })).toBe('Biome is a native program, of which there is no build for this sandbox.');
    expect(lintAdapters.biome.cannot_run!({ ...output, stderr: 'configuration error' })).toBeUndefined();
  });
});

describe('JSON with other lines around it', () => {
  it.each([['{"a":1}', { a: 1 }], ['noise\n[1]\n', [1]], ['[not json\n{"a":\n 2}', { a: 2 }], ['nothing', undefined], ['', undefined], ['x {"a":1}', undefined]])('%j', (text, value) => {
    expect(jsonIn(text)).toEqual(value);
  });
});
