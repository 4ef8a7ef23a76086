/** The tools in the real sandbox, in a headless browser. */
import { chromium } from 'playwright';
import type { Page } from 'playwright';
import { testHostPrograms, testPage, testRuntime } from './shared-build.ts';
import { RegistryPassThrough } from '../../src/build/registry.ts';
import { serveSites } from '../../src/build/server.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { findBrowser, LAUNCH_ARGS } from './find-browser.ts';

export interface ToolsBrowser {
  page: Page;
  steps: string[];
  tool(name: string, args: unknown, stopAt?: string): Promise<ToolResult>;
  beside(first: [name: string, args: unknown], second: [name: string, args: unknown], enough: number): Promise<{ first: ToolResult; answers: ToolResult[] }>;
  files(contents: Record<string, string | number[]>): Promise<void>;
  bytes(path: string): Promise<string>;
  terminal(command: string, args: string[]): Promise<{ output: string; exit: number }>;
  work<T>(store: string, method: string, ...args: unknown[]): Promise<T>;
  close(): Promise<void>;
}

/** `registry` is an address that the sandbox's packages come from; `args` are further ones for the browser. */
export async function openTools({ registry, args = [] }: { registry?: string; args?: readonly string[] } = {}): Promise<ToolsBrowser> {
  const app = new Map<string, Uint8Array>([
    ['index.html', Buffer.from('<!doctype html><meta charset="utf-8"><title>tools</title><script type="module" src="/tools.js"></script>')],
    ['tools.js', await testPage('test/support/tools-page.ts')],
    ...(await testHostPrograms({ minify: true })),
  ]);
  const server = await serveSites({ app, sandbox: await testRuntime() }, { port: 0, ...(registry === undefined ? {} : { registry: new RegistryPassThrough({ address: registry }) }) });
  const browser = await chromium.launch({ executablePath: (await findBrowser()).path, args: [...LAUNCH_ARGS, ...args] });
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  try {
    // A context of its own, in which a test may open more tabs.
    const page = await (await browser.newContext()).newPage();
    await page.goto(server.appUrl);
    await page.waitForFunction(() => 'toolsPage' in window);
    return {
      page, close,
      steps: await page.evaluate(() => window.toolsPage.boot()),
      tool: (name, args, stopAt) => page.evaluate(([n, a, s]) => window.toolsPage.tool(n, a, s), [name, args, stopAt] as const),
      work: <T,>(store: string, method: string, ...args: unknown[]) => page.evaluate(([path, given]) => window.toolsPage.work(path, given), [[store, method], args] as const) as Promise<T>,
      beside: (first, second, enough) => page.evaluate(([f, s, e]) => window.toolsPage.beside(f, s, e), [first, second, enough] as const),
      files: (contents) => page.evaluate((c) => window.toolsPage.files(c), contents),
      bytes: (path) => page.evaluate((p) => window.toolsPage.bytes(p), path),
      terminal: (command, args) => page.evaluate(([c, a]) => window.toolsPage.terminal(c, a), [command, args] as const),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
