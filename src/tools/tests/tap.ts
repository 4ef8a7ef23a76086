/** Reads TAP as node:test and tape print it: nested points, each with a block of facts. */
import { placeInStack } from './stack.ts';
import type { TestCase, TestReport } from './report.ts';

interface TapTest {
  /** Names of the tests and suites around it, outermost first, and its own. */
  path: string[];
  status: 'pass' | 'fail' | 'skip' | 'todo';
  duration_ms: number;
  /** `file:line:column`; node gives it for failures only. */
  location?: string;
  error?: string;
  stack?: string;
}

interface Point extends TapTest {
  /** A suite is a heading, not a test. */
  suite: boolean;
}

/** The report in a runner's output, or undefined when there is no TAP in it. */
export function parseTap(text: string): TestReport | undefined {
  const lines = text.split(/\r?\n/);
  if (!lines.some((line) => /^TAP version \d+$/.test(line))) return undefined;
  const points: Point[] = [];
  /** Open `# Subtest:` headings by depth; a point at depth d closes the heading at d. */
  let open: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, spaces, line] = /^( *)(.*)$/.exec(lines[at]!)!;
    const depth = spaces!.length / 4;
    const subtest = /^# Subtest: (.*)$/.exec(line!);
    if (subtest) {
      open = [...open.slice(0, depth), unescapeName(subtest[1]!)];
      continue;
    }
    const point = /^(not )?ok \d+(?: (?:- )?(.*?))?(?: # (SKIP|TODO)\b ?(.*))?$/i.exec(line!);
    if (!point) continue;
    const name = unescapeName(point[2] ?? '');
    const block = yamlBlock(lines, at + 1, spaces!.length + 2);
    at = block.end;
    points.push(pointOf([...open.slice(0, depth), name], point[1] !== undefined, point[3], block.fields));
    open = open.slice(0, depth);
  }
  return { tests: points.filter((point) => !point.suite).map(testOf), parse: 'tap' };
}

function pointOf(path: string[], failed: boolean, directive: string | undefined, fields: Map<string, string>): Point {
  const status = directive?.toUpperCase() === 'SKIP' ? 'skip' : directive?.toUpperCase() === 'TODO' ? 'todo' : failed ? 'fail' : 'pass';
  const point: Point = { path, status, duration_ms: Number(fields.get('duration_ms') ?? 0), suite: fields.get('type') === 'suite' };
  if (status !== 'fail') return point;
  for (const key of ['location', 'error', 'stack'] as const) {
    const value = fields.get(key);
    if (value !== undefined) point[key] = value;
  }
  const { location = fields.get('at')?.match(/\((.*:\d+:\d+)\)$/)?.[1] } = point;
  if (location !== undefined) point.location = location;
  return point;
}

/** The facts after a point. Only what this reporter writes is understood: scalars, block texts, and deeper structure as its own text. */
function yamlBlock(lines: readonly string[], start: number, indent: number): { fields: Map<string, string>; end: number } {
  const fields = new Map<string, string>();
  const pad = ' '.repeat(indent);
  if (lines[start] !== `${pad}---`) return { fields, end: start - 1 };
  let at = start + 1;
  // tape indents the facts below the fence, node does not.
  const deeper = /^ */.exec(lines[at] ?? '')![0].length;
  const inside = ' '.repeat(Math.max(indent, deeper));
  while (at < lines.length && lines[at] !== `${pad}...`) {
    const field = new RegExp(`^${inside}(\\w+):(?: +(.*))?$`).exec(lines[at]!);
    at++;
    if (!field) continue;
    const value = field[2] ?? '';
    if (value !== '' && value !== '|-') {
      fields.set(field[1]!, unquote(value));
      continue;
    }
    const inner: string[] = [];
    while (at < lines.length && (lines[at]!.startsWith(`${inside}  `) || lines[at]!.trim() === '')) inner.push(lines[at++]!.slice(inside.length + 2));
    fields.set(field[1]!, inner.join('\n').trimEnd());
  }
  return { fields, end: at };
}

function unquote(value: string): string {
  return /^'.*'$/s.test(value) ? value.slice(1, -1).replaceAll("\\'", "'").replaceAll('\\\\', '\\') : value;
}

function unescapeName(name: string): string {
  return name.replace(/\\([\\#])/g, '$1').trimEnd();
}

function testOf({ path, status, duration_ms, location, error, stack }: TapTest): TestCase {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(location ?? '') ?? [];
  return {
    name: path.join(' > '), package: file ?? '', status: status === 'todo' ? 'skip' : status, duration_ms,
    ...(file === undefined ? {} : { file, line: Number(line), column: Number(column) }), ...placeInStack(stack?.replace(/^(?!\s*at )/gm, 'at ')),
    ...(status === 'fail' ? { error: error ?? stack?.split('\n')[0] ?? 'failed' } : {}), ...(stack === undefined ? {} : { stack_trace: stack }),
  };
}
