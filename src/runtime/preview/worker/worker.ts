/** The service worker of one preview's origin: every request of its pages goes to the server in the sandbox, by way of the kernel. */
import { type FromService, type LinkMessage, type PageLinkMessage, type PageSettings, type PreviewScript, RESERVED, type ToService } from '../messages.ts';
import { previewAddress, sandboxPort } from './address.ts';
import { allowed, preflight } from './cors.ts';
import { type Answer, fetchSandbox, NoAnswer, type Outgoing } from './fetch-sandbox.ts';
import { KernelLink, type Link } from './kernel-link.ts';
import { brokenPage, gonePage, refusedPage } from './pages.ts';
import { readBody } from './request-body.ts';
import { requestHeaders } from './request-headers.ts';
import { respond } from './respond.ts';
import type { RequestEvent, WorkerScope } from './scope.ts';

/** Text of the script that pages get; the build puts it here. */
declare const __PAGE_SCRIPT__: string;

const scope = globalThis as unknown as WorkerScope;
const own = previewAddress(scope.location);
const kernel = new KernelLink(scope);
const language = navigator.languages.map((tag, index) => (index === 0 ? tag : `${tag};q=${Math.max(0.1, 1 - index / 10).toFixed(1)}`)).join(',');

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('message', (event) => {
  const data = event.data as Partial<LinkMessage | PageLinkMessage> | null;
  const port = event.ports[0];
  if (typeof data !== 'object' || data === null || !port) return;
  if (data.t === 'tabloom-link') {
    // From a bridge, or from the page that waits. Any page of this origin could reach into those, so there is nothing to tell apart.
    kernel.take(port);
  } else if (data.t === 'tabloom-page') {
    const path = String(data.path);
    event.waitUntil(kernel.get().then((link) => {
      const message: ToService = { t: 'page', port: own.port, path };
      if (link) link.send(message, [port]);
      else port.close();
    }));
  }
});

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin === own.origin && url.pathname.startsWith(RESERVED)) {
    const name = url.pathname.slice(RESERVED.length);
    if (name === 'page.js') event.respondWith(pageScript(url));
    else if (name === 'script.js') event.respondWith(embedderScript());
    else if (name === 'status') event.respondWith(status());
    else if (name === 'cookie') event.respondWith(takeCookie(event.request, url));
    return;
  }
  const port = sandboxPort(url, own);
  if (port !== null) event.respondWith(serve(event, url, port));
});

async function serve({ request }: RequestEvent, url: URL, port: number): Promise<Response> {
  const document = request.mode === 'navigate';
  const foreign = url.origin !== own.origin;
  try {
    const outgoing: Outgoing = { port, method: request.method, target: `${url.pathname}${url.search}`, headers: requestHeaders(request, port, own, language), cookies: request.credentials !== 'omit' };
    let link = await linkOrThrow();
    if (foreign && request.mode === 'cors' && !(await preflight(request, own, (headers) => fetchSandbox(link, { ...outgoing, method: 'OPTIONS', headers: [...outgoing.headers.slice(0, 2), ...headers], cookies: false }, { whole: null }, request.signal)))) return Response.error();
    const body = await readBody(request);
    let answer: Answer;
    try {
      answer = await fetchSandbox(link, outgoing, body, request.signal);
    } catch (error) {
      // The kernel went away between two requests: its successor may be there already.
      if (!(error instanceof NoAnswer) || error.code !== 'gone' || !('whole' in body)) throw error;
      link = await linkOrThrow();
      answer = await fetchSandbox(link, outgoing, body, request.signal);
    }
    if (foreign && request.mode === 'cors' && !allowed(answer.headers, request, own)) return Response.error();
    return await respond(answer, { url, document }, own, async () => (await settings(link, url.pathname))?.script ?? null);
  } catch (error) {
    if (!document) return error instanceof NoAnswer && error.code !== 'gone' ? Response.error() : new Response('The sandbox is not open.\n', { status: 503 });
    if (!(error instanceof NoAnswer)) return brokenPage(port, error instanceof Error ? error.message : String(error));
    return error.code === 'gone' ? gonePage(own) : error.code === 'refused' ? refusedPage(port) : brokenPage(port, error.message);
  }
}

async function linkOrThrow(): Promise<Link> {
  const link = await kernel.get();
  if (!link) throw new NoAnswer('gone', 'no page of the sandbox is open');
  return link;
}

/** One question to the kernel; null when it went away. */
function ask<T extends FromService['t']>(link: Link, message: (id: number) => ToService, answer: T): Promise<(FromService & { t: T }) | null> {
  return new Promise((resolve) => {
    const id = link.open({
      message(reply) {
        link.end(id);
        resolve(reply.t === answer ? (reply as FromService & { t: T }) : null);
      },
      lost: () => resolve(null),
    });
    link.send(message(id));
  });
}

const settings = (link: Link, path: string): Promise<{ settings: PageSettings; script: PreviewScript | null } | null> => ask(link, (id) => ({ t: 'settings', id, port: own.port, path }), 'settings');

const SCRIPT_HEADERS = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' };

async function pageScript(url: URL): Promise<Response> {
  const link = await kernel.get();
  const found = link ? (await settings(link, url.searchParams.get('path') ?? '/'))?.settings : undefined;
  const values: PageSettings = found ?? { cookies: '', forward: false };
  return new Response(`(function(__settings){${__PAGE_SCRIPT__}\n})(${JSON.stringify(values)});`, { headers: SCRIPT_HEADERS });
}

async function embedderScript(): Promise<Response> {
  const link = await kernel.get();
  const script = link ? (await settings(link, '/'))?.script : undefined;
  return new Response(script?.source ?? '', { headers: SCRIPT_HEADERS });
}

/** The page stands still until this is answered. */
const COOKIE_MS = 500;

/**
 * A cookie that a page sets, which waits for the answer: what it asks for next finds the cookie in the jar, whichever way it goes. 503 where the page has to send it on its own port instead. A worker without a port
 * does not ask for one: the bridge may be a frame of the very process that waits.
 */
async function takeCookie(request: Request, url: URL): Promise<Response> {
  const link = kernel.now();
  const text = await request.text();
  const late = new Promise<null>((done) => setTimeout(() => done(null), COOKIE_MS));
  const taken = link && await Promise.race([late, ask(link, (id) => ({ t: 'cookie', id, port: own.port, path: url.searchParams.get('path') ?? '/', text }), 'cookie')]);
  return new Response(null, { status: taken ? 204 : 503, headers: { 'Cache-Control': 'no-store' } });
}

/** For the pages that wait: 204 as soon as the address leads to a server again. */
async function status(): Promise<Response> {
  const link = await kernel.get();
  const open = link ? (await ask(link, (id) => ({ t: 'listening', id, port: own.port }), 'listening'))?.open : undefined;
  return new Response(null, { status: open ? 204 : 200, headers: { 'Cache-Control': 'no-store' } });
}
