/** How run_tests finds out what to run: the test script, the framework of a project, and what a pattern means to each runner. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planTests } from '../../src/tools/tests/detect.ts';
import { frameworks } from '../../src/tools/tests/frameworks.ts';
import { goPattern, namePattern, pytestPattern } from '../../src/tools/tests/pattern.ts';
import { findRunner, quote } from '../../src/tools/tests/script.ts';
import type { FrameworkName, TestRequest } from '../../src/tools/tests/framework.ts';
import type { TestPlan } from '../../src/tools/tests/detect.ts';
import type { ToolContext } from '../../src/tools/tool.ts';
import { nativeSandbox } from '../support/native-sandbox.ts';
import type { NativeSandbox } from '../support/native-sandbox.ts';

describe('the runner in a test script', () => {
  it.each([
    ['jest', 'jest', 'jest'], ['vitest', 'vitest', 'vitest'], ['vitest run --coverage', 'vitest', 'vitest'], ['mocha "test/**/*.js"', 'mocha', 'mocha'], ['node --test', 'node', 'node'],
    ['NODE_ENV=test jest --ci', 'jest', 'jest'], ['cross-env NODE_OPTIONS=--experimental-vm-modules jest', 'jest', 'jest'], ['npx jest', 'jest', 'jest'], ['npx -y vitest run', 'vitest', 'vitest'], ['pnpm exec vitest', 'vitest', 'vitest'],
    ['yarn jest', 'jest', 'jest'], ['c8 --reporter=text mocha', 'mocha', 'mocha'], ['nyc mocha', 'mocha', 'mocha'], ['./node_modules/.bin/jest', 'jest', './node_modules/.bin/jest'],
    ['node --experimental-vm-modules node_modules/jest/bin/jest.js --ci', 'jest', 'node_modules/jest/bin/jest.js'], ['node -r ts-node/register node_modules/mocha/bin/mocha.js', 'mocha', 'node_modules/mocha/bin/mocha.js'],
    ['node --import tsx --test src/*.test.ts', 'node', 'node'], ['tsx --test', 'node', 'tsx'], ['react-scripts test', 'jest', 'react-scripts'], ['tsc --noEmit && vitest run', 'vitest', 'vitest'], ['npm run build && mocha dist', 'mocha', 'mocha'],
    ['jest && eslint .', 'jest', 'jest'], ['npm run unit', 'vitest', 'vitest'], ['yarn unit', 'vitest', 'vitest'], ['npm run deep', 'vitest', 'vitest'],
  ])('%s', (line, runner, program) => {
    expect(findRunner(line, { unit: 'vitest run', deep: 'npm run unit' })).toMatchObject({ runner, program });
  });

  it.each(['echo jest', 'node test.js', 'eslint jest.config.js', 'turbo test', 'npm run nothing', 'npm run test --workspaces', 'npm run loop', 'make test', 'cat mocha.txt | wc', 'tap', '', '# jest'])('none in: %s', (line) => {
    expect(findRunner(line, { loop: 'npm run loop' })).toBeUndefined();
  });
});

