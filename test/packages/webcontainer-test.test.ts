/** `@webcontainer/test`, unmodified, on our `/headless`: its own run in Vitest's browser mode, of which each test is counted here. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import { testRuntime } from '../support/shared-build.ts';
import { serveSites } from '../../src/build/server.ts';
import { findBrowser } from '../support/find-browser.ts';

it('runs its fixtures', async () => {
  const server = await serveSites({ app: new Map(), sandbox: await testRuntime() }, { port: 0 });
  try {
    const port = await freePort();
    const { CHROMIUM_PATH = (await findBrowser()).path } = process.env;
    const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/packages/webcontainer.config.ts', '--reporter=json'], {
      cwd: root, env: { ...process.env, CHROMIUM_PATH, TABLOOM_SANDBOX: server.sandboxUrl, TABLOOM_TEST_PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    run.stdout.on('data', (text: Buffer) => { output += text.toString(); });
    run.stderr.on('data', (text: Buffer) => { errors += text.toString(); });
    await new Promise((done) => run.on('exit', done));
    const start = output.indexOf('{"');
    expect(start, `${output}${errors}`).toBeGreaterThanOrEqual(0);
    const report = JSON.parse(output.slice(start)) as { numTotalTests: number; testResults: { message: string; assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] };
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(results.filter(({ status }) => status !== 'passed').map(({ title, failureMessages }) => [title, ...failureMessages]), errors).toEqual([]);
    expect(results.map(({ title }) => title)).toEqual([
      'mounts a folder from disk and runs a command in it', 'works with files', 'talks with a process', 'shows a preview', 'sets up once and restores (first)', 'sets up once and restores (second)',
    ]);
  } finally {
    await server.close();
  }
});

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
