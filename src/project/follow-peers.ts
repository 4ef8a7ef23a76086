/** What this tab is among the others besides its locks and calls: the name of the person at it, and where webhooks come in. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Peers } from '../peers/peers.ts';
import type { PeersState } from './join-peers.ts';
import type { SettingsStore } from './settings.ts';
import type { WebhookSources } from './webhooks/sources.ts';

/**
 * For as long as the page lives.
 * @param seat whether the sandbox is this tab's own, where several tabs can have one
 * @returns the sources of webhooks; undefined before this tab has joined, and when it is alone
 */
export function followPeers(state: StoreApi<PeersState>, project: string, settings: SettingsStore, seat?: StoreApi<{ role: string }>): StoreApi<WebhookSources | undefined> {
  const store = createStore<WebhookSources | undefined>(() => undefined);
  let leave = (): void => undefined;
  let joined: Peers | undefined;
  const follow = (now: PeersState): void => {
    const peers = now.state === 'joined' ? now.peers : undefined;
    if (peers === joined) return;
    leave();
    leave = () => undefined;
    joined = peers;
    if (!peers) return;
    const { presence, webhooks } = peers;
    const tell = (): void => {
      const { name, owner } = presence.store.getState().own;
      const next = { name: settings.getState().personName, owner: seat === undefined || seat.getState().role === 'own' };
      if (name !== next.name || owner !== next.owner) presence.describe(next);
    };
    tell();
    const unfollow = [settings.subscribe(tell), seat?.subscribe(tell)];
    let over = false;
    leave = () => {
      over = true;
      for (const stop of unfollow) stop?.();
      store.getState()?.close();
      store.setState(undefined, true);
    };
    void import('./webhooks/sources.ts').then(({ openWebhookSources }) => { if (!over) store.setState(openWebhookSources({ webhooks }, project, settings), true); });
  };
  follow(state.getState());
  state.subscribe(follow);
  return store;
}
