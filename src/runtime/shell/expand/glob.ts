/** Pathname expansion. */
import type { Sys } from '../../abi/syscalls.ts';
import { DT, S } from '../../abi/constants.ts';
import { compilePattern, hasGlob, unescapePattern } from './pattern.ts';

export interface GlobOptions { dotglob: boolean; globstar: boolean; nocase: boolean }

/** Paths that match, sorted; empty when none does. */
export function glob(sys: Sys, pattern: string, options: GlobOptions): string[] {
  const absolute = pattern.startsWith('/');
  const parts = pattern.split('/').filter((p, i, all) => p !== '' || i === all.length - 1);
  if (absolute && parts.length === 0) return ['/'];
  let found = [absolute ? '/' : ''];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const last = i === parts.length - 1;
    const next: string[] = [];
    for (const base of found) next.push(...step(sys, base, part, last, options));
    found = next;
    if (found.length === 0) return [];
  }
  return found.sort(compareNames);
}

/** What C.UTF-8 does: code point order. */
export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function step(sys: Sys, base: string, part: string, last: boolean, options: GlobOptions): string[] {
  // A trailing slash asks for directories.
  if (part === '' && last) return isDirectory(sys, base) ? [base.endsWith('/') ? base : `${base}/`] : [];
  const prefix = base === '' || base.endsWith('/') ? base : `${base}/`;
  if (part === '**' && options.globstar) return deep(sys, prefix, last, options);
  if (!hasGlob(part)) {
    const path = prefix + unescapePattern(part);
    if (!last) return [path];
    return exists(sys, path) ? [path] : [];
  }
  const regex = compilePattern(part, { path: true, ignoreCase: options.nocase });
  const out: string[] = [];
  const names = list(sys, prefix);
  if (part.startsWith('.')) names.push(['.', DT.DIR], ['..', DT.DIR]);
  for (const [name, type] of names) {
    if (name.startsWith('.') && !part.startsWith('.') && !part.startsWith('\\.') && !options.dotglob) continue;
    if (!regex.test(name)) continue;
    if (part.startsWith('.') && (name === '.' || name === '..')) continue;
    if (!last && type === DT.FILE) continue;
    out.push(prefix + name);
  }
  return out;
}

function deep(sys: Sys, prefix: string, last: boolean, options: GlobOptions): string[] {
  const out: string[] = last ? [] : [prefix];
  for (const [name, type] of list(sys, prefix)) {
    if (name.startsWith('.') && !options.dotglob) continue;
    const path = prefix + name;
    if (last) out.push(path);
    if (type === DT.DIR) {
      const below = deep(sys, `${path}/`, last, options);
      out.push(...(last ? below : below.map((p) => p.replace(/\/$/, ''))));
    }
  }
  return out;
}

function list(sys: Sys, prefix: string): [string, number][] {
  try {
    return sys.readdir(prefix === '' ? '.' : prefix);
  } catch {
    return [];
  }
}

function exists(sys: Sys, path: string): boolean {
  try {
    sys.stat(path, false);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(sys: Sys, path: string): boolean {
  try {
    return (sys.stat(path, true)[1] & S.IFMT) === S.IFDIR;
  } catch {
    return false;
  }
}
