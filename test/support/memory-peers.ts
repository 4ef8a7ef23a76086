/** Peers within one process, in real time: for tests of what stands on the peers, not of the peers themselves. */
import { createRecordLeases } from '../../src/peers/lease-records.ts';
import { createPeers, type Peers, type PeersOptions } from '../../src/peers/peers.ts';
import type { Coordination, Entry, Listener } from '../../src/peers/port.ts';
import { delay } from '../../src/shared/abort.ts';

export interface MemoryPeers {
  join(options?: Partial<PeersOptions>): Peers;
  /** That peer is gone without a word. */
  kill(peers: Peers): void;
  /** Time goes on by so much at once. */
  pass(ms: number): void;
}

export function memoryPeers(): MemoryPeers {
  const store = new Map<string, Entry>();
  const living = new Map<string, Set<Listener>>();
  let revision = 0;
  let ahead = 0;
  let names = 0;
  const coordination = (): Coordination => {
    const session = `session-${++names}`;
    living.set(session, new Set());
    const base: Omit<Coordination, 'leases'> = {
      session,
      now: () => Math.round(performance.timeOrigin + performance.now()) + ahead,
      records: {
        read: async (key) => structuredClone(store.get(key)),
        list: async (prefix) => [...store.values()].filter(({ key }) => key.startsWith(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1)).map((entry) => structuredClone(entry)),
        async write(key, expected, value) {
          if ((store.get(key)?.revision ?? 0) !== expected) return undefined;
          const entry = { key, revision: ++revision, value: structuredClone(value) };
          store.set(key, entry);
          return structuredClone(entry);
        },
        remove: async (key, expected) => store.get(key)?.revision === expected && store.delete(key),
      },
      alive: async (one) => living.has(one),
      async ended(one, signal) {
        while (living.has(one)) await delay(20, signal);
      },
      announce(topic, body, to) {
        for (const [one, listeners] of living) if (one !== session && (to ?? one) === one) queueMicrotask(() => { for (const listener of [...listeners]) listener(topic, structuredClone(body), session); });
      },
      listen(listener) {
        living.get(session)?.add(listener);
        return () => living.get(session)?.delete(listener);
      },
      sleep: delay,
    };
    return { ...base, leases: createRecordLeases(base) };
  };
  return {
    join: (options = {}) => createPeers(coordination(), { find: () => undefined, ...options }),
    kill: ({ port }) => void living.delete(port.session),
    pass: (ms) => { ahead += ms; },
  };
}
