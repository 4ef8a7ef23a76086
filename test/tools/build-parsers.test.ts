/** What compilers and bundlers print, as captured from the real ones (gcc 12, GNU make 4.3, cargo 1.95, go 1.19, javac 17, Gradle 4.4, Maven 3.8, tsc 5.9, Vite 5 and 8, Rollup 4, esbuild 0.28, webpack 5). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import { allParsers, buildAdapters } from '../../src/tools/build/adapters.ts';
import type { Builder } from '../../src/tools/build/adapters.ts';
import { builderOfCommand, programOfCommand } from '../../src/tools/build/detect.ts';
import { parseOutput } from '../../src/tools/build/output.ts';
import type { OutputParser } from '../../src/tools/build/output.ts';
import { withoutAnsi } from '../../src/tools/command.ts';
import { distinct, projectPath } from '../../src/tools/diagnostics.ts';
import { goDuration } from '../../src/tools/go-duration.ts';
import { isSolution } from '../../src/tools/tsconfig.ts';

const folder = join(root, 'test/tools/fixtures/build');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<string, { builder: Builder; findings: string[] }>;
const lines = (text: string, parsers: readonly OutputParser[]): string[] => distinct(parseOutput(withoutAnsi(text), '/home/project', parsers))
  .map((one) => `${one.file}:${one.line}:${one.column} ${one.severity}${one.rule && ' '}${one.rule}: ${one.message} [${one.source}]`);

describe('captured outputs [S1.adapter.build.go] [S1.adapter.build.npm] [S1.adapter.build.make] [S1.adapter.build.cargo] [S1.adapter.build.maven] [S1.adapter.build.gradle]', () => {
  it('are all expected', () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.out')).sort()).toEqual(Object.keys(expected).sort());
  });
  it.each(Object.keys(expected))('%s', (name) => {
    const { builder, findings } = expected[name]!;
    const text = readFileSync(join(folder, name), 'utf8');
    expect(lines(text, buildAdapters[builder].parsers)).toEqual(findings);
    // No parser takes another tool's line when nobody knows whose output it is.
    expect(lines(text, allParsers)).toEqual(findings);
    expect(lines(text.replaceAll('\n', '\r\n'), buildAdapters[builder].parsers)).toEqual(findings);
  });
});

describe('what no capture holds', () => {
  it.each<[string, Builder, string, string[]]>([
    ['go errors without a column, with details, of a module', 'go', '# a/b\na.go:3: bad\nb.go:1:2: have\n\thave (int)\n\twant (string)\ngo: updates to go.mod needed\ngo: downloading x v1\n',
      ['a.go:3:0 error: bad [go]', 'b.go:1:2 error: have\nhave (int)\nwant (string) [go]', ':0:0 error: updates to go.mod needed [go]']],
    ['the folders of a recursive make', 'make', 'make[1]: Entering directory \'/home/project/lib\'\nx.c:1:2: error: one\nmake[2]: Entering directory \'/home/project/lib/deep\'\ny.c:1:2: warning: two [-Wall]\nmake[2]: Leaving directory \'/home/project/lib/deep\'\nz.c:3:4: fatal error: three\nmake[1]: Leaving directory \'/home/project/lib\'\nw.c:5: error: four\n',
      ['lib/x.c:1:2 error: one [gcc]', 'lib/deep/y.c:1:2 warning -Wall: two [gcc]', 'lib/z.c:3:4 error: three [gcc]', 'w.c:5:0 error: four [gcc]']],
    ['a failed recipe, which says nothing of its own', 'make', 'make: *** [Makefile:3: foo.o] Error 1\nmake: *** Waiting for unfinished jobs....\n', []],
    ['npm without the script, a shell without the program', 'npm', 'npm error Missing script: "build"\nnpm error\nsh: 1: vite: not found\n', [':0:0 error: Missing script: "build" [npm]', ':0:0 error: vite: not found [sh]']],
    ['a build script that throws', 'npm', 'file:///home/project/build.mjs:3\nthrow new TypeError("x");\n      ^\n\nTypeError: x\n    at file:///home/project/build.mjs:3:7\n', ['build.mjs:3:0 error: TypeError: x [node]']],
    ['lines that only look like errors', 'npm', '0 errors\nno error: fine\nerror-free build\n  ERROR in passing\nDone: 3 warnings\n', []],
    ['a bare error', 'npm', 'Error: it broke\n', [':0:0 error: it broke []']],
    ['kotlin under gradle', 'gradle', 'e: file:///home/project/src/A.kt:3:5 Unresolved reference: x\nw: /home/project/src/B.kt: (1, 2): unused\n', ['src/A.kt:3:5 error: Unresolved reference: x [kotlinc]', 'src/B.kt:1:2 warning: unused [kotlinc]']],
    ['gradle that could not begin', 'gradle', 'FAILURE: Build failed with an exception.\n\n* Where:\nBuild file \'/home/project/build.gradle\' line: 3\n\n* What went wrong:\nCould not compile build file\n> startup failed\n\n* Try:\n', ['build.gradle:3:0 error: Could not compile build file\n> startup failed [gradle]']],
    ['a type checker beside webpack', 'npm', 'ERROR in src/a.ts:1:7\nTS2322: Type \'string\' is not assignable to type \'number\'.\n  > 1 | x\n\n', ['src/a.ts:1:7 error TS2322: Type \'string\' is not assignable to type \'number\'. [tsc]']],
    ['warnings of Rolldown', 'vite', '[EVAL] Use of direct `eval`\n  ╭─[ src/a.ts:1:2 ]\n1 │ eval("[X] y")\n  │ ─\n──╯\n', ['src/a.ts:1:2 warning EVAL: Use of direct `eval` [rolldown]']],
    ['names in other scripts', 'tsc', 'Ω/日本.ts(3,4): error TS1: 誤り\n', ['Ω/日本.ts:3:4 error TS1: 誤り [tsc]']],
    ['nothing', 'npm', '', []],
  ])('reads %s', (_what, builder, text, findings) => {
    expect(lines(text, buildAdapters[builder].parsers)).toEqual(findings);
  });

  it('a hostile output costs no more than its length', () => {
    for (const bit of ['a(1,', 'a:1:', ' [-W', '[', '::error ', 'x (1:2): ', 'error during build:\n', '[X] a\n ╭─[ a:1:1 ]\n', '1 │', 'make: Entering directory \'x\'\n', ' from "']) {
      const started = performance.now();
      parseOutput(bit.repeat(Math.ceil(2_000_000 / bit.length)), '/p', allParsers);
      expect([bit, performance.now() - started < 20_000]).toEqual([bit, true]);
    }
  });
});

describe('helpers', () => {
  it.each([
    ['go build -o myapp ./cmd/app', 'go', 'go'], ['  CGO_ENABLED=0 GOFLAGS="-a b" go build', 'go', 'go'], ['./gradlew build', './gradlew', 'gradle'], ['npx tsc -b', 'npx', 'npm'],
    ['npm run build -- --mode "a b"', 'npm', 'npm'], ['cd sub && make', 'cd', undefined], ['(make)', undefined, undefined], ['"my tool" x', undefined, undefined], ['', undefined, undefined], ['constructor', 'constructor', undefined],
  ])('the program of %j is %j', (command, program, builder) => {
    expect([programOfCommand(command), builderOfCommand(command)]).toEqual([program, builder]);
  });
  it.each([[0, '0s'], [0.25, '250µs'], [12.34, '12.34ms'], [1234, '1.234s'], [59_999, '59.999s'], [62_500, '1m2.5s'], [3_661_000, '1h1m1s'], [600_000, '10m0s']])('%d ms is %s, as Go prints it', (ms, text) => {
    expect(goDuration(ms)).toBe(text);
  });
  it.each([['./a.ts', 'a.ts'], ['/p/b/../a.ts', 'a.ts'], ['file:///p/a.ts', 'a.ts'], ['src\\a.ts', 'src/a.ts'], ['/elsewhere/a.ts', '/elsewhere/a.ts'], ['../a.ts', '/a.ts'], ['', '']])('%s is %s', (file, path) => {
    expect(projectPath(file, '/p')).toBe(path);
  });
  it.each([
    ['{"files":[],"references":[{"path":"./a"}]}', true], ['{ // "files": []\n "references": [{}] }', false], ['{"files":["a.ts"],"references":[{"path":"b"}]}', false],
    ['{"compilerOptions":{},/* x */"files":[ ],\n"references":[\n{"path":"./tsconfig.app.json"},]}', true], ['{}', false], [undefined, false],
  ])('tsconfig %j only names others: %s', (text, yes) => {
    expect(isSolution(text)).toBe(yes);
  });
});
