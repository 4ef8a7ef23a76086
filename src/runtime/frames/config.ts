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
