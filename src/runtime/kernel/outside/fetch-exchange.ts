/** One request to the outside: a parsed HTTP/1.1 request goes out as the browser's `fetch`, and its response comes back as HTTP/1.1. */
import type { Channel } from './channel.ts';
import { OutsideError } from './failure.ts';
import { type RequestHead, valueOf } from './request-reader.ts';
import { REASONS } from './reasons.ts';

/** What performs a request; the default is the browser's `fetch`. A cache of packages wraps it. `proxy`: address of one that takes a whole URL behind its own, and that the program wants. */
export type Fetcher = (url: string, init: RequestInit, proxy?: string | null) => Promise<Response>;

/**
 * Headers that are not passed on. Some belong to the connection between program and gateway; some the browser sets itself and would refuse; and
 * those of npm and pacote only describe the caller, but would make the browser ask the server's permission first (a preflight per address),
 * which most registries refuse.
 */
const DROPPED = new Set([
  'host', 'connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'content-length', 'te', 'trailer', 'upgrade', 'expect', 'accept-encoding', 'user-agent',
  'npm-auth-type', 'npm-command', 'npm-in-ci', 'npm-scope', 'npm-session', 'pacote-version', 'pacote-req-type', 'pacote-pkg-id', 'pacote-integrity',
]);

/** A server may ignore these without changing what the answer means: they are left out when it does not allow them. */
const OPTIONAL = ['if-none-match', 'if-modified-since', 'cache-control', 'pragma', 'x-requested-with', 'dnt'];

/** Of the response: what described the bytes as they came to the browser, which has decoded and joined them. */
const NOT_RETURNED = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']);

/** What `fetch` is called with. @throws OutsideError for what a page cannot send */
export function requestInit(head: RequestHead, body: Uint8Array | undefined, signal: AbortSignal): RequestInit & { headers: Headers } {
  const bodiless = /^(get|head)$/i.test(head.method);
  if (bodiless && body !== undefined && body.length > 0) throw new OutsideError('ERR_TABLOOM_METHOD', `a browser page cannot send a body with ${head.method} requests`);
  const headers = new Headers();
  for (const [name, value] of head.headers) {
    if (DROPPED.has(name) || (name === 'accept-language' && value === '*')) continue;
    headers.append(name, value);
  }
  return {
    method: head.method, headers, signal, mode: 'cors', credentials: 'omit', cache: 'no-store', redirect: 'follow', referrerPolicy: 'no-referrer',
    ...(body && !bodiless ? { body: body as Uint8Array<ArrayBuffer> } : {}),
  };
}

/** Fetches; a request that the server may have refused only for headers that do not matter is made again without them. @throws what `fetch` throws */
export async function perform(fetcher: Fetcher, url: string, init: RequestInit & { headers: Headers }, proxy: string | null): Promise<Response> {
  try {
    return await fetcher(url, init, proxy);
  } catch (error) {
    const optional = OPTIONAL.filter((name) => init.headers.has(name));
    if (optional.length === 0 || init.signal?.aborted || (init.method !== 'GET' && init.method !== 'HEAD')) throw error;
    const headers = new Headers(init.headers);
    for (const name of optional) headers.delete(name);
    return fetcher(url, { ...init, headers }, proxy);
  }
}

/**
 * Writes the response. A page never sees a redirect, only what was at its end: for a request that may be repeated the program is shown a redirect
 * to there, so that it learns the address and its own rules about redirects hold; else the response itself.
 *
 * @returns whether the connection can carry another request
 * @throws Gone; and what reading the body throws
 */
export async function writeResponse(channel: Channel, head: RequestHead, response: Response, proxy: string | null): Promise<boolean> {
  const connection = (valueOf(head, 'connection') ?? '').toLowerCase();
  const keepAlive = head.minor === 1 ? !/\bclose\b/.test(connection) : /\bkeep-alive\b/.test(connection);
  const moved = response.redirected && (head.method === 'GET' || head.method === 'HEAD');
  const status = moved ? 302 : response.status;
  const bodiless = head.method === 'HEAD' || status === 204 || status === 304;
  const lines = [`HTTP/1.1 ${status} ${moved ? REASONS[302] : response.statusText || (REASONS[status] ?? '')}`];
  // Through a proxy it ended at the proxy's own address, before which the next request would put the proxy again.
  const end = proxy !== null && response.url.startsWith(proxy) ? response.url.slice(proxy.length) : response.url;
  if (moved) lines.push(`location: ${end}`, 'content-length: 0');
  else {
    for (const [name, value] of response.headers) {
      // The length of an encoded body is not that of the decoded one, and whether it was encoded a page cannot always see.
      if (!NOT_RETURNED.has(name) || (name === 'content-length' && head.method === 'HEAD')) lines.push(`${name}: ${value}`);
    }
  }
  const chunked = !moved && !bodiless && head.minor === 1;
  if (chunked) lines.push('transfer-encoding: chunked');
  // Without a length and without chunks the end of the connection is the end of the body.
  const stays = keepAlive && (moved || bodiless || chunked);
  lines.push(`connection: ${stays ? 'keep-alive' : 'close'}`);
  await channel.write(headOf(lines));
  if (moved || bodiless || !response.body) {
    await response.body?.cancel();
    if (chunked) await channel.write(bytesOf('0\r\n\r\n'));
    return stays;
  }
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (value.length === 0) continue;
      if (chunked) await channel.write(bytesOf(`${value.length.toString(16)}\r\n`));
      await channel.write(value);
      if (chunked) await channel.write(bytesOf('\r\n'));
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    throw error;
  }
  if (chunked) await channel.write(bytesOf('0\r\n\r\n'));
  return stays;
}

/** A short text as a response, after which the connection ends. */
export async function writeRefusal(channel: Channel, status: number, text: string): Promise<void> {
  const body = bytesOf(`${text}\n`);
  await channel.write(bytesOf(`HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`));
  await channel.write(body);
}

/** The bytes of a head. What `fetch` tells of headers has one character for each byte (a `ByteString`), whatever text the server meant by them. */
function headOf(lines: readonly string[]): Uint8Array {
  return Uint8Array.from(`${lines.join('\r\n')}\r\n\r\n`, (character) => character.charCodeAt(0));
}

/** UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
