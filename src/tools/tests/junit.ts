/** Reads the JUnit XML that pytest writes. */
import type { TestCase, TestReport } from './report.ts';

/** Undefined when it is no such report. Elements do not nest within a test case, so their tags are enough. */
export function parseJunit(xml: string | undefined): TestReport | undefined {
  if (xml === undefined || !/<testsuites?[\s>]/.test(xml)) return undefined;
  const tests: TestCase[] = [];
  for (const [, attributes, inner = ''] of xml.matchAll(/<testcase\b((?:\s+[\w.:-]+="[^"]*")*)\s*(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const of = attributesOf(attributes!);
    tests.push(testOf(of, inner));
  }
  return { tests, parse: 'junit' };
}

function testOf(of: Map<string, string>, inner: string): TestCase {
  const outcome = /<(failure|error|skipped)\b((?:\s+[\w.:-]+="[^"]*")*)\s*(?:\/>|>([\s\S]*?)<\/\1>)/.exec(inner);
  const status = outcome?.[1] === 'skipped' ? 'skip' : outcome ? 'fail' : 'pass';
  const seconds = Number(of.get('time') ?? 0);
  const test: TestCase = { name: of.get('name') ?? '', package: of.get('classname') ?? '', status, duration_ms: Number.isFinite(seconds) ? seconds * 1000 : 0 };
  if (status !== 'fail') return test;
  const stack = unescapeXml(outcome![3] ?? '').trim();
  const error = unescapeXml(attributesOf(outcome![2]!).get('message') ?? '');
  // A file that could not be collected has a traceback whose last error says why.
  const cause = /^E {2,}(\S.*)$/m.exec(stack)?.[1];
  const places = [...stack.matchAll(/^(\S[^:\n]*\.py):(\d+): /gm)];
  const place = places[places.length - 1];
  return {
    ...test, error: (error === 'collection failure' ? cause : undefined) ?? (error || 'failed'), ...(stack === '' ? {} : { stack_trace: stack }),
    ...(place ? { file: place[1]!, line: Number(place[2]) } : {}),
  };
}

function attributesOf(source: string): Map<string, string> {
  return new Map([...source.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, unescapeXml(value!)]));
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(value: string): string {
  return value.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1').replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const point = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
