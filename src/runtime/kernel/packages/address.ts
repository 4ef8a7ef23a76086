/** What there is at an address of a registry, for npm. */
import type { Fetcher } from '../outside/fetch-exchange.ts';
import { keptBehind } from './caching-fetcher.ts';

export interface Found { headers: { [name: string]: string }; kept: boolean; bytes: Uint8Array }

/** What is kept of it, however old: for npm's offline modes. The network is never asked. @throws Error when nothing is */
export async function keptPackage(fetcher: Fetcher, url: string, accept: string): Promise<Found> {
  return found(await fetcher(url, { headers: { accept }, cache: 'only-if-cached' }));
}

/** The document there, of the cache or the network. @throws Error for every other answer, and what `fetch` throws */
export async function documentAt(fetcher: Fetcher, url: string, accept: string, signal: AbortSignal): Promise<Found> {
  return found(await fetcher(url, { headers: { accept }, mode: 'cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer', signal }));
}

async function found(response: Response): Promise<Found> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the registry answered ${response.status}`);
  }
  const kept = keptBehind(response);
  const bytes = new Uint8Array(kept?.bytes ?? await response.arrayBuffer());
  // The browser has decoded them.
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length'));
  return { headers, kept: kept !== undefined, bytes };
}
