/** Paths as text. */
import { SysError } from '../abi/errno.ts';
import type { Sys } from '../abi/syscalls.ts';

/** The working directory; null when it was removed. */
export function workingDirectory(sys: Pick<Sys, 'getcwd'>): string | null {
  try {
    return sys.getcwd();
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    return null;
  }
}

/** Resolves `.`, `..` and double slashes of an absolute or relative path without looking at the disk. */
export function normalize(path: string): string {
  const absolute = path.startsWith('/');
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && out.length > 0 && out[out.length - 1] !== '..') out.pop();
    else if (part !== '..' || !absolute) out.push(part);
  }
  return absolute ? `/${out.join('/')}` : out.join('/') || '.';
}

/** As basename(1). */
export function basename(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return path === '' ? '' : '/';
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

/** As dirname(1). */
export function dirname(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return path.startsWith('/') ? '/' : '.';
  const at = trimmed.lastIndexOf('/');
  if (at < 0) return '.';
  return trimmed.slice(0, at).replace(/\/+$/, '') || '/';
}

export function joinPath(directory: string, name: string): string {
  return directory === '' ? name : directory.endsWith('/') ? directory + name : `${directory}/${name}`;
}
