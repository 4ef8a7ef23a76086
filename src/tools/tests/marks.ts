/** Reads the lists with ticks and crosses that jest and vitest print for people: all that is left of a run that was killed, or that a script hides behind `npm test`. */
import { unfinished } from './report.ts';
import type { TestCase, TestReport } from './report.ts';

const signs: Record<string, TestCase['status']> = { '✓': 'pass', '√': 'pass', '✕': 'fail', '×': 'fail', '○': 'skip', '✎': 'skip', '↓': 'skip', '□': 'skip' };
const markPattern = /^( *)([✓√✕×○✎↓□]) (.*?)(?: \(?(\d+(?:\.\d+)?) ?(ms|s)\)?)?$/u;

/** Names are shorter, and the patterns would take their time in what is not. */
const MAX_LINE = 2_000;

/** Undefined when there is no such list. `killed` runs say so. */
export function parseMarks(text: string, timed_out: boolean): TestReport | undefined {
  const tests: TestCase[] = [];
  let file = '';
  /** Headings of jest by their indentation. */
  let headings: { indent: number; title: string }[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.length > MAX_LINE) continue;
    // jest, and a file of vitest outside of its verbose mode.
    const heading = /^(?:PASS|FAIL) (\S+\.\w+)(?: \(.*\))?$/.exec(line) ?? /^ [❯✓×↓] (\S+\.\w+) \(\d+ tests?\b.*$/.exec(line);
    if (heading) {
      file = heading[1]!;
      headings = [];
      continue;
    }
    const mark = markPattern.exec(line);
    if (!mark) {
      const title = /^( {2,})(\S.*)$/.exec(line);
      // What stands below a list, such as the details of failures, is no heading any more.
      if (file !== '' && title && !/^(at |●|\|)/.test(title[2]!)) headings = [...headings.filter(({ indent }) => indent < title[1]!.length), { indent: title[1]!.length, title: title[2]! }];
      if (/^ {2}● /.test(line)) file = '';
      continue;
    }
    const [, spaces, sign, said, time, unit] = mark;
    const parts = said!.split(' > ');
    // vitest names the file in the line itself.
    const own = /\.[cm]?[jt]sx?$/.test(parts[0]!) ? parts.shift()! : undefined;
    if (own === undefined && file === '') continue;
    if (own !== undefined && parts.length === 0) continue;
    const around = own === undefined ? headings.filter(({ indent }) => indent < spaces!.length).map(({ title }) => title) : [];
    const title = own === undefined ? (sign === '○' || sign === '✎' ? said!.replace(/^(skipped|todo) /, '') : said!) : parts.join(' > ');
    const status = signs[sign!]!;
    tests.push({
      name: [...around, title].join(' > '), package: own ?? file, file: own ?? file, status,
      ...(time === undefined ? {} : { duration_ms: Number(time) * (unit === 's' ? 1000 : 1) }), ...(status === 'fail' ? { error: 'failed; see the output' } : {}),
    });
  }
  if (tests.length === 0) return undefined;
  return { tests, parse: 'text', ...(timed_out ? { error: unfinished(true).replace('the test', 'a test') } : {}) };
}
