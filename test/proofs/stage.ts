/** What the proofs share: the sites on one port, pages of our own on the app's site, headers changed per request, and the memory of a browser. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright';
import type { Site } from '../../src/build/hosts.ts';
import type { Files } from '../../src/build/runtime.ts';
import { type RunningServer, serveSites } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from '../support/find-browser.ts';
import { testPage, testRuntime } from '../support/shared-build.ts';

export interface Stage {
  browser: Browser;
  server: RunningServer;
  close(): Promise<void>;
}

export interface StageOptions {
  /** Scripts by the name they are served under; a script `x.js` gets a page `x.html` that loads it. `index.html` is the first one's page. */
  scripts: Record<string, string>;
  /** Further files of the app's site. */
  files?: Files;
  before?: (request: IncomingMessage, response: ServerResponse, site: Site) => boolean;
}

/** Builds the runtime and the scripts, serves both and starts a browser. */
export async function openStage({ scripts, files = new Map(), before }: StageOptions): Promise<Stage> {
  const app: Files = new Map(files);
  for (const [name, entry] of Object.entries(scripts)) {
    app.set(name, await testPage(entry));
    const page = scriptPage(`/${name}`);
    app.set(name.replace(/\.js$/, '.html'), page);
    if (!app.has('index.html')) app.set('index.html', page);
  }
  const server = await serveSites({ app, sandbox: await testRuntime() }, { port: 0, ...(before ? { before } : {}) });
  const { path } = await findBrowser();
  const browser = await chromium.launch({ executablePath: path, args: LAUNCH_ARGS });
  return {
    browser, server,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** A page that runs one module. The icon is inline: a missing one would show up as an error on the console. */
export function scriptPage(src: string): Uint8Array {
  return Buffer.from(`<!doctype html><meta charset="utf-8"><title>proof</title><link rel="icon" href="data:,"><script type="module" src="${src}"></script>`);
}

/** Opens a page and waits for the name that its script defines. */
export async function openPage(page: Page, url: string, name: string): Promise<void> {
  // tsx names the functions it compiles through a helper that functions sent to the page do not bring along.
  await page.addInitScript({ content: 'globalThis.__name = (f) => f' });
  await page.goto(url);
  await page.waitForFunction((n) => n in window, name);
}

/** Megabytes of memory that the browser's renderers hold, shared pages counted by their share; undefined where the system does not tell. */
export async function rendererMegabytes(browser: Browser): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  let kilobytes = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]);
  }
  return Math.round(kilobytes / 1024);
}
