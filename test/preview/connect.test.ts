/** The engine in a page of another site, and a preview of it in a tab of its own, brought together by that site's connect page (`setupConnect`). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import { testRuntime } from '../support/shared-build.ts';
import { type RunningServer, serveSites } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from '../support/find-browser.ts';

let server: RunningServer;
let context: BrowserContext;
let profile: string;
let browser: Browser;
let running: ChildProcess;

beforeAll(async () => {
  const bundle = async (contents: string): Promise<string> => (await build({ stdin: { contents, resolveDir: root, loader: 'ts' }, bundle: true, write: false, format: 'esm', target: 'chrome120' })).outputFiles[0]!.text;
  const school = await bundle(`import { WebContainer } from '@webcontainer/api'; Object.assign(window, { WebContainer });`);
  const connect = await bundle(`import { setupConnect } from '@webcontainer/api/connect'; setupConnect({ editorOrigin: 'http://sandbox.tabloom.localhost:' + location.port });`);
  server = await serveSites({ app: new Map(), sandbox: await testRuntime() }, {
    port: 0,
    before(request, response) {
      if (!request.headers.host?.startsWith('school.localhost')) return false;
      const address = new URL(request.url!, 'http://x');
      const connects = address.pathname.startsWith('/webcontainer/connect/');
      const script = connects ? connect : `globalThis.WEBCONTAINER_API_IFRAME_URL = 'http://sandbox.tabloom.localhost:' + location.port;\n${school}`;
      // A page that is isolated has no opener; the connect page must not be.
      const headers: Record<string, string> = connects ? {} : { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups', 'Document-Isolation-Policy': 'isolate-and-require-corp' };
      if (address.pathname.endsWith('.js')) response.writeHead(200, { 'Content-Type': 'text/javascript', ...headers }).end(script);
      else response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(`<!doctype html><title>school</title><link rel="icon" href="data:,"><body><a target="_blank" rel="noopener">open</a><script type="module" src="${address.pathname}${connects ? '' : 'x'}.js"></script>`);
      return true;
    },
  });
  profile = mkdtempSync(join(tmpdir(), 'tabloom-profile-'));
  // Private windows refuse frames of other sites all storage, and Playwright switches the partitions off by which browsers grant it; this is about a browser as people have it.
  running = spawn((await findBrowser()).path, ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...LAUNCH_ARGS], { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const address = await new Promise<string>((found, fail) => {
    let said = '';
    running.stderr!.on('data', (text: Buffer) => {
      said += text.toString();
      const match = /DevTools listening on (\S+)/.exec(said);
      if (match) found(match[1]!);
    });
    running.on('exit', () => fail(new Error(said)));
  });
  // The first answer of a browser that is just starting gets lost at times, and then comes never.
  for (let attempt = 1; ; attempt++) {
    try {
      browser = await chromium.connectOverCDP(address, { timeout: 30_000 });
      break;
    } catch (error) {
      if (attempt === 4) throw error;
    }
  }
  context = browser.contexts()[0]!;
});
afterAll(async () => {
  await browser?.close();
  const ended = running && running.exitCode === null && running.signalCode === null ? once(running, 'exit') : undefined;
  try {
    // The whole group: helpers of the browser outlive it, and go on writing into the profile.
    if (running?.pid) process.kill(-running.pid, 'SIGKILL');
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
  await ended;
  await server?.close();
  // Processes of the browser may still write for a moment.
  if (profile) rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

it('connects a preview in its own tab with the sandbox in another site\'s page', async () => {
  const page = await context.newPage();
  await page.goto(`http://school.localhost:${server.port}/`);
  await page.waitForFunction(() => 'WebContainer' in window);
  const url = await page.evaluate(async () => {
    const container = await (window as unknown as { WebContainer: typeof import('@webcontainer/api').WebContainer }).WebContainer.boot();
    const ready = new Promise<string>((done) => container.on('server-ready', (_port, address) => done(address)));
    await container.spawn('node', ['-e', `require('http').createServer((q, s) => { s.setHeader('content-type', 'text/html'); s.end('<title>of the school</title>' + q.url); }).listen(4600)`]);
    const address = await ready;
    document.querySelector('a')!.href = `${address}lesson`;
    return address;
  });
  // In a frame of that page the preview works at once.
  await page.evaluate((address) => new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.onload = done;
    frame.src = address;
    document.body.append(frame);
  }), url);
  await expect.poll(() => page.frames().find((frame) => frame.url() === url)!.title().catch(() => '')).toBe('of the school');

  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'open' }).click();
  const tab = await opening;
  await expect.poll(() => tab.title()).toBe('The sandbox is not open');
  await tab.getByRole('button', { name: `Connect to school.localhost:${server.port}` }).click();
  await expect.poll(() => tab.title(), { timeout: 10_000 }).toBe('of the school');
  expect(tab.url()).toBe(`${url}lesson`);
  expect(context.pages().filter((other) => other.url().includes('/webcontainer/connect/'))).toEqual([]);
});
