/** The page of `preview.ts`: a sandbox, a server in it, and a previewed page that measures its own requests. The figures end up in the title. */
import type { Figures } from './preview.ts';

declare global {
  var WEBCONTAINER_API_IFRAME_URL: string;
}

/** How many of each; the bundler puts the numbers here. */
declare const SINGLE: number, AT_ONCE: number, MANY: number;

globalThis.WEBCONTAINER_API_IFRAME_URL = `http://sandbox.${location.host}`;
const { WebContainer } = await import('@webcontainer/api');
const container = await WebContainer.boot();

/** Runs in the previewed page; its text is all that it has. */
async function measure(single: number, atOnce: number, many: number): Promise<void> {
  const once = async (): Promise<void> => void (await (await fetch('/')).arrayBuffer());
  for (let i = 0; i < 50; i++) await once();
  const times: number[] = [];
  for (let i = 0; i < single; i++) {
    const begun = performance.now();
    await once();
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  let left = many;
  const begun = performance.now();
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (left-- > 0) await once();
  }));
  const perSecond = many / (performance.now() - begun) * 1000;
  const large = performance.now();
  const bytes = (await (await fetch('/large')).arrayBuffer()).byteLength;
  const figures: Figures = { p50: times[times.length >> 1]!, p95: times[Math.floor(times.length * 0.95)]!, perSecond, megabytes: bytes / 1048576 / (performance.now() - large) * 1000 };
  parent.postMessage({ figures }, '*');
}

const page = `<!doctype html><title>measures</title><script>(${String(measure)})(${SINGLE}, ${AT_ONCE}, ${MANY})</script>`;
const server = `require('http').createServer((q, s) => {
  if (q.url === '/large') s.end(Buffer.alloc(8 << 20));
  else if (q.url === '/page') s.setHeader('Content-Type', 'text/html').end(${JSON.stringify(page)});
  else s.end('x'.repeat(1024));
}).listen(5100, '127.0.0.1')`;

addEventListener('message', ({ data }: MessageEvent<{ figures?: Figures } | null>) => {
  // Numbers alone: the browser's list of pages writes quotes as HTML does.
  if (data?.figures) document.title = `figures ${[data.figures.p50, data.figures.p95, data.figures.perSecond, data.figures.megabytes].join(' ')}`;
});
container.on('server-ready', (_port, url) => {
  const frame = document.createElement('iframe');
  frame.allow = 'cross-origin-isolated';
  frame.src = new URL('/page', url).href;
  document.body.append(frame);
});
await container.spawn('node', ['-e', server], { output: false });
