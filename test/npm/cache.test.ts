/** Packages that were fetched once are there for the next sandbox, network or not. */
import type { Frame } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { CachedPackage } from '../../src/runtime/frames/messages.ts';
import type { CacheLink } from '../../src/runtime/kernel/packages/cache-link.ts';
import { cachePackages } from '../../src/runtime/kernel/packages/caching-fetcher.ts';
import type { Fetcher } from '../../src/runtime/kernel/outside/fetch-exchange.ts';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';

const MANIFEST = { 'package.json': { file: { contents: '{"name":"cached","version":"1.0.0","dependencies":{"debug":"4.3.4"}}\n' } } };
const INSTALL = ['install', '--no-audit', '--no-fund', '--no-update-notifier'];

describe('the cache of packages', () => {
  const own = mirroredSandbox();

  const bootAnew = async (): Promise<void> => {
    await own.sandbox.page.reload();
    await own.sandbox.page.waitForFunction(() => 'harness' in window);
    await own.sandbox.page.evaluate(() => window.harness.boot());
    await own.sandbox.mount(MANIFEST);
  };
  const relay = (): Frame => own.sandbox.page.frames().find((one) => one.url().includes('/headless'))!;
  const versionOf = async (name: string): Promise<string> => (await own.sandbox.run('node', ['-p', `require('${name}/package.json').version`])).output.trim();
  /** The cache is written beside the installation. */
  const settled = (): Promise<unknown> => expect.poll(() => relay().evaluate(() => new Promise<number>((done) => {
      const open = indexedDB.open('packages');
      open.onsuccess = () => {
        const count = open.result.transaction('entries').objectStore('entries').count();
        count.onsuccess = () => {
          open.result.close();
          done(count.result);
        };
      };
    }))).toBe(4);

  it('a second sandbox installs without the network, and one after that too', async () => {
    await own.sandbox.mount(MANIFEST);
    expect(await own.sandbox.run('npm', INSTALL, { timeoutMs: 60_000 })).toMatchObject({ exit: 0 });
    expect(new Set(own.mirror.asked)).toEqual(new Set(['/debug', '/debug/-/debug-4.3.4.tgz', '/ms', '/ms/-/ms-2.1.2.tgz']));
    await settled();
    own.mirror.away = true;
    for (let i = 0; i < 2; i++) {
      await bootAnew();
      expect(await own.sandbox.run('npm', INSTALL, { timeoutMs: 60_000 })).toMatchObject({ exit: 0 });
      expect([await versionOf('debug'), await versionOf('ms')]).toEqual(['4.3.4', '2.1.2']);
    }
    own.mirror.away = false;
  }, 120_000);

  it('npm --offline has what an earlier sandbox fetched, asks nobody, and refuses the rest as npm does', async () => {
    const npm = async (...args: string[]): Promise<{ exit: number; output: string }> => {
      const { exit, output } = await own.sandbox.run('npm', [...args, '--no-audit', '--no-fund', '--no-color', '--no-progress'], { timeoutMs: 60_000 });
      return { exit, output: output.replaceAll('\r\n', '\n') };
    };
    const versions = async (): Promise<string[]> => [await versionOf('debug'), await versionOf('ms')];
    const notCached = (path: string): string => `npm error code ENOTCACHED\nnpm error request to https://registry.npmjs.org/${path} failed: cache mode is 'only-if-cached' but no cached response is available.\n`;
    // Could be reached: `--offline` alone keeps npm from it.
    own.mirror.asked.length = 0;
    await bootAnew();
    expect(await npm('install', '--offline')).toMatchObject({ exit: 0 });
    expect(await versions()).toEqual(['4.3.4', '2.1.2']);
    const lock = (await own.sandbox.run('cat', ['package-lock.json'])).output.replaceAll('\r\n', '\n');
    expect(Object.keys((JSON.parse(lock) as { packages: object }).packages)).toEqual(['', 'node_modules/debug', 'node_modules/ms']);
    for (const [name, path] of [['is-number', 'is-number'], ['ms@2.0.0', 'ms/-/ms-2.0.0.tgz']] as const) {
      const { exit, output } = await npm('install', '--offline', name);
      expect(exit).toBe(1);
      expect(output).toContain(notCached(path));
    }
    expect((await own.sandbox.run('npx', ['--offline', '--yes', '--no-progress', '--package=ms@2.1.2', '--', 'node', '-p', '1 + 1'], { timeoutMs: 60_000 })).output.trim()).toBe('2');
    expect(own.mirror.asked).toEqual([]);

    own.mirror.away = true;
    for (const mode of ['--offline', '--prefer-offline']) {
      await bootAnew();
      await own.sandbox.mount({ ...MANIFEST, 'package-lock.json': { file: { contents: lock } } });
      expect(await npm('ci', mode)).toMatchObject({ exit: 0 });
      expect(await versions()).toEqual(['4.3.4', '2.1.2']);
      expect((await own.sandbox.run('cat', ['package-lock.json'])).output.replaceAll('\r\n', '\n')).toBe(lock);
    }
    expect(await npm('install', '--prefer-offline', 'ms@2.1.2')).toMatchObject({ exit: 0 });
    own.mirror.away = false;
  }, 240_000);

  it('contents that were damaged are fetched again', async () => {
    await relay().evaluate(() => new Promise<void>((done) => {
      const open = indexedDB.open('packages');
      open.onsuccess = () => {
        const change = open.result.transaction('contents', 'readwrite');
        const all = change.objectStore('contents').openCursor();
        all.onsuccess = () => {
          if (!all.result) return;
          const bytes = new Uint8Array(all.result.value as ArrayBuffer);
          bytes[bytes.length - 1]! ^= 1;
          all.result.update(bytes.buffer);
          all.result.continue();
        };
        change.oncomplete = () => {
          open.result.close();
          done();
        };
      };
    }));
    own.mirror.asked.length = 0;
    await bootAnew();
    expect(await own.sandbox.run('npm', INSTALL, { timeoutMs: 60_000 })).toMatchObject({ exit: 0 });
    expect([await versionOf('debug'), await versionOf('ms')]).toEqual(['4.3.4', '2.1.2']);
    expect(new Set(own.mirror.asked)).toEqual(new Set(['/debug', '/debug/-/debug-4.3.4.tgz', '/ms', '/ms/-/ms-2.1.2.tgz']));
  }, 120_000);
});

