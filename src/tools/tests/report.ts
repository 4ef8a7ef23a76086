/** What every test runner's report is turned into, whatever its own form. */
import type { Json } from '../../shared/json.ts';
import { goDuration } from '../go-duration.ts';

export type TestStatus = 'pass' | 'fail' | 'skip';

export interface TestCase {
  /** Suites and test, outermost first, joined by ` > `. */
  name: string;
  /** What contains it: a Go package, a Python class, or the file for all others. */
  package: string;
  status: TestStatus;
  duration_ms?: number;
  /** For failures: what was wrong. */
  error?: string;
  stack_trace?: string;
  /** Where it stands, or for failures where it failed; absolute, or relative to where the tests ran. */
  file?: string;
  line?: number;
  column?: number;
}

export interface TestCounts {
  total: number;
  passed: number;
  failed: number;
  skipped: number;
}

export interface TestReport {
  tests: TestCase[];
  /** What was understood, e.g. `jest-json`; `none` when nothing was. */
  parse: string;
  /** Only where a runner printed counts but no list of tests. */
  counts?: TestCounts;
  /** A failure that belongs to no test: a build error, no tests found, a runner that crashed. */
  error?: string;
}

/** What a finished run left behind, without colour codes. */
export interface TestRun {
  stdout: string;
  stderr: string;
  /** Both streams in their order; from the log when they were long. */
  text: string;
  /** The file that the runner was told to write, if it did. */
  report: string | undefined;
  exit_code: number;
  timed_out: boolean;
  /** Whether only tests of some name were asked for. */
  filtered: boolean;
}

export const nothingFound: TestReport = { tests: [], parse: 'none' };

export function countTests({ tests, counts }: TestReport): TestCounts {
  if (counts) return counts;
  const of = (status: TestStatus): number => tests.reduce((sum, test) => sum + (test.status === status ? 1 : 0), 0);
  return { total: tests.length, passed: of('pass'), failed: of('fail'), skipped: of('skip') };
}

/** Why a test has no end: the clock, or a runner that died. */
export function unfinished(timed_out: boolean): string {
  return timed_out ? 'the test had not finished when the time was up' : 'the test did not finish: the test process ended before';
}

/** The first line that says something, and all of it as the stack. */
export function splitFailure(text: string): { error: string; stack_trace?: string } {
  const at = text.search(/\n\s+at .*[:(]/);
  const error = (at < 0 ? text : text.slice(0, at)).trim();
  return at < 0 ? { error } : { error, stack_trace: text.trim() };
}

/** A value out of foreign JSON, if it has that type. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const number = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** As the documents have it (S1, run_tests), with the place besides. `shown` makes a runner's path one of the project's. */
export function testJson(test: TestCase, shown: (path: string) => string): { [key: string]: Json } {
  const { name, status, duration_ms, error, stack_trace, file, line, column } = test;
  return {
    name, package: shown(test.package), status, duration: goDuration(duration_ms ?? 0),
    ...(error === undefined ? {} : { error }), ...(stack_trace === undefined ? {} : { stack_trace }),
    ...(file === undefined ? {} : { file: shown(file) }), ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }),
  };
}
