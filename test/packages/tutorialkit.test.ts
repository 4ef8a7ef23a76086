/** `@tutorialkit/runtime`, unmodified, on our `/headless`: a lesson with files, commands, previews and a terminal. */
import { build } from 'esbuild';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import { testRuntime } from '../support/shared-build.ts';
import { type RunningServer, serveSites } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from '../support/find-browser.ts';

const SERVER = `const http = require('http'), fs = require('fs');
http.createServer((q, s) => s.setHeader('content-type', 'text/html').end('<title>lesson</title><h1>' + fs.readFileSync('page.txt', 'utf8') + '</h1>')).listen(8080, () => console.log('listening'));
`;
const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const LESSON = {
  data: {
    type: 'lesson', title: 'A server', template: 'default', focus: '/page.txt', previews: [[8080, 'Page', '/']], filesystem: { watch: true },
    prepareCommands: [['node check.js', 'Check']], mainCommand: ['node server.js', 'Serve'],
    terminal: { panels: ['output', { type: 'terminal', allowCommands: ['cat', 'node'] }] },
  },
  files: ['lesson-files.json', ['/page.txt']], solution: ['lesson-solution.json', ['/page.txt']],
};

let server: RunningServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  const script = await build({ entryPoints: [join(root, 'test/packages/pages/tutorial.ts')], bundle: true, write: false, format: 'esm', target: 'chrome120', define: { 'import.meta.hot': 'undefined' }, logLevel: 'silent' });
  server = await serveSites({
    app: new Map([
      ['index.html', Buffer.from('<!doctype html><title>tutorial</title><link rel="icon" href="data:,"><script type="module" src="/tutorial.js"></script>')],
      ['tutorial.js', script.outputFiles[0]!.contents],
      ['template-default.json', json({ '/server.js': SERVER, '/check.js': 'console.log("checked")', '/logo.bin': { base64: 'AP+A' } })],
      ['lesson-files.json', json({ '/page.txt': 'as it began' })],
      ['lesson-solution.json', json({ '/page.txt': 'solved' })],
    ]),
    sandbox: await testRuntime(),
  }, { port: 0 });
  browser = await chromium.launch({ executablePath: (await findBrowser()).path, args: LAUNCH_ARGS });
  page = await browser.newPage();
  await page.addInitScript({ content: 'globalThis.__name = (f) => f' });
  await page.goto(server.appUrl);
  await page.waitForFunction(() => 'tutorial' in window);
  await page.evaluate((lesson) => window.tutorial.begin(lesson), LESSON);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const screen = (type: string): Promise<string> => page.evaluate((name) => window.tutorial.screens.get(name)!.text, type);
const shown = (): Promise<string> => page.frames().find((frame) => frame.url().includes('//8080-') && !frame.url().includes('__tabloom__'))!.evaluate(async () => new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html').querySelector('h1')!.textContent);

it('prepares the files, runs the commands one after the other and shows their output', async () => {
  await expect.poll(() => page.evaluate(() => window.tutorial.store.steps.get()?.map(({ title, status }) => [title, status]))).toEqual([['Check', 'completed'], ['Serve', 'running']]);
  await expect.poll(() => screen('output')).toContain('listening');
  expect(await screen('output')).toMatch(/check\.js[^]*checked[^]*server\.js/);
  expect(await page.evaluate(() => [window.tutorial.store.lessonFullyLoaded.get(), window.tutorial.store.bootStatus.get(), window.tutorial.store.currentDocument.get()?.value])).toEqual([true, 'booted', 'as it began']);
});

it('shows the preview of the lesson', async () => {
  const preview = await page.evaluate(() => window.tutorial.store.previews.get().map(({ title, ready, port, url }) => ({ title, ready, port, url })));
  expect(preview).toEqual([{ title: 'Page', ready: true, port: 8080, url: expect.stringMatching(/^http:\/\/8080-[a-z2-7]+\.tabloom\.localhost:\d+\/$/) }]);
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, preview[0]!.url!);
  await expect.poll(() => page.frames().find((frame) => frame.url() === preview[0]!.url)?.title().catch(() => '')).toBe('lesson');
  expect(await shown()).toBe('as it began');
});

it('writes what is edited, and the solution, into the sandbox', async () => {
  await page.evaluate(() => window.tutorial.store.setCurrentDocumentContent('edited'));
  await expect.poll(shown).toBe('edited');
  await page.evaluate(() => window.tutorial.store.solve());
  await expect.poll(shown).toBe('solved');
});

it('has a terminal that knows the allowed commands only, and sees what they change', async () => {
  await expect.poll(() => screen('terminal')).toContain('\u001b]654;interactive\u0007');
  await page.evaluate(() => window.tutorial.screens.get('terminal')!.input('cat page.txt\n'));
  await expect.poll(() => screen('terminal')).toMatch(/\nsolved/);
  await page.evaluate(() => window.tutorial.screens.get('terminal')!.input('rm page.txt\n'));
  await expect.poll(() => screen('terminal')).toContain('rm: command not allowed here');
  await page.evaluate(() => window.tutorial.screens.get('terminal')!.input(`node -e "fs.writeFileSync('page.txt', 'by the terminal')"\n`));
  await expect.poll(() => page.evaluate(() => window.tutorial.store.documents.get()['/page.txt']?.value)).toBe('by the terminal');
  expect(await shown()).toBe('by the terminal');
});
