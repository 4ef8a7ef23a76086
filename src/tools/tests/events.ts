/** Reads the lines that our own reporters write (`src/host/reporters`), for node:test and mocha. */
import { isRecord } from '../../shared/json.ts';
import { placeInStack } from './stack.ts';
import { list, number, text, unfinished } from './report.ts';
import type { TestCase, TestReport, TestRun } from './report.ts';

/** Tests that run at the same moment, and what a file printed: more than this nobody needs, and the report is a program's. */
const MAX_OPEN = 1_000;
const MAX_PRINTED = 20_000;

interface Started extends TestCase {
  nesting: number;
}

/** Undefined when there is no report: the runner never came so far. A last line that was cut by a kill is left out. */
export function parseEvents({ report, timed_out, filtered }: Pick<TestRun, 'report' | 'timed_out' | 'filtered'>, parse: string): TestReport | undefined {
  const events = (report ?? '').split('\n').map(parseLine).filter((event) => event !== undefined);
  if (events.length === 0) return undefined;
  const tests: TestCase[] = [];
  const printed = new Map<string, string>();
  /** What began and has no end yet. Names alone do not tell tests of different files apart. */
  const started = new Map<string, Started>();
  /** node:test reports the children first: a name at depth d belongs to the next one at d - 1 of the same file. The deepest are always the last. */
  const waiting = new Map<string, { test: TestCase; nesting: number }[]>();
  for (const event of events) {
    const file = text(event.file);
    const name = Array.isArray(event.path) ? list(event.path).map(String).join(' > ') : text(event.name) ?? '';
    const nesting = number(event.nesting) ?? 0;
    const key = `${file ?? ''}\n${event.path === undefined ? `${nesting}\n${number(event.line) ?? ''}:${number(event.column) ?? ''}\n` : ''}${name}`;
    if (event.event === 'stdout' || event.event === 'stderr') printed.set(file ?? '', `${printed.get(file ?? '') ?? ''}${text(event.text) ?? ''}`.slice(0, MAX_PRINTED));
    if (event.event === 'start') started.set(key, { ...testAt(name, file, event), status: 'fail', nesting });
    if (event.event !== 'end') continue;
    started.delete(key);
    const test = endOf(name, file, event, printed);
    const children = waiting.get(test.package) ?? [];
    for (let at = children.length - 1; at >= 0 && children[at]!.nesting > nesting; at--) {
      children[at]!.test.name = `${name} > ${children[at]!.test.name}`;
      children[at]!.nesting = nesting;
    }
    children.push({ test, nesting });
    waiting.set(test.package, nesting === 0 ? [] : children);
    // A suite is a heading; but one whose hook failed is the only place where that shows.
    if (event.suite === true && (test.status !== 'fail' || failureType(event) === 'subtestsFailed')) continue;
    // A file in which nothing has the name is no test; one without any test of node:test is, because node runs it as one.
    if (filtered && test.status === 'pass' && isFile(test)) continue;
    tests.push(test);
  }
  const open = [...started.values()].filter((test) => !isFile(test)).slice(0, MAX_OPEN);
  for (const { nesting, ...test } of open) {
    const around = open.filter((other) => other.package === test.package);
    // A suite waits for what is in it.
    if (around.some((other) => other.nesting > nesting)) continue;
    const names = [...around.filter((other) => other.nesting < nesting).map((other) => other.name), test.name];
    tests.push({ ...test, name: names.join(' > '), error: unfinished(timed_out) });
  }
  return { tests, parse };
}

function endOf(name: string, file: string | undefined, event: Record<string, unknown>, printed: ReadonlyMap<string, string>): TestCase {
  const status = event.status === 'pass' || event.status === 'skip' ? event.status : 'fail';
  const duration_ms = number(event.duration_ms);
  const test: TestCase = { ...testAt(name, file, event), status, ...(duration_ms === undefined ? {} : { duration_ms }) };
  const failure = isRecord(event.failure) ? event.failure : undefined;
  if (status !== 'fail') return test;
  if (!failure) return { ...test, error: 'failed' };
  const stack = text(failure.stack);
  const message = text(failure.message) ?? '';
  if (!isFile(test)) return { ...test, error: message, ...(stack === undefined ? {} : { stack_trace: stack }), ...placeInStack(stack) };
  // A file that could not be run says why on its error stream alone.
  const said = (printed.get(file ?? '') ?? printed.get(name) ?? '').trim();
  const at = /^(?:file:\/\/)?\S+:(\d+)$/m.exec(said);
  return {
    ...test, error: /^.*\b\w*Error\b(?: \[\w+\])?: .*$/m.exec(said)?.[0] ?? message, ...(said === '' ? {} : { stack_trace: said }),
    ...(at ? { line: Number(at[1]), column: 1 } : {}),
  };
}

function testAt(name: string, file: string | undefined, event: Record<string, unknown>): Omit<TestCase, 'status'> {
  const line = number(event.line);
  const column = number(event.column);
  return { name, package: file ?? '', ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
}

/** node:test reports a file as a test of that name when nothing in it could be. */
function isFile({ name, file }: Pick<TestCase, 'name' | 'file'>): boolean {
  return file !== undefined && name !== '' && (file === name || file.endsWith(`/${name.replace(/^\.\//, '')}`));
}

function failureType(event: Record<string, unknown>): string | undefined {
  return isRecord(event.failure) ? text(event.failure.type) : undefined;
}

function parseLine(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{') || !line.endsWith('}')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
