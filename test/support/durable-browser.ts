/** A browser with a profile on disk, for what must be there after a tab, or all of the browser, was killed. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { serveSites } from '../../src/build/server.ts';
import type { SaveEvent, StoredFile, TickEvent } from './durable-page.ts';
import { findBrowser, LAUNCH_ARGS } from './find-browser.ts';
import { testHostPrograms, testPage, testRuntime } from './shared-build.ts';

export interface DurableBrowser {
  /** A new page; `tell` hears what it saved, `ticked` the numbers that it wrote. */
  open(tell?: (event: SaveEvent) => void, ticked?: (event: TickEvent) => void): Promise<Page>;
  /** Ends every process that draws a page, at once and without a word. @returns when, ms since 1970 */
  killRenderers(): number;
  close(): Promise<void>;
}

const OPEN_MS = 10_000;

async function withTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error(`The page did not open within ${ms / 1000} s`)), ms); });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export async function openDurableBrowser(): Promise<DurableBrowser> {
  const app = new Map<string, Uint8Array>([
    ['index.html', Buffer.from('<!doctype html><meta charset="utf-8"><title>durable</title><script type="module" src="/durable.js"></script>')],
    ['durable.js', await testPage('test/support/durable-page.ts')],
    ...(await testHostPrograms({ minify: true })),
  ]);
  const server = await serveSites({ app, sandbox: await testRuntime() }, { port: 0 });
  const profile = mkdtempSync(join(tmpdir(), 'tabloom-profile-'));
  const launch = async (): Promise<BrowserContext> => {
    const made = await chromium.launchPersistentContext(profile, { executablePath: (await findBrowser()).path, args: [...LAUNCH_ARGS, '--process-per-tab'] });
    await made.addInitScript({ content: 'globalThis.__name = (f) => f' });
    return made;
  };
  const context = await launch();
  const renderers = (): number[] => {
    const rows = execFileSync('ps', ['-eo', 'pid=,args=']).toString().split('\n');
    return rows.flatMap((row) => (row.includes('--type=renderer') && row.includes(profile) ? [Number.parseInt(row, 10)] : []));
  };
  const openPage = async (tell: (event: SaveEvent) => void, ticked: (event: TickEvent) => void): Promise<Page> => {
    const page = await context.newPage();
    await page.exposeFunction('tell', tell);
    await page.exposeFunction('ticked', ticked);
    await page.goto(server.appUrl);
    await page.waitForFunction(() => 'durablePage' in window);
    return page;
  };
  return {
    async open(tell = () => undefined, ticked = () => undefined) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await withTime(openPage(tell, ticked), OPEN_MS);
        } catch (error) {
          // The browser keeps a process ready for the next page. Killed with the others, it is still given to a page before the browser has seen that it is gone.
          if (attempt === 5) throw error;
        }
      }
    },
    killRenderers() {
      const pids = renderers();
      const at = Date.now();
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It went by itself.
        }
      }
      return at;
    },
    async close() {
      await context.close();
      await server.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Writes what was saved into a folder and asks the native git about it. @returns what it complains of, and what it says of the work tree */
export function askGit(files: readonly StoredFile[]): { faults: string; status: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tabloom-fsck-'));
  try {
    for (const file of files) {
      const path = join(folder, file.path);
      mkdirSync(dirname(path), { recursive: true });
      if ('target' in file) symlinkSync(file.target, path);
      else {
        writeFileSync(path, Buffer.from(file.latin1, 'latin1'));
        if (file.mode !== undefined) chmodSync(path, file.mode);
      }
    }
    const git = (...args: string[]): string => {
      try {
        return execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
      } catch (error) {
        const { status, stdout, stderr } = error as { status: number; stdout: Buffer; stderr: Buffer };
        return `git ${args[0]} ended with ${status}: ${stdout.toString()}${stderr.toString()}`;
      }
    };
    // Objects that nothing names yet are no fault.
    return { faults: git('fsck', '--full', '--strict', '--no-dangling').replace(/^(notice: .*|dangling .*|Checking .*)\n?/gm, ''), status: git('status', '--porcelain') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
