/** Requests through a preview against the same requests to native Node over its own loopback. */
import { spawn } from 'node:child_process';
import { get, Agent } from 'node:http';
import { openStage } from '../preview/stage.ts';
import { atLeast, type Goal, median, type Row, under } from './rows.ts';

const server = (port: number): string => `require('http').createServer((q, s) => { if (q.url === '/large') s.end(Buffer.alloc(8 << 20)); else s.end('x'.repeat(1024)); }).listen(${port}, '127.0.0.1', () => console.log('up'));`;
const SINGLE = 200;
const AT_ONCE = 16;
const MANY = 1000;

interface Figures { p50: number; p95: number; perSecond: number; megabytes: number }

/** Rows for the table: latency of single requests, requests a second with several at once, and a large answer. `binary` is native Node. */
export async function previewRows(binary: string): Promise<Row[]> {
  const [sandbox, native] = [await inSandbox(), await inNode(binary)];
  const row = (what: string, inside: string, outside: string, ratio: number, goal?: Goal): Row => ({ what, sandbox: inside, native: outside, ratio: `${ratio.toFixed(2)}x`, ...(goal && { goal }) });
  return [
    row(`request through a preview, 1 KiB, one after the other (median of ${SINGLE})`, `${sandbox.p50.toFixed(2)} ms`, `${native.p50.toFixed(2)} ms`, sandbox.p50 / native.p50, under(sandbox.p50, 5, 'ms')),
    row('the same, slowest twentieth from', `${sandbox.p95.toFixed(2)} ms`, `${native.p95.toFixed(2)} ms`, sandbox.p95 / native.p95),
    row(`requests a second, ${AT_ONCE} at once`, sandbox.perSecond.toFixed(0), native.perSecond.toFixed(0), native.perSecond / sandbox.perSecond, atLeast(sandbox.perSecond, 500, 'a second')),
    row('megabytes a second of one answer', sandbox.megabytes.toFixed(0), native.megabytes.toFixed(0), native.megabytes / sandbox.megabytes),
  ];
}

async function inSandbox(): Promise<Figures> {
  const stage = await openStage();
  try {
    const url = await stage.serve(5100, server(5100));
    const frame = await stage.show(url);
    return await frame.evaluate(async ([single, atOnce, many]) => {
      const once = async (): Promise<void> => void (await (await fetch('/')).arrayBuffer());
      for (let i = 0; i < 50; i++) await once();
      const times: number[] = [];
      for (let i = 0; i < single; i++) {
        const begun = performance.now();
        await once();
        times.push(performance.now() - begun);
      }
      times.sort((a, b) => a - b);
      let left = many;
      const begun = performance.now();
      await Promise.all(Array.from({ length: atOnce }, async () => {
        while (left-- > 0) await once();
      }));
      const perSecond = many / (performance.now() - begun) * 1000;
      const large = performance.now();
      const bytes = (await (await fetch('/large')).arrayBuffer()).byteLength;
      return { p50: times[times.length >> 1]!, p95: times[Math.floor(times.length * 0.95)]!, perSecond, megabytes: bytes / 1048576 / (performance.now() - large) * 1000 };
    }, [SINGLE, AT_ONCE, MANY] as const);
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
