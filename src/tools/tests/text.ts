/** The result of a test run as the model reads it: the counts, then each failure with its place, and the output where there is nothing better. */
import type { TestCase, TestCounts } from './report.ts';

const MAX_FAILURES = 30;
const MAX_ERROR = 1_500;
const MAX_TEXT = 10_000;
const STACK_LINES = 5;

export interface TestText {
  /** `Tests passed (exit code 0).` and whatever has to be known before all else. */
  head: string;
  /** Undefined where nothing could be counted. */
  counts: TestCounts | undefined;
  tests: readonly TestCase[];
  /** What belongs to no test. */
  error: string | undefined;
  /** The output, for a run whose failure no test explains. */
  raw: string;
  success: boolean;
  shown: (path: string) => string;
}

export function testText({ head, counts, tests, error, raw, success, shown }: TestText): string {
  const failures = tests.filter((test) => test.status === 'fail' && !isParent(test, tests));
  const parts = [counts === undefined ? head : `${head} ${countLine(counts)}.`, ...(error === undefined ? [] : [error])];
  parts.push(...failures.slice(0, MAX_FAILURES).map((test) => failureText(test, shown)));
  if (failures.length > MAX_FAILURES) parts.push(`... and ${failures.length - MAX_FAILURES} more failures.`);
  if (!success && failures.length === 0 && raw.trim() !== '') parts.push(raw.trim());
  return bounded(parts.join('\n\n'), MAX_TEXT, 0);
}

export function countLine({ total, passed, failed, skipped }: TestCounts): string {
  return `${total} ${total === 1 ? 'test' : 'tests'}: ${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The beginning and the end of a long text, counted in code points. */
export function bounded(text: string, head: number, tail: number): string {
  if (text.length <= head + tail) return text;
  const points = Array.from(text);
  if (points.length <= head + tail) return text;
  return `${points.slice(0, head).join('')}\n... (${points.length - head - tail} characters truncated) ...\n${tail === 0 ? '' : points.slice(-tail).join('')}`;
}

function failureText(test: TestCase, shown: (path: string) => string): string {
  const { name, file, line, column, error, stack_trace } = test;
  const where = file === undefined ? test.package : `${shown(file)}${line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`}`;
  const said = bounded((error ?? '').trimEnd(), MAX_ERROR, 0).split('\n').map((one) => `  ${one}`.trimEnd());
  const frames = (stack_trace ?? '').split('\n').map((one) => one.trim()).filter((one) => /^(at |❯ ).*:\d+/.test(one) && !/node:|(^|[\s/(])node_modules\/|<anonymous>\)?$/.test(one));
  return [`FAIL ${name}${where === '' ? '' : ` (${where})`}`, ...said, ...frames.slice(0, STACK_LINES).map((frame) => `    ${frame}`)].join('\n');
}

/** A parent that failed only because of what is in it says nothing new. */
function isParent(test: TestCase, tests: readonly TestCase[]): boolean {
  if (/^\d+ subtests? failed$/.test(test.error ?? '')) return true;
  return tests.some((other) => other !== test && other.status === 'fail' && other.package === test.package && other.name.startsWith(`${test.name}/`));
}
