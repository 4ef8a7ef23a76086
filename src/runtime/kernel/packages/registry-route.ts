/** Where requests for packages really go. */
import type { Fetcher } from '../outside/fetch-exchange.ts';

/** The address by which npm and every lockfile know the default registry, so it has to be spelled here. A registry that a project names in its `.npmrc` has another and is not led anywhere. */
export const PUBLIC_REGISTRY = 'https://registry.npmjs.org/';

/** Old lockfiles have it without TLS. */
const AT_PUBLIC_REGISTRY = new RegExp(`^${PUBLIC_REGISTRY.replaceAll('.', '\\.').replace('https', 'https?')}`);

export function isPublicRegistry(url: string): boolean {
  return AT_PUBLIC_REGISTRY.test(url);
}

/**
 * Plain reads from the public registry go to `address` instead, when the server of the page has one: the sandbox keeps the public name, so
 * that configuration and lockfiles are the same as anywhere. With null they go to the public registry itself.
 */
export function routeRegistry(next: Fetcher, address: string | null): Fetcher {
  if (address === null) return next;
  return (url, init) => {
    return next(isPlainRead(init) ? url.replace(AT_PUBLIC_REGISTRY, () => address) : url, init);
  };
}

/**
 * A program's proxy stands before everything but plain reads from the public registry: those come from the cache or from the place where packages are, to which
 * a proxy adds nothing, and what some proxy answered must not be kept under the registry's name.
 */
export function routeProxy(next: Fetcher): Fetcher {
  return (url, init, proxy = null) => next(proxy === null || (isPublicRegistry(url) && isPlainRead(init)) ? url : proxy + url, init);
}

/** Whoever shows credentials means the registry itself: the one in its place would not know them, and should not see them. */
function isPlainRead({ method, headers }: RequestInit): boolean {
  return (method === undefined || method === 'GET' || method === 'HEAD') && !new Headers(headers).has('authorization');
}
