/** Files that a previewed page sends and saves: what its script hears of an upload, and what lands in the downloads. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from 'playwright';
import { openStage, type Stage } from './stage.ts';

const SERVER = `
const http = require('http');
const bytes = Buffer.from(Array.from({ length: 70000 }, (_, i) => i % 251));
const routes = {
  '/': (q, s) => { s.setHeader('content-type', 'text/html'); s.end('<!doctype html><a id=plain href="/bytes" download>a</a><a id=named href="/bytes" download="mine.bin"><b>b</b></a><a id=theirs href="/named" download>c</a><a id=stopped href="/bytes" download>d</a><a id=attached href="/named">e</a>'); },
  '/bytes': (q, s) => { s.setHeader('content-type', 'application/octet-stream'); s.end(bytes); },
  '/named': (q, s) => { s.setHeader('content-disposition', "attachment; filename=plain.bin; filename*=UTF-8''gr%C3%BCn.bin"); s.end(bytes); },
  '/take': (q, s) => { let n = 0; q.on('data', (d) => { n += d.length; }).on('end', () => s.end(String(n))); },
};
http.createServer((q, s) => { const r = routes[q.url]; if (r) r(q, s); else { s.statusCode = 404; s.end('none'); } }).listen(3150);`;

describe('files of a preview', () => {
  let stage: Stage;
  let frame: Frame;
  beforeAll(async () => {
    stage = await openStage();
    frame = await stage.show(await stage.serve(3150, SERVER));
  });
  afterAll(() => stage?.sandbox.close());

  const saved = async (act: () => Promise<unknown>): Promise<{ name: string; right: boolean }> => {
    const [download] = await Promise.all([stage.sandbox.page.waitForEvent('download', { timeout: 15_000 }), act()]);
    const bytes = readFileSync(await download.path());
    return { name: download.suggestedFilename(), right: bytes.length === 70_000 && bytes.every((byte, i) => byte === i % 251) };
  };

  it('a link with `download` saves what the server sends, by the name that counts', async () => {
    expect(await saved(() => frame.click('#plain'))).toEqual({ name: 'bytes', right: true });
    expect(await saved(() => frame.click('#named b'))).toEqual({ name: 'mine.bin', right: true });
    expect(await saved(() => frame.click('#theirs'))).toEqual({ name: 'grün.bin', right: true });
    expect(await saved(() => frame.click('#attached'))).toEqual({ name: 'grün.bin', right: true });
  }, 60_000);

  it('so does one that stands in no document; a page that decides itself is left to it', async () => {
    expect(await saved(() => frame.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/bytes';
      link.download = 'made.bin';
      link.click();
    }))).toEqual({ name: 'made.bin', right: true });
    const seen = await frame.evaluate(async () => {
      const heard: boolean[] = [];
      const link = document.querySelector<HTMLElement>('#stopped')!;
      link.addEventListener('click', (event) => {
        heard.push(event.defaultPrevented);
        event.preventDefault();
        heard.push(event.defaultPrevented);
      });
      let asked = 0;
      const watch = new PerformanceObserver((list) => { asked += list.getEntries().length; });
      watch.observe({ type: 'resource' });
      link.click();
      await new Promise((done) => setTimeout(done, 300));
      watch.disconnect();
      return { heard, asked };
    });
    expect(seen).toEqual({ heard: [false, true], asked: 0 });
  }, 60_000);

  it('a script hears how its upload goes, with the bytes of it', async () => {
    const uploads = await frame.evaluate(async () => {
      const form = new FormData();
      form.append('a "b"\n', 'line\nline');
      form.append('file', new File([new Uint8Array(5000)], 'grün.bin'));
      const send = (method: string, body: XMLHttpRequestBodyInit | null): Promise<string[]> => new Promise((done) => {
        const events: string[] = [];
        const request = new XMLHttpRequest();
        for (const type of ['loadstart', 'progress', 'load', 'loadend', 'error'] as const) request.upload.addEventListener(type, ({ loaded, total }) => events.push(`${type} ${loaded}/${total}`));
        request.onloadend = () => done([...events, `got ${request.responseText}`]);
        request.open(method, '/take');
        request.send(body);
      });
      return [await send('POST', new Uint8Array(300_000)), await send('PUT', 'grün'), await send('POST', form), await send('POST', null)];
    });
    expect(uploads[0]).toEqual(['loadstart 0/300000', 'progress 300000/300000', 'load 300000/300000', 'loadend 300000/300000', 'got 300000']);
    expect(uploads[1]!.slice(1)).toEqual(['progress 5/5', 'load 5/5', 'loadend 5/5', 'got 5']);
    const size = /got (\d+)/.exec(uploads[2]!.at(-1)!)![1];
    expect(uploads[2]!.slice(1, 3)).toEqual([`progress ${size}/${size}`, `load ${size}/${size}`]);
    expect(uploads[3]).toEqual(['got 0']);
  }, 60_000);
});
