/**
 * Requests through a preview against the same requests to native Node over its own loopback. Measured in a browser without a debugger, as people have it; one that hears of every request, as Playwright does,
 * takes as long for each as the preview does, so what it leaves is a row of its own.
 */
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { get, Agent } from 'node:http';
import { join } from 'node:path';
import { root } from '../../src/build/paths.ts';
import { serveSites } from '../../src/build/server.ts';
import { openStage } from '../preview/stage.ts';
import { testRuntime } from '../support/shared-build.ts';
import { titleOf } from '../support/unwatched-browser.ts';
import { atLeast, figureRow, type Goal, median, type Row, under } from './rows.ts';

const server = (port: number): string => `require('http').createServer((q, s) => { if (q.url === '/large') s.end(Buffer.alloc(8 << 20)); else s.end('x'.repeat(1024)); }).listen(${port}, '127.0.0.1', () => console.log('up'));`;
const SINGLE = 200;
const AT_ONCE = 16;
const MANY = 1000;
const MEASURED_MS = 120_000;

export interface Figures { p50: number; p95: number; perSecond: number; megabytes: number }

/** Rows for the table: latency of single requests, requests a second with several at once, and a large answer. `binary` is native Node. */
export async function previewRows(binary: string): Promise<Row[]> {
  const [sandbox, native, watched] = [await inSandbox(), await inNode(binary), await underDebugger()];
  const row = (what: string, inside: string, outside: string, ratio: number, goal?: Goal): Row => ({ what, sandbox: inside, native: outside, ratio: `${ratio.toFixed(2)}x`, ...(goal && { goal }) });
  return [
    row(`request through a preview, 1 KiB, one after the other (median of ${SINGLE})`, `${sandbox.p50.toFixed(2)} ms`, `${native.p50.toFixed(2)} ms`, sandbox.p50 / native.p50, under(sandbox.p50, 5, 'ms')),
    row('the same, slowest twentieth from', `${sandbox.p95.toFixed(2)} ms`, `${native.p95.toFixed(2)} ms`, sandbox.p95 / native.p95),
    row(`requests a second, ${AT_ONCE} at once`, sandbox.perSecond.toFixed(0), native.perSecond.toFixed(0), native.perSecond / sandbox.perSecond, atLeast(sandbox.perSecond, 500, 'a second')),
    figureRow('the same while a debugger hears of every request', watched.toFixed(0)),
    row('megabytes a second of one answer', sandbox.megabytes.toFixed(0), native.megabytes.toFixed(0), native.megabytes / sandbox.megabytes),
  ];
}

async function inSandbox(): Promise<Figures> {
  const bundled = await build({ entryPoints: [join(root, 'test/bench/preview-page.ts')], bundle: true, write: false, format: 'esm', target: 'chrome120', logLevel: 'silent', define: { SINGLE: `${SINGLE}`, AT_ONCE: `${AT_ONCE}`, MANY: `${MANY}` } });
  const app = new Map<string, Uint8Array>([
    ['index.html', Buffer.from('<!doctype html><meta charset="utf-8"><title>preview</title><body><script type="module" src="/preview.js"></script>')],
    ['preview.js', bundled.outputFiles[0]!.contents],
  ]);
  const sites = await serveSites({ app, sandbox: await testRuntime() }, { port: 0 });
  try {
    const [p50, p95, perSecond, megabytes] = (await titleOf(sites.appUrl, 'figures ', MEASURED_MS)).split(' ').map(Number) as [number, number, number, number];
    return { p50, p95, perSecond, megabytes };
  } finally {
    await sites.close();
  }
}

/** Requests a second. */
async function underDebugger(): Promise<number> {
  const stage = await openStage();
  try {
    const frame = await stage.show(await stage.serve(5100, server(5100)));
    return await frame.evaluate(async ([atOnce, many]) => {
      const once = async (): Promise<void> => void (await (await fetch('/')).arrayBuffer());
      for (let i = 0; i < 250; i++) await once();
      let left = many;
      const begun = performance.now();
      await Promise.all(Array.from({ length: atOnce }, async () => {
        while (left-- > 0) await once();
      }));
      return many / (performance.now() - begun) * 1000;
    }, [AT_ONCE, MANY] as const);
  } finally {
    await stage.sandbox.close();
  }
}

async function inNode(binary: string): Promise<Figures> {
  const process = spawn(binary, ['-e', server(5101)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((up) => process.stdout.once('data', up));
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const once = (path = '/'): Promise<number> => new Promise((done, fail) => {
    get({ port: 5101, host: '127.0.0.1', path, agent }, (answer) => {
      let size = 0;
      answer.on('data', (chunk: Buffer) => { size += chunk.length; });
      answer.on('end', () => done(size));
    }).on('error', fail);
  });
  try {
    const times: number[] = [];
    for (let i = 0; i < SINGLE; i++) {
      const begun = performance.now();
      await once();
      times.push(performance.now() - begun);
    }
    const p50 = median([...times]);
    times.sort((a, b) => a - b);
    let left = MANY;
    const begun = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await once();
    }));
    const perSecond = MANY / (performance.now() - begun) * 1000;
    const large = performance.now();
    const bytes = await once('/large');
    return { p50, p95: times[Math.floor(times.length * 0.95)]!, perSecond, megabytes: bytes / 1048576 / (performance.now() - large) * 1000 };
  } finally {
    agent.destroy();
    process.kill();
  }
}
