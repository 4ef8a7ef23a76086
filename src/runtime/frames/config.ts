/** The relay's settings: what the build wrote into the page, and what follows from the page's own address. */
import type { RelayConfig, SandboxConfig } from './messages.ts';

/** Reads the page's `<script id="config">`. @throws Error when it is missing or not what the build writes. */
export function relayConfig(page: Document): RelayConfig {
  const value = JSON.parse(page.getElementById('config')?.textContent ?? '') as Partial<RelayConfig>;
  if (typeof value.buildId !== 'string' || !Array.isArray(value.assets)) throw new Error('the configuration in the relay page is incomplete');
  return { buildId: value.buildId, assets: value.assets.map(String), registry: typeof value.registry === 'string' ? value.registry : null };
}

/** Settings of a new sandbox. The id that its preview hosts get in place of `{id}` is known a little later (`preview-id.ts`). */
export function sandboxConfig(address: { protocol: string; host: string; href: string }, { buildId, registry }: RelayConfig): SandboxConfig {
  const base = address.host.replace(/^sandbox\./, '');
  return { buildId, previewUrl: `${address.protocol}//{port}-{id}.${base}/`, registry: registry === null ? null : new URL(registry, address.href).href };
}

/** Characters of a name that an embedder gives. */
const MAX_PROJECT = 200;

/**
 * What an embedder's previews are told apart by, beside the embedder itself: the key that it gave the client (`configureAPIKey`, which comes as
 * `client_id`), else the name of the working folder. Two projects in folders of one name, one after the other, had each other's storage.
 */
export function projectOf(search: string, workdirName: string | undefined): string {
  const key = new URLSearchParams(search).get('client_id');
  return key === null ? `folder ${workdirName ?? ''}` : `key ${key.slice(0, MAX_PROJECT)}`;
}
