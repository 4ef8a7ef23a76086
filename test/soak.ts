/**
 * `npm run soak`: every heavy suite in full (`TABLOOM_SOAK=1`), and a dated report in `test/reports/`. Takes three hours or so on two cores. `npm run soak -- PATH...` runs
 * the suites of those paths alone; `npm run soak -- --continue` goes on with a run that was stopped, where the project has not changed since.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt } from '../src/build/build-all.ts';
import { cache, root } from '../src/build/paths.ts';
import { findBrowser } from './support/find-browser.ts';
import { SEED } from './support/sample.ts';
import { begin, firstLine, goOn, note, read, type SoakRow } from './support/soak-journal.ts';

interface Specs { file: string; specs?: { title: string; tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[] }[]; suites?: Specs[] }

const args = process.argv.slice(2);
const browser = await findBrowser();
await ensureBuilt();
const reports = join(cache, 'reports');
const file = join(cache, 'soak.jsonl');
mkdirSync(reports, { recursive: true });
const { head, rows: done } = args.includes('--continue') ? goOn(file) : begin(file, args);
let status = 0;

function run(command: string[], env: Record<string, string> = {}): void {
  const { status: code } = spawnSync('npx', command, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', env: { ...process.env, CHROMIUM_PATH: browser.path, TABLOOM_SOAK: '1', TABLOOM_SOAK_JOURNAL: file, ...env } });
  status ||= code ?? 1;
}

/** The suites of Vitest that are still to be run. */
function left(): string[] {
  const { stdout } = spawnSync('npx', ['vitest', 'list', '--filesOnly', '--json', '--config', 'test/vitest.config.ts', ...head.paths], { cwd: root, shell: process.platform === 'win32' });
  const all = (JSON.parse(stdout.toString()) as { file: string }[]).map((suite) => relative(root, suite.file).replaceAll('\\', '/'));
  return all.filter((name) => !done.some((row) => row.name === name));
}

/** What takes long of the page's own tests. */
function pages(): SoakRow[] {
  const results = join(reports, 'soak-page.json');
  rmSync(results, { force: true });
  run(['playwright', 'test', '--config', 'test/playwright.config.ts'], { TABLOOM_REPORT: results });
  const { suites: all } = JSON.parse(readFileSync(results, 'utf8')) as { suites: Specs[] };
  const flat = (one: Specs): NonNullable<Specs['specs']> => [...(one.specs ?? []), ...(one.suites ?? []).flatMap(flat)];
  return all.map((spec) => {
    const tests = flat(spec).flatMap(({ title, tests: runs }) => runs.map((test) => ({ title, ...test })));
    const failed = tests.filter((test) => test.status === 'unexpected' || test.status === 'flaky');
    return {
      name: `test/e2e/${spec.file}`, passed: tests.filter((test) => test.status === 'expected').length, failed: failed.length, skipped: tests.filter((test) => test.status === 'skipped').length,
      seconds: tests.flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
      failures: failed.map((test) => `${test.title}: ${firstLine(test.results.at(-1)?.error?.message)}`),
    };
  });
}

const suites = left();
if (suites.length > 0) run(['vitest', 'run', '--config', 'test/vitest.config.ts', '--reporter=default', '--reporter=./test/support/soak-reporter.ts', ...suites]);
if (head.paths.length === 0 && !done.some(({ name }) => name.startsWith('test/e2e/'))) note(file, pages());

const rows = read(file).rows.sort((a, b) => (a.name < b.name ? -1 : 1));
const total = (of: 'passed' | 'failed' | 'skipped'): number => rows.reduce((sum, row) => sum + row[of], 0);
const failures = rows.flatMap((row) => row.failures).map((text) => `- ${text}`);
const report = `# Soak, ${head.started.slice(0, 16).replace('T', ' ')} UTC

${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} not run; ${(rows.reduce((sum, { seconds }) => sum + seconds, 0) / 60).toFixed(0)} minutes of tests${head.parts > 1 ? `, in ${head.parts} parts` : ''}.
Commit ${head.commit}, ${browser.version}, ${cpus().length} cores, seed ${SEED}${head.paths.length > 0 ? `, only: ${head.paths.join(' ')}` : ''}.

| suite | passed | failed | not run | time |
|---|---|---|---|---|
${rows.map((row) => `| ${row.name} | ${row.passed} | ${row.failed} | ${row.skipped} | ${row.seconds.toFixed(0)} s |`).join('\n')}
${failures.length ? `\n## Failed\n\n${failures.join('\n')}\n` : ''}`;
mkdirSync(join(root, 'test', 'reports'), { recursive: true });
// With the time: a run of some suites must not take the place of the whole one's report.
const target = join(root, 'test', 'reports', `soak-${head.started.slice(0, 16).replace(':', '')}.md`);
writeFileSync(target, report);
console.log(`\n${report}\nReport: ${relative(root, target)}\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') > 0 ? 1 : status);
