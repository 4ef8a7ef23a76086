import type { StoreApi } from 'zustand/vanilla';
import type { PeersStatus } from '../shared/peers-status.ts';
import type { PeersState } from './join-peers.ts';

/** Joining takes a moment; a server of peers that does not answer is not waited for longer than this. */
const JOIN_MS = 10_000;

/** What `tabloom status` shows; waits until the tab has joined the others, within bounds. */
export async function statusOfPeers(store: StoreApi<PeersState>): Promise<PeersStatus> {
  const state = await joined(store);
  const alone = (reason: string): PeersStatus => ({ now: Date.now(), alone: reason, paused: false, tabs: [], runs: [], locks: [], calls: [], waits: [] });
  if (state.state === 'alone') return alone(state.reason);
  if (state.state === 'joining') return alone(state.reason ?? 'It is still looking for the others.');
  const { readStatus } = await import('../peers/status.ts');
  return readStatus(state.peers);
}

function joined(store: StoreApi<PeersState>): Promise<PeersState> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve(store.getState());
    };
    const timer = setTimeout(end, JOIN_MS);
    const unsubscribe = store.subscribe(({ state }) => { if (state !== 'joining') end(); });
    if (store.getState().state !== 'joining') end();
  });
}
