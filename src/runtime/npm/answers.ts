/**
 * Answers for npm that the kernel has or gets with less ado. Two kinds:
 * - npm's own cache lives in the sandbox's memory and is empty after a reload, but the relay keeps packages. So where npm asks its cache alone (`--offline`) or
 *   first (`--prefer-offline`) and that has nothing, what the relay keeps is the cache: the network is never asked then, and what is not kept npm refuses in its
 *   own words (ENOTCACHED).
 * - Documents about packages of the public registry, hundreds for a tree that no lockfile describes yet: npm's own way takes each through a program's HTTP and
 *   into that cache, which costs a sandbox 20 ms apiece. The relay keeps them for as long as their server says, as npm's cache would. Whatever is not answered
 *   with the document, npm asks for in its own way.
 *
 * npm's files stay as they are; one of its modules is loaded with this in front of it.
 */
import { createRequire, Module } from 'node:module';
import { type Answer, documentOf, keptOf } from './kernel-answers.ts';
import { DOCUMENT } from './public-registry.ts';

interface Request { url: string; method: string; headers: { has(name: string): boolean; get(name: string): string | null } }
interface Options { cache?: string; counter?: number; integrity?: unknown; proxy?: string | null }
interface CacheFetch {
  (request: Request, options: Options): Promise<unknown>;
  invalidate(request: Request, options: Options): Promise<void>;
}
interface CacheEntry { store(status: string): Promise<unknown> }
interface CacheEntries {
  new (of: { request: Request; response: unknown; options: Options }): CacheEntry;
  find(request: Request, options: Options): Promise<CacheEntry | undefined>;
}

/** Call before npm is loaded. `npm` is npm's own folder. */
export function answerFromKernel(npm: string): void {
  const path = `${npm}/node_modules/make-fetch-happen/lib/cache/index.js`;
  let own: CacheFetch | undefined;
  // Loaded with the first request: most calls of npm make none.
  const load = (): CacheFetch => {
    if (own) return own;
    delete require.cache[path];
    own = require(path) as CacheFetch;
    require.cache[path] = inFront;
    return own;
  };
  const inFront = Object.assign(new Module(path), { filename: path, loaded: true, exports: inFrontOf(load, createRequire(path)) });
  require.cache[path] = inFront;
}

function inFrontOf(load: () => CacheFetch, requireThere: NodeJS.Require): CacheFetch {
  const responseOf = (request: Request, options: Options, { headers, bytes }: Answer): unknown => {
    const { Minipass } = requireThere('minipass') as { Minipass: new () => { end(bytes: Buffer): unknown } };
    const { Response } = requireThere('minipass-fetch') as { Response: new (body: unknown, init: object) => unknown };
    return new Response(new Minipass().end(bytes), { url: request.url, status: 200, counter: options.counter, headers: { ...headers, 'content-length': String(bytes.length) } });
  };
  const cacheFetch = async (request: Request, options: Options): Promise<unknown> => {
    const own = load();
    const accept = request.headers.get('accept') ?? '*/*';
    // What is kept was given to nobody in particular; with credentials the registry might say something else.
    const open = request.method === 'GET' && !request.headers.has('authorization');
    const offline = options.cache === 'only-if-cached' || options.cache === 'force-cache';
    if (!open) return own(request, options);
    if (!offline) {
      if (options.cache !== 'default' || options.integrity || process.env.TABLOOM_NPM_CLI !== undefined || !DOCUMENT.test(request.url) || !accept.includes('json')) return own(request, options);
      const found = await documentOf(request.url, accept);
      // As npm marks what went into its cache; its words about requests, and notices of the registry, go by it.
      return found ? responseOf(request, options, { ...found, headers: { ...found.headers, 'x-local-cache': 'tabloom', 'x-local-cache-status': found.kept ? 'hit' : 'miss' } }) : own(request, options);
    }
    const CacheEntry = requireThere('./entry.js') as CacheEntries;
    const kept = await CacheEntry.find(request, options) ? null : keptOf(request.url, accept);
    if (!kept) return own(request, options);
    const response = responseOf(request, options, kept);
    // A document must not enter npm's cache here: that would take it for as fresh as if it had just come from the registry.
    return accept.includes('json') ? response : new CacheEntry({ request, response, options }).store('hit');
  };
  return Object.assign(cacheFetch, { invalidate: (request: Request, options: Options) => load().invalidate(request, options) });
}
