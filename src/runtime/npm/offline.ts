/**
 * npm's own cache lives in the sandbox's memory and is empty after a reload, but the relay keeps packages. So where npm asks its cache alone (`--offline`) or
 * first (`--prefer-offline`) and that has nothing, what the relay keeps is the cache: the network is never asked here, and what is not kept npm refuses
 * in its own words (ENOTCACHED). npm's files stay as they are; one of its modules is loaded with this in front of it.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createRequire, Module } from 'node:module';

interface Request { url: string; method: string; headers: { has(name: string): boolean; get(name: string): string | null } }
interface Options { cache?: string; counter?: number }
interface CacheFetch {
  (request: Request, options: Options): Promise<unknown>;
  invalidate(request: Request, options: Options): Promise<void>;
}
interface CacheEntry { store(status: string): Promise<unknown> }
interface CacheEntries {
  new (of: { request: Request; response: unknown; options: Options }): CacheEntry;
  find(request: Request, options: Options): Promise<CacheEntry | undefined>;
}
interface Kept { headers: { [name: string]: string }; bytes: Buffer }

const DEVICE = '/dev/packages';
const NEWLINE = 10;

/** Call before npm is loaded. `npm` is npm's own folder. */
export function answerOffline(npm: string): void {
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
  const cacheFetch = async (request: Request, options: Options): Promise<unknown> => {
    const own = load();
    if (options.cache !== 'only-if-cached' && options.cache !== 'force-cache') return own(request, options);
    const CacheEntry = requireThere('./entry.js') as CacheEntries;
    // What is kept was given to nobody in particular; with credentials the registry might say something else.
    const mayBeKept = request.method === 'GET' && !request.headers.has('authorization');
    const kept = mayBeKept && !await CacheEntry.find(request, options) ? lookUp(request) : null;
    if (!kept) return own(request, options);
    const { Minipass } = requireThere('minipass') as { Minipass: new () => { end(bytes: Buffer): unknown } };
    const { Response } = requireThere('minipass-fetch') as { Response: new (body: unknown, init: object) => unknown };
    const { headers, bytes } = kept;
    const response = new Response(new Minipass().end(bytes), { url: request.url, status: 200, counter: options.counter, headers: { ...headers, 'content-length': String(bytes.length) } });
    // A document must not enter npm's cache here: that would take it for as fresh as if it had just come from the registry.
    return isDocument(request) ? response : new CacheEntry({ request, response, options }).store('hit');
  };
  return Object.assign(cacheFetch, { invalidate: (request: Request, options: Options) => load().invalidate(request, options) });
}

function isDocument({ headers }: Request): boolean {
  return (headers.get('accept') ?? '').includes('json');
}

/** What the relay keeps of an address. */
function lookUp({ url, headers }: Request): Kept | null {
  const device = openSync(DEVICE, 'r+');
  try {
    writeSync(device, `${JSON.stringify({ kept: url, accept: headers.get('accept') ?? '*/*' })}\n`);
    const answer = readFileSync(device);
    const end = answer.indexOf(NEWLINE);
    const found = JSON.parse(answer.toString('utf8', 0, end)) as Kept['headers'] | null;
    return found && { headers: found, bytes: answer.subarray(end + 1) };
  } finally {
    closeSync(device);
  }
}
