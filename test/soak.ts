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

const browser = await findBrowser();
await ensureBuilt();
const results = join(cache, 'reports', 'soak.json');
mkdirSync(join(cache, 'reports'), { recursive: true });
rmSync(results, { force: true });
const started = new Date();
const run = spawnSync('npx', ['vitest', 'run', '--config', 'test/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`, ...process.argv.slice(2)], {
  cwd: root, stdio: 'inherit', shell: process.platform === 'win32', env: { ...process.env, CHROMIUM_PATH: browser.path, TABLOOM_SOAK: '1' },
});

const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as { testResults: Suite[] };
/** A suite whose preparation failed has no failed test, only tests that did not run. */
const broken = (suite: Suite): boolean => suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed');
const count = (suite: Suite, status: string): number => suite.assertionResults.filter((test) => test.status === status || (status === 'pending' && test.status === 'skipped')).length + (status === 'failed' && broken(suite) ? 1 : 0);
const total = (status: string): number => testResults.reduce((sum, suite) => sum + count(suite, status), 0);
const rows = testResults.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((suite) =>
  `| ${suite.name.slice(root.length + 1).replaceAll('\\', '/')} | ${count(suite, 'passed')} | ${count(suite, 'failed')} | ${count(suite, 'pending')} | ${((suite.endTime - suite.startTime) / 1000).toFixed(0)} s |`);
const failures = testResults.flatMap((suite) => (broken(suite) ? [`- ${suite.name.slice(root.length + 1)} as a whole: ${suite.message.split('\n')[0]}`] : []).concat(suite.assertionResults.filter((test) => test.status === 'failed').map((test) => `- ${test.fullName}: ${(test.failureMessages[0] ?? '').split('\n')[0]}`)));
const report = `# Soak, ${started.toISOString().slice(0, 16).replace('T', ' ')} UTC

${total('passed')} passed, ${total('failed')} failed, ${total('pending')} not run, in ${((Date.now() - started.getTime()) / 60_000).toFixed(0)} minutes.
${browser.version}, ${cpus().length} cores, seed ${SEED}${process.argv.length > 2 ? `, only: ${process.argv.slice(2).join(' ')}` : ''}.

| suite | passed | failed | not run | time |
|---|---|---|---|---|
${rows.join('\n')}
${failures.length ? `\n## Failed\n\n${failures.join('\n')}\n` : ''}`;
mkdirSync(join(root, 'test', 'reports'), { recursive: true });
const file = join(root, 'test', 'reports', `soak-${started.toISOString().slice(0, 10)}.md`);
writeFileSync(file, report);
console.log(`\n${report}\nReport: test/reports/${file.slice(file.lastIndexOf('soak-'))}\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(run.status ?? 1);
