/**
 * Requests of package managers, answered from the cache where that is right: an archive of a package never changes; a document about a
 * package is asked for anew when it is older than its server says, and is good enough for as long as the network is away.
 */
import type { CachedPackage, KeptPackage } from '../../frames/messages.ts';
import type { Fetcher } from '../outside/fetch-exchange.ts';
import type { CacheLink } from './cache-link.ts';
import { isPublicRegistry } from './registry-route.ts';

/** What the short form of a document is asked for by. The whole form is plain JSON, and known only by its address. */
const SHORT_DOCUMENT = 'application/vnd.npm.install-v1+json';
const PACKAGE_NAME = /^\/(@[^/]+(\/|%2f))?[^/@]+$/i;
/** Response headers that are kept. */
const KEPT = ['content-type', 'etag', 'last-modified', 'cache-control', 'npm-notice'];
/** How long a document is believed whose server does not say; what the public registry says. */
const BELIEVED_S = 300;
const MAX_ENTRY = 64 * 1024 * 1024;

/** What is behind answers out of the cache. Not in a header of theirs: a server could send the same. */
const behind = new WeakMap<Response, KeptPackage>();

/** The bytes of an answer out of the cache, with the relay's hash of them; undefined for one of the network. The answer's own body has them too. */
export const keptBehind = (response: Response): KeptPackage | undefined => behind.get(response);

/**
 * Wraps `next`. Only plain reads without credentials are kept: what a private registry gives to one person must not come to another project.
 * With `init.cache` `only-if-cached` the answer is what is kept, of whatever age, or status 504. `asksAgain` says whether a server may be asked with conditions: for a foreign one the browser would first ask for permission.
 */
export function cachePackages(next: Fetcher, cache: CacheLink, asksAgain: (url: string) => boolean): Fetcher {
  return async (url, init) => {
    const headers = new Headers(init.headers);
    const kind = kindOf(url, init, headers);
    if (kind === null) return init.cache === 'only-if-cached' ? notKept() : next(url, init);
    const address = kind === 'archive' ? url : `${url} ${kind}`;
    const found = await cache.get(address);
    if (init.cache === 'only-if-cached') return found ? answer(found, headers) : notKept();
    const stale = found !== null && kind !== 'archive' && (isOld(found) || (headers.get('cache-control') ?? '').includes('no-cache'));
    if (found !== null && !stale) return answer(found, headers);

    const asked = new Headers(headers);
    asked.delete('if-none-match');
    asked.delete('if-modified-since');
    const etag = headerOf(found, 'etag');
    if (etag !== null && asksAgain(url)) asked.set('if-none-match', etag);
    let response: Response;
    try {
      response = await next(url, { ...init, headers: asked });
    } catch (error) {
      if (found !== null && init.signal?.aborted !== true) return answer(found, headers);
      throw error;
    }
    if (found !== null && (response.status === 304 || response.status >= 500)) {
      if (response.status === 304) cache.fresh(address, Date.now());
      await response.body?.cancel();
      return answer(found, headers);
    }
    if (response.status === 200) void keep(cache, address, response.clone()).catch(() => {});
    return response;
  };
}

function kindOf(url: string, init: RequestInit, headers: Headers): 'archive' | 'short' | 'whole' | null {
  if ((init.method ?? 'GET') !== 'GET' || headers.has('authorization') || headers.has('range')) return null;
  const { pathname } = new URL(url);
  if (pathname.endsWith('.tgz') && pathname.includes('/-/')) return 'archive';
  const accept = headers.get('accept') ?? '';
  if (accept.includes(SHORT_DOCUMENT)) return 'short';
  return isPublicRegistry(url) && accept === 'application/json' && PACKAGE_NAME.test(pathname) ? 'whole' : null;
}

async function keep(cache: CacheLink, address: string, response: Response): Promise<void> {
  if (Number(response.headers.get('content-length') ?? 0) > MAX_ENTRY || /no-store|private/.test(response.headers.get('cache-control') ?? '')) {
    await response.body?.cancel();
    return;
  }
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > MAX_ENTRY) return;
  const headers = KEPT.flatMap((name): [string, string][] => (response.headers.has(name) ? [[name, response.headers.get(name)!]] : []));
  cache.put(address, { bytes, headers, storedMs: Date.now() });
}

function isOld(found: CachedPackage): boolean {
  const seconds = /max-age=(\d{1,9})/.exec(headerOf(found, 'cache-control') ?? '')?.[1];
  return Date.now() - found.storedMs > Math.min(seconds === undefined ? BELIEVED_S : Number(seconds), BELIEVED_S) * 1000;
}

/** As HTTP has it for who wants nothing but what is kept. */
function notKept(): Response {
  return new Response(null, { status: 504 });
}

/** What is kept as a response; to somebody who has it already, that it is still the same. */
function answer(found: KeptPackage, asked: Headers): Response {
  const etag = headerOf(found, 'etag');
  if (etag !== null && asked.get('if-none-match') === etag) return new Response(null, { status: 304, headers: found.headers });
  const response = new Response(found.bytes, { status: 200, headers: found.headers });
  behind.set(response, found);
  return response;
}

function headerOf(found: CachedPackage | null, name: string): string | null {
  return found?.headers.find(([key]) => key === name)?.[1] ?? null;
}
