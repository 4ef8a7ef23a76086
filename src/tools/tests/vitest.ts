import { callOf, programOf } from './javascript.ts';
import { parseJestJson } from './jest-json.ts';
import { namePattern } from './pattern.ts';
import { parseMarks } from './marks.ts';
import { withArguments } from './script.ts';
import { nothingFound } from './report.ts';
import type { Framework } from './framework.ts';

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
  parse: ({ report, text, timed_out }) => parseJestJson(report, 'vitest-json') ?? parseMarks(text, timed_out) ?? nothingFound,
};
