/**
 * A browser that no debugger is attached to, as people have it. One that hears of requests, as Playwright does, takes as much time for each as a preview does, and keeps the text of all that was fetched: a quarter of the idle page's
 * memory.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBrowser, LAUNCH_ARGS } from './find-browser.ts';

const LOOK_MS = 250;
const START_MS = 30_000;

export interface Listed { id: string; title: string; url: string }

export interface UnwatchedBrowser {
  /** Of the browser's own process; its other processes come from it. */
  pid: number;
  /** Pages and frames. The list needs no attaching; it writes titles as HTML does. */
  pages(): Promise<Listed[]>;
  /** The page's id. */
  openPage(address: string): Promise<string>;
  closePage(id: string): Promise<void>;
  close(): Promise<void>;
}

/** @throws Error when it is not there within half a minute */
export async function openUnwatched(address: string): Promise<UnwatchedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'tabloom-profile-'));
  const browser = spawn((await findBrowser()).path, ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...LAUNCH_ARGS, address], { stdio: 'ignore', detached: true });
  const ended = once(browser, 'exit');
  const ask = async (path: string, method = 'GET'): Promise<Response> => {
    const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
    return fetch(`http://127.0.0.1:${port}/json/${path}`, { method });
  };
  const opened: UnwatchedBrowser = {
    pid: browser.pid!,
    pages: async () => await (await ask('list')).json() as Listed[],
    openPage: async (url) => (await (await ask(`new?${url}`, 'PUT')).json() as Listed).id,
    closePage: async (id) => void await (await ask(`close/${id}`)).text(),
    async close() {
      try {
        // The whole group: helpers of the browser outlive it, and go on writing into the profile.
        process.kill(-browser.pid!, 'SIGKILL');
      } catch (error) {
        if ((error as { code?: string }).code !== 'ESRCH') throw error;
      }
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  for (const until = Date.now() + START_MS; ; await sleep(LOOK_MS)) {
    if (await opened.pages().then((pages) => pages.length > 0, () => false)) return opened;
    if (Date.now() < until) continue;
    await opened.close();
    throw new Error(`the browser did not start within ${START_MS / 1000} s`);
  }
}

/** Waits until a page or frame is as `find` wants it. @throws Error when there is none within `withinMs`, with what there is */
export async function waitForPage(browser: UnwatchedBrowser, find: (page: Listed) => boolean, withinMs: number): Promise<Listed> {
  let pages: Listed[] = [];
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(LOOK_MS)) {
    pages = await browser.pages();
    const found = pages.find(find);
    if (found !== undefined) return found;
  }
  throw new Error(`no such page within ${withinMs / 1000} s: ${pages.map(({ title, url }) => `${title} (${url})`).join(', ')}`);
}

/** Opens `address` in a browser of its own, and resolves with the page's title once that begins with `mark`, without the mark. @throws Error as `waitForPage` */
export async function titleOf(address: string, mark: string, withinMs: number): Promise<string> {
  const browser = await openUnwatched(address);
  try {
    return (await waitForPage(browser, ({ title }) => title.startsWith(mark), withinMs)).title.slice(mark.length);
  } finally {
    await browser.close();
  }
}
