/** The walls themselves: what the answers of each host forbid, and that no road in a process leads to what the browser gives workers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

let sandbox: SandboxBrowser;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox?.close());

const innerFrame = () => sandbox.page.frames().find((frame) => new URL(frame.url()).pathname.startsWith('/inner'))!;

/** What the policy refused in a frame, by directive, while it tried the usual. */
const attempts = async (address: string): Promise<string[]> => {
  const refused = new Set<string>();
  document.addEventListener('securitypolicyviolation', (event) => refused.add(event.effectiveDirective));
  const settled = (element: HTMLElement): Promise<void> => new Promise((done) => {
    element.onload = element.onerror = () => done();
    document.body.append(element);
    document.addEventListener('securitypolicyviolation', () => done());
  });
  await settled(Object.assign(document.createElement('script'), { src: `${address}x.js` }));
  await settled(Object.assign(document.createElement('img'), { src: `${address}x.png` }));
  await settled(Object.assign(document.createElement('iframe'), { src: address }));
  await settled(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' }));
  return [...refused].sort().concat('ran' in globalThis ? ['inline script ran'] : []);
};

it('the app loads no script, picture or frame of another site, and runs no inline script', async () => {
  expect(await sandbox.page.evaluate(attempts, 'http://elsewhere.localhost:1/')).toEqual(['frame-src', 'img-src', 'script-src-elem']);
});

it('the engine\'s frame loads and frames nothing', async () => {
  expect(await innerFrame().evaluate(attempts, 'http://elsewhere.localhost:1/')).toEqual(['frame-src', 'img-src', 'script-src-elem']);
});

it('the engine\'s page has an opaque origin even when it is opened by itself, and the relay evaluates nothing', async () => {
  const page = await sandbox.context.newPage();
  await page.goto(`${sandbox.server.sandboxUrl}inner.html`);
  expect(await page.evaluate(() => self.origin)).toBe('null');
  await page.goto(`${sandbox.server.sandboxUrl}headless`);
  // Playwright itself evaluates past a page's policy; a timer of the page does not.
  expect(await page.evaluate(() => new Promise((done) => {
    document.addEventListener('securitypolicyviolation', (event) => done(event.blockedURI));
    setTimeout('globalThis.ran = true');
  }))).toBe('eval');
  await page.close();
});

it('the relay keeps nothing on its origin but the secret from which addresses of previews are made', async () => {
  const relay = sandbox.page.frames().find((frame) => new URL(frame.url()).pathname === '/headless')!;
  expect(await relay.evaluate(async () => [Object.keys(localStorage), /^[a-z2-7]{32}$/.test(localStorage.getItem('tabloom-preview-secret') ?? ''), sessionStorage.length, document.cookie, (await indexedDB.databases()).length, (await caches.keys()).length, (await navigator.serviceWorker.getRegistrations()).length])).toEqual([['tabloom-preview-secret'], true, 0, '', 0, 0, 0]);
});

it('nothing that a program can reach is the browser\'s way to another thread, its loader or the kernel', async () => {
  // Every property of everything, its prototypes and getters, from the globals and from each module of the library.
  const program = `
    for (const event of ['uncaughtException', 'unhandledRejection', 'warning']) process.on(event, () => {});
    process.removeAllListeners('warning').on('warning', () => {});
    const wanted = new Set(['Worker', 'SharedWorker', 'importScripts', 'XMLHttpRequest', 'EventSource', 'FileReaderSync', 'postMessage', 'createObjectURL', 'importKey']);
    const allowed = new Set(['importKey']);
    const toString = Function.prototype.toString;
    const isNative = (f) => { try { return /\\{\\s*\\[native code\\]\\s*\\}$/.test(toString.call(f)); } catch { return false; } };
    const seen = new Set();
    const found = [];
    const queue = [[globalThis, 'globalThis'], [process, 'process'], [require, 'require'], [module, 'module']];
    for (const id of require('module').builtinModules) try { queue.push([require(id), id]); } catch {}
    for (let i = 0; i < queue.length && i < 300000; i++) {
      const [value, path] = queue[i];
      if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) continue;
      seen.add(value);
      if (typeof value === 'function' && wanted.has(value.name) && !allowed.has(value.name) && isNative(value)) found.push(path);
      if (value instanceof SharedArrayBuffer) found.push(path + ' (shared memory)');
      let keys = [];
      try { keys = Reflect.ownKeys(value); } catch {}
      for (const key of keys) {
        let property;
        try { property = Reflect.getOwnPropertyDescriptor(value, key); } catch { continue; }
        const name = path + '.' + String(key);
        if (!property || name.length > 300) continue;
        if ('value' in property) { queue.push([property.value, name]); continue; }
        queue.push([property.get, name + ' (get)'], [property.set, name + ' (set)']);
        try { queue.push([value[key], name]); } catch {}
      }
      try { queue.push([Object.getPrototypeOf(value), path + '.__proto__']); } catch {}
      if (value instanceof Map) for (const [key, item] of value) queue.push([key, path + ' (key)'], [item, path + ' (item)']);
    }
    require('fs').writeSync(1, JSON.stringify({ enough: seen.size > 5000, found }));
    process.exit(0);`;
  const result = await sandbox.run('node', ['-e', program], { timeoutMs: 60_000 });
  expect(JSON.parse(result.output.slice(result.output.lastIndexOf('{"enough"')))).toEqual({ enough: true, found: [] });
});

it('text that reaches the browser\'s own loader loads nothing of the app or another site', async () => {
  // Evaluated text with import() written so that it is not seen: the browser's loader gets it, and the policy refuses.
  const program = `
    const load = (0, eval)('(address) => imp' + 'ort(address)');
    // The browser's loader does not keep a process alive.
    const alive = setInterval(() => {}, 1000);
    (async () => {
      const out = [];
      for (const address of ['data:text/javascript,export default 1', '${sandbox.server.appUrl}harness.js', 'http://elsewhere.localhost:1/x.js']) {
        out.push(await load(address).then(() => 'loaded', (error) => error.name));
      }
      console.log(JSON.stringify(out));
      clearInterval(alive);
    })();`;
  const result = await sandbox.run('node', ['-e', program]);
  expect(JSON.parse(result.output)).toEqual(['TypeError', 'TypeError', 'TypeError']);
});

it('a person gets a shell while a fork bomb runs, and can end it', async () => {
  await sandbox.page.evaluate(async () => {
    const bomb = await window.harness.container.spawn('sh', ['-c', 'bomb() { bomb & bomb & wait; }; bomb']);
    void bomb.output.pipeTo(new WritableStream()).catch(() => {});
    Object.assign(globalThis, { bomb });
  });
  const shell = await sandbox.run('sh', ['-c', 'echo here'], { timeoutMs: 60_000 });
  expect(shell.output.trim()).toBe('here');
  await sandbox.page.evaluate(async () => {
    const { bomb } = globalThis as unknown as { bomb: { kill(): void; exit: Promise<number> } };
    bomb.kill();
    await bomb.exit;
  });
  const after = await sandbox.run('sh', ['-c', 'sh -c "echo free"'], { timeoutMs: 60_000 });
  expect(after.output.trim()).toBe('free');
});
