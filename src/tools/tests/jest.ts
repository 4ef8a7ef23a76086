import { callOf, programOf } from './javascript.ts';
import { parseJestJson } from './jest-json.ts';
import { escapeRegex, namePattern } from './pattern.ts';
import { parseMarks } from './marks.ts';
import { withArguments } from './script.ts';
import { nothingFound } from './report.ts';
import type { Framework } from './framework.ts';

const withValue = new Set(['-c', '--config', '--rootDir', '--roots', '-t', '--testNamePattern', '-w', '--maxWorkers', '--env', '--testEnvironment', '--selectProjects', '--testTimeout', '--setupFilesAfterEnv', '--reporters', '--coverageReporters', '--testRegex', '--testMatch', '-i']);

export const jest: Framework = {
  name: 'jest',
  command(_folder, request) {
    const { pattern, target, report } = request;
    const options = ['--json', `--outputFile=${report}`, '--testLocationInResults', '--verbose', ...(pattern === undefined ? [] : ['-t', namePattern(pattern)])];
    // Without a terminal, and with CI=1, nothing is watched unless the script insists.
    const drop = (word: string, before: string): boolean => /^--watch(All)?$/.test(word) || (target !== undefined && !word.startsWith('-') && !withValue.has(before));
    const call = callOf(request, 'jest');
    const files = !target ? [] : target.type === 'file' ? ['--runTestsByPath', target.path] : [`${escapeRegex(target.path)}/`];
    return { line: withArguments(call, options, files, drop), needs: programOf(call) };
  },
  // A run that was killed has no report, but it printed each file as it ended.
  parse({ report, text, timed_out }) {
    return parseJestJson(report, 'jest-json') ?? parseMarks(text, timed_out) ?? nothingFound;
  },
};
