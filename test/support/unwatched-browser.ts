/** A browser that no debugger is attached to: one that counts requests, as Playwright does, takes as much time for each as a preview does. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBrowser, LAUNCH_ARGS } from './find-browser.ts';

const LOOK_MS = 250;

/**
 * Opens `address` in a browser of its own and resolves with the page's title once that begins with `mark`, without the mark; the browser is closed then.
 * The list of pages, which needs no attaching, tells titles.
 * @throws Error when the page does not have it within `withinMs`, with the titles that there are
 */
export async function titleOf(address: string, mark: string, withinMs: number): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), 'tabloom-profile-'));
  const browser = spawn((await findBrowser()).path, ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...LAUNCH_ARGS, address], { stdio: 'ignore', detached: true });
  const ended = once(browser, 'exit');
  try {
    let titles: string[] = [];
    for (const until = Date.now() + withinMs; Date.now() < until; await sleep(LOOK_MS)) {
      titles = await titlesOf(profile);
      const found = titles.find((title) => title.startsWith(mark));
      if (found !== undefined) return found.slice(mark.length);
    }
    throw new Error(`no page of that title within ${withinMs / 1000} s: ${titles.join(', ')}`);
  } finally {
    try {
      // The whole group: helpers of the browser outlive it, and go on writing into the profile.
      process.kill(-browser.pid!, 'SIGKILL');
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error;
    }
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** None while the browser is still coming up. */
async function titlesOf(profile: string): Promise<string[]> {
  try {
    const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
    const pages = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json() as { title: string }[];
    return pages.map(({ title }) => title);
  } catch {
    return [];
  }
}
