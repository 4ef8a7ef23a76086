/** Runs of agents in two real tabs, for the tests of the scheduler's tools. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Lease } from '../../src/peers/lease-table.ts';
import type { PeerRunOptions } from '../../src/peers/peer-run.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { openTools, type ToolsBrowser } from './tools-browser.ts';

export interface PeerRuns {
  readonly tools: ToolsBrowser;
  /** A second tab; it has no sandbox, only the peers and the stores. */
  readonly second: Page;
  /** A key that no other test uses. */
  readonly key: string;
  pageOf(name: string): Page;
  /** Begins a run; those named `b...` are in the second tab. @returns its id */
  enter(name: string, options: Partial<PeerRunOptions> & { agent: string }): Promise<string>;
  run(name: string, tool: string, args: unknown): Promise<ToolResult>;
  peers<T>(page: Page, service: 'locks' | 'calls' | 'waits', method: string, ...args: unknown[]): Promise<T>;
  held(): Promise<string[]>;
}

/** Opens them for the tests of this file, and ends each test's runs. */
export function peerRuns(project: string): PeerRuns {
  let tools: ToolsBrowser;
  let second: Page;
  let named: string[] = [];
  let count = 0;
  let key = '';
  const pageOf = (name: string): Page => (name.startsWith('b') ? second : tools.page);
  const peers = <T>(page: Page, service: 'locks' | 'calls' | 'waits', method: string, ...args: unknown[]): Promise<T> =>
    page.evaluate(([path, given]) => window.toolsPage.peers(path, given), [[service, method], args] as const) as Promise<T>;
  beforeAll(async () => {
    tools = await openTools();
    second = await tools.page.context().newPage();
    await second.goto(tools.page.url());
    await second.waitForFunction(() => 'toolsPage' in window);
    for (const page of [tools.page, second]) await page.evaluate((name) => window.toolsPage.join(name), project);
  });
  afterAll(() => tools?.close());
  beforeEach(async () => {
    for (const name of named) await pageOf(name).evaluate((one) => window.toolsPage.endRun(one), name);
    named = [];
    key = `lock://repo/${++count}`;
  });
  return {
    get tools() { return tools; },
    get second() { return second; },
    get key() { return key; },
    pageOf, peers,
    async enter(name, options) {
      named.push(name);
      return pageOf(name).evaluate(([one, given]) => window.toolsPage.enter(one, given), [name, options] as const);
    },
    run: (name, tool, args) => pageOf(name).evaluate(([one, what, given]) => window.toolsPage.as(one, what, given), [name, tool, args] as const),
    held: async () => (await peers<Lease[]>(second, 'locks', 'list')).map((lease) => `${lease.key} ${lease.holder.agent}`),
  };
}

export const said = ({ status, ok, is_error, output }: ToolResult) => ({ status, ok, is_error, output });
/** An answer that says no is a result like any other: nothing failed. */
export const no = (output: string) => ({ status: 'executed', ok: false, is_error: false, output });
export const yes = (output: string) => ({ status: 'executed', ok: true, is_error: false, output });
