/** The static server of `npm start`, `npm run preview` and the tests: app, sandbox and previews as sibling hosts of one port, told apart by `Host`. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { BASE_HOST, CONTENT_TYPES, HEADERS, headersOf, siteOf, type Site } from './hosts.ts';
import type { Files } from './runtime.ts';
import { RESERVED } from '../runtime/preview/messages.ts';
import { REGISTRY_PATH, type RegistryPassThrough } from './registry.ts';

/** Where a site's files come from: a folder, or a map in memory. */
export type FileSource = string | Files;

export interface Sites { app: FileSource; sandbox: FileSource }

export interface RunningServer { port: number; appUrl: string; sandboxUrl: string; close(): Promise<void> }

/**
 * Serves the sites on loopback. When `port` is taken, the next free one of the following 20 is used and `onTaken` names each that was.
 * `registry` answers below `/registry/` on the sandbox's host. @throws Error when none of them is free.
 */
export async function serveSites(sites: Sites, { port, onTaken, before, registry }: { port: number; registry?: RegistryPassThrough; onTaken?: (port: number) => void; before?: (request: IncomingMessage, response: ServerResponse, site: Site) => boolean }): Promise<RunningServer> {
  const server = createServer((request, response) => {
    const site = siteOf(request.headers.host);
    if (before?.(request, response, site)) return;
    if (site === 'sandbox' && registry?.handle(request, response)) return;
    answer(sites, site, request, response, registry !== undefined).catch((error: unknown) => {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error));
    });
  });
  const used = await listen(server, port, onTaken);
  return {
    port: used,
    appUrl: `http://${BASE_HOST}:${used}/`,
    sandboxUrl: `http://sandbox.${BASE_HOST}:${used}/`,
    close: () => new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
      void registry?.close();
    }),
  };
}

async function listen(server: Server, first: number, onTaken?: (port: number) => void): Promise<number> {
  for (let port = first; port < first + 20; port = port === 0 ? 1 : port + 1) {
    const free = await new Promise<boolean>((done, fail) => {
      server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(false) : fail(error)));
      server.listen(port, '127.0.0.1', () => done(true));
    });
    if (free) return (server.address() as { port: number }).port;
    onTaken?.(port);
  }
  throw new Error(`none of the ports ${first} to ${first + 19} is free; set PORT to another`);
}

async function answer(sites: Sites, site: Site, request: IncomingMessage, response: ServerResponse, hasRegistry: boolean): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405, { ...HEADERS[site], Allow: 'GET, HEAD' }).end();
  if (site === 'unknown') return void response.writeHead(421, { 'Content-Type': 'text/plain' }).end('This server does not serve that host name.\n');
  if (site === 'probe') return send(request, response, 200, site, 'html', probePage(request.headers.host ?? ''));
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname).slice(1);
  if (site === 'preview') return answerPreview(sites.sandbox, path, request, response);
  const found = await find(sites[site], site, path);
  if (!found) return send(request, response, 404, site, 'txt', Buffer.from('Not found\n'));
  const bytes = hasRegistry && site === 'sandbox' && found.name === 'headless.html' ? withRegistry(found.bytes) : found.bytes;
  send(request, response, 200, site, found.name.split('.').pop()!, bytes, found.name.includes('assets/'));
}

/** The relay learns from its page that this server has a registry; on a static host it has none and goes to the public one. */
function withRegistry(page: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(page).toString('utf8').replace('"registry":null', `"registry":${JSON.stringify(REGISTRY_PATH)}`));
}

async function find(source: FileSource, site: Site, path: string): Promise<{ name: string; bytes: Uint8Array } | null> {
  const index = site === 'sandbox' ? 'headless.html' : 'index.html';
  // The client asks for `/headless`, without an ending (decisions 7).
  // The client's `setupConnect` asks for an address with the sandbox's id in it.
  const names = path === '' ? [index] : site === 'sandbox' && path.startsWith('webcontainer/connect/') ? ['connect.html'] : [path, `${path}.html`];
  for (const name of names) {
    if (typeof source !== 'string') {
      const bytes = source.get(name);
      if (bytes) return { name, bytes };
      continue;
    }
    const full = normalize(join(source, name));
    if (!full.startsWith(source + sep)) return null;
    const info = await stat(full).catch(() => null);
    if (info?.isFile()) return { name, bytes: await readFile(full) };
  }
  return null;
}

function send(request: IncomingMessage, response: ServerResponse, status: number, site: Site, extension: string, bytes: Uint8Array, immutable = false): void {
  const { pathname } = new URL(request.url ?? '/', 'http://x');
  const headers: Record<string, string | number> = { ...headersOf(site, decodeURIComponent(pathname)), 'Content-Type': CONTENT_TYPES[extension] ?? 'application/octet-stream', 'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache' };
  // A reload asks again for everything, and gets the megabytes of the runtime only when they changed.
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  headers.ETag = etag;
  if (status === 200 && request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end();
  headers['Content-Length'] = bytes.length;
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** Leads from plain `localhost` to the app's name where the browser resolves `*.localhost` (decisions 1). */
function probePage(host: string): Uint8Array {
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  const target = `http://${BASE_HOST}${port}/`;
  return Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Tabloom</title><style>body{font:16px/1.5 system-ui;margin:10vh auto;max-width:36rem;padding:0 1rem}</style>
<h1>Tabloom</h1><p id="text">Opening <a href="${target}">${target}</a> …</p>
<script>fetch(${JSON.stringify(target)},{mode:'no-cors'}).then(()=>location.replace(${JSON.stringify(target)})).catch(()=>{document.getElementById('text').textContent='This browser does not resolve names below localhost, which Tabloom uses to keep the sandbox apart from the page. Chrome, Edge and Firefox do; or add 127.0.0.1 ${BASE_HOST} sandbox.${BASE_HOST} to the hosts file.'})</script></html>`);
}

/** A preview's host serves the few files of the preview itself; for pages that no service worker answered, the one that installs it. */
async function answerPreview(source: FileSource, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reserved = RESERVED.slice(1);
  const own = path.startsWith(reserved);
  const navigates = request.headers['sec-fetch-mode'] === 'navigate' || (request.headers.accept ?? '').includes('text/html');
  const found = own ? await find(source, 'preview', `preview/${path.slice(reserved.length)}`) : navigates ? await find(source, 'preview', 'preview/boot.html') : null;
  // The worker lies below the reserved path and answers for the whole origin.
  response.setHeader('Service-Worker-Allowed', '/');
  if (!found) return send(request, response, 404, 'preview', 'txt', Buffer.from('Not found\n'));
  send(request, response, 200, 'preview', found.name.split('.').pop()!, found.bytes);
}
