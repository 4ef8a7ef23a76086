/** This tab among the others of its project. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FindAgent } from '../peers/calls.ts';
import type { Peers } from '../peers/peers.ts';
import { AppError } from '../shared/errors.ts';

export type PeersState =
  | { state: 'joining' }
  | { state: 'joined'; peers: Peers }
  /** Tabs cannot work together here; `reason` is a sentence. The page works by itself. */
  | { state: 'alone'; reason: string };

/** Joins in the background: nothing that the page needs at its start waits for it, and its code comes late. */
export function joinPeers(project: string, find: FindAgent): StoreApi<PeersState> {
  const store = createStore<PeersState>(() => ({ state: 'joining' }));
  void (async () => {
    try {
      const [{ joinBrowserPeers }, { createPeers }] = await Promise.all([import('../peers/browser/coordination.ts'), import('../peers/peers.ts')]);
      const port = await joinBrowserPeers(project);
      const peers = createPeers(port, { find });
      // A page that comes back from the browser's cache is another peer than the one that left.
      addEventListener('pagehide', () => {
        peers.close();
        port.leave();
        store.setState({ state: 'alone', reason: 'This page was left.' }, true);
      });
      store.setState({ state: 'joined', peers }, true);
    } catch (error) {
      store.setState({ state: 'alone', reason: AppError.from(error).message }, true);
    }
  })();
  return store;
}
