/** A browser on the built page, for figures. */
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { ensureBuilt } from '../../src/build/build-all.ts';
import { dist } from '../../src/build/paths.ts';
import { serveSites } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from './find-browser.ts';

export interface IdeBrowser {
  browser: Browser;
  /** Opens the page and waits for the shell's prompt, drawn. */
  prompt(page: Page): Promise<void>;
  close(): Promise<void>;
}

export async function openIde(args: readonly string[] = []): Promise<IdeBrowser> {
  await ensureBuilt();
  const server = await serveSites({ app: join(dist, 'app'), sandbox: join(dist, 'sandbox') }, { port: 0 });
  const browser = await chromium.launch({ executablePath: (await findBrowser()).path, args: [...LAUNCH_ARGS, ...args] });
  return {
    browser,
    async prompt(page) {
      await page.goto(server.appUrl);
      await page.waitForFunction(() => document.querySelector('#terminal-panel .xterm-rows')?.textContent?.includes('$'), undefined, { timeout: 60_000 });
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
