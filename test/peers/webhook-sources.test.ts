/** Webhooks from the page around this one and from a relay, and who is here, in real tabs and frames. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContext, type Frame, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSites, type RunningServer } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from '../support/find-browser.ts';
import { testPage } from '../support/shared-build.ts';

let app: RunningServer;
let browser: Browser;
let context: BrowserContext;
/** A relay, and the page around ours; each with an origin of its own. */
let relay: { url: string; aroundOrigin: string; connections: { response: ServerResponse; lastId: string | undefined }[]; refuse: boolean; /** Pages may say what they had last. */ allow: boolean; close(): Promise<void> };

beforeAll(async () => {
  app = await serveSites({ app: new Map<string, Uint8Array>([
    ['index.html', Buffer.from('<!doctype html><meta charset="utf-8"><title>webhooks</title><script type="module" src="/page.js"></script>')],
    ['page.js', await testPage('test/support/webhook-page.ts')],
  ]), sandbox: new Map() }, { port: 0 });
  const connections: typeof relay.connections = [];
  const server = createServer((request, response) => {
    if (request.url === '/around') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>around</title><body></body>');
    if (request.method === 'OPTIONS' && relay.allow) return void response.writeHead(204, { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'last-event-id' }).end();
    if (!request.headers.accept?.includes('text/event-stream')) return void response.writeHead(404).end();
    if (relay.refuse) return void response.writeHead(503, { 'access-control-allow-origin': '*' }).end();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' }).write('retry: 50\nevent: ready\ndata: {}\n\n');
    const connection = { response, lastId: request.headers['last-event-id'] as string | undefined };
    connections.push(connection);
    response.on('close', () => connections.splice(connections.indexOf(connection), 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  relay = {
    // Of our site: in a private window, as tests are, pages within those of other sites have no storage.
    url: `http://127.0.0.1:${port}`, aroundOrigin: `http://school.tabloom.localhost:${port}`, connections, refuse: false, allow: true,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  browser = await chromium.launch({ executablePath: (await findBrowser()).path, args: LAUNCH_ARGS });
  context = await browser.newContext();
  await context.addInitScript({ content: 'globalThis.__name = (f) => f' });
});
afterAll(async () => {
  await browser?.close();
  await relay?.close();
  await app?.close();
});

async function open(project: string, set: { webhookRelay?: string; webhookOrigins?: string } = {}): Promise<Page> {
  const page = await context.newPage();
  await page.goto(app.appUrl);
  await joined(page, project, set);
  return page;
}

async function joined(page: Page | Frame, project: string, set: object): Promise<void> {
  await page.waitForFunction(() => 'webhookPage' in window);
  await page.evaluate(async ([name, change]) => {
    await window.webhookPage.join(name);
    window.webhookPage.set(change);
  }, [project, set] as const);
}

const came = (page: Page | Frame): Promise<unknown[]> => page.evaluate(async () => (await window.webhookPage.peers.webhooks.list()).map(({ id, source, event, payload, via, woke }) => ({ id, source, event, payload, via, woke })));

describe('the page around', () => {
  it('is heard when its origin is allowed, answered with a receipt, and nobody else is', async () => {
    const page = await context.newPage();
    await page.goto(`${relay.aroundOrigin}/around`);
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
      const receipts: unknown[] = [];
      addEventListener('message', ({ data, origin }) => { if ((data as { type?: string } | null)?.type?.startsWith('tabloom')) receipts.push({ data: data as unknown, origin }); });
      Object.assign(window, { receipts, send: (message: unknown) => frame.contentWindow!.postMessage(message, src) });
    }, app.appUrl);
    const send = (message: unknown): Promise<void> => page.evaluate((one) => (window as unknown as { send(message: unknown): void }).send(one), message);
    const receipts = (): Promise<unknown[]> => page.evaluate(() => (window as unknown as { receipts: unknown[] }).receipts);
    await expect.poll(() => page.frames().length).toBe(2);
    const frame = page.frames()[1]!;
    await joined(frame, 'embedded', { webhookOrigins: 'https://elsewhere.example' });
    const message = { type: 'tabloom-webhook', id: 'm-1', source: 'school', event: 'bell', payload: { room: 3 } };
    await send(message);
    // Delivered by the same path, later: whatever became of the first has happened by then.
    const settle = (): Promise<unknown> => frame.evaluate(() => new Promise((resolve) => { setTimeout(resolve, 0); }));
    await settle();
    await frame.evaluate((origin) => window.webhookPage.set({ webhookOrigins: `https://elsewhere.example, ${origin}` }), relay.aroundOrigin);
    // From the allowed origin, but not from the page around: a frame within, and the page itself.
    await frame.evaluate((one) => window.postMessage({ ...one, id: 'own' }, '*'), message);
    await frame.evaluate((src) => new Promise<void>((resolve) => {
      const inner = document.createElement('iframe');
      inner.src = src;
      inner.onload = () => resolve();
      document.body.append(inner);
    }), app.appUrl);
    await page.frames()[2]!.evaluate((one) => window.parent.postMessage({ ...one, id: 'inner' }, '*'), message);
    const waiting = frame.evaluate(() => window.webhookPage.wait('builder', 'bell'));
    await expect.poll(() => frame.evaluate(async () => (await window.webhookPage.peers.waits.list()).length)).toBe(1);
    await send({ ...message, id: 'm-2' });
    expect(await waiting).toEqual({ room: 3 });
    await expect.poll(receipts).toEqual([{ origin: app.appUrl.slice(0, -1), data: { type: 'tabloom-webhook-receipt', id: 'm-2', handled: true, woke: ['builder'] } }]);
    await send({ ...message, id: 'm-2' });
    await send({ ...message, id: 'm-3' });
    await send({ type: 'tabloom-webhook', id: 'm-4', source: 'school' });
    await send({ type: 'other', id: 'm-5' });
    await send({ ...message, id: 'm-6', payload: 'x'.repeat(300_000) });
    await expect.poll(async () => (await receipts()).slice(1).map((one) => (one as { data: object }).data).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual([
      { type: 'tabloom-webhook-receipt', id: 'm-2', handled: false, woke: [], repeated: true },
      { type: 'tabloom-webhook-receipt', id: 'm-3', handled: false, woke: [] },
      { type: 'tabloom-webhook-receipt', id: 'm-4', error: expect.stringMatching(/^This is no webhook: event: /) as string },
      { type: 'tabloom-webhook-receipt', id: 'm-6', error: 'The payload is larger than 256 KB.' },
    ]);
    expect((await came(frame) as { id: string }[]).map(({ id }) => id).sort()).toEqual(['m-2', 'm-3']);
    await page.close();
  });
});

it('who does not answer within two seconds is shown as that, until it does', async () => {
  const [a, b] = [await open('silent'), await open('silent')];
  const [session, look] = [await b.evaluate(() => window.webhookPage.peers.port.session), () => a.evaluate(() => {
    const { presence } = window.webhookPage.peers;
    presence.refresh();
    const { others, silent } = presence.store.getState();
    return { others: others.map((other) => other.session), silent: [...silent] };
  })];
  await expect.poll(look).toEqual({ others: [session], silent: [] });
  const busy = b.evaluate(() => { for (const end = performance.now() + 4_000; performance.now() < end;); });
  await expect.poll(look, { timeout: 10_000 }).toEqual({ others: [session], silent: [session] });
  await busy;
  await expect.poll(look).toEqual({ others: [session], silent: [] });
  await b.close();
  await expect.poll(look).toEqual({ others: [], silent: [] });
  await a.close();
});

describe('a relay', () => {
  const state = (page: Page): Promise<string> => page.evaluate(() => window.webhookPage.sources.relay.getState().state);
  const say = (data: unknown, id?: string): void => { relay.connections[0]!.response.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`); };

  it('is listened to by one tab, reaches those who wait in another, and is taken over when that tab goes', async () => {
    const webhookRelay = `${relay.url}/channel`;
    const [a, b] = [await open('relayed', { webhookRelay }), await open('relayed', { webhookRelay })];
    await expect.poll(() => Promise.all([state(a), state(b)])).toEqual(['open', 'elsewhere']);
    expect(relay.connections).toHaveLength(1);
    const waiting = b.evaluate(() => window.webhookPage.wait('builder', 'push'));
    await expect.poll(() => a.evaluate(async () => (await window.webhookPage.peers.waits.list()).length)).toBe(1);
    const push = { 'x-github-event': 'push', 'x-github-delivery': 'd-1', body: { ref: 'refs/heads/main', repository: { full_name: 'acme/app' } } };
    say(push, '7');
    expect(await waiting).toMatchObject({ source: 'github', repo: 'acme/app', branch: 'main' });
    say(['no', 'object']);
    await expect.poll(() => a.evaluate(() => window.webhookPage.sources.relay.getState())).toEqual({ state: 'open', received: 1, problem: 'The relay sent what is no JSON object.' });
    // Broken off: the browser connects again and says what it had last; what it is sent again is known.
    relay.connections[0]!.response.destroy();
    await expect.poll(() => relay.connections.map(({ lastId }) => lastId)).toEqual(['7']);
    say(push, '7');
    say({ ...push, 'x-github-delivery': 'd-2' }, '8');
    await expect.poll(async () => (await came(b) as { id: string }[]).map(({ id }) => id)).toEqual(['d-2', 'd-1']);
    await a.close();
    await expect.poll(() => state(b)).toBe('open');
    expect(relay.connections).toHaveLength(1);
    await b.evaluate(() => window.webhookPage.set({ webhookRelay: '' }));
    await expect.poll(() => relay.connections.length).toBe(0);
    expect(await state(b)).toBe('off');
    await b.close();
  });

  it('may give its events names, which are those of what it has no other name for', async () => {
    const page = await open('named', { webhookRelay: `${relay.url}/named` });
    await expect.poll(() => state(page)).toBe('open');
    const send = (text: string): void => void relay.connections[0]!.response.write(text);
    const waiting = page.evaluate(() => window.webhookPage.wait('builder', 'push'));
    await expect.poll(() => page.evaluate(async () => (await window.webhookPage.peers.waits.list()).length)).toBe(1);
    send(`event: ping\r\ndata: now\r\n\r\nevent: webhook\r\nid: n-1\r\ndata: ${JSON.stringify({ 'x-github-event': 'push', 'x-github-delivery': 'named-1', body: { ref: 'refs/heads/main', repository: { full_name: 'acme/app' } } })}\r\n\r\n`);
    expect(await waiting).toMatchObject({ source: 'github', branch: 'main' });
    const [first, rest] = ['event: bell\nda', 'ta: {"room":\ndata: 3}\n\nevent: ping\ndata: {}\n\n'];
    send(first);
    send(rest);
    await expect.poll(async () => (await came(page) as { source: string; event: string; payload: unknown }[]).map(({ source, event, payload }) => [source, event, payload]))
      .toEqual([['relay', 'bell', { room: 3 }], ['github', 'push', expect.anything()]]);
    expect(await page.evaluate(() => window.webhookPage.sources.relay.getState())).toEqual({ state: 'open', received: 2, problem: undefined });
    await page.close();
    await expect.poll(() => relay.connections.length).toBe(0);
  });

  it('that does not let pages say what they had last is heard from then on', async () => {
    relay.allow = false;
    const page = await open('without ids', { webhookRelay: `${relay.url}/without` });
    await expect.poll(() => state(page)).toBe('open');
    say({ source: 'school', event: 'bell', payload: 1, id: 'w-1' }, '1');
    await expect.poll(async () => (await came(page)).length).toBe(1);
    const [before] = relay.connections;
    before!.response.destroy();
    await expect.poll(() => relay.connections.map((one) => [one === before, one.lastId])).toEqual([[false, undefined]]);
    say({ source: 'school', event: 'bell', payload: 2, id: 'w-2' }, '2');
    await expect.poll(async () => (await came(page) as { id: string }[]).map(({ id }) => id)).toEqual(['w-2', 'w-1']);
    relay.allow = true;
    await page.close();
    await expect.poll(() => relay.connections.length).toBe(0);
  });

  it('is listened to also where the browser refuses locks', async () => {
    const page = await open('no locks');
    await page.evaluate(() => {
      const request = navigator.locks.request.bind(navigator.locks) as (...args: unknown[]) => Promise<unknown>;
      navigator.locks.request = ((name: string, ...rest: unknown[]) => (name.startsWith('webhooks:') ? Promise.reject(new DOMException('Locks are refused.', 'SecurityError')) : request(name, ...rest))) as typeof navigator.locks.request;
    });
    await page.evaluate((webhookRelay) => window.webhookPage.set({ webhookRelay }), `${relay.url}/no-locks`);
    await expect.poll(() => state(page)).toBe('open');
    say({ source: 'school', event: 'bell', payload: 1, id: 'l-1' });
    await expect.poll(async () => (await came(page) as { id: string }[]).map(({ id }) => id)).toEqual(['l-1']);
    await page.evaluate(() => window.webhookPage.set({ webhookRelay: '' }));
    await expect.poll(() => relay.connections.length).toBe(0);
    expect(await state(page)).toBe('off');
    await page.close();
  });

  it('that refuses is tried again, and is heard when it answers', async () => {
    relay.refuse = true;
    const page = await open('refused', { webhookRelay: `${relay.url}/refused` });
    await expect.poll(() => page.evaluate(() => window.webhookPage.sources.relay.getState())).toEqual({ state: 'broken', again_ms: 1000 });
    relay.refuse = false;
    await expect.poll(() => state(page), { timeout: 10_000 }).toBe('open');
    await page.evaluate(() => window.webhookPage.set({ webhookRelay: 'http://elsewhere.example/' }));
    await expect.poll(() => page.evaluate(() => window.webhookPage.sources.relay.getState())).toEqual({ state: 'wrong', reason: 'The address of a relay begins with https://' });
    await expect.poll(() => relay.connections.length).toBe(0);
    await page.close();
  });
});
