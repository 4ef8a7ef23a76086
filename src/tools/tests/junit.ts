/** Reads the JUnit XML that pytest writes. */
import type { TestCase, TestReport } from './report.ts';

/** Undefined when it is no such report. Elements do not nest within a test case, so their tags are enough. */
export function parseJunit(xml: string | undefined): TestReport | undefined {
  if (xml === undefined || !/<testsuites?[\s>]/.test(xml)) return undefined;
  const tests: TestCase[] = [];
  // Cut first: a search for each end would look at the whole rest again when an end is missing.
  for (const part of xml.split('<testcase').slice(1)) {
    const end = part.indexOf('</testcase>');
    const [tag, inner] = openingTag(end < 0 ? part : part.slice(0, end));
    tests.push(testOf(attributesOf(tag), inner));
  }
  return { tests, parse: 'junit' };
}

function testOf(of: Map<string, string>, inner: string): TestCase {
  const kind = /<(failure|error|skipped)\b/.exec(inner);
  const status = kind?.[1] === 'skipped' ? 'skip' : kind ? 'fail' : 'pass';
  const seconds = Number(of.get('time') ?? 0);
  const test: TestCase = { name: of.get('name') ?? '', package: of.get('classname') ?? '', status, duration_ms: Number.isFinite(seconds) ? seconds * 1000 : 0 };
  if (!kind || status !== 'fail') return test;
  const [tag, rest] = openingTag(inner.slice(kind.index + kind[0].length));
  const stack = unescapeXml(rest.split(`</${kind[1]!}>`, 1)[0]!).trim();
  const error = attributesOf(tag).get('message') ?? '';
  // A file that could not be collected has a traceback whose last error says why.
  const cause = /^E {2,}(\S.*)$/m.exec(stack)?.[1];
  const places = [...stack.matchAll(/^(\S[^:\n]*\.py):(\d+): /gm)];
  const place = places[places.length - 1];
  return {
    ...test, error: (error === 'collection failure' ? cause : undefined) ?? (error || 'failed'), ...(stack === '' ? {} : { stack_trace: stack }),
    ...(place ? { file: place[1]!, line: Number(place[2]) } : {}),
  };
}

/** The attributes of a tag and what follows it; a `>` may stand in a value. */
function openingTag(source: string): [attributes: string, rest: string] {
  let quoted = false;
  for (let at = 0; at < source.length; at++) {
    if (source[at] === '"') quoted = !quoted;
    else if (source[at] === '>' && !quoted) return source[at - 1] === '/' ? [source.slice(0, at - 1), ''] : [source.slice(0, at), source.slice(at + 1)];
  }
  return [source, ''];
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
