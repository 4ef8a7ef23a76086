/** What components read of the peers, and read again when it changes. */
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Peers } from '../../peers/peers.ts';
import { useWorkspace } from '../context.ts';

/** The tabs that this one works with; undefined where there is no such thing, or not yet. */
export function usePeers(): Peers | undefined {
  const state = useStore(useWorkspace().peers);
  return state.state === 'joined' ? state.peers : undefined;
}

/** Read anew when something of that topic is announced; undefined until it was read. `over` ends that for good. */
export function useLive<T>(peers: Peers, topic: string, read: (peers: Peers) => Promise<T>, over: (value: T) => boolean): [value: T | undefined, again: () => void] {
  const [value, setValue] = useState<T>();
  const done = value !== undefined && over(value);
  const again = useCallback(() => void read(peers).then(setValue, () => undefined), [peers, read]);
  useEffect(() => {
    if (done) return;
    again();
    const unwatch = peers.watch((what) => { if (what === topic) again(); });
    // Peers that die announce nothing.
    const unfollow = peers.presence.store.subscribe(({ others }, before) => { if (others.length < before.others.length) again(); });
    return () => {
      unwatch();
      unfollow();
    };
  }, [peers, topic, again, done]);
  return [value, again];
}
