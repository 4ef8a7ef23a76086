/** Licences of what the built app carries: the packages of `dependencies`, all they pull in, and Node's own library. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';
import { nodeLicence, nodeVersion } from './node-package.ts';

export interface PackageLicence { name: string; version: string; licence: string; folder: string }

interface LockEntry { version?: string; license?: string; dev?: boolean; optional?: boolean; link?: boolean }

/** The command line that the sandbox brings, and what is bundled with it: for our own installation it is a tool of development. */
const isNpm = (path: string): boolean => path === 'node_modules/npm' || path.startsWith('node_modules/npm/');

/** Every package that is installed for use (not for development alone), from the lockfile. */
export function shippedPackages(): PackageLicence[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockEntry> };
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.link && (!entry.dev || isNpm(path)))
    .map(([path, entry]) => {
      const folder = join(root, path);
      const name = path.slice(path.lastIndexOf('node_modules/') + 13);
      const declared = entry.license ?? (existsSync(join(folder, 'package.json')) ? licenceIn(readFileSync(join(folder, 'package.json'), 'utf8')) : 'unknown');
      return { name, version: entry.version ?? '', licence: declared.startsWith('SEE LICENSE IN') ? titleOf(folder) : declared, folder };
    });
}

/** The licence by the first line of its file, for packages that only point to it. */
function titleOf(folder: string): string {
  const file = existsSync(folder) ? readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) : undefined;
  return file && /^(?:The )?MIT License\b/i.test(readFileSync(join(folder, file), 'utf8').trimStart()) ? 'MIT' : 'unknown';
}

/** What a manifest declares; old ones have a list. */
function licenceIn(manifest: string): string {
  const { license, licenses } = JSON.parse(manifest) as { license?: string; licenses?: { type?: string }[] };
  return String(license ?? licenses?.map(({ type }) => type).join(' AND ') ?? 'unknown').replace(/^Apache 2\.0$/, 'Apache-2.0');
}

/** The text of `notices.txt`. */
export function licenceNotices(): string {
  const parts = [`Tabloom carries the following software.\n\n== Node.js ${nodeVersion}: its JavaScript library ==\n\n${nodeLicence()}`];
  for (const { name, version, licence, folder } of shippedPackages()) {
    const file = existsSync(folder) ? readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry)) : undefined;
    parts.push(`== ${name} ${version} (${licence}) ==\n\n${file ? readFileSync(join(folder, file), 'utf8') : `Licence: ${licence}`}`);
  }
  return parts.join('\n\n');
}
