/** Signing in to a previewed program: the cookie comes with a redirect, and lasts as long as it says, over a reload of the page around. */
import type { Frame } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.ts';

const program = (port: number): string => `require('http').createServer((q, s) => {
  const { pathname } = new URL(q.url, 'http://x');
  if (pathname === '/login' && q.method === 'POST') {
    let form = '';
    return void q.on('data', (part) => { form += part; }).on('end', () => {
      s.writeHead(303, { location: '/home', 'set-cookie': ['session=' + form + '; HttpOnly; Path=/; Max-Age=3600', 'until=then; Path=/; Expires=' + new Date(Date.now() + 3600_000).toUTCString(), 'tab=only; Path=/', 'brief=gone; Path=/; Max-Age=1'] }).end();
    });
  }
  if (pathname === '/logout') { s.writeHead(303, { location: '/home', 'set-cookie': 'session=; Path=/; Max-Age=0' }); return void s.end(); }
  s.setHeader('content-type', 'text/html');
  s.end('<!doctype html><title>' + q.method + ' ' + pathname + '</title><p>' + (q.headers.cookie || 'nobody') + '</p><form method="post" action="/login"><input name="user" value="ann"></form>');
}).listen(${port});`;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.sandbox.close());

const said = (frame: Frame): Promise<string> => frame.evaluate(() => `${document.title}: ${document.querySelector('p')?.textContent}`).catch(() => '');
const bootAnew = async (project?: string): Promise<void> => {
  const { page } = stage.sandbox;
  await page.reload();
  await page.waitForFunction(() => 'harness' in window);
  await page.evaluate(async (key) => {
    Object.assign(window, { servers: new Map(), printed: '' });
    if (key !== undefined) window.harness.api.configureAPIKey(key);
    await window.harness.boot();
  }, project);
};

it('the page that a login leads to is asked for with the cookie that came with the redirect', async () => {
  const frame = await stage.show(await stage.serve(4030, program(4030)));
  expect(await said(frame)).toBe('GET /: nobody');
  await frame.evaluate(() => document.forms[0]!.submit());
  await expect.poll(() => said(frame)).toMatch(/^GET \/home: session=user=ann; until=then; tab=only(; brief=gone)?$/);
  expect(await frame.evaluate(async () => (await (await fetch('/login', { method: 'POST', body: 'ben' })).text()).includes('session=ben; until=then; tab=only'))).toBe(true);
});

it('cookies with an age are there after a reload, on their port and in their project alone; the others are not', async () => {
  await bootAnew();
  const frame = await stage.show(await stage.serve(4030, program(4030)));
  await expect.poll(() => said(frame)).toMatch(/^GET \/: session=ben; until=then(; brief=gone)?$/);
  // Not for scripts.
  expect(await frame.evaluate(() => document.cookie)).toMatch(/^until=then/);
  expect(await said(await stage.show(await stage.serve(4031, program(4031))))).toBe('GET /: nobody');
  await bootAnew('another project');
  expect(await said(await stage.show(await stage.serve(4030, program(4030))))).toBe('GET /: nobody');
  await bootAnew();
  const again = await stage.show(await stage.serve(4030, program(4030)));
  expect(await said(again)).toBe('GET /: session=ben; until=then');
  await again.evaluate(() => { location.href = '/logout'; });
  await expect.poll(() => said(again)).toBe('GET /home: until=then');
  await bootAnew();
  expect(await said(await stage.show(await stage.serve(4030, program(4030))))).toBe('GET /: until=then');
}, 120_000);

it('what lies in their place and is none harms neither this sandbox nor another', async () => {
  const relay = (): Promise<string[]> => stage.sandbox.page.frames().find((one) => one.url().includes('/headless'))!.evaluate(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith('tabloom-preview-cookies:'));
    localStorage.setItem('tabloom-preview-cookies:other', '[[80,[null]],7,[81,[{"name":"a"}]]]');
    localStorage.setItem('tabloom-preview-cookies:torn', '[[80,');
    return keys;
  });
  expect(await relay()).toHaveLength(1);
  await bootAnew();
  expect(await said(await stage.show(await stage.serve(4030, program(4030))))).toBe('GET /: until=then');
  // Both were thrown out by this start.
  expect(await relay()).toHaveLength(1);
}, 60_000);
