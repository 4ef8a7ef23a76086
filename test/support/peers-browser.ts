/** Several tabs of one browser as peers, without the rest of the app. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import type { BrowserContext, Page } from 'playwright';
import { serveSites } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from './find-browser.ts';
import { testPage } from './shared-build.ts';

export interface PeersBrowser {
  context: BrowserContext;
  /** A tab that has joined. @param clockMs by how much the computer's time was set before it was opened, for this tab */
  open(project: string, clockMs?: number): Promise<Page>;
  /** The processes that draw tabs; each tab has one of its own. */
  renderers(): number[];
  /** The process that draws a tab; to be stopped and continued with signals. */
  rendererOf(page: Page): Promise<number>;
  close(): Promise<void>;
}

/** A process for each tab, so that stopping one stops only that. */
export const TAB_PROCESSES = ['--process-per-tab', '--renderer-process-limit=64'];

export async function openPeers(): Promise<PeersBrowser> {
  const app = new Map<string, Uint8Array>([
    ['index.html', Buffer.from('<!doctype html><meta charset="utf-8"><title>peers</title><script type="module" src="/peers.js"></script>')],
    ['peers.js', await testPage('test/support/peers-page.ts')],
  ]);
  const server = await serveSites({ app, sandbox: new Map() }, { port: 0 });
  const browser = await chromium.launch({ executablePath: (await findBrowser()).path, args: [...LAUNCH_ARGS, ...TAB_PROCESSES] });
  const context = await browser.newContext();
  await context.addInitScript({ content: 'globalThis.__name = (f) => f' });
  return {
    context,
    async open(project, clockMs = 0) {
      const page = await context.newPage();
      if (clockMs !== 0) await page.addInitScript((ms) => {
        const origin = performance.timeOrigin + ms;
        const { now } = Date;
        Object.defineProperty(performance, 'timeOrigin', { get: () => origin });
        Date.now = () => now() + ms;
      }, clockMs);
      await page.goto(server.appUrl);
      await page.waitForFunction(() => 'peersPage' in window);
      await page.evaluate((name) => window.peersPage.join(name), project);
      return page;
    },
    rendererOf,
    renderers,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Found by letting one process after the other go on alone: no protocol of the browser's tells which process draws which tab. */
export async function rendererOf(page: Page): Promise<number> {
  const all = renderers();
  const signal = (pid: number, name: 'SIGSTOP' | 'SIGCONT'): void => {
    try {
      process.kill(pid, name);
    } catch {
      // It ended meanwhile.
    }
  };
  for (const pid of all) signal(pid, 'SIGSTOP');
  try {
    for (let ms = 100; ; ms *= 2) {
      for (const pid of all) {
        signal(pid, 'SIGCONT');
        // A question for each: the answer to the last one may come late, and is none of this process.
        const answer = page.evaluate(() => true).catch(() => false);
        const answered = await Promise.race([answer, new Promise<false>((over) => setTimeout(over, ms, false))]);
        if (answered) return pid;
        signal(pid, 'SIGSTOP');
      }
    }
  } finally {
    for (const pid of all) signal(pid, 'SIGCONT');
  }
}

/** The process that draws a page, found by what it does while the page works for a moment: no process stands still meanwhile, so that a page that others watch is not taken for a frozen one. On Linux only. */
export async function rendererAtWork(page: Page): Promise<number> {
  const ticks = (): Map<number, number> => new Map(renderers().map((pid) => [pid, Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[11])]));
  const before = ticks();
  await page.evaluate(() => {
    for (const until = performance.now() + 800; performance.now() < until;);
  });
  const [first] = [...ticks()].map(([pid, after]) => ({ pid, worked: after - (before.get(pid) ?? after) })).sort((a, b) => b.worked - a.worked);
  return first!.pid;
}

/** This test's renderers. */
export function renderers(): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args=']).toString().split('\n').flatMap((line) => {
    const parts = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return parts ? [{ pid: Number(parts[1]), parent: Number(parts[2]), args: parts[3]! }] : [];
  });
  const ours = new Set([process.pid]);
  for (let depth = 0; depth < 8; depth++) for (const row of rows) if (ours.has(row.parent)) ours.add(row.pid);
  return rows.filter((row) => ours.has(row.pid) && row.args.includes('--type=renderer')).map(({ pid }) => pid);
}
