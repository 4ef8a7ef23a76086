/** What previewed pages can do besides requests: cookies, WebSockets, scripts and policies, messages to the embedder. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from 'playwright';
import { openStage, type Stage } from './stage.ts';

/** A WebSocket server by hand: it echoes, and obeys `close CODE REASON`, `ping` and `parts`. */
const SERVER = `
const http = require('http'), crypto = require('crypto');
const page = (s, body, headers = {}) => { for (const [k, v] of Object.entries(headers)) s.setHeader(k, v); s.setHeader('content-type', 'text/html'); s.end('<!doctype html><html><head><meta charset="utf-8"><title>p</title></head><body>' + body + '</body></html>'); };
const server = http.createServer((q, s) => {
  const { pathname } = new URL(q.url, 'http://x');
  if (pathname === '/cookie') return s.end(q.headers.cookie || '');
  if (pathname === '/login') { s.setHeader('set-cookie', ['session=secret; HttpOnly; Path=/', 'theme=dark', 'deep=1; Path=/deep', 'old=x; Max-Age=0']); return s.end('in'); }
  if (pathname === '/strict') return page(s, '<script>document.title = "inline ran"</script>', { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'x-frame-options': 'DENY', 'cross-origin-resource-policy': 'same-origin' });
  if (pathname === '/inline') return page(s, '<script>document.title = "inline ran"</script>', { 'content-security-policy': "script-src 'unsafe-inline'" });
  if (pathname === '/error') return page(s, '<script>console.error("from console", { a: 1 }); Promise.reject(new Error("nobody caught")); throw new TypeError("broken at start");</script>');
  if (pathname === '/utf8') { s.setHeader('content-type', 'text/html'); return s.end(Buffer.from('<!doctype html><meta charset=utf-8><p id=t>grün ✓</p>')); }
  if (pathname === '/bare') { s.setHeader('content-type', 'text/html'); return s.end('just text'); }
  page(s, '<h1>page</h1>');
});
server.on('upgrade', (q, socket) => {
  socket.on('error', () => {});
  if (q.url === '/refused') return socket.end('HTTP/1.1 403 Forbidden\\r\\ncontent-length: 0\\r\\n\\r\\n');
  const accept = crypto.createHash('sha1').update(q.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
  const wanted = (q.headers['sec-websocket-protocol'] || '').split(', ').pop();
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: ' + accept + (wanted ? '\\r\\nSec-WebSocket-Protocol: ' + wanted : '') + '\\r\\n\\r\\n');
  const send = (op, data, fin = 0x80) => { const n = data.length; socket.write(Buffer.concat([n < 126 ? Buffer.from([fin | op, n]) : n < 65536 ? Buffer.from([fin | op, 126, n >> 8, n & 255]) : Buffer.from([fin | op, 127, 0, 0, 0, 0, n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255]), data])); };
  send(1, Buffer.from('hello ' + q.url + ' ' + q.headers.origin + ' ' + q.headers.cookie));
  let held = Buffer.alloc(0);
  socket.on('data', (d) => {
    held = Buffer.concat([held, d]);
    for (;;) {
      if (held.length < 6) return;
      let n = held[1] & 127, at = 2;
      if (n === 126) { n = held.readUInt16BE(2); at = 4; } else if (n === 127) { n = Number(held.readBigUInt64BE(2)); at = 10; }
      if (held.length < at + 4 + n) return;
      const op = held[0] & 15, mask = held.subarray(at, at + 4), data = Buffer.from(held.subarray(at + 4, at + 4 + n).map((b, i) => b ^ mask[i & 3]));
      held = held.subarray(at + 4 + n);
      const text = data.toString();
      if (op === 8) { console.log('closed with ' + (n ? data.readUInt16BE(0) + ' ' + data.toString('utf8', 2) : 'nothing')); send(8, data); socket.end(); }
      else if (op === 10) send(1, Buffer.from('pong ' + text));
      else if (text === 'ping') send(9, Buffer.from('are you there'));
      else if (text === 'parts') { send(1, Buffer.from('one '), 0); send(9, Buffer.from('x')); send(0, Buffer.from('two')); }
      else if (text.startsWith('close ')) { const [, code, why] = text.split(' '); send(8, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(why)])); }
      else if (text === 'vanish') socket.destroy();
      else send(op, data);
    }
  });
}).listen(3200);`;