describe('the call', () => {
  const request = (line: string | undefined, more: Partial<TestRequest> = {}): TestRequest => ({ pattern: undefined, target: undefined, report: '/r', reporters: '/p', call: line === undefined ? undefined : findRunner(line, { unit: 'vitest run' }), ...more });
  const folder = { path: '/home/project', rel_path: '.', entries: [], texts: {}, programs: {}, manifest: { name: 'app', scripts: { test: 'ava' }, dependencies: new Set<string>(), keys: new Set<string>() } };
  const line = (framework: FrameworkName, script: string | undefined, more: Partial<TestRequest> = {}): string => frameworks[framework].command(folder, request(script, more)).line;
  const file = { path: 'src/a.test.js', type: 'file' } as const;
  const dir = { path: 'src', type: 'dir' } as const;
  const JEST = '--json --outputFile=/r --testLocationInResults --verbose';
  const VITEST = '--reporter=verbose --reporter=json --outputFile.json=/r';
  const NODE = '--test-reporter=spec --test-reporter-destination=stdout --test-reporter=/p/node-reporter.cjs --test-reporter-destination=/r';

  it.each<[FrameworkName, string | undefined, Partial<TestRequest>, string, string]>([
    ['go', undefined, {}, 'go test -json ./...', '[S1.adapter.test.go]'],
    ['go', undefined, { pattern: 'TestCalculator' }, 'go test -json -run TestCalculator ./...', '[S1.adapter.test.go]'],
    ['go', undefined, { pattern: 'TestDatabase', target: { path: 'internal/db', type: 'dir' } }, 'go test -json -run TestDatabase ./internal/db/...', '[S1.adapter.test.go]'],
    ['go', undefined, { target: { path: 'internal/db/db_test.go', type: 'file' } }, 'go test -json ./internal/db', '[S1.adapter.test.go]'],
    ['go', undefined, { target: { path: 'a_test.go', type: 'file' } }, 'go test -json .', '[S1.adapter.test.go]'],
    ['jest', undefined, {}, `jest ${JEST}`, '[S1.adapter.test.jest]'],
    ['jest', undefined, { pattern: 'should handle errors' }, `jest ${JEST} -t 'should handle errors'`, '[S1.adapter.test.jest]'],
    ['jest', 'NODE_ENV=test jest --ci --watch src', { target: file }, `NODE_ENV=test jest ${JEST} --ci --runTestsByPath src/a.test.js`, '[S1.adapter.test.jest]'],
    ['jest', 'jest -c conf.js old', { target: dir }, `jest ${JEST} -c conf.js src/`, '[S1.adapter.test.jest]'],
    ['vitest', undefined, {}, `vitest run ${VITEST}`, ''],
    ['vitest', 'tsc && vitest --reporter=dot --watch --config a.ts && eslint .', { pattern: 'adds' }, `tsc && vitest ${VITEST} -t adds --config a.ts && eslint .`, ''],
    ['vitest', 'npm run unit', { target: file }, `vitest run ${VITEST} src/a.test.js`, ''],
    ['mocha', 'mocha -r ts-node/register --reporter dot "test/**/*.ts"', {}, 'mocha --reporter=/p/mocha-reporter.cjs -r ts-node/register "test/**/*.ts"', ''],
    ['mocha', 'mocha -r ts-node/register "test/**/*.ts"', { target: dir, pattern: 'adds' }, 'mocha --reporter=/p/mocha-reporter.cjs --grep=adds -r ts-node/register --recursive src', ''],
    ['node', undefined, {}, `node ${NODE} --test`, ''],
    ['node', 'node --import tsx --test --test-reporter=dot "src/**/*.test.ts"', { pattern: 'adds' }, `node ${NODE} --test-name-pattern=adds --import tsx --test "src/**/*.test.ts"`, ''],
    ['node', 'node --import tsx --test "src/**/*.test.ts"', { target: file }, `node ${NODE} --import tsx --test src/a.test.js`, ''],
    ['pytest', undefined, {}, 'python3 -m pytest -rA --junitxml=/r', '[S1.adapter.test.pytest]'],
    ['pytest', undefined, { pattern: 'test_api' }, 'python3 -m pytest -rA --junitxml=/r -k test_api', '[S1.adapter.test.pytest]'],
    ['pytest', undefined, { pattern: 'tests/test_a.py::test_b' }, 'python3 -m pytest -rA --junitxml=/r tests/test_a.py::test_b', '[S1.adapter.test.pytest]'],
    ['pytest', undefined, { target: { path: 'tests', type: 'dir' } }, 'python3 -m pytest -rA --junitxml=/r tests', '[S1.adapter.test.pytest]'],
    ['unittest', undefined, { pattern: 'test_bar' }, 'python3 -m unittest discover -v -k test_bar', ''],
    ['unittest', undefined, { target: { path: 'test_a.py', type: 'file' } }, 'python3 -m unittest -v test_a.py', ''],
    ['npm', undefined, {}, 'npm test', '[S1.adapter.test.npm]'],
    ['npm', undefined, { pattern: 'adds' }, "npm test -- '--match=*adds*'", '[S1.adapter.test.npm]'],
    ['npm', undefined, { target: file }, 'npm test -- src/a.test.js', '[S1.adapter.test.npm]'],
  ])('%s, script %s, %j: %s %s', (framework, script, more, expected) => {
    expect(line(framework, script, more)).toBe(expected);
  });

  it('no pattern can become a command', () => {
    expect(line('go', undefined, { pattern: "x'; rm -rf / #" })).toBe(`go test -json -run 'x'\\'';_rm_-rf_/_#' ./...`);
    expect(quote('a b')).toBe("'a b'");
    expect(quote('$(x)')).toBe("'$(x)'");
    expect(quote('')).toBe("''");
  });
});

