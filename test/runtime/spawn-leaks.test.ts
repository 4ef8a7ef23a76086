/** Many processes, one after the other and side by side: each ends with its own status and output, and their workers and memory go with them. 10,000 in `npm run soak`. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rendererBytes } from '../support/browser-memory.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { SOAK } from '../support/sample.ts';

const SPAWNS = SOAK ? 10_000 : 60;
const NODE_SPAWNS = SPAWNS / 20;
/** What an engine keeps of workers that came and went (code, freed pages) goes up and down by some 100 MiB; 10,000 mailboxes alone would be 2.5 GiB. */
const MAX_GROWTH = 256 * 1024 * 1024;

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

it('leaves nothing of ended processes behind', async () => {
  await spawnMany(12, 'echo', ['warm']);
  await spawnMany(4, 'node', ['-e', '0']);
  // The kernel, and what waits for the next process.
  const workers = await settledWorkers(1 + 2 + 3);
  const before = await rendererBytes(sandbox.browser);
  expect(await spawnMany(SPAWNS, 'sh', ['-c', 'echo out; exit 3'])).toEqual({ '3 out': SPAWNS });
  expect(await spawnMany(NODE_SPAWNS, 'node', ['-e', 'process.exit(4)'])).toEqual({ '4 ': NODE_SPAWNS });
  // A pipeline's processes have nobody but the shell to end them.
  expect(await spawnMany(SPAWNS / 20, 'sh', ['-c', 'cat /dev/zero | head -c 3 | wc -c'])).toEqual({ '0 3': SPAWNS / 20 });
  expect(await settledWorkers(workers)).toBe(workers);
  const listed = (await sandbox.run('ps', ['-e'])).output.trim().split('\r\n').map((line) => line.split(' ').pop());
  expect(listed).toEqual(['CMD', 'init', 'ps']);
  const after = await rendererBytes(sandbox.browser);
  if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(MAX_GROWTH);
  if (SOAK) console.log(`${SPAWNS} spawns: ${((before ?? 0) / 2 ** 20).toFixed(0)} MiB before, ${((after ?? 0) / 2 ** 20).toFixed(0)} MiB after`);
}, SOAK ? 3_600_000 : 180_000);
