/**
 * Where npm itself installs, as at `npm install`, its packages are still unpacked by the kernel, which has them at hand: npm's own way takes each archive through a
 * program's HTTP, a cache on the sandbox's disk, gzip and tar, some ten system calls a file. Everything else stays npm's: which packages, where, their programs
 * and scripts. What is unusual, and what goes wrong, npm unpacks in its own way, with its own words. npm's files stay as they are; one of its classes gets a
 * method.
 */
import { createRequire, Module } from 'node:module';
import { placePackage } from './kernel-answers.ts';
import { ARCHIVE } from './public-registry.ts';

/** What is used of pacote's `RemoteFetcher`, the class for what has an address. */
interface Fetcher {
  spec: unknown;
  from: string;
  resolved: string;
  integrity: { toString(): string } | null;
  opts: { offline?: boolean; preferOnline?: boolean; forceAuth?: unknown };
  umask: number;
  fmode: number;
  dmode: number;
  allowGitIgnore?: boolean;
  extract(folder: string): Promise<Extracted>;
}
interface Extracted { from: string; resolved: string; integrity: string }
type Auth = { [field: string]: unknown };

/** One hash, of the kind that the kernel checks. */
const INTEGRITY = /^sha512-[^\s?]+$/;
/** As many as the kernel fetches at once for `npm ci`. */
const SIDE_BY_SIDE = 24;
/** Asked once: hundreds of packages would each ask the kernel. npm does not change it. */
const UMASK = process.umask();

/** Call before npm is loaded. `npm` is npm's own folder. */
export function extractInKernel(npm: string): void {
  if (process.env.TABLOOM_NPM_CLI !== undefined) return;
  const path = `${npm}/node_modules/pacote/lib/remote.js`;
  // Loaded only when npm asks for it: most calls of npm fetch nothing.
  const inFront = Object.assign(new Module(path), { filename: path, loaded: true });
  Object.defineProperty(inFront, 'exports', {
    get() {
      delete require.cache[path];
      const fetcher = require(path) as { prototype: Fetcher };
      giveMethod(fetcher.prototype, createRequire(path));
      return fetcher;
    },
  });
  require.cache[path] = inFront;
}

function giveMethod(prototype: Fetcher, requireThere: NodeJS.Require): void {
  const own = prototype.extract;
  const turn = turns(SIDE_BY_SIDE);
  prototype.extract = async function extract(this: Fetcher, folder) {
    const integrity = String(this.integrity ?? '');
    const usual = isUsual(this, integrity) && !asksWithCredentials(this, requireThere);
    const refusal = usual ? await turn(() => placePackage(this.resolved, integrity, folder)) : 'unusual';
    if (refusal === undefined) return { from: this.from, resolved: this.resolved, integrity };
    if (process.env.TABLOOM_NPM_DEBUG) process.stderr.write(`unpacked by npm itself: ${folder}: ${refusal}\n`);
    return own.call(this, folder);
  };
}

/** Modes as the kernel gives them; the umask of a process is applied there as well. */
function isUsual({ resolved, opts, umask, fmode, dmode, allowGitIgnore }: Fetcher, integrity: string): boolean {
  return ARCHIVE.test(resolved) && INTEGRITY.test(integrity) && !opts.offline && !opts.preferOnline && fmode === 0o666 && dmode === 0o777 && (umask & ~UMASK) === 0 && !allowGitIgnore;
}

function asksWithCredentials({ resolved, opts, spec }: Fetcher, requireThere: NodeJS.Require): boolean {
  const getAuth = requireThere('npm-registry-fetch/lib/auth.js') as (url: string, options: object) => Auth;
  const { token, auth, cert, key } = getAuth(resolved, { ...opts, spec });
  return opts.forceAuth !== undefined || [token, auth, cert, key].some((value) => value !== null && value !== undefined);
}

/** Runs what it is given, at most so many at once. */
function turns(most: number): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running === most) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await run();
    } finally {
      // Its place goes to the next, or is free.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
