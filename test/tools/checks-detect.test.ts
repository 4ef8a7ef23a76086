/** Which linter and which build a project gets: the documents' order, without their known mistakes. */
import { describe, expect, it } from 'vitest';
import { builders } from '../../src/tools/build/adapters.ts';
import { detectBuilders } from '../../src/tools/build/detect.ts';
import { linters } from '../../src/tools/lint/adapter.ts';
import { detectLinters } from '../../src/tools/lint/detect.ts';
import type { ProjectFacts } from '../../src/tools/project-facts.ts';

interface Package { scripts?: Record<string, string>; devDependencies?: Record<string, string>; eslintConfig?: object }

function facts(names: string[], texts: Record<string, string> = {}, json?: Package): ProjectFacts {
  return {
    workdir: '/p', names: new Set(names), texts, programs: {},
    package_json: json && { scripts: json.scripts ?? {}, dependencies: new Set(Object.keys(json.devDependencies ?? {})), has: (key) => key in json },
  };
}

describe('linters', () => {
  const detect = (project: ProjectFacts, installed: readonly string[] = linters): string[] => detectLinters(project, (linter) => installed.includes(linter));
  it.each<[string, ProjectFacts, string[]]>([
    ['go.mod', facts(['go.mod']), ['golangci-lint']],
    ['a Go file and nothing else', facts(['main.go']), ['golangci-lint']],
    ...['.eslintrc.js', '.eslintrc.json', '.eslintrc.yml', '.eslintrc.cjs', '.eslintrc', 'eslint.config.js', 'eslint.config.mjs', 'eslint.config.ts'].map((name): [string, ProjectFacts, string[]] => [name, facts([name]), ['eslint']]),
    ['eslint in package.json', facts(['package.json'], {}, { devDependencies: { eslint: '9' } }), ['eslint']],
    ['eslintConfig in package.json', facts(['package.json'], {}, { eslintConfig: {} }), ['eslint']],
    ['.pylintrc', facts(['.pylintrc']), ['pylint']],
    ['pyproject.toml that sets pylint up', facts(['pyproject.toml'], { 'pyproject.toml': '[tool.pylint.main]\n' }), ['pylint']],
    ['setup.cfg that sets pylint up', facts(['setup.cfg'], { 'setup.cfg': '[pylint]\n' }), ['pylint']],
    ['a Python file and nothing else', facts(['a.py']), ['pylint']],
    ['biome.json', facts(['biome.json']), ['biome']],
    ['tsconfig.json', facts(['tsconfig.json']), ['tsc']],
    ['ESLint and TypeScript', facts(['eslint.config.js', 'tsconfig.json']), ['eslint', 'tsc']],
  ])('%s', (_what, project, expected) => {
    expect(detect(project)).toEqual(expected);
  });
  it('are not guessed from text that only mentions one, nor from a stray file beside a configuration', () => {
    expect(() => detect(facts(['package.json'], {}, { devDependencies: { 'eslint-plugin-x': '1', 'not-eslint': '1' }, scripts: { x: 'echo eslint' } })))
      .toThrow('failed to detect linter framework: could not detect linter framework in /p');
    expect(detect(facts(['eslint.config.js', 'script.py', 'tool.go']))).toEqual(['eslint']);
    expect(() => detect(facts(['pyproject.toml'], { 'pyproject.toml': '# [tool.pylint]' }))).toThrow('could not detect');
  });
  it('that are installed come first: Go and JavaScript where there is no golangci-lint', () => {
    const both = facts(['go.mod', 'eslint.config.js', 'tsconfig.json']);
    expect(detect(both)).toEqual(['golangci-lint', 'eslint', 'tsc']);
    expect(detect(both, ['eslint', 'tsc'])).toEqual(['eslint', 'tsc', 'golangci-lint']);
    expect(detect(both, [])).toEqual(['golangci-lint', 'eslint', 'tsc']);
  });
});

describe('builds', () => {
  const detect = (project: ProjectFacts, installed: readonly string[] = builders): string[] => detectBuilders(project, (builder) => installed.includes(builder));
  it.each<[string, ProjectFacts, string[]]>([
    ['go.mod', facts(['go.mod']), ['go']],
    ['a Go file', facts(['main.go']), ['go']],
    ['package.json', facts(['package.json'], {}, { scripts: { build: 'x' } }), ['npm']],
    ['package.json without a build script', facts(['package.json'], {}, {}), ['npm']],
    ['package.json without a build script, with a Makefile', facts(['package.json', 'Makefile'], {}, {}), ['make']],
    ['package.json without a build script, with Vite', facts(['package.json'], {}, { devDependencies: { vite: '8' } }), ['vite']],
    ['Makefile', facts(['Makefile']), ['make']], ['makefile', facts(['makefile']), ['make']], ['GNUmakefile', facts(['GNUmakefile']), ['make']],
    ['Cargo.toml', facts(['Cargo.toml']), ['cargo']], ['pom.xml', facts(['pom.xml']), ['maven']],
    ['build.gradle', facts(['build.gradle']), ['gradle']], ['build.gradle.kts', facts(['build.gradle.kts']), ['gradle']],
    ['vite.config.ts', facts(['vite.config.ts']), ['vite']], ['tsconfig.json', facts(['tsconfig.json']), ['tsc']],
    ['everything, in the documents\' order', facts(['go.mod', 'package.json', 'Makefile', 'Cargo.toml', 'pom.xml', 'build.gradle', 'vite.config.js', 'tsconfig.json'], {}, { scripts: { build: 'x' } }),
      ['go', 'npm', 'make', 'cargo', 'maven', 'gradle', 'vite', 'tsc']],
  ])('%s', (_what, project, expected) => {
    expect(detect(project)).toEqual(expected);
  });
  it('that are installed come first, and a stray Go file counts only alone', () => {
    const both = facts(['go.mod', 'package.json'], {}, { scripts: { build: 'x' } });
    expect(detect(both, ['npm'])).toEqual(['npm', 'go']);
    expect(detect(facts(['x.go', 'package.json'], {}, { scripts: { build: 'x' } }))).toEqual(['npm']);
    expect(() => detect(facts(['README.md']))).toThrow('failed to detect build framework: could not detect build framework in /p');
  });
});
