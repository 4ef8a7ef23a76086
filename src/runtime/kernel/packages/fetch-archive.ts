/** A package out of the public registry, for the kernel itself. */
import { sha512 } from '@noble/hashes/sha2.js';
import type { Fetcher } from '../outside/fetch-exchange.ts';
import { keptBehind } from './caching-fetcher.ts';
import { gunzip } from './gunzip.ts';
import { PUBLIC_REGISTRY } from './registry-route.ts';
import { newestFitting } from './ranges.ts';
import { filesOf } from './tar.ts';

export interface PackageFile { path: string; mode: number; bytes: Uint8Array }

interface Document { versions?: { [version: string]: { dist?: { tarball?: string; integrity?: string } } } }

/** The files of one version (of a range: its newest), or with `near` of its newest patch when there is no such version; without the folder they are packed in; what is not below it is left out. @throws Error when it cannot be fetched or is not what the registry promised */
export async function fetchArchive(fetcher: Fetcher, name: string, version: string, near = false): Promise<PackageFile[]> {
  const request = (url: string, accept: string): Promise<Response> => fetcher(url, { headers: { accept }, mode: 'cors', credentials: 'omit', referrerPolicy: 'no-referrer' });
  const described = await request(`${PUBLIC_REGISTRY}${name.replace('/', '%2f')}`, 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*');
  if (!described.ok) throw new Error(`${name}: the registry answered ${described.status}`);
  const versions = ((await described.json()) as Document).versions ?? {};
  const all = Object.keys(versions);
  const dist = (versions[version] ?? versions[(near ? newestPatch(all, version) : newestFitting(all, version)) ?? ''])?.dist;
  if (typeof dist?.tarball !== 'string' || typeof dist.integrity !== 'string') throw new Error(`${name} has no version ${version}`);
  const archive = await verifiedArchive(fetcher, dist.tarball, dist.integrity);
  return [...filesOf(archive)].flatMap(({ path, mode, bytes }) => {
    const inner = path.split('/').slice(1);
    return bytes === null || inner.length === 0 || inner.some((part) => part === '' || part === '.' || part === '..') ? [] : [{ path: inner.join('/'), mode, bytes }];
  });
}

/** A package's archive, unpacked from its compression. @throws Error when it cannot be fetched or is not what `integrity` says */
export async function verifiedArchive(fetcher: Fetcher, url: string, integrity: string, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await fetcher(url, { headers: { accept: '*/*' }, mode: 'cors', credentials: 'omit', referrerPolicy: 'no-referrer', ...(signal ? { signal } : {}) });
  if (!packed.ok) throw new Error(`${url}: the registry answered ${packed.status}`);
  const kept = keptBehind(packed);
  const bytes = kept?.bytes ?? await packed.arrayBuffer();
  const digest = kept?.sha512 ?? await sha512Of(bytes);
  if (!integrity.split(/\s+/).some((part) => part.split('?')[0] === `sha512-${digest}`)) throw new Error(`${url} is not what was promised`);
  return gunzip(new Uint8Array(bytes));
}

/** The newest of the versions with the same major and minor number; empty when there is none. */
function newestPatch(versions: string[], version: string): string {
  const same = version.slice(0, version.lastIndexOf('.', version.indexOf('-') < 0 ? version.length : version.indexOf('-')) + 1);
  const patches = versions.filter((one) => one.startsWith(same) && /^\d+$/.test(one.slice(same.length))).map((one) => Number(one.slice(same.length)));
  return patches.length > 0 ? `${same}${Math.max(...patches)}` : '';
}

/** Bytes that are hashed in one go: meanwhile the kernel answers nobody. */
const HASHED_AT_ONCE = 512 * 1024;

/** In base64, as subresource integrity has it. The browser's own hashing is only for secure contexts, which the sandbox's frame is not everywhere. */
async function sha512Of(bytes: ArrayBuffer): Promise<string> {
  const hash = sha512.create();
  for (let at = 0; at < bytes.byteLength; at += HASHED_AT_ONCE) {
    hash.update(new Uint8Array(bytes, at, Math.min(HASHED_AT_ONCE, bytes.byteLength - at)));
    if (at + HASHED_AT_ONCE < bytes.byteLength) await new Promise((done) => setTimeout(done, 0));
  }
  return btoa(String.fromCharCode(...hash.digest()));
}
