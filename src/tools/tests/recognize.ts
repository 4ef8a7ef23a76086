/** Makes what it can of the output of a script that runs some test runner: a report that we know, else the counts at its end, else nothing. Words such as `ok` or `error` in the text never count. */
import { parseGoJson } from './go-json.ts';
import { parseJestJson } from './jest-json.ts';
import { parseMarks } from './marks.ts';
import { parseMochaJson } from './mocha-json.ts';
import { parseTap } from './tap.ts';
import { parseUnittest } from './unittest-text.ts';
import { countTests } from './report.ts';
import type { TestCounts, TestReport, TestRun } from './report.ts';

const MAX_LINE = 2_000;

export function recognize(run: Pick<TestRun, 'stdout' | 'stderr' | 'text' | 'timed_out'>): TestReport | undefined {
  const structured = jsonIn(run.text) ?? (/^\{.*"Action":/m.test(run.text) ? parseGoJson({ ...run, stdout: run.text }) : undefined) ?? parseTap(run.text)
    ?? (/^Ran \d+ tests? in /m.test(run.text) ? parseUnittest({ stderr: run.text, timed_out: run.timed_out }) : undefined);
  if (structured) return structured;
  // Nothing of this stands in a very long line, and the patterns would take their time there.
  const text = run.text.split(/\r?\n/).filter((line) => line.length <= MAX_LINE).join('\n');
  const listed = parseMarks(text, run.timed_out);
  const counts = countsIn(text);
  if (!counts) return listed;
  // Without its verbose mode jest lists the tests of a single file only.
  return listed && countTests(listed).total === counts.total ? listed : { tests: listed?.tests ?? [], counts, parse: 'summary' };
}

/** npm, and programs, print lines of their own around it. */
function jsonIn(text: string): TestReport | undefined {
  const starts = [...text.matchAll(/^\{/gm)].slice(0, 20).map((match) => match.index);
  for (const start of starts) {
    const line = text.slice(start).split('\n', 1)[0]!;
    for (const source of [line, text.slice(start, text.lastIndexOf('}') + 1)]) {
      const value = parsed(source);
      const report = value === undefined ? undefined : parseMochaJson(value) ?? parseJestJson(source, 'jest-json');
      if (report) return report;
    }
  }
  return undefined;
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** The line of each runner with its counts, and a sum of what it says: a script may run it several times, as one for all packages of a workspace does. */
const summaries: ((text: string) => TestCounts | undefined)[] = [
  // jest: `Tests:       1 failed, 1 todo, 2 passed, 4 total`
  (text) => words([...text.matchAll(/^Tests: +(.*\d+ total)$/gm)].map((match) => match[1]).join(', ')),
  // vitest: `      Tests  1 failed | 2 passed (3)`
  (text) => words([...text.matchAll(/^ +Tests {2}(.*) \(\d+\)$/gm)].map((match) => match[1]).join(', ')),
  // node:test: `ℹ tests 3`, `ℹ pass 2` and so on
  (text) => (/^ℹ tests \d+$/m.test(text) ? words([...text.matchAll(/^ℹ (pass|fail|cancelled|skipped|todo) (\d+)$/gm)].map(([, word, count]) => `${count} ${word}`).join(', ')) : undefined),
  // mocha: `  2 passing (4ms)`, `  1 pending`, `  1 failing`
  (text) => words([...text.matchAll(/^ {2}(\d+ (?:passing|pending|failing))(?: \(.*\))?$/gm)].map((match) => match[1]).join(', ')),
  // ava: `  2 tests passed`, or with failures only `  1 test failed`
  (text) => {
    const found = [...text.matchAll(/^ {2}(\d+) (?:(?:known )?(?:tests?|failures?) ?(passed|failed|skipped|todo)?|uncaught (?:exception|rejection))s?$/gm)].map(([, count, word]) => `${count} ${word ?? 'failed'}`);
    if (found.length > 0 && !found.some((one) => one.endsWith('passed'))) found.push(`${[...text.matchAll(/^ {2}✔ /gm)].length} passed`);
    return words(found.join(', '));
  },
  // playwright: `  1 failed`, `  2 passed (3.1s)`
  (text) => (/^ {2}\d+ passed \(/m.test(text) || /^ {2}\d+ failed$/m.test(text) ? words([...text.matchAll(/^ {2}(\d+ (?:passed|failed|skipped|flaky|did not run))(?: \(.*\))?$/gm)].map((match) => match[1]).join(', ')) : undefined),
  // pytest: `==== 1 failed, 2 passed in 0.12s ====`
  (text) => words([...text.matchAll(/^(?:=+ (\d+ \w+.*) in [\d.]+s.* ?=+|(\d+ \w+(?:, \d+ \w+)*) in [\d.]+s)$/gm)].map((match) => match[1] ?? match[2]).join(', ')),
  // jasmine: `5 specs, 1 failure, 1 pending spec`
  (text) => {
    const found = [...text.matchAll(/^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?$/gm)];
    const all = (at: number): number => found.reduce((total, match) => total + Number(match[at] ?? 0), 0);
    return found.length > 0 ? sum(all(1) - all(2) - all(3), all(2), all(3)) : undefined;
  },
  // cargo, once for each of its programs: `test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out`
  (text) => words([...text.matchAll(/^test result: \w+\. (.*?); \d+ measured/gm)].map((match) => match[1]).join('; ')),
];

function countsIn(text: string): TestCounts | undefined {
  for (const summary of summaries) {
    const counts = summary(text);
    if (counts) return counts;
  }
  return undefined;
}

const kinds: Record<string, 'passed' | 'failed' | 'skipped'> = {
  passed: 'passed', pass: 'passed', passing: 'passed', flaky: 'passed', xpassed: 'passed', failed: 'failed', fail: 'failed', failing: 'failed', cancelled: 'failed', error: 'failed', errors: 'failed',
  skipped: 'skipped', todo: 'skipped', pending: 'skipped', ignored: 'skipped', xfailed: 'skipped', did: 'skipped',
};

function words(said: string | undefined): TestCounts | undefined {
  if (!said) return undefined;
  const found = { passed: 0, failed: 0, skipped: 0 };
  for (const [, count, word] of said.matchAll(/(\d+) (\w+)/g)) {
    const kind = kinds[word!];
    if (kind) found[kind] += Number(count);
  }
  return sum(found.passed, found.failed, found.skipped);
}

function sum(passed: number, failed: number, skipped: number): TestCounts {
  return { total: passed + failed + skipped, passed, failed, skipped };
}
