/** What an installation says at its end about native parts, of which npm itself says nothing: it takes them for optional. Some have a build in WebAssembly, which is fetched here; the others are left out. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildsFor, isOffline, missingBuilds } from './builds.ts';
import { FOR_THIS_PLATFORM, SUBSTITUTES } from '../abi/substitutes.ts';
import type { LockEntry, Lockfile } from './lockfile.ts';

const COMMANDS = /^(i|in|ins|inst|insta|instal|install|isnt|isnta|isntal|isntall|add|ci|clean-install|ic|install-clean|up|update|upgrade|rb|rebuild)$/;
/** Packages whose program comes after the installation, by a command of their own that cannot succeed here: their errors would send a person to that command again and again. */
const FETCHED_LATER: Readonly<Record<string, string>> = {
  'playwright-core': 'the browsers that it drives are native programs, which do not run in this sandbox. What needs none runs.',
  puppeteer: 'the browser that it drives is a native program, which does not run in this sandbox.',
  cypress: 'its program is a native one, which does not run in this sandbox.',
  electron: 'its program is a native one, which does not run in this sandbox.',
};

/** To be called before npm begins. */
export function tellOfNativeParts(argv: readonly string[], begun: number): void {
  if (!COMMANDS.test(argv[0] ?? '')) return;
  const quiet = argv.some((word) => /^(-s|-q|--silent|--quiet|--loglevel=(silent|error))$/.test(word)) || /^(silent|error)$/.test(process.env.npm_config_loglevel ?? '');
  process.on('exit', (code) => {
    if (code !== 0) return;
    const folder = projectAround(process.cwd());
    const packages = Object.entries((folder === undefined ? undefined : noteOf(folder, begun))?.packages ?? {});
    const missing = isOffline(argv, process.env) ? [] : missingBuilds(buildsFor(packages));
    if (quiet) return;
    // npm clears what its progress left in the line only after this.
    const tell = (text: string): void => void process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}${text}\n`);
    for (const { of, instead } of missing) tell(`${of}: its build in WebAssembly, ${instead}, could not be fetched now. It will be when it is used first, if there is a network then.`);
    for (const name of prebuilt(folder!, packages)) tell(`${name}: its native add-on is left out: a browser cannot load one, and no build of it in WebAssembly is known. The installation goes on without it.`);
    for (const [location, { version }] of packages) {
      const what = Object.hasOwn(FETCHED_LATER, nameOf(location)) ? FETCHED_LATER[nameOf(location)] : undefined;
      if (what !== undefined) tell(`${nameOf(location)}@${version ?? ''}: ${what}`);
    }
    for (const name of leftOut(folder!, packages)) tell(`${name}: its native part is left out: a browser cannot load one, and no build of it in WebAssembly is known. The installation goes on without it.`);
  });
}

/** `name@version` of each, in the order of npm's own note of the tree. */
function leftOut(folder: string, packages: readonly [location: string, entry: LockEntry][]): string[] {
  const present = new Set(packages.map(([location]) => nameOf(location)));
  return packages.flatMap(([location, { version, optionalDependencies = {} }]) => {
    const name = nameOf(location);
    const parts = Object.keys(optionalDependencies);
    const native = parts.some((part) => FOR_THIS_PLATFORM.test(part)) && !parts.some((part) => present.has(part)) && !SUBSTITUTES.some(({ of }) => of === name);
    return native && !isBuilt(join(folder, location)) ? [`${name}@${version ?? ''}`] : [];
  });
}

/** Those that bring their add-on built, so that no script runs at which `node-gyp` would name them: better-sqlite3 from its 13th version on. */
function prebuilt(folder: string, packages: readonly [location: string, entry: LockEntry][]): string[] {
  const within = (...parts: string[]): string[] => {
    try {
      return readdirSync(join(folder, ...parts));
    } catch {
      return [];
    }
  };
  // Those of other engines than Node (`.bare`) are not missed here.
  const isForNode = (location: string): boolean => within(location, 'prebuilds').some((name) => FOR_THIS_PLATFORM.test(name) && [name, ...within(location, 'prebuilds', name)].some((file) => file.endsWith('.node')));
  return packages.filter(([location, { hasInstallScript }]) => !hasInstallScript && !SUBSTITUTES.some(({ of }) => of === nameOf(location)) && isForNode(location))
    .map(([location, { version }]) => `${nameOf(location)}@${version ?? ''}`);
}

/** Whether it would be built where no part fits: then `node-gyp` has named it. */
function isBuilt(folder: string): boolean {
  try {
    return JSON.stringify((JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts?: object }).scripts ?? {}).includes('node-gyp');
  } catch {
    return false;
  }
}

const nameOf = (location: string): string => location.slice(location.lastIndexOf('node_modules/') + 13);

function projectAround(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules'))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** If this run has written it. Clocks of files may be a moment behind. */
function noteOf(folder: string, begun: number): Lockfile | undefined {
  const path = join(folder, 'node_modules/.package-lock.json');
  try {
    return statSync(path).mtimeMs >= begun - 1000 ? JSON.parse(readFileSync(path, 'utf8')) as Lockfile : undefined;
  } catch {
    return undefined;
  }
}
