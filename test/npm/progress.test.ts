/** What a person at a terminal sees while packages are being fetched, and what those without one do not get. */
import type { Route } from 'playwright';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';

const file = (contents: unknown): { file: { contents: string } } => ({ file: { contents: JSON.stringify(contents) } });
/** npm's spinner, either kind. */
const SPINNER = /\r?[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|[-\\|/]\x1b/;

declare global {
  interface Window { shown: Record<string, { output: string; exit?: number; kill(): void; type(text: string): void }> }
}

describe('the progress of an installation', () => {
  const own = mirroredSandbox();
  /** Archives that were asked for, by name, and not given yet. */
  const held = new Map<string, Route[]>();
  const waiting: (() => void)[] = [];
  let holding = false;

  beforeAll(async () => {
    await own.sandbox.context.route('**/registry/**/*.tgz', (route) => {
      if (!holding) return route.continue();
      const name = new URL(route.request().url()).pathname.split('/').at(-3)!;
      held.set(name, [...held.get(name) ?? [], route]);
      for (const look of waiting.splice(0)) look();
    });
    await own.sandbox.mount({ counted: { directory: { 'package.json': file({ name: 'counted', version: '1.0.0', dependencies: { semver: '7.6.0' } }) } } });
    const made = await own.sandbox.run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund', '--no-progress'], { cwd: 'counted', timeoutMs: 60_000 });
    expect(made).toMatchObject({ exit: 0 });
  }, 120_000);
  afterEach(async () => {
    holding = false;
    for (const routes of held.values()) for (const route of routes) await route.continue().catch(() => {});
    held.clear();
  });

  const start = (name: string, line: string): Promise<void> => own.sandbox.page.evaluate(async ([key, command]) => {
    const child = await window.harness.container.spawn('sh', ['-c', command], { terminal: { cols: 80, rows: 24 } });
    const writer = child.input.getWriter();
    const shown: Window['shown'][string] = (window.shown ??= {})[key] = { output: '', kill: () => child.kill(), type: (text) => void writer.write(text) };
    void child.output.pipeTo(new WritableStream({ write(text) { shown.output += text; } })).then(async () => { shown.exit = await child.exit; });
  }, [name, line] as const);
  const seen = (name: string): Promise<string> => own.sandbox.page.evaluate((key) => window.shown[key]!.output, name);
  const until = (name: string, text: string): Promise<void> => expect.poll(() => seen(name), { timeout: 60_000 }).toContain(text);
  const ended = (name: string): Promise<number> => own.sandbox.page.waitForFunction((key) => window.shown[key]!.exit !== undefined && [window.shown[key]!.exit], name, { timeout: 60_000 }).then(async (handle) => (await handle.jsonValue() as number[])[0]!);
  /** Lets the archives of a package through, when they were asked for so many times. */
  const give = async (name: string, times = 1): Promise<void> => {
    while ((held.get(name)?.length ?? 0) < times) await new Promise<void>((done) => waiting.push(done));
    for (const route of held.get(name)!) await route.continue();
    held.delete(name);
  };

  it('npm ci counts on a terminal, clears its line, and says nothing of it anywhere else', async () => {
    holding = true;
    await start('told', 'cd counted && npm ci --no-audit');
    await until('told', '\x1b[2K0 of 3 packages');
    // By the kernel's own list nothing is unpacked twice, so the others ask for themselves while nothing has come.
    const quiet = { piped: 'npm ci 2>&1 | cat', file: 'npm ci 2>said; cat said', off: 'npm ci --no-progress', silent: 'npm ci -s', rc: 'echo progress=false > .npmrc; npm ci', CI: 'CI=1 npm ci', dumb: 'TERM=dumb npm ci' };
    for (const [name, line] of Object.entries(quiet)) await start(name, `cp -r counted ${name} && cd ${name} && ${line}`);
    const all = 1 + Object.keys(quiet).length;
    await give('lru-cache', all);
    await until('told', '\x1b[2K1 of 3 packages');
    await give('semver', all);
    await until('told', '\x1b[2K2 of 3 packages');
    await give('yallist', all);
    expect(await ended('told')).toBe(0);
    const output = await seen('told');
    expect(output.indexOf('2 of 3')).toBeGreaterThan(output.indexOf('1 of 3'));
    expect(output).toMatch(/2 of 3 packages\r\x1b\[2K\r\nadded 3 packages in \d+m?s\r\n$/);
    for (const name of Object.keys(quiet)) {
      expect([name, await ended(name)]).toEqual([name, 0]);
      expect(await seen(name)).toMatch(name === 'silent' ? /^$/ : /^\r\nadded 3 packages in \d+m?s\r\n$/);
    }
  }, 180_000);

  it('npm ci ends at ^C while it counts', async () => {
    await own.sandbox.mount({ stopped: { directory: { 'package.json': file({ name: 'stopped', version: '1.0.0', dependencies: { 'lru-cache': '5.1.1' } }) } } });
    expect(await own.sandbox.run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund', '--no-progress'], { cwd: 'stopped', timeoutMs: 60_000 })).toMatchObject({ exit: 0 });
    holding = true;
    await start('stopped', 'cd stopped && npm ci');
    await until('stopped', '0 of 2 packages');
    await own.sandbox.page.evaluate(() => window.shown.stopped!.type('\x03'));
    expect(await ended('stopped')).toBe(130);
    expect((await own.sandbox.run('sh', ['-c', 'ls stopped/node_modules 2>/dev/null'])).output).toBe('');
  }, 120_000);

  it("npm install shows npm's own spinner, and none without a terminal", async () => {
    await own.sandbox.mount({ spun: { directory: { 'package.json': file({ name: 'spun', version: '1.0.0', dependencies: { mkdirp: '1.0.4' } }) } } });
    holding = true;
    await start('spun', 'cd spun && npm install --no-audit --no-fund');
    await start('plain', 'cp -r spun plain && cd plain && npm install --no-audit --no-fund 2>&1 | cat');
    await expect.poll(() => seen('spun'), { timeout: 60_000 }).toMatch(SPINNER);
    await give('mkdirp', 2);
    expect([await ended('spun'), await ended('plain')]).toEqual([0, 0]);
    expect(await seen('spun')).toContain('added 1 package');
    expect(await seen('plain')).toMatch(/^\r\nadded 1 package in \d+m?s\r\n$/);
  }, 120_000);
});
