/**
 * `npx tsx test/differential/node-suite.ts <folder> [filter]`: Node's own tests, beside the pinned binary. `<folder>` is a checkout of Node's repository of about that
 * version, of which `test/` is used; it is neither part of this project nor fetched here. Tests that pass natively are run in the sandbox, and those that fail there
 * are printed with their first error. What was run is kept, natively and in the sandbox, so that a run which was stopped goes on; `--again` begins anew, `--failed` runs
 * once more what failed in the sandbox. An hour or so.
 */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { nodeBinary } from '../../src/build/node-package.ts';
import { cache } from '../../src/build/paths.ts';
import { OUTSIDE_LAUNCH_ARGS } from '../support/outside-server.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

interface Row { name: string; code: number | string; ms: number; output: string }

const SUITES = ['parallel', 'es-module', 'sequential', 'async-hooks', 'test-runner', 'module-hooks', 'wasi'];
const TIMEOUT_S = 30;
/** Of what a test says, the beginning. */
const MOST_OUTPUT = 5000;
const LANES = 2;

const again = process.argv.includes('--again');
const failedOnes = process.argv.includes('--failed');
const [place, filter] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const binary = nodeBinary();
if (place === undefined || binary === undefined) {
  console.log(binary === undefined ? 'not run: no binary of the pinned Node version runs here (set NODE_ORACLE)' : 'usage: npx tsx test/differential/node-suite.ts <checkout of Node> [filter] [--again | --failed]');
  process.exit(2);
}
const folder = resolve(place);
const kept = { native: join(cache, 'node-suite-native.jsonl'), sandbox: join(cache, 'node-suite.jsonl') };
if (again) for (const file of Object.values(kept)) rmSync(file, { force: true });

const rowsOf = (file: string): Map<string, Row> => new Map((existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []).map((line) => [(JSON.parse(line) as Row).name, JSON.parse(line) as Row]));
const keep = (file: string, row: Row): void => appendFileSync(file, `${JSON.stringify(row)}\n`);
const flagsOf = (name: string): string[] => [...readFileSync(join(folder, 'test', name), 'utf8').matchAll(/^\/\/ Flags: (.*)$/gm)].flatMap((match) => match[1]!.trim().split(/\s+/));
const tests = SUITES.filter((suite) => existsSync(join(folder, 'test', suite))).flatMap((suite) => readdirSync(join(folder, 'test', suite)).filter((name) => /^test-.*\.[mc]?js$/.test(name)).map((name) => `${suite}/${name}`))
  .filter((name) => filter === undefined || new RegExp(filter).test(name));

/** Each of `names` once, so many side by side. */
async function inLanes(names: string[], run: (name: string, lane: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: LANES }, async (_, lane) => {
    while (next < names.length) await run(names[next++]!, lane + 1);
  }));
}

async function natively(name: string, lane: number): Promise<void> {
  const started = Date.now();
  const child = spawn(binary!, [...flagsOf(name), `test/${name}`], { cwd: folder, env: { PATH: process.env.PATH, HOME: process.env.HOME, TEST_THREAD_ID: String(lane) }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => { output += output.length < MOST_OUTPUT ? text.toString() : ''; });
  const end = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // All of its group have ended.
    }
  };
  const timer = setTimeout(end, TIMEOUT_S * 1000);
  const code = await new Promise<number | string>((done) => child.on('close', (status, signal) => done(status ?? signal ?? 'unknown')));
  clearTimeout(timer);
  end();
  keep(kept.native, { name, code: /^1\.\.0 # Skipped/m.test(output) ? 'skipped' : code, ms: Date.now() - started, output: code === 0 ? '' : output.slice(0, MOST_OUTPUT) });
}

const known = rowsOf(kept.native);
await inLanes(tests.filter((name) => !known.has(name)), natively);

const archive = execFileSync('tar', ['cz', '--exclude=.tmp*', '-C', folder, 'test'], { maxBuffer: 1 << 30 });
const server = createServer((_request, response) => response.writeHead(200, { 'access-control-allow-origin': '*', 'content-length': archive.length }).end(archive));
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const address = `http://outside.test:${(server.address() as AddressInfo).port}/`;

async function open(): Promise<SandboxBrowser> {
  const sandbox = await openSandbox({ launchArgs: OUTSIDE_LAUNCH_ARGS });
  const { exit, output } = await sandbox.run('bash', ['-c', `mkdir suite && curl -s ${address} | tar xz -C suite`], { timeoutMs: 120_000 });
  if (exit !== 0) throw new Error(output);
  return sandbox;
}

let sandbox = open();
async function inSandbox(name: string, lane: number): Promise<void> {
  const flags = flagsOf(name).map((flag) => `'${flag.replaceAll("'", `'\\''`)}'`).join(' ');
  const current = sandbox;
  try {
    const { exit, output, ms } = await (await current).run('bash', ['-c', `timeout -k 2 ${TIMEOUT_S} node ${flags} test/${name} </dev/null 2>&1 | head -c ${MOST_OUTPUT}; exit \${PIPESTATUS[0]}`], { cwd: 'suite', timeoutMs: 2 * TIMEOUT_S * 1000, env: { TEST_THREAD_ID: String(lane), HOME: '/tmp' } });
    keep(kept.sandbox, { name, code: exit, ms: Math.round(ms), output: exit === 0 ? '' : output.replaceAll('\r\n', '\n') });
  } catch (error) {
    // The page crashed or the sandbox stands still: the next ones get another.
    keep(kept.sandbox, { name, code: 'lost', ms: 0, output: String(error).slice(0, 1000) });
    if (sandbox === current) {
      sandbox = open();
      await (await current).close().catch(() => {});
    }
  }
}

const native = rowsOf(kept.native);
const wanted = tests.filter((name) => native.get(name)?.code === 0);
const before = rowsOf(kept.sandbox);
await inLanes(wanted.filter((name) => !before.has(name) || (failedOnes ? before.get(name)!.code !== 0 : filter !== undefined)), inSandbox);
await (await sandbox).close();
server.close();

const results = rowsOf(kept.sandbox);
const failed = wanted.map((name) => results.get(name)!).filter(({ code }) => code !== 0);
for (const { name, code, output } of failed) {
  const lines = output.replaceAll(/\x1b\[[0-9;]*m/g, '').split('\n').map((line) => line.trim());
  console.log(`${name} (${code}): ${(lines.find((line) => /^\w*Error\b|^Mismatched|bad option|not available/.test(line)) ?? lines.at(-1) ?? '').slice(0, 160)}`);
}
console.log(`${wanted.length - failed.length} of ${wanted.length} that pass natively pass in the sandbox, ${failed.length} do not`);
process.exit(0);
