/** Everything that several peers share besides files and work: one object for the page. */
import { createCalls } from './calls.ts';
import type { Calls, FindAgent } from './calls.ts';
import { createLocks } from './locks.ts';
import type { Locks } from './locks.ts';
import { createNotes } from './notes.ts';
import type { Notes } from './notes.ts';
import { createPeerRun } from './peer-run.ts';
import type { PeerRun, PeerRunOptions, WaitHooks } from './peer-run.ts';
import type { Coordination } from './port.ts';
import { createPresence } from './presence.ts';
import type { Presence } from './presence.ts';
import { createRunRecords } from './run-records.ts';
import { firstOf } from './turn-order.ts';
import { createWaits } from './waits.ts';
import type { Waits } from './waits.ts';
import { createWebhooks } from './webhooks.ts';
import type { Webhooks } from './webhooks.ts';

export interface Peers {
  readonly port: Coordination;
  readonly locks: Locks;
  readonly calls: Calls;
  readonly waits: Waits;
  readonly webhooks: Webhooks;
  readonly presence: Presence;
  readonly notes: Notes;
  /** A run of an agent in this peer begins. Whoever begins it ends it. */
  enter(run: PeerRunOptions, hooks?: WaitHooks): PeerRun;
  /** Does what peers left undone that are gone. Any peer may do it at any time; it is done at once when one is seen to leave. */
  sweep(): Promise<void>;
  /** Told the topic of everything that is announced, by others and by this peer itself; for those who look on. @returns a function that ends it */
  watch(listener: (topic: string) => void): () => void;
  close(): void;
}

export interface PeersOptions {
  /** The agents that can be called, by name. */
  find: FindAgent;
}

export function createPeers(world: Coordination, { find }: PeersOptions): Peers {
  const watchers = new Set<(topic: string) => void>();
  const tell = (topic: string): void => { for (const listener of [...watchers]) listener(topic); };
  // What this peer announces does not come back to it.
  const port = Object.create(world) as Coordination;
  port.announce = (topic, body, to) => {
    world.announce(topic, body, to);
    tell(topic);
  };
  const unlisten = world.listen(tell);
  const locks = createLocks(port);
  const waits = createWaits(port);
  const presence = createPresence(port);
  const calls = createCalls(port, { find, waits, first: (id) => firstOf([presence.told(), ...presence.store.getState().others], id) });
  const webhooks = createWebhooks(port, waits);
  const notes = createNotes(port);
  const runs = createRunRecords(port, waits);
  // What somebody who left was handed last is for another; and whoever waits for an agent that ran there is told.
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = (): Promise<void> => {
    const next = async (): Promise<void> => {
      await waits.sweep();
      await runs.sweep();
    };
    return sweeping = sweeping.then(next, next);
  };
  let here = 0;
  const unfollow = presence.store.subscribe(({ others }) => {
    if (others.length < here) void sweep().catch(() => undefined);
    here = others.length;
  });
  const services = { session: port.session, now: () => port.now(), locks, calls, waits, presence, runs };
  return {
    port, locks, calls, waits, webhooks, presence, notes,
    enter: (run, hooks) => createPeerRun(services, run, hooks),
    sweep,
    watch(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    close() {
      unfollow();
      unlisten();
      watchers.clear();
      notes.close();
      presence.close();
    },
  };
}
