/**
 * The peers' world where tabs cannot meet: one peer, whose records last as long as its page. Locks, calls, waiting and webhooks work among the
 * agents of that page, for example in a private window or in a page within somebody else's, where the browser keeps nothing.
 */
import { abortable, delay, throwIfAborted } from '../shared/abort.ts';
import { createRecordLeases } from './lease-records.ts';
import type { Coordination, Entry, Records } from './port.ts';

export function joinAlone(): Coordination & { leave(): void } {
  const session = crypto.randomUUID();
  const left = new AbortController();
  const store = new Map<string, Entry>();
  let last = 0;
  const now = (): number => Math.round(performance.timeOrigin + performance.now());
  const alive = async (one: string): Promise<boolean> => one === session && !left.signal.aborted;
  const records: Records = {
    // Copies both ways: what somebody keeps and changes is not what others read.
    read: async (key) => structuredClone(store.get(key)),
    list: async (prefix) => structuredClone([...store.values()].filter(({ key }) => key.startsWith(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1))),
    async write(key, revision, value) {
      if ((store.get(key)?.revision ?? 0) !== revision) return undefined;
      const entry: Entry = { key, revision: ++last, value: structuredClone(value) };
      store.set(key, entry);
      return structuredClone(entry);
    },
    remove: async (key, revision) => revision > 0 && store.get(key)?.revision === revision && store.delete(key),
  };
  return {
    session, records, now, alive,
    leases: createRecordLeases({ records, now, alive }),
    async ended(one, signal) {
      throwIfAborted(signal);
      if (one !== session || left.signal.aborted) return;
      await abortable(new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve(), { once: true })), signal);
    },
    // There is nobody to tell, and nothing to hear.
    announce: () => undefined,
    listen: () => () => undefined,
    sleep: delay,
    leave: () => left.abort(),
  };
}
