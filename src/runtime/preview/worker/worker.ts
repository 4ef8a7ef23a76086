/** The service worker of one preview's origin: every request of its pages goes to the server in the sandbox, by way of the kernel. */
import { type FromService, type LinkMessage, type PageLinkMessage, type PageSettings, type PreviewScript, RESERVED, type ToPage, type ToService } from '../messages.ts';
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
    event.waitUntil(bringPage(port, String(data.path), data.again === true));
  }
});

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin === own.origin && url.pathname.startsWith(RESERVED)) {
    const name = url.pathname.slice(RESERVED.length);
    if (name === 'page.js') event.respondWith(pageScript(url));
    else if (name === 'script.js') event.respondWith(embedderScript());
    else if (name === 'status') event.respondWith(status());
    else if (name === 'cookie') takeCookie(event, url);
    return;
  }
  const port = sandboxPort(url, own);
  if (port !== null) event.respondWith(serve(event, url, port));
});

async function serve({ request }: RequestEvent, url: URL, port: number): Promise<Response> {
  const document = request.mode === 'navigate';
  const foreign = url.origin !== own.origin;
  const events = request.headers.get('accept') === 'text/event-stream';
  try {
    const outgoing: Outgoing = { port, method: request.method, target: `${url.pathname}${url.search}`, headers: requestHeaders(request, port, own, language), cookies: request.credentials !== 'omit' };
    await cookies;
    let link = await linkOrThrow();
    if (foreign && request.mode === 'cors' && !(await preflight(request, own, (headers) => fetchSandbox(link, { ...outgoing, method: 'OPTIONS', headers: [...outgoing.headers.slice(0, 2), ...headers], cookies: false }, { whole: null }, request.signal)))) return Response.error();
    const body = await readBody(request);
    let answer: Answer;
    try {
      answer = await fetchSandbox(link, outgoing, body, request.signal, events);
    } catch (error) {
      // The kernel went away between two requests: its successor may be there already.
      if (!(error instanceof NoAnswer) || error.code !== 'gone' || !('whole' in body)) throw error;
      link = await linkOrThrow();
      answer = await fetchSandbox(link, outgoing, body, request.signal, events);
    }
    if (foreign && request.mode === 'cors' && !allowed(answer.headers, request, own)) return Response.error();
    return await respond(answer, { url, document }, own, async () => (await settings(link, url.pathname))?.script ?? null);
  } catch (error) {
    // Any answer would end a stream of events for good; after a failure the browser asks again by itself.
    if (!document) return events || (error instanceof NoAnswer && error.code !== 'gone') ? Response.error() : new Response('The sandbox is not open.\n', { status: 503 });
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

/** @param again the page knows that its kernel is gone; this worker may not have heard of it */
async function bringPage(port: MessagePort, path: string, again: boolean): Promise<void> {
  for (let link = await kernel.get(); link; link = await kernel.get()) {
    if (again && !await ask(link, (id) => ({ t: 'listening', id, port: own.port }), 'listening')) continue;
    return link.send({ t: 'page', port: own.port, path }, [port]);
  }
  port.postMessage({ t: 'none' } satisfies ToPage);
  port.close();
}

/** The page stands still until this is answered. */
const COOKIE_MS = 500;

/** Cookies of pages on their way to the jar, in their order; requests wait for them. */
let cookies: Promise<unknown> = Promise.resolve();

/**
 * A cookie that a page sets, which waits for the answer: what it asks for next finds the cookie in the jar, whichever way it goes. 503 where the page has to send it on its own port too, which is another way than its
 * requests go: those wait here until the cookie is in the jar all the same (a page set a cookie and left at once, while the worker had no port or the machine was busy, and the next page was asked for without it).
 */
function takeCookie(event: RequestEvent, url: URL): void {
  const text = event.request.text();
  const path = url.searchParams.get('path') ?? '/';
  // A worker without a port does not let the page wait for one: the bridge that brings it may be a frame of the very process that stands still.
  const patient = kernel.now() !== null;
  const before = cookies;
  const taken = text.then(async (cookie) => {
    await before;
    return bringCookie(path, cookie);
  }).catch(() => false);
  cookies = taken;
  event.waitUntil(taken);
  const late = new Promise<false>((done) => setTimeout(() => done(false), patient ? COOKIE_MS : 0));
  event.respondWith(Promise.race([late, taken]).then((done) => new Response(null, { status: done ? 204 : 503, headers: { 'Cache-Control': 'no-store' } })));
}

async function bringCookie(path: string, text: string): Promise<boolean> {
  // A second time when the kernel went away meanwhile: its successor may be there already.
  for (let tries = 0; tries < 2; tries++) {
    const link = await kernel.get();
    if (!link) return false;
    if (await ask(link, (id) => ({ t: 'cookie', id, port: own.port, path, text }), 'cookie')) return true;
  }
  return false;
}

/** For the pages that wait: 204 as soon as the address leads to a server again. */
async function status(): Promise<Response> {
  const link = await kernel.get();
  const open = link ? (await ask(link, (id) => ({ t: 'listening', id, port: own.port }), 'listening'))?.open : undefined;
  return new Response(null, { status: open ? 204 : 200, headers: { 'Cache-Control': 'no-store' } });
}
