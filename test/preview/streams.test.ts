/** What is open while the browser stops the service worker: a WebSocket goes on, as it does not pass there; server-sent events connect again. */
import type { Frame } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage, stopWorkers } from './stage.ts';

/** `/say?word` tells everybody who listens; what a WebSocket sends comes back; `/open` counts the sockets that ever were. */
const SERVER = `
const streams = new Set(), sockets = new Set();
let opened = 0, said = 0;
const lasts = [];
const frame = (text) => Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]);
require('http').createServer((q, s) => {
  const { pathname, search } = new URL(q.url, 'http://x');
  if (pathname === '/events') { if (q.headers['last-event-id']) lasts.push(q.headers['last-event-id']); streams.add(s); s.on('close', () => streams.delete(s)); s.setHeader('content-type', 'text/event-stream'); return void s.write('retry: 50\\n\\n'); }
  if (pathname === '/open') return s.end(opened + ' ' + lasts.length);
  if (pathname === '/say') { said++; for (const one of streams) one.write(['', 'event: odd\\n', 'event: error\\n'][said % 3] + 'id: n' + said + '\\ndata: ' + search.slice(1) + '\\n\\n'); for (const one of sockets) one.write(frame(search.slice(1))); return s.end(); }
  s.setHeader('content-type', 'text/html');
  s.end('<!doctype html><script>events = []; words = []; shut = 0; source = new EventSource("/events"); source.onmessage = ({ data }) => events.push(data); for (const name of ["odd", "error"]) source.addEventListener(name, ({ data }) => data && events.push(data));'
    + 'socket = new WebSocket("ws://" + location.host); socket.onmessage = ({ data }) => words.push(data); socket.onclose = () => shut++;</script>');
}).on('upgrade', (q, socket) => {
  opened++;
  sockets.add(socket);
  const key = require('crypto').createHash('sha1').update(q.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: ' + key + '\\r\\n\\r\\n');
  socket.on('data', (bytes) => {
    if ((bytes[0] & 15) !== 1) return;
    const length = bytes[1] & 127;
    socket.write(frame(Buffer.from(bytes.subarray(6, 6 + length).map((byte, i) => byte ^ bytes[2 + (i & 3)])).toString()));
  });
}).listen(4020);`;

interface PageWindow { events: string[]; words: string[]; shut: number; source: EventSource; socket: WebSocket }

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.sandbox.close());

it('a WebSocket goes on in both directions, and events come again', async () => {
  const frame: Frame = await stage.show(await stage.serve(4020, SERVER));
  const words = (): Promise<string[]> => frame.evaluate(() => (window as unknown as PageWindow).words);
  await expect.poll(() => frame.evaluate(() => [(window as unknown as PageWindow).source.readyState, (window as unknown as PageWindow).socket.readyState])).toEqual([1, 1]);
  for (const word of ['first', 'second', 'third']) {
    await stopWorkers(stage);
    // Before anything wakes a service worker again.
    await frame.evaluate((text) => (window as unknown as PageWindow).socket.send(text), `sent ${word}`);
    await expect.poll(words).toContain(`sent ${word}`);
    await expect.poll(async () => {
      await frame.evaluate(async (text) => { await fetch(`/say?${text}`); }, word);
      return frame.evaluate(() => (window as unknown as PageWindow).events);
    }, { timeout: 20_000 }).toContain(word);
    expect(await words()).toContain(word);
    // Two more, so that each kind of event came: one that the server names `error` is no end of the stream.
    for (const more of ['b', 'c']) await frame.evaluate(async (text) => { await fetch(`/say?${text}`); }, word + more);
    await expect.poll(() => frame.evaluate(() => (window as unknown as PageWindow).events)).toEqual(expect.arrayContaining([`${word}b`, `${word}c`]));
  }
  expect(await frame.evaluate(async () => [(window as unknown as PageWindow).shut, await (await fetch('/open')).text()])).toEqual([0, expect.stringMatching(/^1 [2-9]$/)]);
  // An object like the browser's own, which ends when the page ends it.
  expect(await frame.evaluate(() => {
    const { source } = window as unknown as PageWindow;
    source.close();
    return [source instanceof EventSource, source.constructor === EventSource, new URL(source.url).pathname, source.readyState, EventSource.CLOSED];
  })).toEqual([true, true, '/events', 2, 2]);
}, 90_000);
