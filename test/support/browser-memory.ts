/** Memory of a browser's processes, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';
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

/** The renderers of a browser by the number of its own process; without those of the browser's own window, which Chromium marks on their command line. Undefined where there is no `/proc`. */
export function rendererMemory(browser: number): RendererMemory[] | undefined {
  if (process.platform !== 'linux') return undefined;
  return processesBelow(browser).flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      // Chromium writes its command line anew, with spaces.
      if (!/--type=renderer[\0 ]/.test(command) || /--(?:top-chrome-webui|extension-process)[\0 ]/.test(command)) return [];
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
      return [{ pid, pss: bytes('Pss') + bytes('SwapPss'), private: bytes('Private_Clean') + bytes('Private_Dirty') + bytes('Swap') }];
    } catch {
      // It ended since it was listed.
      return [];
    }
  });
}

/** All that came from it, however far down. */
function processesBelow(root: number): number[] {
  const parents = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name): [pid: number, parent: number][] => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
    } catch {
      return [];
    }
  });
  const found = [root];
  for (const one of found) found.push(...parents.flatMap(([pid, parent]) => (parent === one ? [pid] : [])));
  return found;
}

/** The number of the browser's own process. */
export async function browserPid(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.find(({ type }) => type === 'browser')!.id;
  } finally {
    await session.detach();
  }
}
