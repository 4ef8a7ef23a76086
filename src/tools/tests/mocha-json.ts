/** Reads what mocha's own `json` reporter prints; a project's test script may ask for it. */
import { isRecord } from '../../shared/json.ts';
import { placeInStack } from './stack.ts';
import { list, number, text } from './report.ts';
import type { TestCase, TestReport } from './report.ts';

/** Undefined when it is no such report. */
export function parseMochaJson(value: unknown): TestReport | undefined {
  if (!isRecord(value) || !isRecord(value.stats) || !Array.isArray(value.tests)) return undefined;
  const key = (test: Record<string, unknown>): string => `${text(test.file) ?? ''}\n${text(test.fullTitle) ?? ''}`;
  const keys = (tests: unknown): Set<string> => new Set(list(tests).filter(isRecord).map(key));
  const pending = keys(value.pending);
  const passes = keys(value.passes);
  const listed = keys(value.tests);
  // Hooks that failed are among the failures alone.
  const all = [...value.tests.filter(isRecord), ...list(value.failures).filter(isRecord).filter((test) => !listed.has(key(test)))];
  return { tests: all.map((test) => testOf(test, pending.has(key(test)) ? 'skip' : passes.has(key(test)) ? 'pass' : 'fail')), parse: 'mocha-json' };
}

function testOf(test: Record<string, unknown>, status: TestCase['status']): TestCase {
  const title = text(test.title) ?? '';
  const full = text(test.fullTitle) ?? title;
  const around = full.endsWith(` ${title}`) ? full.slice(0, -title.length - 1) : '';
  const file = text(test.file);
  const err = isRecord(test.err) ? test.err : {};
  const stack = text(err.stack);
  const duration_ms = number(test.duration);
  return {
    name: around === '' ? full : `${around} > ${title}`, package: file ?? '', status, ...(duration_ms === undefined ? {} : { duration_ms }), ...(file === undefined ? {} : { file }),
    ...(status === 'fail' ? { error: text(err.message) ?? 'failed', ...(stack === undefined ? {} : { stack_trace: stack }), ...placeInStack(stack) } : {}),
  };
}
