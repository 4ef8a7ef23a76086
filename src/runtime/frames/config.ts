/** The relay's settings: what the build wrote into the page, and what follows from the page's own address. */
import type { RelayConfig, SandboxConfig } from './messages.ts';

/** Reads the page's `<script id="config">`. @throws Error when it is missing or not what the build writes. */
export function relayConfig(page: Document): RelayConfig {
  const value = JSON.parse(page.getElementById('config')?.textContent ?? '') as Partial<RelayConfig>;
  if (typeof value.buildId !== 'string' || !Array.isArray(value.assets)) throw new Error('the configuration in the relay page is incomplete');
  return { buildId: value.buildId, assets: value.assets.map(String), registry: typeof value.registry === 'string' ? value.registry : null };
}

/** Settings of a new sandbox. Its id is part of its preview hosts, so that two sandboxes never share a preview's origin. */
export function sandboxConfig(address: { protocol: string; host: string; href: string }, { buildId, registry }: RelayConfig, id = randomId()): SandboxConfig {
  const base = address.host.replace(/^sandbox\./, '');
  return { buildId, previewUrl: `${address.protocol}//{port}-${id}.${base}/`, registry: registry === null ? null : new URL(registry, address.href).href };
}

/** Ten characters that may stand in a host name. */
function randomId(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => alphabet[byte & 31]).join('');
}
