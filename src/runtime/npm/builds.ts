/** The builds in WebAssembly of what is installed: they come with it, as its native parts would, and not at their first use, when the network may be away. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { buildVersion, FOR_THIS_PLATFORM, SUBSTITUTES, substituteFolder } from '../abi/substitutes.ts';
import type { LockEntry } from './lockfile.ts';

const DEVICE = '/dev/packages';

export interface Build { of: string; instead: string; folder: string }

/** Those of packages that ask for a part which was left out. */
export function buildsFor(packages: readonly (readonly [location: string, entry: LockEntry])[]): Build[] {
  const nameOf = (location: string): string => location.slice(location.lastIndexOf('node_modules/') + 13);
  const present = new Set(packages.map(([location]) => nameOf(location)));
  const builds = packages.flatMap(([location, { name = nameOf(location), version = '', optionalDependencies = {} }]): [string, Build][] => {
    const entry = SUBSTITUTES.find(({ of }) => of === name);
    // Later versions do not name the build among their parts, and ask for it all the same.
    const asks = Object.keys(optionalDependencies).some((part) => FOR_THIS_PLATFORM.test(part)) && !entry?.requests.some((request) => present.has(request));
    if (!entry || !asks) return [];
    const folder = substituteFolder(entry.instead, buildVersion(entry, version));
    return [[folder, { of: `${name}@${version}`, instead: entry.instead, folder }]];
  });
  return [...new Map(builds).values()];
}

/** Has the kernel begin with them, and does not wait. */
export function beginBuilds(builds: readonly Build[]): void {
  if (builds.length > 0) closeSync(ask(builds));
}

/** Waits until they are there. Those that could not be had. */
export function missingBuilds(builds: readonly Build[]): Build[] {
  if (builds.length === 0) return [];
  const device = ask(builds);
  try {
    const missing = JSON.parse(readFileSync(device, 'utf8')) as string[];
    return builds.filter(({ folder }) => missing.includes(folder));
  } finally {
    closeSync(device);
  }
}

function ask(builds: readonly Build[]): number {
  const device = openSync(DEVICE, 'r+');
  writeSync(device, `${JSON.stringify({ builds: builds.map(({ folder }) => folder) })}\n`);
  return device;
}

/** npm was told to ask nobody. */
export function isOffline(argv: readonly string[], env: { [name: string]: string | undefined }): boolean {
  return argv.includes('--offline') || env.npm_config_offline === 'true';
}
