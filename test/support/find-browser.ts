/**
 * Finds a Chromium for the tests: environment variable, Playwright's own, the system's, Playwright's download, `@sparticuz/chromium` from npm; else one message that names the command to run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { cache, root } from '../../src/build/paths.ts';

const SYSTEM = [
  '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable', '/usr/bin/microsoft-edge', '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

export interface FoundBrowser { path: string; version: string; source: string }

/** @throws Error with the remedies when there is none. */
export async function findBrowser(): Promise<FoundBrowser> {
  const answer = (path: string | undefined, source: string): FoundBrowser | null => {
    if (!path || !existsSync(path)) return null;
    try {
      // Windows builds print no version on a pipe; that they exist has to do.
      const version = process.platform === 'win32' ? 'unknown' : execFileSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: 20_000, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
      return { path, version, source };
    } catch {
      return null;
    }
  };
  const given = process.env.CHROMIUM_PATH;
  const found = answer(given, 'CHROMIUM_PATH') ?? answer(chromium.executablePath(), 'Playwright') ?? SYSTEM.map((path) => answer(path, 'system')).find((b) => b !== null);
  if (found) return found;
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { cwd: root, stdio: 'ignore', timeout: 300_000 });
    const downloaded = answer(chromium.executablePath(), 'Playwright, just downloaded');
    if (downloaded) return downloaded;
  } catch {
    // No route to Playwright's downloads (a school, a closed network): npm may still be reachable.
  }
  const packaged = await fromNpm().catch(() => undefined);
  const last = answer(packaged, '@sparticuz/chromium from npm');
  if (last) return last;
  throw new Error('No Chromium found. Run one of: `npx playwright install --with-deps chromium`, `sudo apt-get install chromium`, or set CHROMIUM_PATH to a Chromium, Chrome or Edge.');
}

async function fromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const prefix = join(cache, 'chromium');
  mkdirSync(prefix, { recursive: true });
  if (!existsSync(join(prefix, 'node_modules/@sparticuz/chromium'))) {
    execFileSync('npm', ['install', '--prefix', prefix, '--no-save', '--ignore-scripts', '@sparticuz/chromium@147.0.0'], { stdio: 'ignore', timeout: 300_000 });
  }
  // Makes the package unpack the shared libraries that a bare system lacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const loaded = (await import(createRequire(join(prefix, 'x.js')).resolve('@sparticuz/chromium'))) as { default: { executablePath(): Promise<string> } };
  return loaded.default.executablePath();
}

/** Flags for every launch: quiet, no background network, and no sandbox only where Chromium refuses one (root). */
export const LAUNCH_ARGS = [
  '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
