/** Requests of a previewed page: what the server gets, and what the page gets back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from 'playwright';
import { openStage, type Stage } from './stage.ts';

const SERVER = `
const http = require('http'), zlib = require('zlib'), crypto = require('crypto');
let begun = '';
const routes = {
  '/begun': (q, s) => s.end(begun),
  '/': (q, s) => { s.setHeader('content-type', 'text/html'); s.end('<!doctype html><title>front</title><h1>front</h1>'); },
  '/echo': (q, s) => { const hash = crypto.createHash('sha256'); let size = 0; q.on('data', (d) => { if (size === 0) begun = d.toString('latin1', 0, 6); hash.update(d); size += d.length; }).on('end', () => s.end(JSON.stringify({ method: q.method, url: q.url, headers: q.headers, size, sha: hash.digest('hex') }))); },
  '/binary': (q, s) => s.end(Buffer.from([...Array(1024).keys()].map((i) => i & 255))),
  '/large': (q, s) => { let left = 64; const send = () => { while (left-- > 0) if (!s.write(Buffer.alloc(262144, left + 1))) return s.once('drain', send); s.end(); }; send(); },
  '/drip': (q, s) => { let n = 0; const timer = setInterval(() => { s.write('part ' + n + ';'); if (++n === 3) { clearInterval(timer); s.end(); } }, 30); },
  '/endless': (q, s) => { s.write('begin'); q.on('close', () => console.log('endless closed')); },
  '/gzip': (q, s) => { s.setHeader('content-encoding', 'gzip'); s.end(zlib.gzipSync('packed text')); },
  '/empty': (q, s) => { s.statusCode = 204; s.setHeader('x-mark', 'here'); s.end(); },
  '/teapot': (q, s) => { s.writeHead(418, 'Short and Stout', { 'x-a': ['1', '2'] }); s.end('tea'); },
  '/hints': (q, s) => { s.writeEarlyHints({ link: '</x.css>; rel=preload' }); s.end('after hints'); },
  '/range': (q, s) => { const data = Buffer.from('0123456789'); const m = /bytes=(\\d+)-(\\d+)/.exec(q.headers.range || ''); if (!m) return s.end(data); s.writeHead(206, { 'content-range': 'bytes ' + m[1] + '-' + m[2] + '/10' }); s.end(data.subarray(+m[1], +m[2] + 1)); },
  '/relative': (q, s) => { s.writeHead(302, { location: '/landed?by=relative' }); s.end(); },
  '/absolute': (q, s) => { s.writeHead(302, { location: 'http://localhost:3100/landed?by=absolute' }); s.end(); },
  '/keep': (q, s) => { s.writeHead(307, { location: '/echo' }); s.end(); },
  '/landed': (q, s) => { s.setHeader('content-type', 'text/html'); s.end('<!doctype html><title>landed</title>' + q.url); },
  '/bad': (q, s) => { q.socket.end('this is no HTTP at all, sorry'); },
  '/cut': (q, s) => { s.setHeader('content-length', '100'); s.write('only this'); setTimeout(() => q.socket.destroy(), 20); },
  '/events': (q, s) => { s.writeHead(200, { 'content-type': 'text/event-stream' }); let n = 0; const timer = setInterval(() => s.write('id: ' + n + '\\ndata: tick ' + n++ + '\\n\\n'), 20); q.on('close', () => clearInterval(timer)); },
};
http.createServer((q, s) => { const r = routes[q.url.replace(/\\?.*/, '')]; if (r) r(q, s); else { s.statusCode = 404; s.end('none'); } }).listen(3100);`;

describe('requests of a preview', () => {
  let stage: Stage;
  let url: string;
  let frame: Frame;
  beforeAll(async () => {
    stage = await openStage();
    url = await stage.serve(3100, SERVER);
    frame = await stage.show(url);
  });
  afterAll(() => stage?.sandbox.close());

  const text = (path: string, init?: RequestInit): Promise<string> => frame.evaluate(async ([p, i]) => (await fetch(p, i as RequestInit)).text(), [path, init] as const);

  it('shows the page at an address of its own', async () => {
    expect(new URL(url).hostname).toMatch(/^3100-[a-z2-7]{16}\.tabloom\.localhost$/);
    expect(await frame.evaluate(() => [document.title, document.compatMode, document.querySelectorAll('script').length])).toEqual(['front', 'CSS1Compat', 0]);
  });

  it('sends what a browser on the sandbox\'s machine would send', async () => {
    const echo = JSON.parse(await text('/echo?a=1&b=%20x', { headers: { 'X-Own': 'yes' } })) as { method: string; url: string; headers: Record<string, string> };
    expect(echo).toMatchObject({ method: 'GET', url: '/echo?a=1&b=%20x', headers: { host: 'localhost:3100', 'x-own': 'yes', accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin', referer: 'http://localhost:3100/' } });
    expect(echo.headers['accept-encoding']).toContain('gzip');
    expect(echo.headers['user-agent']).toContain('Chrome');
    expect(JSON.stringify(echo)).not.toContain('tabloom');
  });

  it('sends bodies with their length, byte for byte', async () => {
    const echo = await frame.evaluate(async () => {
      const bytes = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 31) & 255);
      const sha = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((b) => b.toString(16).padStart(2, '0')).join('');
      const got = await (await fetch('/echo', { method: 'POST', body: bytes })).json();
      return { method: got.method, size: got.size, same: got.sha === sha, length: got.headers['content-length'], origin: got.headers.origin };
    });
    expect(echo).toEqual({ method: 'POST', size: 3_000_000, same: true, length: '3000000', origin: 'http://localhost:3100' });
  });

  it('uploads forms with files', async () => {
    const echo = await frame.evaluate(async () => {
      const form = new FormData();
      form.set('name', 'grüße');
      form.set('file', new Blob([new Uint8Array([0, 255, 13, 10])]), 'a.bin');
      const got = await (await fetch('/echo', { method: 'PUT', body: form })).json();
      return { method: got.method, type: got.headers['content-type'].replace(/-{4}.*/, ''), length: Number(got.headers['content-length']) === got.size };
    });
    expect(echo).toEqual({ method: 'PUT', type: 'multipart/form-data; boundary=', length: true });
  });

  it('streams a body while the page still writes it', async () => {
    const seen = await frame.evaluate(async () => {
      let more: () => void = () => {};
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('begun '));
          await new Promise<void>((done) => { more = done; });
          controller.enqueue(new Uint8Array(2_000_000));
          controller.close();
        },
      });
      const answer = fetch('/echo', { method: 'POST', body, duplex: 'half' } as RequestInit);
      // The server has the request while its body is not whole.
      while ((await (await fetch('/begun')).text()) !== 'begun ') await new Promise((done) => setTimeout(done, 10));
      more();
      const got = await (await answer).json();
      return [got.size, got.headers['transfer-encoding'], got.headers['content-length']];
    });
    expect(seen).toEqual([2_000_006, 'chunked', undefined]);
  });

  it('sends an empty body as browsers do', async () => {
    expect(JSON.parse(await text('/echo', { method: 'POST' }))).toMatchObject({ size: 0, headers: { 'content-length': '0' } });
    expect(JSON.parse(await text('/echo', { method: 'DELETE' })).headers).not.toHaveProperty('content-length');
  });

  it('brings bytes exactly, and 16 MB with the server held back by its reader', async () => {
    expect(await frame.evaluate(async () => {
      const bytes = new Uint8Array(await (await fetch('/binary')).arrayBuffer());
      return [bytes.length, bytes.every((byte, i) => byte === (i & 255))];
    })).toEqual([1024, true]);
    expect(await frame.evaluate(async () => {
      const bytes = new Uint8Array(await (await fetch('/large')).arrayBuffer());
      return [bytes.length, bytes[0], bytes[262144], bytes.at(-1)];
    })).toEqual([64 * 262144, 64, 63, 1]);
  });

  it('streams an answer while the server writes it', async () => {
    const parts = await frame.evaluate(async () => {
      const reader = (await fetch('/drip')).body!.pipeThrough(new TextDecoderStream()).getReader();
      const seen: string[] = [];
      for (let next = await reader.read(); !next.done; next = await reader.read()) seen.push(next.value);
      return seen;
    });
    expect(parts).toEqual(['part 0;', 'part 1;', 'part 2;']);
  });

  it('closes the connection when the page does not want the answer any more', async () => {
    await frame.evaluate(async () => {
      const stop = new AbortController();
      const response = await fetch('/endless', { signal: stop.signal });
      const reader = response.body!.getReader();
      await reader.read();
      stop.abort();
    });
    await expect.poll(() => stage.output()).toContain('endless closed');
  });

  it('undoes compression, keeps status, texts and headers', async () => {
    expect(await text('/gzip')).toBe('packed text');
    expect(await frame.evaluate(async () => {
      const tea = await fetch('/teapot');
      const empty = await fetch('/empty');
      const head = await fetch('/binary', { method: 'HEAD' });
      return [tea.status, tea.statusText, tea.headers.get('x-a'), await tea.text(), empty.status, empty.headers.get('x-mark'), await empty.text(), head.status, (await head.arrayBuffer()).byteLength, (await fetch('/nowhere')).status];
    })).toEqual([418, 'Short and Stout', '1, 2', 'tea', 204, 'here', '', 200, 0, 404]);
    expect(await text('/hints')).toBe('after hints');
  });

  it('passes ranges through', async () => {
    expect(await frame.evaluate(async () => {
      const part = await fetch('/range', { headers: { Range: 'bytes=2-5' } });
      return [part.status, part.headers.get('content-range'), await part.text()];
    })).toEqual([206, 'bytes 2-5/10', '2345']);
  });

  it('follows redirects within the preview, written either way', async () => {
    const origin = new URL(url).origin;
    expect(await frame.evaluate(async () => {
      const one = await fetch('/relative');
      const two = await fetch('/absolute');
      const kept = await (await fetch('/keep', { method: 'POST', body: 'again' })).json();
      return [one.redirected, one.url, two.url, kept.method, kept.size, (await fetch('/relative', { redirect: 'manual' })).type];
    })).toEqual([true, `${origin}/landed?by=relative`, `${origin}/landed?by=absolute`, 'POST', 5, 'opaqueredirect']);
    const landed = await stage.show(`${url}absolute`);
    expect(landed.url()).toBe(`${origin}/landed?by=absolute`);
    expect(await landed.title()).toBe('landed');
  });

  it('gives server-sent events as they come', async () => {
    expect(await frame.evaluate(() => new Promise((done) => {
      const source = new EventSource('/events');
      const seen: string[] = [];
      source.onmessage = ({ data, lastEventId }) => {
        seen.push(`${lastEventId}: ${data}`);
        if (seen.length < 3) return;
        source.close();
        done(seen);
      };
    }))).toEqual(['0: tick 0', '1: tick 1', '2: tick 2']);
  });

  it('says what is wrong when the answer is none', async () => {
    expect(await text('/bad').catch((error: Error) => error.message.includes('Failed to fetch'))).toBe(true);
    expect(await text('/cut').catch((error: Error) => /network error|Failed to fetch|closed the connection/.test(error.message))).toBe(true);
    // Addresses have an end; what is longer is refused instead of waited for.
    expect(await text(`/echo?${'x'.repeat(70_000)}`).catch((error: Error) => error.message.includes('Failed to fetch'))).toBe(true);
    const bad = await stage.show(`${url}bad`);
    expect(await bad.getByRole('heading').textContent()).toBe('The server gave no proper answer');
  });

  it('serves a hundred requests at once', async () => {
    expect(await frame.evaluate(async () => new Set(await Promise.all(Array.from({ length: 100 }, async (_, i) => (await (await fetch(`/echo?n=${i}`)).json()).url))).size)).toBe(100);
  });
});
