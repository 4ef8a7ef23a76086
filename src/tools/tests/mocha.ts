import { callOf, programOf } from './javascript.ts';
import { parseEvents } from './events.ts';
import { namePattern } from './pattern.ts';
import { withArguments } from './script.ts';
import { nothingFound } from './report.ts';
import type { Framework } from './framework.ts';

const withValue = new Set(['-r', '--require', '--import', '-R', '--reporter', '-O', '--reporter-option', '-t', '--timeout', '-g', '--grep', '-f', '--fgrep', '--config', '-u', '--ui', '--extension', '--ignore', '--exclude', '--file', '--package', '-j', '--jobs', '--retries', '-s', '--slow']);

export const mocha: Framework = {
  name: 'mocha',
  command(_folder, request) {
    const { pattern, target, report, reporters } = request;
    const options = [`--reporter=${reporters}/mocha-reporter.cjs`, ...(pattern === undefined ? [] : [`--grep=${namePattern(pattern)}`])];
    const drop = (word: string, before: string): boolean => word === '--watch' || word === '-w' || /^(-R|--reporter)(=|$)/.test(word) || before === '-R' || before === '--reporter'
      || (target !== undefined && !word.startsWith('-') && !withValue.has(before));
    const call = callOf(request, 'mocha');
    return { line: withArguments(call, options, target ? [...(target.type === 'dir' ? ['--recursive'] : []), target.path] : [], drop), env: { TABLOOM_TEST_REPORT: report }, needs: programOf(call) };
  },
  parse: (run) => parseEvents(run, 'mocha-events') ?? nothingFound,
};
