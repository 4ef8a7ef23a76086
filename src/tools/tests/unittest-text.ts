/** Reads what `python3 -m unittest -v` prints. */
import { unfinished } from './report.ts';
import type { TestCase, TestReport, TestRun } from './report.ts';

const outcomes: Record<string, TestCase['status']> = { ok: 'pass', FAIL: 'fail', ERROR: 'fail', 'expected failure': 'skip', 'unexpected success': 'fail' };

/** Undefined when there is nothing of it. */
export function parseUnittest({ stderr, timed_out }: Pick<TestRun, 'stderr' | 'timed_out'>): TestReport | undefined {
  const text = stderr.replaceAll('\r', '');
  const summary = /^Ran (\d+) tests? in ([\d.]+)s$/m.test(text);
  const tests: TestCase[] = [];
  // `test_a (module.Class.test_a) ... ok`; with a docstring the name stands on the line before.
  const pattern = /^(\w+) \(([\w.<>]+)\)(?:\n.*?)?(?: \.\.\. ?(ok|FAIL|ERROR|skipped|expected failure|unexpected success)?|$)/gm;
  for (const [, name, where, word] of text.slice(0, body(text)).matchAll(pattern)) {
    const pkg = where!.endsWith(`.${name!}`) ? where!.slice(0, -name!.length - 1) : where!;
    // What a test printed may stand between the dots and the outcome, which is then on a later line.
    const status = word === undefined ? undefined : word === 'skipped' ? 'skip' : outcomes[word]!;
    tests.push({ name: name!, package: pkg, status: status ?? 'fail', ...(status === undefined ? { error: unfinished(timed_out) } : {}) });
  }
  if (tests.length === 0 && !summary) return undefined;
  const sections = sectionsOf(text);
  for (const test of tests) {
    const details = sections.get(`${test.name} ${test.package}`) ?? sections.get(`${test.name} ${test.package}.${test.name}`);
    if (details === undefined) {
      // Without a section of its own, and with a summary, it passed: only its outcome was torn away by what it printed.
      if (summary && test.error === unfinished(timed_out)) {
        test.status = 'pass';
        delete test.error;
      }
      if (test.status === 'fail') test.error ??= 'failed; see the output';
      continue;
    }
    const lines = details.trim().split('\n');
    const places = [...details.matchAll(/^ {2}File "([^"]+)", line (\d+)/gm)].filter(([, file]) => !/\/lib\/python\d|unittest\/|importlib/.test(file!));
    const place = places[places.length - 1];
    Object.assign(test, { status: 'fail', error: errorOf(lines), stack_trace: details.trim(), ...(place ? { file: place[1]!, line: Number(place[2]) } : {}) });
  }
  return { tests, parse: 'unittest' };
}

/** Where the list of tests ends. */
function body(text: string): number {
  const at = text.search(/^={70}$|^-{70}$/m);
  return at < 0 ? text.length : at;
}

/** The details of failures by name and place; the first of several, as subtests have them. */
function sectionsOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const section of text.split(/^={70}\n/m).slice(1)) {
    const heading = /^(?:FAIL|ERROR): (\w+) \(([\w.<>]+)\)/.exec(section);
    const key = heading ? `${heading[1]!} ${heading[2]!}` : undefined;
    if (key === undefined || found.has(key)) continue;
    found.set(key, section.slice(section.indexOf('\n') + 1).replace(/^(?!-{70})[^\n]*\n(?=-{70})/, '').replace(/^-{70}\n/, '').split(/^-{70}$/m)[0]!);
  }
  return found;
}

/** The exception, which follows the last frame. */
function errorOf(lines: readonly string[]): string {
  const last = lines.findLastIndex((line) => /^ {2}File "|^ {4}/.test(line));
  return lines.slice(last + 1).join('\n').trim() || lines[lines.length - 1]!;
}
