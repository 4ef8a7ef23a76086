/** What a lockfile says, as far as it can be carried out without npm's own resolver: everything unusual is a reason to leave it to npm. */
import { ARCHIVE } from './public-registry.ts';

export interface LockEntry {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  hasShrinkwrap?: boolean;
  hasInstallScript?: boolean;
  extraneous?: boolean;
  optional?: boolean;
  deprecated?: string;
  funding?: unknown;
  bin?: { [name: string]: string };
  os?: string[];
  cpu?: string[];
  libc?: string[];
  engines?: { [name: string]: string };
  dependencies?: Ranges;
  optionalDependencies?: Ranges;
  peerDependencies?: Ranges;
  peerDependenciesMeta?: { [name: string]: { optional?: boolean } };
  devDependencies?: Ranges;
}
export interface Lockfile { name?: string; version?: string; lockfileVersion?: number; requires?: boolean; packages?: { [location: string]: LockEntry } }
export type Ranges = { [name: string]: string };
export type Satisfies = (version: string, range: string, options?: object) => boolean;

/** What the packages are chosen for. */
export interface Platform { os: string; cpu: string; node: string; npm: string }

/** Thrown where npm itself has to do it; the text is for those who look into it. */
export class Unusual extends Error {}

const LOCATION = /^node_modules\/(@[^/@\s]+\/)?[^/@.\s][^/@\s]*(\/node_modules\/(@[^/@\s]+\/)?[^/@.\s][^/@\s]*)*$/;
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

/** The entries to install by location, in the lockfile's order, without those for other platforms. @throws Unusual */
export function entriesToInstall(lock: Lockfile, manifest: LockEntry, platform: Platform, satisfies: Satisfies, ignoreScripts: boolean): [location: string, entry: LockEntry][] {
  const packages = lock.packages;
  const root = packages?.[''];
  if (lock.lockfileVersion !== 3 || !packages || !root) throw new Unusual('another form of lockfile');
  for (const kind of KINDS) if (!same(manifest[kind] ?? {}, root[kind] ?? {})) throw new Unusual(`${kind} changed since the lockfile was written`);

  const engines = { includePrerelease: true };
  const runs = (entry: LockEntry): boolean => (!entry.engines?.node || satisfies(platform.node, entry.engines.node, engines)) && (!entry.engines?.npm || satisfies(platform.npm, entry.engines.npm, engines));
  // npm asks the project itself first: one that does not fit it refuses, or warns about.
  if (!fits(manifest, platform) || !runs(manifest)) throw new Unusual('the project is for another platform or other versions of Node or npm');

  const skipped = new Set<string>();
  for (const [location, entry] of Object.entries(packages)) {
    if (location === '') continue;
    if (!LOCATION.test(location) || entry.link || entry.inBundle || entry.hasShrinkwrap || entry.extraneous) throw new Unusual(`${location} is no plain package`);
    if (typeof entry.version !== 'string' || !ARCHIVE.test(entry.resolved ?? '') || !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '')) throw new Unusual(`${location} is not from the registry`);
    if (!fits(entry, platform)) {
      if (!entry.optional || Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).length > 0) throw new Unusual(`${location} is for another platform`);
      skipped.add(location);
      continue;
    }
    if (entry.hasInstallScript && !ignoreScripts) throw new Unusual(`${location} has scripts`);
    if (!runs(entry)) throw new Unusual(`${location} is for other versions of Node or npm`);
  }
  checkEdges(packages, skipped, satisfies);
  return Object.entries(packages).filter(([location]) => location !== '' && !skipped.has(location));
}

/** Every dependency is there in a version that fits, and nothing is there that nobody depends on: so npm would change nothing. */
function checkEdges(packages: { [location: string]: LockEntry }, skipped: ReadonlySet<string>, satisfies: Satisfies): void {
  const reached = new Set(['']);
  const queue = [''];
  for (let location = queue.pop(); location !== undefined; location = queue.pop()) {
    const entry = packages[location]!;
    const optional = entry.optionalDependencies ?? {};
    const wanted: [string, string, missing: boolean][] = [
      ...Object.entries({ ...entry.dependencies, ...optional, ...(location === '' ? entry.devDependencies : {}) }).map(([name, range]): [string, string, boolean] => [name, range, false]),
      ...Object.entries(entry.peerDependencies ?? {}).map(([name, range]): [string, string, boolean] => [name, range, entry.peerDependenciesMeta?.[name]?.optional === true]),
    ];
    for (const [name, range, mayBeMissing] of wanted) {
      const target = lookUp(packages, location, name);
      if (target === undefined) {
        if (mayBeMissing) continue;
        throw new Unusual(`${name}, which ${location || 'the project'} needs, is not in the lockfile`);
      }
      if (skipped.has(target) && !(name in optional)) throw new Unusual(`${name} is for another platform`);
      const alias = /^npm:(@?[^@]+)@(.+)$/.exec(range);
      const found = packages[target]!;
      if (alias ? found.name !== alias[1] : found.name !== undefined) throw new Unusual(`${target} goes by another name`);
      if (!satisfies(found.version!, alias ? alias[2]! : range)) throw new Unusual(`${target} does not fit ${range}`);
      if (!reached.has(target)) {
        reached.add(target);
        queue.push(target);
      }
    }
  }
  const loose = Object.keys(packages).find((location) => !reached.has(location));
  if (loose !== undefined) throw new Unusual(`nobody depends on ${loose}`);
}

/** Where `name` is found from a package: in its own folder of packages, or one further up. */
function lookUp(packages: { [location: string]: LockEntry }, from: string, name: string): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(base.lastIndexOf('/node_modules/'), 0))) {
    const location = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (Object.hasOwn(packages, location)) return location;
    if (base === '') return undefined;
  }
}

function fits(entry: LockEntry, { os, cpu }: Platform): boolean {
  // Which C library there is a browser cannot say; npm leaves out what asks for one.
  return listed(os, entry.os) && listed(cpu, entry.cpu) && (entry.libc === undefined || entry.libc.length === 0);
}

/** As npm reads such lists: one `any` fits all, `!x` excludes, and a list of exclusions alone fits everything else. */
function listed(value: string, list: string[] | undefined): boolean {
  if (!list || (list.length === 1 && list[0] === 'any')) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((one) => one.startsWith('!'));
}

function same(a: Ranges, b: Ranges): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
