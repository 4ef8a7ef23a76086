/**
 * `npm run soak`: every heavy suite in full (`TABLOOM_SOAK=1`), and a dated report in `test/reports/`. Takes an hour or so on two cores. `npm run soak -- PATH...` runs the
 * suites of those paths alone.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../src/build/build-all.ts';
import { cache, root } from '../src/build/paths.ts';
import { findBrowser } from './support/find-browser.ts';
import { SEED } from './support/sample.ts';

interface Suite { name: string; status: string; message: string; startTime: number; endTime: number; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }
interface Specs { file: string; specs?: { title: string; tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[] }[]; suites?: Specs[] }
interface Row { name: string; passed: number; failed: number; skipped: number; seconds: number; failures: string[] }

const paths = process.argv.slice(2);
const browser = await findBrowser();
await ensureBuilt();
const reports = join(cache, 'reports');
mkdirSync(reports, { recursive: true });
const started = new Date();
let status = 0;

function run(args: string[], results: string, env: Record<string, string> = {}): unknown {
  rmSync(results, { force: true });
  const { status: code } = spawnSync('npx', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', env: { ...process.env, CHROMIUM_PATH: browser.path, TABLOOM_SOAK: '1', ...env } });
  status ||= code ?? 1;
  return JSON.parse(readFileSync(results, 'utf8'));
}

const firstLine = (text: string | undefined): string => (text ?? '').split('\n')[0]!;

/** The suites of Vitest. One whose preparation failed has no failed test, only tests that did not run. */
function suites(): Row[] {
  const results = join(reports, 'soak.json');
  const { testResults } = run(['vitest', 'run', '--config', 'test/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`, ...paths], results) as { testResults: Suite[] };
  return testResults.map((suite) => {
    const name = suite.name.slice(root.length + 1).replaceAll('\\', '/');
    const of = (...states: string[]): Suite['assertionResults'] => suite.assertionResults.filter((test) => states.includes(test.status));
    const failed = of('failed');
    const broken = suite.status === 'failed' && failed.length === 0;
    return {
      name, passed: of('passed').length, failed: failed.length + (broken ? 1 : 0), skipped: of('pending', 'skipped').length, seconds: (suite.endTime - suite.startTime) / 1000,
      failures: broken ? [`${name} as a whole: ${firstLine(suite.message)}`] : failed.map((test) => `${test.fullName}: ${firstLine(test.failureMessages[0])}`),
    };
  });
}

/** What takes long of the page's own tests. */
function pages(): Row[] {
  const results = join(reports, 'soak-page.json');
  const { suites: all } = run(['playwright', 'test', '--config', 'test/playwright.config.ts'], results, { TABLOOM_REPORT: results }) as { suites: Specs[] };
  const flat = (one: Specs): NonNullable<Specs['specs']> => [...(one.specs ?? []), ...(one.suites ?? []).flatMap(flat)];
  return all.map((file) => {
    const tests = flat(file).flatMap(({ title, tests: runs }) => runs.map((test) => ({ title, ...test })));
    const failed = tests.filter((test) => test.status === 'unexpected' || test.status === 'flaky');
    return {
      name: `test/e2e/${file.file}`, passed: tests.filter((test) => test.status === 'expected').length, failed: failed.length, skipped: tests.filter((test) => test.status === 'skipped').length,
      seconds: tests.flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
      failures: failed.map((test) => `${test.title}: ${firstLine(test.results.at(-1)?.error?.message)}`),
    };
  });
}

const rows = [...suites(), ...(paths.length > 0 ? [] : pages())].sort((a, b) => (a.name < b.name ? -1 : 1));
const total = (of: 'passed' | 'failed' | 'skipped'): number => rows.reduce((sum, row) => sum + row[of], 0);
const failures = rows.flatMap((row) => row.failures).map((text) => `- ${text}`);
const report = `# Soak, ${started.toISOString().slice(0, 16).replace('T', ' ')} UTC

${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} not run, in ${((Date.now() - started.getTime()) / 60_000).toFixed(0)} minutes.
${browser.version}, ${cpus().length} cores, seed ${SEED}${paths.length > 0 ? `, only: ${paths.join(' ')}` : ''}.

| suite | passed | failed | not run | time |
|---|---|---|---|---|
${rows.map((row) => `| ${row.name} | ${row.passed} | ${row.failed} | ${row.skipped} | ${row.seconds.toFixed(0)} s |`).join('\n')}
${failures.length ? `\n## Failed\n\n${failures.join('\n')}\n` : ''}`;
mkdirSync(join(root, 'test', 'reports'), { recursive: true });
// With the time: a run of some suites must not take the place of the whole one's report.
const file = join(root, 'test', 'reports', `soak-${started.toISOString().slice(0, 16).replace(':', '')}.md`);
writeFileSync(file, report);
console.log(`\n${report}\nReport: test/reports/${file.slice(file.lastIndexOf('soak-'))}\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(status);
