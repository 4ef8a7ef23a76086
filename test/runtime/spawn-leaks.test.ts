/** Many processes, one after the other and side by side: each ends with its own status and output, and their workers and memory go with them. 10,000 in `npm run soak`. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rendererBytes } from '../support/browser-memory.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { SOAK } from '../support/sample.ts';

/** Of each of two batches. */
const SPAWNS = SOAK ? 5_000 : 30;
const NODE_SPAWNS = SPAWNS / 5;
/** What an engine keeps of workers that came and went (code, freed pages) is there after the first batch, and goes up and down by some 100 MiB; 10,000 mailboxes alone would be 2.5 GiB. */
const MAX_FIRST = 256 * 1024 * 1024;
/** What the second batch leaves would be a leak, in the soak's number: 13 KB a process is less than the smallest that one keeps by mistake, its standard streams' buffers. */
const MAX_SECOND = 64 * 1024 * 1024;

let sandbox: SandboxBrowser;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox?.close());

/** Starts `count` processes, six at a time, and counts how they ended and what they said. */
const spawnMany = (count: number, command: string, args: string[]): Promise<Record<string, number>> => sandbox.page.evaluate(async ([count, command, args]) => {
  const { container } = window.harness;
  const seen: Record<string, number> = {};
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const process = await container.spawn(command, args);
      let output = '';
      await process.output.pipeTo(new WritableStream({ write(chunk) { output += chunk; } }));
      const key = `${await process.exit} ${output.trim()}`;
      seen[key] = (seen[key] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
  return seen;
}, [count, command, args] as const);

/** Workers that live, once those that ended are gone and those that wait are back. */
const settledWorkers = async (expected: number): Promise<number> => {
  await expect.poll(() => sandbox.page.workers().length, { timeout: 60_000, interval: 250 }).toBe(expected);
  return sandbox.page.workers().length;
};

/** Descriptors of all processes, the listing's own among them, and sockets that listen. */
const opened = async (): Promise<string> => (await sandbox.run('sh', ['-c', 'ls /proc/[0-9]*/fd 2>/dev/null | grep -c "^[0-9]"; ls -l /proc/[0-9]*/fd 2>/dev/null | grep -c "tcp:"'])).output;

/** Bytes, after the page's own heap was cleared up. */
const memory = async (): Promise<number | undefined> => {
  const session = await sandbox.context.newCDPSession(sandbox.page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  return rendererBytes(sandbox.browser);
};

async function batch(): Promise<void> {
  expect(await spawnMany(SPAWNS, 'sh', ['-c', 'echo out; exit 3'])).toEqual({ '3 out': SPAWNS });
  expect(await spawnMany(NODE_SPAWNS, 'node', ['-e', 'process.exit(4)'])).toEqual({ '4 ': NODE_SPAWNS });
  // A pipeline's processes have nobody but the shell to end them.
  expect(await spawnMany(SPAWNS / 10, 'sh', ['-c', 'cat /dev/zero | head -c 3 | wc -c'])).toEqual({ '0 3': SPAWNS / 10 });
}

it('leaves nothing of ended processes behind', async () => {
  await spawnMany(12, 'echo', ['warm']);
  await spawnMany(4, 'node', ['-e', '0']);
  // The kernel, and what waits for the next process.
  const workers = await settledWorkers(1 + 2 + 3);
  const descriptors = await opened();
  const sizes = [await memory()];
  for (let round = 0; round < 2; round++) {
    await batch();
    expect(await settledWorkers(workers)).toBe(workers);
    sizes.push(await memory());
  }
  const listed = (await sandbox.run('ps', ['-e'])).output.trim().split('\r\n').map((line) => line.split(' ').pop());
  expect(listed).toEqual(['CMD', 'init', 'ps']);
  expect(await opened()).toBe(descriptors);
  const [before, between, after] = sizes;
  if (SOAK) console.log(`twice ${SPAWNS} spawns: ${sizes.map((size) => ((size ?? 0) / 2 ** 20).toFixed(0)).join(', ')} MiB`);
  if (before === undefined || between === undefined || after === undefined) return;
  expect(between - before).toBeLessThan(MAX_FIRST);
  expect(after - between).toBeLessThan(MAX_SECOND);
}, SOAK ? 3_600_000 : 180_000);
