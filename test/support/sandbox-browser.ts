/** A browser with the sandbox booted through the unmodified client, for contract tests, differential tests and scratch runs. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import type { Files } from '../../src/build/runtime.ts';
import { testPage, testRuntime } from './shared-build.ts';
import { RegistryPassThrough } from '../../src/build/registry.ts';
import { type RunningServer, serveSites } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from './find-browser.ts';
import type { RunOptions, RunResult } from './harness-page.ts';

/** A tree as `mount` takes it. */
export type Tree = { [name: string]: { file: { contents: string | Uint8Array } } | { file: { symlink: string } } | { directory: Tree } };

export interface SandboxBrowser {
  browser: Browser;
  context: BrowserContext;
  page: Page;
  server: RunningServer;
  /** What the page and its workers printed on their consoles: errors of the runtime itself show up here. */
  console: string[];
  run(command: string, args?: string[], options?: RunOptions): Promise<RunResult>;
  mount(tree: Tree, mountPoint?: string): Promise<void>;
  close(): Promise<void>;
}

export interface OpenSandboxOptions { launchArgs?: string[]; registry?: string; boot?: boolean; files?: Files; engine?: 'self-hosted' | 'stackblitz' }

/** Builds the runtime as it ships (`TABLOOM_READABLE=1` leaves out minification), serves it, opens the harness page and boots. `files` reuses an earlier build; `launchArgs` are the browser's; `registry` is an address that the sandbox's packages come from. */
export async function openSandbox({ boot = true, files, engine = 'self-hosted', launchArgs = [], registry }: OpenSandboxOptions = {}): Promise<SandboxBrowser> {
  const sandbox = files ?? await testRuntime();
  const server = await serveSites({ app: await harnessFiles(), sandbox }, { port: 0, ...(registry === undefined ? {} : { registry: new RegistryPassThrough({ address: registry }) }) });
  const { path } = await findBrowser();
  const browser = await launch(path, [...LAUNCH_ARGS, ...launchArgs]);
  const context = await browser.newContext();
  const page = await context.newPage();
  // tsx names the functions it compiles through a helper that functions sent to the page do not bring along.
  await context.addInitScript({ content: 'globalThis.__name = (f) => f' });
  const log: string[] = [];
  page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log.push(`pageerror: ${error.stack ?? error.message}`));
  await page.goto(engine === 'stackblitz' ? `${server.appUrl}?engine=stackblitz` : server.appUrl);
  await page.waitForFunction(() => 'harness' in window);
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  try {
    if (boot) await withTimeout(page.evaluate(() => window.harness.boot()), 60_000, () => `the sandbox did not boot within 60 s\n${log.join('\n')}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { browser, context, server, console: log, close, ...drive(page) };
}

/** A browser that does not come up within a minute is started once more: Playwright waits three minutes, which is all that a hook has. */
async function launch(executablePath: string, args: string[]): Promise<Browser> {
  const options = { executablePath, args, timeout: 60_000 };
  return chromium.launch(options).catch(() => chromium.launch(options));
}

/** As `openSandbox`, with a second page that works on the sandbox of the first. */
export async function openAttached(): Promise<SandboxBrowser & { owner: Page }> {
  const opened = await openSandbox();
  const page = await opened.context.newPage();
  await page.goto(opened.server.appUrl);
  await page.waitForFunction(() => 'harness' in window);
  // It listens when this has returned: the owner says hello once.
  await page.evaluate(() => { window.attaching = window.harness.attach('test-link'); });
  await opened.page.evaluate(() => window.harness.serve('test-link'));
  await withTimeout(page.evaluate(() => window.attaching), 60_000, () => `the second page was not attached within 60 s\n${opened.console.join('\n')}`);
  return { ...opened, owner: opened.page, ...drive(page) };
}

function drive(page: Page): Pick<SandboxBrowser, 'page' | 'run' | 'mount'> {
  return {
    page,
    run: (command, args = [], options = {}) => page.evaluate(([c, a, o]) => window.harness.run(c, a, o), [command, args, options] as const),
    // Bytes do not survive Playwright's JSON, so binary contents travel as Latin-1 text and are turned back in the page.
    mount: (tree, mountPoint) => page.evaluate(([t, m]) => {
      const revive = (node: any): any => Object.fromEntries(Object.entries(node).map(([name, entry]: [string, any]) => [name, entry.directory ? { directory: revive(entry.directory) } : typeof entry.file?.latin1 === 'string' ? { file: { contents: Uint8Array.from(entry.file.latin1, (c: string) => c.charCodeAt(0)) } } : entry]));
      return window.harness.mount(revive(t), m);
    }, [plain(tree), mountPoint] as const),
  };
}

/** A folder on disk as a tree, without `node_modules` when `skip` names it. */
export function readTree(folder: string, skip: string[] = ['.git']): Tree {
  const tree: Tree = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skip.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) tree[entry.name] = { directory: readTree(path, skip) };
    else if (entry.isFile()) tree[entry.name] = { file: { contents: readFileSync(path) } };
  }
  return tree;
}

function plain(tree: Tree): unknown {
  return Object.fromEntries(Object.entries(tree).map(([name, entry]) => {
    if ('directory' in entry) return [name, { directory: plain(entry.directory) }];
    if ('contents' in entry.file && typeof entry.file.contents !== 'string') return [name, { file: { latin1: Buffer.from(entry.file.contents).toString('latin1') } }];
    return [name, entry];
  }));
}

async function harnessFiles(): Promise<Files> {
  return new Map([
    ['index.html', Buffer.from('<!doctype html><meta charset="utf-8"><title>harness</title><script type="module" src="/harness.js"></script>')],
    ['harness.js', await testPage('test/support/harness-page.ts')],
  ]);
}

async function withTimeout<T>(promise: Promise<T>, ms: number, message: () => string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
