/** What the peers view shows besides who is here: read anew when something is announced, and never by the clock. */
import { useEffect, useState } from 'react';
import type { Call } from '../../../peers/call-record.ts';
import type { Lease } from '../../../peers/lease-table.ts';
import type { Peers } from '../../../peers/peers.ts';
import type { Unhandled, Waiter } from '../../../peers/waits.ts';
import type { Delivery } from '../../../peers/webhooks.ts';
import { AppError } from '../../../shared/errors.ts';

export interface PeersView {
  locks: readonly Lease[];
  calls: readonly Call[];
  waits: readonly { agent: string; waiters: Waiter[]; unhandled: Unhandled[] }[];
  deliveries: readonly Delivery[];
  paused: boolean;
}

/** Several changes at once are one reading. */
const GATHER_MS = 60;
/** After this a lock is over for everybody, however clocks are read. */
const AFTER_EXPIRY_MS = 50;

/** @returns undefined until it has been read for the first time; `problem` when that failed */
export function usePeersView(peers: Peers): { view: PeersView | undefined; problem: string | undefined } {
  const [view, setView] = useState<PeersView>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let over = false;
    let gather: ReturnType<typeof setTimeout> | undefined;
    let expiry: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      try {
        const [locks, calls, waits, deliveries, paused] = await Promise.all([peers.locks.list(), peers.calls.list(), peers.waits.list(), peers.webhooks.list(), peers.calls.paused()]);
        if (over) return;
        setView({ locks, calls, waits, deliveries, paused });
        setProblem(undefined);
        clearTimeout(expiry);
        // The end of a lock's time is announced by nobody.
        const next = Math.min(...locks.map(({ expires }) => expires));
        if (Number.isFinite(next)) expiry = setTimeout(soon, Math.max(0, Math.min(next - peers.port.now() + AFTER_EXPIRY_MS, 2 ** 31 - 1)));
      } catch (error) {
        if (!over) setProblem(AppError.from(error).message);
      }
    };
    const soon = (): void => {
      gather ??= setTimeout(() => {
        gather = undefined;
        void read();
      }, GATHER_MS);
    };
    // What tabs that are gone have left is put away while somebody looks.
    const sweep = (): void => void Promise.all([peers.waits.sweep(), peers.calls.sweep()]).catch(() => undefined).then(soon);
    const unwatch = peers.watch((topic) => { if (topic !== 'presence' && topic !== 'notes') soon(); });
    const unfollow = peers.presence.store.subscribe((now, before) => { if (now.others.length !== before.others.length) sweep(); });
    peers.presence.refresh();
    void read();
    sweep();
    return () => {
      over = true;
      clearTimeout(gather);
      clearTimeout(expiry);
      unwatch();
      unfollow();
    };
  }, [peers]);
  return { view, problem };
}

/** The peers' time, once a second while `ticking`: for what counts down. */
export function useNow(peers: Peers, ticking: boolean): number {
  const [now, setNow] = useState(() => peers.port.now());
  useEffect(() => {
    setNow(peers.port.now());
    if (!ticking) return;
    const timer = setInterval(() => setNow(peers.port.now()), 1000);
    return () => clearInterval(timer);
  }, [peers, ticking]);
  return now;
}
