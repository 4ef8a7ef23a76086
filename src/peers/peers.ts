/** Everything that several peers share besides files and work: one object for the page. */
import { createCalls } from './calls.ts';
import type { Calls, FindAgent } from './calls.ts';
import { createLocks } from './locks.ts';
import type { Locks } from './locks.ts';
import { createPeerRun } from './peer-run.ts';
import type { PeerRun, PeerRunOptions, WaitHooks } from './peer-run.ts';
import type { Coordination } from './port.ts';
import { createPresence } from './presence.ts';
import type { Presence } from './presence.ts';
import { createWaits } from './waits.ts';
import type { Waits } from './waits.ts';

export interface Peers {
  readonly port: Coordination;
  readonly locks: Locks;
  readonly calls: Calls;
  readonly waits: Waits;
  readonly presence: Presence;
  /** A run of an agent in this peer begins. Whoever begins it ends it. */
  enter(run: PeerRunOptions, hooks?: WaitHooks): PeerRun;
  close(): void;
}

export interface PeersOptions {
  /** The agents that can be called, by name. */
  find: FindAgent;
  /** Locks that one run may hold at a time. */
  maxPerRun?: number;
}

export function createPeers(port: Coordination, { find, maxPerRun = 1 }: PeersOptions): Peers {
  const locks = createLocks(port, { maxPerRun });
  const calls = createCalls(port, { find });
  const waits = createWaits(port);
  const presence = createPresence(port);
  const services = { session: port.session, now: () => port.now(), locks, calls, waits, presence };
  return {
    port, locks, calls, waits, presence,
    enter: (run, hooks) => createPeerRun(services, run, hooks),
    close: () => presence.close(),
  };
}