describe('a pattern', () => {
  it.each([
    ['adds', 'adds'], ['TestFoo*', 'TestFoo'], ['*errors', 'errors'], ['a*b', 'a.*b'], ['*', '.*'], ['v1.2*', 'v1\\.2'], ['calc > adds', 'calc adds'], ['^adds$', '^adds$'], ['adds|subtracts', 'adds|subtracts'],
    ['1 + 1', '1 + 1|1 \\+ 1'], ['adds (fast)', 'adds (fast)|adds \\(fast\\)'], ['broken(', 'broken\\('], ['.*', '.*'], ['größe é', 'größe é'],
  ])('%s for a regular expression: %s', (given, expected) => {
    expect(namePattern(given)).toBe(expected);
    if (!/^\^|\*|\||>/.test(given)) expect(new RegExp(namePattern(given)).test(given)).toBe(true);
  });

  it.each([['TestFoo*', '^TestFoo'], ['TestFoo', 'TestFoo'], ['TestA > sub two', 'TestA/sub_two'], ['Test*DB', '^Test.*DB$'], ['^TestA$', '^TestA$'], ['TestA/sub*', '^TestA$/^sub']])('%s for go: %s', (given, expected) => {
    expect(goPattern(given)).toBe(expected);
  });

  it.each([['test_bar', 'test_bar'], ['TestFoo*', 'TestFoo'], ['test*api', 'test and api'], ['a or b', 'a or b'], ['a|b', 'a or b'], ['Group > test_in', 'Group and test_in']])('%s for pytest: %s', (given, expected) => {
    expect(pytestPattern(given)).toBe(expected);
  });
});

