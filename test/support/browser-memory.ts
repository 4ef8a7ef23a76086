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

/** One renderer of a page. `pss`: bytes of its own, and its share of those that other processes have as well. `private`: its own only. */
export interface RendererMemory { pid: number; pss: number; private: number }

/** The renderers of pages; without those of the browser's own window, which Chromium marks on their command line. Undefined where there is no `/proc`. */
export async function rendererMemory(browser: Browser): Promise<RendererMemory[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.flatMap(({ id, type }) => {
      if (type !== 'renderer') return [];
      try {
        if (/--(?:top-chrome-webui|extension-process)\0/.test(readFileSync(`/proc/${id}/cmdline`, 'utf8'))) return [];
        const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
        const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
        return [{ pid: id, pss: bytes('Pss') + bytes('SwapPss'), private: bytes('Private_Clean') + bytes('Private_Dirty') + bytes('Swap') }];
      } catch {
        // It ended since it was listed.
        return [];
      }
    });
  } finally {
    await session.detach();
  }
}
