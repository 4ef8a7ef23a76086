/** Where requests for packages really go. */
import type { Fetcher } from '../outside/fetch-exchange.ts';

/** The address by which npm and every lockfile know the default registry. A registry that a project names in its `.npmrc` has another and is not led anywhere. */
const PUBLIC_REGISTRY = /^https?:\/\/registry\.npmjs\.org\//;

export function isPublicRegistry(url: string): boolean {
  return PUBLIC_REGISTRY.test(url);
}

/**
 * Plain reads from the public registry go to `address` instead, when the server of the page has one: the sandbox keeps the public name, so
 * that configuration and lockfiles are the same as anywhere. With null they go to the public registry itself.
 */
export function routeRegistry(next: Fetcher, address: string | null): Fetcher {
  if (address === null) return next;
  return (url, init) => {
    // Whoever shows credentials means the registry itself: the one in its place would not know them, and should not see them.
    const plain = (init.method === undefined || init.method === 'GET' || init.method === 'HEAD') && !new Headers(init.headers).has('authorization');
    return next(plain ? url.replace(PUBLIC_REGISTRY, () => address) : url, init);
  };
}
