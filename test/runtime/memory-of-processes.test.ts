/** `ps -o rss`: what the browser measured of a process, which takes it up to a minute. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { SOAK } from '../support/sample.ts';

let sandbox: SandboxBrowser;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox?.close();
});

/** Kilobytes of the processes whose command has the word; undefined as long as nothing was measured. */
async function residentOf(word: string): Promise<number | undefined> {
  const { output } = await sandbox.run('ps', ['-e', '-o', 'rss=,args='], { terminal: { cols: 500, rows: 24 } });
  const line = output.split(/\r?\n/).find((text) => text.includes(word))!;
  const rss = line.trim().split(' ')[0]!;
  return rss === '-' ? undefined : Number(rss);
}

// The browser measures when it likes, so it takes minutes. The column of the page is in `processes.spec.ts`.
it.runIf(SOAK)('grows by what a program holds', async () => {
  const empty = sandbox.run('node', ['-e', 'console.log("up"); setInterval(() => {}, 1000); // holds-nothing'], { timeoutMs: 400_000 }).catch(() => undefined);
  const full = sandbox.run('node', ['-e', 'globalThis.keep = Array.from({ length: 1 << 20 }, () => new Array(8).fill(0.5)); setInterval(() => {}, 1000); // holds-64-MB'], { timeoutMs: 400_000 }).catch(() => undefined);
  const grown = async (): Promise<number | undefined> => {
    const [without, held] = [await residentOf('holds-nothing'), await residentOf('holds-64-MB')];
    return without === undefined || held === undefined ? undefined : (held - without) / 1024;
  };
  await expect.poll(async () => await grown() ?? 0, { timeout: 300_000, interval: 1000 }).toBeGreaterThan(60);
  expect(await grown()).toBeLessThan(200);
  await sandbox.run('sh', ['-c', "kill -9 $(ps -e -o pid=,args= | grep 'holds-' | grep -v grep | awk '{ print $1 }')"]);
  await Promise.all([empty, full]);
}, 360_000);
