/** Reads the JSON of jest, which vitest writes as well. */
import { isRecord } from '../../shared/json.ts';
import { withoutAnsi } from '../command.ts';
import { placeInStack } from './stack.ts';
import { list, number, splitFailure, text } from './report.ts';
import type { TestCase, TestReport } from './report.ts';

/** In place of a test, for a file or a hook that failed before one. */
export const BROKEN_SUITE = 'the file could not be run';

/** Undefined when it is no such report. */
export function parseJestJson(source: string | undefined, parse: string): TestReport | undefined {
  const report = jsonRecord(source);
  if (!report || !Array.isArray(report.testResults)) return undefined;
  const tests: TestCase[] = [];
  for (const suite of report.testResults) {
    if (!isRecord(suite)) continue;
    const file = text(suite.name) ?? '';
    const results = list(suite.assertionResults).filter(isRecord);
    for (const result of results) tests.push(testOf(file, result));
    // A file that could not be loaded has no tests; a failed hook of vitest leaves them skipped. Both would count as no failure.
    if (suite.status === 'failed' && !results.some((result) => result.status === 'failed')) tests.push(brokenSuite(file, text(suite.message) ?? ''));
  }
  return { tests, parse };
}

const statuses: Record<string, TestCase['status']> = { passed: 'pass', failed: 'fail' };

function testOf(file: string, result: Record<string, unknown>): TestCase {
  const name = [...list(result.ancestorTitles), result.title].filter((part) => typeof part === 'string' && part !== '').join(' > ');
  const status = statuses[text(result.status) ?? ''] ?? 'skip';
  const duration_ms = number(result.duration);
  const location = isRecord(result.location) ? { line: number(result.location.line), column: number(result.location.column) } : {};
  const test: TestCase = {
    name, package: file, status, file, ...(duration_ms === undefined ? {} : { duration_ms }),
    ...(location.line === undefined ? {} : { line: location.line }), ...(location.column === undefined ? {} : { column: location.column }),
  };
  if (status !== 'fail') return test;
  // Matchers colour their messages whatever the environment says.
  const failures = list(result.failureMessages).map(String).map(withoutAnsi);
  const first = splitFailure(failures[0] ?? 'failed');
  const more = failures.slice(1).map((failure) => splitFailure(failure).error);
  return {
    ...test, ...(first.stack_trace === undefined ? {} : { stack_trace: failures.join('\n\n') }), ...placeInStack(failures[0]), error: [first.error, ...more].join('\n'),
  };
}

function brokenSuite(file: string, message: string): TestCase {
  const told = withoutAnsi(message).replace(/^\s*● Test suite failed to run\s*/, '').trim();
  // Jest's help for people who meet a syntax error for the first time stands before the error itself.
  const details = told.indexOf('Details:\n');
  const said = details < 0 ? told : told.slice(details + 'Details:\n'.length).trim();
  const at = /\((\d+):(\d+)\)/.exec(said);
  const place = placeInStack(said) ?? (at ? { line: Number(at[1]), column: Number(at[2]) } : {});
  return { name: BROKEN_SUITE, package: file, status: 'fail', file, ...place, error: said === '' ? BROKEN_SUITE : splitFailure(said).error, stack_trace: told };
}

function jsonRecord(source: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(source ?? '');
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
