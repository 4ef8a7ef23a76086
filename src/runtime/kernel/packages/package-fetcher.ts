/** What all requests to the outside pass through: packages come from the cache, from the registry of the page's server, or from where they say. */
import type { Fetcher } from '../outside/fetch-exchange.ts';
import { CacheLink } from './cache-link.ts';
import { cachePackages } from './caching-fetcher.ts';
import { isPublicRegistry, routeProxy, routeRegistry } from './registry-route.ts';

/** `registry` as for `routeRegistry`; `cachePort` leads to the relay's cache, null: there is none. */
export function packageFetcher(next: Fetcher, { registry, cachePort }: { registry: string | null; cachePort: MessagePort | null }): Fetcher {
  // Our own server lets everybody ask with conditions.
  return routeProxy(cachePackages(routeRegistry(next, registry), new CacheLink(cachePort), (url) => registry !== null && isPublicRegistry(url)));
}
