import { callOf, programOf } from './javascript.ts';
import { parseEvents } from './events.ts';
import { namePattern } from './pattern.ts';
import { withArguments } from './script.ts';
import { nothingFound } from './report.ts';
import type { Framework, TestRequest } from './framework.ts';

const withValue = new Set(['--import', '-r', '--require', '--loader', '--experimental-loader', '--env-file', '-C', '--conditions', '--test-name-pattern', '--test-skip-pattern', '--test-timeout', '--test-concurrency']);

export const node: Framework = {
  name: 'node',
  command(_folder, request) {
    const { pattern, target, report, reporters } = request;
    const options = [
      '--test-reporter=spec', '--test-reporter-destination=stdout', `--test-reporter=${reporters}/node-reporter.cjs`, `--test-reporter-destination=${report}`,
      ...(pattern === undefined ? [] : [`--test-name-pattern=${namePattern(pattern)}`]),
    ];
    const drop = (word: string, before: string): boolean => word === '--watch' || /^--test-reporter(-destination)?(=|$)/.test(word) || /^--test-reporter(-destination)?$/.test(before)
      || (target !== undefined && !word.startsWith('-') && !withValue.has(before));
    const call = callOf(request, 'node --test');
    return { line: withArguments(call, options, target ? filesOf(target) : [], drop), needs: programOf(call) };
  },
  parse: (run) => parseEvents(run, 'node-events') ?? nothingFound,
};

/** Node takes files and patterns, no folders. In a folder of that name every file is a test, as it is for node itself. */
function filesOf({ path, type }: NonNullable<TestRequest['target']>): string[] {
  if (type === 'file') return [path];
  const scripts = '?(c|m)@(js|ts)';
  if (/(^|\/)test(\/|$)/.test(path)) return [`${path}/**/*.${scripts}`];
  return [`${path}/**/*[._-]test.${scripts}`, `${path}/**/test-*.${scripts}`, `${path}/**/test.${scripts}`, `${path}/**/test/**/*.${scripts}`];
}
