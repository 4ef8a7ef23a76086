/** What is kept of an address, for npm's offline modes. The network is never asked. */
import type { Fetcher } from '../outside/fetch-exchange.ts';

/** A line of JSON with the headers, or `null` when nothing is kept, and the contents. */
export async function keptPackage(fetcher: Fetcher, url: string, accept: string): Promise<Uint8Array> {
  const response = await fetcher(url, { headers: { accept }, cache: 'only-if-cached' });
  if (response.status !== 200) return new TextEncoder().encode('null\n');
  const head = new TextEncoder().encode(`${JSON.stringify(Object.fromEntries(response.headers))}\n`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  return whole;
}