describe('what is kept', () => {
  const kept = new Map<string, CachedPackage>();
  const link = { get: async (address: string) => kept.get(address) ?? null, put: (address: string, found: CachedPackage) => void kept.set(address, found), fresh: (address: string, storedMs: number) => void (kept.get(address)!.storedMs = storedMs) } as unknown as CacheLink;
  const asked: { url: string; etag: string | null }[] = [];
  let reply: () => Response = () => new Response('one', { headers: { etag: '"1"', 'cache-control': 'public, max-age=300' } });
  const next: Fetcher = async (url, init) => {
    asked.push({ url, etag: new Headers(init.headers).get('if-none-match') });
    return reply();
  };
  const fetcher = cachePackages(next, link, () => true);
  const SHORT = { accept: 'application/vnd.npm.install-v1+json; q=1.0' };
  const read = async (url: string, headers: Record<string, string> = {}): Promise<string> => {
    const response = await fetcher(url, { headers });
    const text = `${response.status} ${await response.text()}`;
    await new Promise((done) => setTimeout(done, 0));
    return text;
  };
  const age = (): void => {
    for (const found of kept.values()) found.storedMs -= 301_000;
  };

  it('an archive once, for ever', async () => {
    expect(await read('https://r.test/a/-/a-1.0.0.tgz')).toBe('200 one');
    age();
    expect(await read('https://r.test/a/-/a-1.0.0.tgz')).toBe('200 one');
    expect(asked.splice(0).length).toBe(1);
  });

  it('a document until it is old; then the registry is asked whether it changed, and is not needed when it is away', async () => {
    expect(await read('https://r.test/a', SHORT)).toBe('200 one');
    expect(await read('https://r.test/a', SHORT)).toBe('200 one');
    expect(await read('https://r.test/a', { ...SHORT, 'if-none-match': '"1"' })).toBe('304 ');
    expect(asked.splice(0).length).toBe(1);
    age();
    reply = () => new Response(null, { status: 304 });
    expect(await read('https://r.test/a', SHORT)).toBe('200 one');
    expect(asked.splice(0)).toEqual([{ url: 'https://r.test/a', etag: '"1"' }]);
    expect(await read('https://r.test/a', SHORT)).toBe('200 one');
    expect(asked.length).toBe(0);
    age();
    reply = () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await read('https://r.test/a', SHORT)).toBe('200 one');
    reply = () => new Response('two', { headers: { etag: '"2"' } });
    expect(await read('https://r.test/a', SHORT)).toBe('200 two');
    expect(await read('https://r.test/a', { ...SHORT, 'cache-control': 'no-cache' })).toBe('200 two');
    asked.length = 0;
  });

  it('who wants nothing but what is kept has it of whatever age, and otherwise an answer that says so', async () => {
    const only = async (url: string, headers: Record<string, string>): Promise<string> => {
      const response = await fetcher(url, { headers, cache: 'only-if-cached' });
      return `${response.status} ${await response.text()}`;
    };
    age();
    expect(await only('https://r.test/a', SHORT)).toBe('200 two');
    for (const [url, headers] of [['https://r.test/d', SHORT], ['https://r.test/d/-/d-1.0.0.tgz', {}], ['https://r.test/other.json', {}], ['https://r.test/a', { ...SHORT, authorization: 'Bearer x' }]] as const) expect(await only(url, headers)).toBe('504 ');
    expect(asked).toEqual([]);
  });

  it('nothing that was given for credentials, nothing that a server marks, nothing else', async () => {
    reply = () => new Response('secret');
    for (let i = 0; i < 2; i++) expect(await read('https://r.test/b/-/b-1.0.0.tgz', { authorization: 'Bearer x' })).toBe('200 secret');
    for (let i = 0; i < 2; i++) expect(await read('https://r.test/other.json')).toBe('200 secret');
    reply = () => new Response('mine', { headers: { 'cache-control': 'private' } });
    for (let i = 0; i < 2; i++) expect(await read('https://r.test/c/-/c-1.0.0.tgz')).toBe('200 mine');
    expect(asked.splice(0).length).toBe(6);
  });
});
