/** Memory of a browser's processes, as Linux counts it. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';

/** Bytes resident in all renderers together; undefined where there is no `/proc`. */
export async function rendererBytes(browser: Browser): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    let sum = 0;
    for (const { id, type } of processInfo) {
      if (type !== 'renderer') continue;
      try {
        sum += Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1024;
      } catch {
        // It ended since it was listed.
      }
    }
    return sum;
  } finally {
    await session.detach();
  }
}
