/** What previews outlive: a stopped service worker, a server started anew, other ports beside them, the sandbox itself. And what they cannot reach. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage, stopWorkers } from './stage.ts';

const server = (port: number, text: string): string => `require('http').createServer((q, s) => { s.setHeader('content-type', 'text/html'); s.end('<!doctype html><title>${text}</title>' + (q.headers.cookie || '')); }).listen(${port});`;

describe('the life of a preview', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.sandbox.close());

  it('serves several ports at once, each on an origin of its own', async () => {
    const one = await stage.show(await stage.serve(4001, server(4001, 'one')));
    const two = await stage.show(await stage.serve(4002, server(4002, 'two')));
    expect([await one.title(), await two.title()]).toEqual(['one', 'two']);
    expect(new URL(one.url()).host.replace('4001', '4002')).toBe(new URL(two.url()).host);
    await one.evaluate(() => { document.cookie = 'only=one'; });
    expect(await one.evaluate(async () => (await fetch('/')).text())).toContain('only=one');
    expect(await two.evaluate(async () => (await fetch('/')).text())).not.toContain('only=one');
  });

  it('reaches other ports by their own name, under the rules between origins', async () => {
    await stage.serve(4003, `require('http').createServer((q, s) => {
      if (q.url === '/open') s.setHeader('access-control-allow-origin', q.headers.origin);
      if (q.url === '/careful') { s.setHeader('access-control-allow-origin', 'http://localhost:4001'); s.setHeader('access-control-allow-methods', 'PUT'); s.setHeader('access-control-allow-headers', 'x-key'); if (q.method === 'OPTIONS') { s.statusCode = 204; return s.end(); } }
      s.end(q.method + ' ' + q.headers.origin);
    }).listen(4003)`);
    const frame = stage.sandbox.page.frames().find((f) => f.url().includes('//4001-') && !f.url().includes('__tabloom__'))!;
    const attempt = (address: string, init?: RequestInit): Promise<string> => frame.evaluate(async ([a, i]) => fetch(a, i as RequestInit).then((r) => r.text(), (error: Error) => error.message), [address, init] as const);
    expect(await attempt('http://localhost:4003/open')).toBe('GET http://localhost:4001');
    expect(await attempt(`${frame.url().replace('4001', '4003')}open`)).toBe('GET http://localhost:4001');
    expect(await attempt('http://127.0.0.1:4003/closed')).toBe('Failed to fetch');
    expect(await attempt('http://localhost:4003/careful', { method: 'PUT', headers: { 'x-key': '1' } })).toBe('PUT http://localhost:4001');
    expect(await attempt('http://localhost:4003/careful', { method: 'DELETE' })).toBe('Failed to fetch');
    expect(await attempt('http://localhost:4003/closed', { mode: 'no-cors' })).toBe('GET undefined');
  });

  it('goes on when the browser stopped the service worker', async () => {
    const frame = stage.sandbox.page.frames().find((f) => f.url().includes('//4002-') && !f.url().includes('__tabloom__'))!;
    await frame.evaluate(() => { document.cookie = 'kept=yes'; });
    await stopWorkers(stage);
    expect(await frame.evaluate(async () => (await fetch('/')).text())).toBe('<!doctype html><title>two</title>kept=yes');
    await stopWorkers(stage);
    const again = await stage.show(frame.url());
    expect(await again.title()).toBe('two');
  });

  it('asks for the next page with the cookie that was set before it, also by way of a service worker that has just begun', async () => {
    const frame = stage.sandbox.page.frames().find((f) => f.url().includes('//4002-') && !f.url().includes('__tabloom__'))!;
    for (let n = 0; n < 3; n++) {
      await stopWorkers(stage);
      await frame.evaluate((count) => {
        document.cookie = `step=${count}`;
        document.cookie = `last=${count}`;
        location.href = `/?${count}`;
      }, n);
      await expect.poll(() => frame.evaluate(() => [location.search, document.body?.textContent]).catch(() => [])).toEqual([`?${n}`, `kept=yes; step=${n}; last=${n}`]);
    }
  });

  it('waits for a server that was stopped, and shows the next one on that port', async () => {
    const shown = await stage.show(await stage.serve(4004, server(4004, 'first life')));
    await stage.stop(4004);
    await shown.goto(shown.url());
    expect(await shown.title()).toBe('Nothing listens on port 4004');
    expect(await shown.evaluate(async () => fetch('/api').then(() => 'answered', (error: Error) => error.message))).toBe('Failed to fetch');
    await stage.serve(4004, server(4004, 'second life'));
    await expect.poll(() => shown.title().catch(() => '')).toBe('second life');
  });

  it('of a port that the kernel chose leaves nothing behind when its server ends', async () => {
    const port = 45678;
    const shown = await stage.show(await stage.serve(port, server(port, 'passing by')));
    expect(await shown.title()).toBe('passing by');
    const registered = (): Promise<number> => shown.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    expect(await registered()).toBe(1);
    await stage.stop(port);
    await expect.poll(registered).toBe(0);
    await expect.poll(() => stage.sandbox.page.frames().filter((frame) => frame.url().includes(`//${port}-`) && frame.url().includes('__tabloom__')).length).toBe(0);
  });

  it('in a tab of its own works as long as the sandbox is open, then says so and comes back', async () => {
    const url = await stage.serve(4005, server(4005, 'own tab'));
    const tab = await stage.sandbox.context.newPage();
    await tab.goto(url);
    expect(await tab.title()).toBe('own tab');
    // The page around is loaded again, and with it the whole sandbox.
    await stage.sandbox.page.reload();
    await stage.sandbox.page.waitForFunction(() => 'harness' in window);
    await tab.reload();
    await expect.poll(() => tab.title()).toBe('The sandbox is not open');
    await stage.sandbox.page.evaluate(async (program) => {
      Object.assign(window, { servers: new Map(), printed: '' });
      await window.harness.boot();
      await window.harness.container.spawn('node', ['-e', program]);
    }, server(4005, 'after the reload'));
    await expect.poll(() => tab.title().catch(() => ''), { timeout: 15_000 }).toBe('after the reload');
    await tab.close();
  });

  it('in a tab of its own has its WebSocket closed and its events interrupted when the sandbox goes, and connects again to the next one', async () => {
    const talking = (name: string): string => `require('http').createServer((q, s) => {
      if (q.url === '/events') { s.setHeader('content-type', 'text/event-stream'); return void s.write('retry: 100\\ndata: ${name}\\n\\n'); }
      s.setHeader('content-type', 'text/html');
      s.end('<!doctype html><script>seen = []; new EventSource("/events").onmessage = ({ data }) => seen.push("event " + data);'
        + '(function connect() { const socket = new WebSocket("ws://" + location.host); socket.onmessage = ({ data }) => seen.push("socket " + data);'
        + 'socket.onclose = ({ code, wasClean }) => { if (!seen.some((one) => one.startsWith("closed"))) seen.push("closed " + code + " " + wasClean); setTimeout(connect, 100); }; })()</script>');
    }).on('upgrade', (q, socket) => {
      const key = require('crypto').createHash('sha1').update(q.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
      socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: ' + key + '\\r\\n\\r\\n');
      socket.write(Buffer.concat([Buffer.from([0x81, ${name.length}]), Buffer.from('${name}')]));
    }).listen(4007);`;
    const tab = await stage.sandbox.context.newPage();
    await tab.goto(await stage.serve(4007, talking('first')));
    const seen = (): Promise<string[]> => tab.evaluate(() => (window as unknown as { seen: string[] }).seen);
    await expect.poll(async () => (await seen()).sort(), { timeout: 15_000 }).toEqual(['event first', 'socket first']);
    await stage.sandbox.page.reload();
    await stage.sandbox.page.waitForFunction(() => 'harness' in window);
    await expect.poll(seen, { timeout: 15_000 }).toContain('closed 1006 false');
    await stage.sandbox.page.evaluate(async (program) => {
      Object.assign(window, { servers: new Map(), printed: '' });
      await window.harness.boot();
      await window.harness.container.spawn('node', ['-e', program]);
    }, talking('second'));
    await expect.poll(seen, { timeout: 15_000 }).toEqual(expect.arrayContaining(['event second', 'socket second']));
    await tab.close();
  });

  it('cannot act for the sandbox of somebody else', async () => {
    const url = new URL(await stage.serve(4006, server(4006, 'mine')));
    // Another sandbox at the same time has another id; an id that is guessed leads nowhere.
    const tab = await stage.sandbox.context.newPage();
    await tab.goto(url.href.replace(/-[a-z2-7]+\./, '-aaaaaaaaaaaaaaaa.'));
    await expect.poll(() => tab.title()).toBe('The sandbox is not open');
    // A page that frames a bridge and plays the relay is not listened to.
    await tab.goto(stage.sandbox.server.appUrl);
    const taken = await tab.evaluate((address) => new Promise((done) => {
      const frame = document.createElement('iframe');
      const heard: unknown[] = [];
      addEventListener('message', ({ data }) => heard.push(data));
      frame.onload = () => {
        frame.contentWindow!.postMessage({ t: 'tabloom-link' }, '*', [new MessageChannel().port1]);
        setTimeout(() => done(heard), 500);
      };
      frame.src = `${address}__tabloom__/bridge`;
      document.body.append(frame);
    }), url.href);
    expect(taken).toEqual([]);
    expect(await (await stage.show(url.href)).title()).toBe('mine');
    await tab.close();
  });

  it('of a project that is told by a key of its own shares nothing with another, though their folders are called alike', async () => {
    const storage = async (key: string | undefined): Promise<string[]> => {
      const { page } = stage.sandbox;
      await page.reload();
      await page.waitForFunction(() => 'harness' in window);
      await page.evaluate(async (name) => {
        Object.assign(window, { servers: new Map(), printed: '' });
        if (name !== undefined) window.harness.api.configureAPIKey(name);
        await window.harness.boot({ workdirName: 'shop' });
      }, key);
      const frame = await stage.show(await stage.serve(4008, server(4008, 'shop')));
      return frame.evaluate((name) => {
        const before = { ...localStorage };
        localStorage.setItem(`of ${name}`, 'x');
        return Object.keys(before);
      }, String(key));
    };
    expect(await storage('one')).toEqual([]);
    expect(await storage('two')).toEqual([]);
    expect(await storage(undefined)).toEqual([]);
    expect(await storage('one')).toEqual(['of one']);
  });
});