describe('pages of a preview', () => {
  let stage: Stage;
  let url: string;
  let frame: Frame;
  beforeAll(async () => {
    stage = await openStage({ forwardPreviewErrors: true });
    url = await stage.serve(3200, SERVER);
    frame = await stage.show(url);
  });
  afterAll(() => stage?.sandbox.close());

  describe('cookies', () => {
    it('are kept for the server, and shown to scripts unless they are HttpOnly', async () => {
      expect(await frame.evaluate(async () => {
        await (await fetch('/login')).text();
        const sent = await (await fetch('/cookie')).text();
        const deep = await (await fetch('/cookie?x', { credentials: 'omit' })).text();
        return { sent, deep };
      })).toEqual({ sent: 'session=secret; theme=dark', deep: '' });
      await expect.poll(() => frame.evaluate(() => document.cookie)).toBe('theme=dark');
      const again = await stage.show(`${url}deep/page`);
      expect(await again.evaluate(() => document.cookie)).toBe('deep=1; theme=dark');
    });

    it('that a script sets show at once and go to the server', async () => {
      expect(await frame.evaluate(async () => {
        document.cookie = 'mine=1; path=/';
        document.cookie = 'session=stolen';
        document.cookie = 'theme=; max-age=0';
        return document.cookie;
      })).toBe('mine=1; session=stolen');
      expect(await frame.evaluate(async () => (await fetch('/cookie')).text())).toBe('session=secret; mine=1');
      await expect.poll(() => frame.evaluate(() => document.cookie)).toBe('mine=1');
    });

    it('are with whatever the page asks for next: requests, pages and WebSockets', async () => {
      expect(await frame.evaluate(async () => {
        const wrong: string[] = [];
        for (let n = 0; n < 20; n++) {
          document.cookie = `count=${n}; path=/`;
          const sent = await (await fetch('/cookie')).text();
          if (!sent.endsWith(`count=${n}`)) wrong.push(`${n}: ${sent}`);
        }
        document.cookie = 'count=socket; path=/';
        const socket = new WebSocket('ws://localhost:3200/');
        const hello = await new Promise<string>((done) => { socket.onmessage = ({ data }) => done(String(data)); });
        socket.close();
        return { wrong, hello };
      })).toEqual({ wrong: [], hello: expect.stringContaining('count=socket') });
      await frame.evaluate(() => {
        document.cookie = 'count=; max-age=0; path=/';
        document.cookie = 'leads=on; path=/';
        location.href = '/cookie';
      });
      await expect.poll(() => frame.evaluate(() => document.body.textContent).catch(() => '')).toBe('session=secret; mine=1; leads=on');
      frame = await stage.show(url);
      await frame.evaluate(() => { document.cookie = 'leads=; max-age=0; path=/'; });
    });
  });

  describe('WebSocket', () => {
    /** Opens one, sends, and collects what comes until it closes. */
    const talk = (address: string, messages: (string | number[])[], until: number, protocols: string[] = []): Promise<unknown> => frame.evaluate(([a, m, count, p]) => new Promise((done) => {
      const seen: unknown[] = [];
      const socket = new WebSocket(a, p);
      socket.binaryType = 'arraybuffer';
      const states = [socket.readyState];
      socket.onopen = () => {
        states.push(socket.readyState);
        for (const message of m) socket.send(typeof message === 'string' ? message : new Uint8Array(message));
      };
      socket.onerror = () => seen.push('error');
      socket.addEventListener('message', ({ data }) => {
        seen.push(typeof data === 'string' ? data : [...new Uint8Array(data as ArrayBuffer)]);
        if (seen.length === count) socket.close(4000, 'done');
      });
      socket.onclose = ({ code, reason, wasClean }) => done({ seen, states: [...states, socket.readyState], close: [code, reason, wasClean], protocol: socket.protocol, is: socket instanceof WebSocket });
    }), [address, messages, until, protocols] as const);

    it('carries text and bytes both ways, as the page and as localhost', async () => {
      expect(await talk('/chat?room=1', ['grüße', [0, 255, 7]], 3, ['a', 'b'])).toEqual({ seen: ['hello /chat?room=1 http://localhost:3200 session=secret; mine=1', 'grüße', [0, 255, 7]], states: [0, 1, 3], close: [4000, 'done', true], protocol: 'b', is: true });
      expect(await talk('ws://localhost:3200/x', [], 1)).toMatchObject({ close: [4000, 'done', true] });
      expect(await talk(`ws://${new URL(url).hostname}:3200/as-the-machine`, [], 1)).toMatchObject({ seen: [expect.stringContaining('/as-the-machine')] });
      expect(await stage.output()).toContain('closed with 4000 done');
    });

    it('answers pings, joins parts, and closes as the server says', async () => {
      // A pong may come before or after what the server says by itself.
      const { seen } = await talk('/', ['ping', 'parts'], 4) as { seen: string[] };
      expect([...seen.slice(1)].sort()).toEqual(['one two', 'pong are you there', 'pong x']);
      expect(await talk('/', ['close 4321 enough'], 9)).toMatchObject({ close: [4321, 'enough', true] });
      expect(await talk('/', ['vanish'], 9)).toMatchObject({ close: [1006, '', false] });
    });

    it('tells a page that has closed it nothing more', async () => {
      expect(await frame.evaluate(() => new Promise((done) => {
        const seen: unknown[] = [];
        const socket = new WebSocket('/closing');
        socket.onmessage = ({ data }) => {
          seen.push(String(data).slice(0, 5));
          if (seen.length > 1) return;
          // The server sends these back before it answers the farewell.
          socket.send('one');
          socket.send('two');
          socket.close(4000, 'done');
        };
        socket.onclose = ({ code, wasClean }) => done({ seen, code, wasClean });
      }))).toEqual({ seen: ['hello'], code: 4000, wasClean: true });
    });

    it('fails where it is refused and where nobody listens', async () => {
      expect(await talk('/refused', [], 9)).toMatchObject({ seen: ['error'], states: [0, 3], close: [1006, '', false] });
      expect(await talk('ws://localhost:3999/', [], 9)).toMatchObject({ seen: ['error'], close: [1006, '', false] });
    });

    it('carries a large message and counts what waits', async () => {
      expect(await frame.evaluate(() => new Promise((done) => {
        const socket = new WebSocket('/big');
        const sent = 'x'.repeat(3_000_000);
        let waiting = 0;
        socket.onopen = () => {
          socket.send(new Blob(['first']));
          socket.send(sent);
          socket.send(new Uint8Array(2));
          waiting = socket.bufferedAmount;
        };
        const seen: unknown[] = [];
        socket.onmessage = async ({ data }) => {
          seen.push(typeof data === 'string' ? data.length : (data as Blob).size);
          if (seen.length === 4) done({ seen: seen.slice(1), waiting, left: socket.bufferedAmount });
        };
      }))).toEqual({ seen: [5, 3_000_000, 2], waiting: 0, left: 0 });
    });

    it('is the browser\'s own class for other addresses and for subclasses', async () => {
      expect(await frame.evaluate(() => {
        class Mine extends WebSocket { extra = 1; }
        const mine = new Mine('/sub');
        const result: unknown[] = [mine instanceof Mine, mine.extra, mine.readyState, WebSocket.OPEN, mine.CLOSED, mine.url.startsWith('ws://3200-')];
        try {
          mine.send('too early');
        } catch (error) {
          result.push((error as Error).name);
        }
        mine.close();
        try {
          new WebSocket('/x', ['same', 'same']);
        } catch (error) {
          result.push((error as Error).name);
        }
        return result;
      })).toEqual([true, 1, 0, 1, 3, true, 'InvalidStateError', 'SyntaxError']);
    });
  });

  describe('policies', () => {
    it('of the page hold for the page, and let our script run and the frame be shown', async () => {
      const strict = await stage.show(`${url}strict`);
      expect(await strict.evaluate(() => [document.title, Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!.get!.toString().includes('native')])).toEqual(['p', false]);
      const inline = await stage.show(`${url}inline`);
      expect(await inline.title()).toBe('inline ran');
    });

    it('let the frame be isolated, and pages keep their characters and shape', async () => {
      expect(await frame.evaluate(() => crossOriginIsolated)).toBe(true);
      const utf8 = await stage.show(`${url}utf8`);
      expect(await utf8.evaluate(() => [document.characterSet, document.getElementById('t')!.textContent])).toEqual(['UTF-8', 'grün ✓']);
      const bare = await stage.show(`${url}bare`);
      expect(await bare.evaluate(() => [document.compatMode, document.body.textContent])).toEqual(['BackCompat', 'just text']);
    });
  });

  describe('messages to the embedder', () => {
    it('carry errors, rejections and console.error in the client\'s shapes', async () => {
      await stage.sandbox.page.evaluate(() => {
        const messages: unknown[] = [];
        Object.assign(window, { messages });
        window.harness.container.on('preview-message', (message) => messages.push(message));
      });
      await stage.show(`${url}error?q=1#part`);
      const messages = (): Promise<{ type: string; stack?: string; previewId: string }[]> => stage.sandbox.page.evaluate(() => (window as unknown as { messages: { type: string; stack?: string; previewId: string }[] }).messages);
      await expect.poll(async () => (await messages()).length).toBe(3);
      const seen = await messages();
      const place = { port: 3200, pathname: '/error', search: '?q=1', hash: '#part', previewId: seen[0]!.previewId };
      expect(seen[0]!.previewId).toMatch(/./);
      expect(seen).toEqual([
        { ...place, type: 'PREVIEW_CONSOLE_ERROR', args: ['from console', { a: 1 }], stack: expect.stringContaining('/error?q=1') },
        { ...place, type: 'PREVIEW_UNCAUGHT_EXCEPTION', message: 'broken at start', stack: expect.stringContaining('TypeError: broken at start') },
        { ...place, type: 'PREVIEW_UNHANDLED_REJECTION', message: 'nobody caught', stack: expect.stringContaining('Error: nobody caught') },
      ]);
    });

    it('let the embedder put a script of its own into pages', async () => {
      const set = (source: string, options?: object): Promise<void> => stage.sandbox.page.evaluate(([s, o]) => window.harness.container.setPreviewScript(s, o as never), [source, options] as const);
      await set('globalThis.fromEmbedder = [document.readyState, document.title]');
      expect(await (await stage.show(url)).evaluate(() => (globalThis as never as { fromEmbedder: unknown }).fromEmbedder)).toEqual(['loading', '']);
      await set('globalThis.fromEmbedder = [import.meta.url.includes("script"), document.title]', { type: 'module' });
      expect(await (await stage.show(url)).evaluate(() => (globalThis as never as { fromEmbedder: unknown }).fromEmbedder)).toEqual([true, 'p']);
      await set('{"imports":{"named":"data:text/javascript,export default 42"}}', { type: 'importmap' });
      expect(await (await stage.show(`${url}`)).evaluate(async () => (await new Function('return import("named")')() as { default: number }).default)).toBe(42);
      await set('');
      expect(await (await stage.show(url)).evaluate(() => 'fromEmbedder' in globalThis)).toBe(false);
      expect(await stage.sandbox.page.evaluate(() => window.harness.container.setPreviewScript(1 as never).catch((error: { code: string }) => error.code))).toBe('ERR_INVALID_ARG_TYPE');
    });

    it('let the client reload a preview', async () => {
      const shown = await stage.show(`${url}?reload`);
      await shown.evaluate(() => { (globalThis as { before?: boolean }).before = true; });
      await stage.sandbox.page.evaluate(() => window.harness.api.reloadPreview([...document.querySelectorAll('iframe')].at(-1)!, 5000));
      await expect.poll(() => shown.evaluate(() => 'before' in globalThis).catch(() => true)).toBe(false);
    });
  });
});
