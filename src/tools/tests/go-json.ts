/** Reads the events of `go test -json`. */
import { isRecord } from '../../shared/json.ts';
import { number, text, unfinished } from './report.ts';
import type { TestCase, TestReport, TestRun } from './report.ts';

interface Ended { status: TestCase['status']; seconds: number }

interface Group {
  package: string;
  name: string;
  output: string;
  ended?: Ended;
}

const statuses: Record<string, TestCase['status']> = { pass: 'pass', fail: 'fail', skip: 'skip' };

/** Undefined when there is no event. Build errors come as text on the other stream, or as events of their own since Go 1.24. */
export function parseGoJson({ stdout, stderr, timed_out }: Pick<TestRun, 'stdout' | 'stderr' | 'timed_out'>): TestReport | undefined {
  const groups = new Map<string, Group>();
  const group = (pkg: string, name: string): Group => {
    const key = `${pkg}\n${name}`;
    const known = groups.get(key) ?? { package: pkg, name, output: '' };
    groups.set(key, known);
    return known;
  };
  const built = new Map<string, string>();
  let any = false;
  for (const line of stdout.split('\n')) {
    const event = eventIn(line);
    if (!event) continue;
    any = true;
    const action = text(event.Action) ?? '';
    if (action === 'build-output') built.set(text(event.ImportPath) ?? '', `${built.get(text(event.ImportPath) ?? '') ?? ''}${text(event.Output) ?? ''}`);
    if (action.startsWith('build-')) continue;
    const one = group(text(event.Package) ?? '', text(event.Test) ?? '');
    if (action === 'output') one.output += text(event.Output) ?? '';
    const status = statuses[action];
    if (status) one.ended = { status, seconds: number(event.Elapsed) ?? 0 };
    // Go 1.24 names what failed to build, which is not the package under its own name.
    if (status === 'fail' && text(event.FailedBuild) !== undefined) one.output += built.get(text(event.FailedBuild)!) ?? '';
  }
  const complaints = buildErrors(stderr);
  if (!any && complaints.size === 0) return undefined;
  const tests: TestCase[] = [];
  const tested = new Set([...groups.values()].filter((one) => one.name !== '').map((one) => one.package));
  for (const one of groups.values()) {
    if (one.name !== '') tests.push(testOf(one, timed_out));
    else if (one.ended?.status === 'fail' && !tested.has(one.package)) {
      tests.push(brokenPackage(one.package, complaints.get(one.package) ?? one.output, one.ended.seconds));
    }
    complaints.delete(one.package);
  }
  for (const [name, said] of complaints) tests.push(brokenPackage(name, said, 0));
  return { tests, parse: 'go-json' };
}

/** What `go test -v` would have printed, for people. */
export function goText(stdout: string): string {
  return stdout.split('\n').map((line) => text(eventIn(line)?.Output) ?? (line.startsWith('{"') ? '' : `${line}\n`)).join('').trimEnd();
}

function testOf({ package: pkg, name, output, ended }: Group, timed_out: boolean): TestCase {
  const status = ended?.status ?? 'fail';
  const test: TestCase = { name, package: pkg, status, ...(ended ? { duration_ms: ended.seconds * 1000 } : {}) };
  if (status !== 'fail') return test;
  const said = output.split('\n').filter((line) => !/^\s*(=== (RUN|PAUSE|CONT|NAME)|--- (FAIL|PASS|SKIP):)/.test(line)).join('\n').trim();
  const panic = /panic: .*/.exec(said)?.[0];
  const at = /^\s*([^\s:]+_test\.go|[^\s:]+\.go):(\d+): (.*)$/m.exec(said);
  // A goroutine's frames: the first that is a test file of the project.
  const frame = /^\s+(\S+_test\.go):(\d+)/m.exec(said);
  const place = at ?? frame;
  return {
    ...test, error: panic ?? at?.[3] ?? (said === '' ? (ended ? 'failed' : unfinished(timed_out)) : said.split('\n')[0]!), ...(said === '' ? {} : { stack_trace: said }),
    ...(place ? { file: place[1]!, line: Number(place[2]) } : {}),
  };
}

function brokenPackage(name: string, said: string, seconds: number): TestCase {
  const trimmed = said.replace(/^FAIL\t.*$/gm, '').trim();
  const at = /^(\S+\.go):(\d+):(?:(\d+):)? (.*)$/m.exec(trimmed);
  return {
    name: 'the package could not be run', package: name, status: 'fail', duration_ms: seconds * 1000,
    error: at?.[4] ?? (trimmed.split('\n')[0] || 'the package could not be run'), stack_trace: trimmed,
    ...(at ? { file: at[1]!, line: Number(at[2]), ...(at[3] === undefined ? {} : { column: Number(at[3]) }) } : {}),
  };
}

/** `# package` lines and what is below each. */
function buildErrors(stderr: string): Map<string, string> {
  const found = new Map<string, string>();
  let name: string | undefined;
  for (const line of stderr.split('\n')) {
    const heading = /^# (\S+)/.exec(line);
    if (heading) name = heading[1]!;
    else if (name !== undefined && line.trim() !== '') found.set(name, `${found.get(name) ?? ''}${line}\n`);
  }
  return found;
}

function eventIn(line: string): Record<string, unknown> | undefined {
  const source = line.trimEnd();
  if (!source.startsWith('{') || !source.endsWith('}')) return undefined;
  try {
    const value: unknown = JSON.parse(source);
    return isRecord(value) && typeof value.Action === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
