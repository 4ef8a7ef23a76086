/** The page of `test/peers/webhook-sources.test.ts`: a peer with the sources of webhooks, as the app has them. */
import { createStore } from 'zustand/vanilla';
import { joinBrowserPeers } from '../../src/peers/browser/coordination.ts';
import { createPeers, type Peers } from '../../src/peers/peers.ts';
import { defaultSettings, type Settings } from '../../src/project/settings.ts';
import { openWebhookSources, type WebhookSources } from '../../src/project/webhooks/sources.ts';

declare global {
  interface Window { webhookPage: typeof webhookPage }
}

const settings = createStore<Settings>(() => defaultSettings);

const webhookPage = {
  peers: undefined as unknown as Peers,
  sources: undefined as unknown as WebhookSources,
  async join(project: string): Promise<void> {
    this.peers = createPeers(await joinBrowserPeers(project), { find: () => undefined });
    this.sources = openWebhookSources(this.peers, project, settings);
  },
  set(change: Partial<Settings>): void {
    settings.setState(change);
  },
  wait(agent: string, event: string): Promise<unknown> {
    return this.peers.waits.wait({ agent, run: agent, filter: { type: 'webhook', event }, timeoutMs: 60_000 }, new AbortController().signal).then(({ payload }) => payload);
  },
};

window.webhookPage = webhookPage;
