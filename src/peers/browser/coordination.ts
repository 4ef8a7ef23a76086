/**
 * The peers' world within one browser: the lock manager decides who holds what and knows who lives, IndexedDB's transactions decide the
 * rest, a BroadcastChannel tells. Each peer holds one lock in its name for as long as it exists; the browser takes it back however the tab ends.
 */
import * as z from 'zod';
import { abortError, delay, throwIfAborted } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import { createLockLeases } from '../lease-locks.ts';
import type { Coordination, Listener } from '../port.ts';
import { joinGroupClock } from './group-clock.ts';
import type { GroupClock } from './group-clock.ts';
import { openIdbRecords } from './idb-records.ts';
import { createBrowserLocks } from './lock-manager.ts';
import { createTimeFloor } from './time-floor.ts';

const news = z.object({ from: z.string(), topic: z.string(), body: z.json() });

/** Tabs get their clock one after the other; one that stops in the middle of it holds up the next no longer than this. */
const CLOCK_TURN_MS = 3_000;

export interface BrowserCoordination extends Coordination {
  readonly clock: GroupClock;
  /** Ends this peer: what it holds is free from now on. */
  leave(): void;
}

/** @throws AppError `no_storage` where the browser has no IndexedDB or no locks for this page */
export async function joinBrowserPeers(project: string): Promise<BrowserCoordination> {
  const scope = `tabloom-peers:${project}`;
  const session = crypto.randomUUID();
  const records = await openIdbRecords(scope).catch((error: unknown) => {
    throw new AppError('no_storage', 'This browser keeps nothing for this page (a private window, or storage is switched off), so tabs cannot work together here.', { cause: error });
  });
  const nameOf = (one: string): string => `${scope}>${one}`;
  const channel = new BroadcastChannel(scope);
  /** What is for this tab alone. */
  const own = new BroadcastChannel(nameOf(session));
  const listeners = new Set<Listener>();
  own.onmessage = channel.onmessage = ({ data }) => {
    const parsed = news.safeParse(data);
    if (parsed.success) for (const listener of [...listeners]) listener(parsed.data.topic, parsed.data.body, parsed.data.from);
  };
  const announce: Coordination['announce'] = (topic, body, to) => {
    if (to === undefined) return channel.postMessage({ from: session, topic, body });
    if (to === session) return;
    // Not kept: a tab that had it open would hear all that others tell that one.
    const theirs = new BroadcastChannel(nameOf(to));
    theirs.postMessage({ from: session, topic, body });
    theirs.close();
  };
  const listen: Coordination['listen'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const locks = createBrowserLocks(scope);
  const floor = createTimeFloor(scope);
  let latest = 0;
  let clock: GroupClock | undefined;
  const close = (): void => {
    clock?.close();
    listeners.clear();
    channel.close();
    own.close();
    locks.close();
    records.close();
  };
  try {
    // Whoever lives has the clock of all, so a peer lives only when it has it too.
    const joined = clock = await locks.inTurn('clock', CLOCK_TURN_MS, async () => {
      const others = (await locks.living()).size > 0;
      const common = await joinGroupClock({ session, announce, listen, sleep: delay, local: () => performance.timeOrigin + performance.now(), others, floor: floor.read() });
      await locks.live(session);
      return common;
    });
    const leases = createLockLeases({ session, locks, clock: joined });
    return {
      session, records, clock: joined, announce, listen,
      // A better measurement may set it back a little.
      now: () => latest = Math.max(latest, Math.round(joined.now())),
      leases: {
        ...leases,
        async take(...args) {
          const taken = await leases.take(...args);
          floor.raise(joined.now());
          return taken;
        },
      },
      alive: async (one) => (await locks.living()).has(one),
      async ended(one, signal) {
        throwIfAborted(signal);
        try {
          await locks.ended(one, signal);
        } catch (error) {
          if (signal.aborted) throw abortError(signal);
          throw error;
        }
      },
      sleep: delay,
      leave: close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
