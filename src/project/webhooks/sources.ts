/** Where webhooks come from besides the panel, as the settings say: the page around this one, and a relay. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Peers } from '../../peers/peers.ts';
import type { SettingsStore } from '../settings.ts';
import { listenToEmbedder } from './embedder.ts';
import { readOrigins } from './origins.ts';
import { listenToRelay, type RelayState } from './relay.ts';

export interface WebhookSources {
  readonly relay: StoreApi<RelayState>;
  close(): void;
}

/** Follows the settings until it is closed. */
export function openWebhookSources({ webhooks }: Pick<Peers, 'webhooks'>, project: string, settings: SettingsStore): WebhookSources {
  const relay = createStore<RelayState>(() => ({ state: 'off' }));
  let address = '';
  let connection = new AbortController();
  const follow = (): void => {
    const next = settings.getState().webhookRelay.trim();
    if (next === address) return;
    address = next;
    connection.abort();
    connection = new AbortController();
    if (address === '') return relay.setState({ state: 'off' }, true);
    const { signal } = connection;
    const state = listenToRelay(address, project, (webhook) => webhooks.deliver(webhook, 'relay'), signal);
    relay.setState(state.getState(), true);
    state.subscribe((now) => { if (!signal.aborted) relay.setState(now, true); });
  };
  follow();
  const unfollow = settings.subscribe(follow);
  const unlisten = listenToEmbedder(window, () => readOrigins(settings.getState().webhookOrigins).origins, (webhook) => webhooks.deliver(webhook, 'page'));
  return {
    relay,
    close() {
      unfollow();
      unlisten();
      connection.abort();
    },
  };
}
