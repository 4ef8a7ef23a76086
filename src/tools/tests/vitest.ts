import { callOf, programOf } from './javascript.ts';
import { BROKEN_SUITE, parseJestJson } from './jest-json.ts';
import { namePattern } from './pattern.ts';
import { parseMarks } from './marks.ts';
import { withArguments } from './script.ts';
import { placeInStack } from './stack.ts';
import { nothingFound } from './report.ts';
import type { Framework } from './framework.ts';
import type { TestReport } from './report.ts';

const withValue = new Set(['-c', '--config', '-r', '--root', '-t', '--testNamePattern', '--reporter', '--outputFile', '--project', '--environment', '--pool', '--dir', '--mode', '--maxWorkers', '--testTimeout']);

export const vitest: Framework = {
  name: 'vitest',
  command(_folder, request) {
    const { pattern, target, report } = request;
    const options = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`, ...(pattern === undefined ? [] : ['-t', namePattern(pattern)])];
    const drop = (word: string, before: string): boolean => word === '--watch' || word === '-w' || word === '--ui' || /^--reporter(=|$)/.test(word) || before === '--reporter' || /^--outputFile(=|$)/.test(word)
      || before === '--outputFile' || (target !== undefined && !word.startsWith('-') && !withValue.has(before));
    const call = callOf(request, 'vitest run');
    return { line: withArguments(call, options, target ? [target.path] : [], drop), needs: programOf(call) };
  },
  parse: ({ report, text, timed_out }) => withReasons(parseJestJson(report, 'vitest-json'), text) ?? parseMarks(text, timed_out) ?? nothingFound,
};

/** Why a file or a hook of it failed stands in the output for people alone, or is shorter in the report. */
function withReasons(report: TestReport | undefined, text: string): TestReport | undefined {
  if (!report) return undefined;
  const sections = text.split(/^ FAIL {2}/m).slice(1);
  return { ...report, tests: report.tests.map((test) => {
    if (test.name !== BROKEN_SUITE || test.line !== undefined) return test;
    const section = sections.find((part) => /^\S+/.test(part) && test.package.endsWith(`/${/^\S+/.exec(part)![0]}`));
    if (section === undefined) return test;
    const said = section.slice(section.indexOf('\n') + 1).split(/^⎯{3}/m)[0]!.trim();
    const file = /^ {2}File: (.+?):(\d+):(\d+)$/m.exec(said);
    const place = placeInStack(said) ?? (file ? { line: Number(file[2]), column: Number(file[3]) } : {});
    const end = said.search(/\n\s*(❯|\d+\s*\||File: |Plugin: )/);
    return { ...test, ...place, file: test.file ?? test.package, error: (end < 0 ? said : said.slice(0, end)).trim(), stack_trace: said };
  }) };
}
