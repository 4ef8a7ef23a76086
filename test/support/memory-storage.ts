/** IndexedDB in memory, for tests in Node of what the page stores; with what else LightningFS asks of a browser. Import it first. */
import 'fake-indexeddb/auto';

const locks = {
  request: async (_name: string, ...rest: unknown[]): Promise<unknown> => (rest[rest.length - 1] as (lock: object) => unknown)({}),
};
if (!('navigator' in globalThis)) Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
if (!navigator.locks) Object.defineProperty(navigator, 'locks', { value: locks });