describe('the framework of a project', () => {
  const json = (value: object): string => JSON.stringify(value);
  const cases: [string, Record<string, string>, FrameworkName, FrameworkName[]?][] = [
    ['a test script of vitest beside @testing-library/jest-dom', { 'package.json': json({ scripts: { test: 'vitest' }, devDependencies: { '@testing-library/jest-dom': '6', jest: '30' } }) }, 'vitest'],
    ['@testing-library/jest-dom alone is not jest', { 'package.json': json({ scripts: { test: 'ava' }, devDependencies: { '@testing-library/jest-dom': '6' } }) }, 'npm'],
    ['jest as a dependency', { 'package.json': json({ devDependencies: { jest: '30' } }) }, 'jest'],
    ['jest as a dependency, with the script that npm init writes', { 'package.json': json({ scripts: { test: 'echo "Error: no test specified" && exit 1' }, devDependencies: { jest: '30' } }) }, 'jest'],
    ['a configuration in package.json', { 'package.json': json({ mocha: {} }) }, 'mocha'],
    ['a configuration file', { 'package.json': '{}', 'vitest.config.mts': '' }, 'vitest'],
    ['the dot file of mocha', { 'package.json': '{}', '.mocharc.yml': '' }, 'mocha'],
    ['another script', { 'package.json': json({ scripts: { test: 'turbo test' } }) }, 'npm'],
    ['pytest.ini', { 'pytest.ini': '' }, 'pytest'],
    ['pyproject.toml', { 'pyproject.toml': '[project]\n' }, 'pytest'],
    ['a test file of pytest', { 'setup.py': '', 'test_api.py': 'import pytest\n' }, 'pytest'],
    ['files of unittest', { 'setup.py': '', 'tests/test_api.py': 'import unittest\n', 'tests/test_b.py': 'from unittest import TestCase\n' }, 'unittest'],
    ['pytest among the requirements', { 'setup.py': '', 'requirements.txt': 'pytest>=8\n', 'test_a.py': 'import unittest\n' }, 'pytest'],
    ['a package.json for tools in a Python project', { 'package.json': '{}', 'pytest.ini': '' }, 'pytest'],
    ['a stray _test.go beside a package.json', { 'package.json': json({ scripts: { test: 'jest' } }), 'old_test.go': 'package x' }, 'jest', process.env.PATH === undefined ? [] : ['go']],
  ];
  let sandbox: NativeSandbox;
  const context = (): ToolContext => ({ sandbox, signal: new AbortController().signal, call_id: 'c', called_as: 'run_tests', caller: { id: 'tester', role: 'programmer' }, work: {}, onProgress: () => undefined });
  const plan = (path?: string, asked?: FrameworkName): Promise<TestPlan> => planTests(context(), asked, path);
  beforeAll(async () => {
    const files: Record<string, string> = {
      'package.json': json({ workspaces: ['packages/*'], scripts: { test: 'vitest' } }), 'packages/plain/package.json': json({ name: 'plain' }), 'packages/plain/src/a.test.ts': '', 'packages/own/package.json': json({ name: 'own', scripts: { test: 'mocha' } }),
      'packages/own/test/deep/a.js': '', 'packages/broken/package.json': '{', 'services/api/go.mod': 'module x', 'services/api/db/db_test.go': '', 'both/go.mod': 'module x', 'both/package.json': json({ scripts: { test: 'vitest' } }),
    };
    cases.forEach(([, own], at) => Object.entries(own).forEach(([name, text]) => { files[`case${at}/${name}`] = text; }));
    sandbox = await nativeSandbox(files);
  });
  afterAll(() => sandbox?.dispose());

  it.each(cases.map(([name, , framework, also], at) => [name, framework, also, at] as const))('%s: %s [S1.run_tests]', async (_name, framework, also, at) => {
    const found = await plan(`case${at}`);
    expect(found).toMatchObject({ framework, folder: { rel_path: `case${at}` }, target: undefined });
    if (also) expect(found.also).toEqual(also);
  });

  it.each<[FrameworkName, Record<string, string>]>([
    ['node', { 'package.json': '{}', 'src/sum.test.js': '' }], ['node', { 'a-test.mjs': '' }], ['pytest', { 'package.json': '{}', 'pyproject.toml': '' }],
    ['go', { 'x_test.go': '' }], ['pytest', { 'test_x.py': '' }],
  ])('signs that count where there is nothing stronger: %s for %j [S1.run_tests]', async (framework, files) => {
    const alone = await nativeSandbox(files);
    try {
      expect((await planTests({ ...context(), sandbox: alone }, undefined, undefined)).framework).toBe(framework);
    } finally {
      await alone.dispose();
    }
  });

  it.each<[string | undefined, FrameworkName, string, object | undefined]>([
    [undefined, 'vitest', '.', undefined], ['.', 'vitest', '.', undefined], ['packages/own', 'mocha', 'packages/own', undefined], ['packages/own/test/deep', 'mocha', 'packages/own', { path: 'test/deep', type: 'dir' }],
    ['packages/own/test/deep/a.js', 'mocha', 'packages/own', { path: 'test/deep/a.js', type: 'file' }],
    // A package without tests of its own kind is a folder of the whole.
    ['packages/plain/src/a.test.ts', 'vitest', '.', { path: 'packages/plain/src/a.test.ts', type: 'file' }], ['packages', 'vitest', '.', { path: 'packages', type: 'dir' }],
    ['services/api/db', 'go', 'services/api', { path: 'db', type: 'dir' }],
  ])('path %s: %s in %s', async (path, framework, folder, target) => {
    expect(await plan(path)).toMatchObject({ framework, folder: { rel_path: folder }, target });
  });

  it('a project in Go and JavaScript is tested with what can run here', async () => {
    const { framework, also, folder } = await plan('both');
    expect([framework, also]).toEqual(folder.programs.go === undefined ? ['vitest', ['go']] : ['go', ['vitest']]);
  });

  it('the framework may be given [S1.run_tests]', async () => {
    expect(await plan('packages/own', 'go')).toMatchObject({ framework: 'go', folder: { rel_path: 'packages/own' }, call: undefined });
    expect(await plan(undefined, 'vitest')).toMatchObject({ framework: 'vitest', call: { line: 'vitest' } });
    expect(await plan('packages/broken', 'node')).toMatchObject({ framework: 'node', folder: { rel_path: '.' }, target: { path: 'packages/broken' } });
  });

  it('scripts before and after the tests are run with them', async () => {
    await sandbox.fs.mkdir('pre', { recursive: true });
    await sandbox.fs.writeFile('pre/package.json', json({ scripts: { pretest: 'tsc', test: 'jest --ci', posttest: 'eslint .' } }));
    const { call, folder } = await plan('pre');
    expect(frameworks.jest.command(folder, { pattern: undefined, target: { path: 'a.test.js', type: 'file' }, report: '/r', reporters: '/p', call }).line)
      .toBe('tsc && jest --json --outputFile=/r --testLocationInResults --verbose --ci --runTestsByPath a.test.js && eslint .');
  });

  it.each<Record<string, string>>([{ 'package.json': '{}' }, { 'package.json': json({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }), 'readme.test.md': '' }])('nothing to run in %j [S1.error.test_runner_not_configured]', async (files) => {
    const alone = await nativeSandbox(files);
    try {
      await expect(planTests({ ...context(), sandbox: alone }, undefined, undefined)).rejects.toMatchObject({ code: 'not_configured', message: expect.stringMatching(/^test runner not configured/) as string });
      expect((await planTests({ ...context(), sandbox: alone }, 'npm', undefined)).framework).toBe('npm');
    } finally {
      await alone.dispose();
    }
  });

  it('a package.json that is none, and a path that is not there', async () => {
    await expect(plan('packages/broken')).rejects.toMatchObject({ code: 'not_configured', message: expect.stringMatching(/^failed to detect test framework: package\.json is not valid JSON \(/) as string });
    await expect(plan('nowhere')).rejects.toMatchObject({ code: 'not_found' });
    await expect(plan('../x')).rejects.toMatchObject({ code: 'path_escape' });
  });
});
