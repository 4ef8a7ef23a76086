/** `npm test`: finds a browser, then types, unit, contract and differential suites, the build, and the page end to end. Ends with one line that counts them all. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ensureBuilt } from '../src/build/build-all.ts';
import { cache, root } from '../src/build/paths.ts';
import { findBrowser } from './support/find-browser.ts';

const reports = join(cache, 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
let passed = 0;
let failed = 0;
/** Tests that say "not run": for the long run only, or for want of their oracle (the pinned Node binary, bash 5) or server (nats-server). */
let skipped = 0;

function step(title: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n== ${title}`);
  const started = Date.now();
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env }, shell: process.platform === 'win32' });
  console.log(`== ${title}: ${result.status === 0 ? 'ok' : `failed (${result.status ?? result.signal})`}, ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return result.status === 0;
}

/** A step that crashed before it could report must not pass as "0 failed". */
function count(report: string, ok: boolean, read: (json: any) => [number, number, number]): void {
  let counts: [number, number, number] = [0, 0, 0];
  try {
    counts = read(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    counts = [0, 1, 0];
  }
  if (!ok && counts[1] === 0) counts[1] = 1;
  passed += counts[0];
  failed += counts[1];
  skipped += counts[2];
}

const browser = await findBrowser();
console.log(`Browser: ${browser.version} (${browser.source})`);
process.env.CHROMIUM_PATH = browser.path;

const types = step('types', 'npx', ['tsc', '--noEmit']);
passed += types ? 1 : 0;
failed += types ? 0 : 1;

console.log('\n== build');
await ensureBuilt();

const unit = join(reports, 'vitest.json');
count(unit, step('unit, contract and differential tests', 'npx', ['vitest', 'run', '--config', 'test/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`]), (json) => [json.numPassedTests, json.numFailedTests, json.numPendingTests]);

/** A port nobody has: a developer's own server, or another run, must not be what is tested. */
const port = await new Promise<number>((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address() as { port: number };
    server.close(() => done(free));
  });
});

const e2e = join(reports, 'playwright.json');
count(e2e, step('the page, end to end', 'npx', ['playwright', 'test', '--config', 'test/playwright.config.ts'], { TABLOOM_REPORT: e2e, TABLOOM_TEST_PORT: String(port) }), (json) => [json.stats.expected, json.stats.unexpected + json.stats.flaky, json.stats.skipped]);

if (skipped > 0) console.log(`\n${skipped} tests were not run: they are for \`npm run soak\`, or need an oracle (the pinned Node binary on linux-x64, bash 5) or a server (nats-server) that this machine does not have.`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
