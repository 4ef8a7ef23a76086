/** The headers of a request as a browser on the sandbox's own machine would send them. The browser adds several only after the service worker, which therefore does not see them. */
import { type HeaderList, LAST_EVENT } from '../messages.ts';
import { localOrigin, type PreviewAddress, sandboxPort } from './address.ts';

/** Codings that can be undone here. Browsers differ in what their streams know. */
const CODINGS = (['gzip', 'deflate', 'br'] as const).filter((coding) => coding !== 'br' || knows('brotli'));

export function knows(format: string): boolean {
  try {
    return Boolean(new DecompressionStream(format as CompressionFormat));
  } catch {
    return false;
  }
}

export function requestHeaders(request: Request, port: number, own: PreviewAddress, language: string): HeaderList {
  const url = new URL(request.url);
  const headers: HeaderList = [['Host', localOrigin(port).slice('http://'.length)], ['Connection', 'keep-alive']];
  for (const [name, value] of request.headers) headers.push([canonical(name), value]);
  const has = (name: string): boolean => request.headers.has(name);
  if (!has('user-agent')) headers.push(['User-Agent', navigator.userAgent]);
  if (!has('accept')) headers.push(['Accept', '*/*']);
  if (url.hash.startsWith(`#${LAST_EVENT}`) && !has('last-event-id')) headers.push(['Last-Event-ID', url.hash.slice(LAST_EVENT.length + 1).replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))]);
  const foreign = url.origin !== own.origin;
  const navigates = request.mode === 'navigate';
  if (foreign && request.mode === 'cors' || (request.method !== 'GET' && request.method !== 'HEAD')) headers.push(['Origin', localOrigin(own.port)]);
  const from = referrer(request, own);
  headers.push(['Sec-Fetch-Site', foreign ? 'same-site' : navigates && from === null ? 'none' : 'same-origin'], ['Sec-Fetch-Mode', request.mode], ['Sec-Fetch-Dest', request.destination || 'empty']);
  if (from !== null) headers.push(['Referer', from]);
  headers.push(['Accept-Encoding', CODINGS.join(', ')]);
  if (!has('accept-language')) headers.push(['Accept-Language', language]);
  return headers;
}

/** Servers compare it with their own name, so it is told in the sandbox's words. Pages outside are nobody's business. */
function referrer(request: Request, own: PreviewAddress): string | null {
  if (!/^https?:/.test(request.referrer)) return null;
  const url = new URL(request.referrer);
  const port = sandboxPort(url, own);
  return port === null ? null : `${localOrigin(port)}${url.pathname}${url.search}`;
}

/** Browsers write these so over HTTP/1.1; programs that look at raw headers see no difference. */
const canonical = (name: string): string => (name.startsWith('sec-ch-') ? name : name.replace(/(^|-)([a-z])/g, (all) => all.toUpperCase()));
