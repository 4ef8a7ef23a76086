/** Paths of a module: relative to a descriptor's directory, and never out of it, by `..`, by an absolute path or by a symbolic link (uvwasi `path_resolver.c`). */
import { S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Sys } from '../../abi/syscalls.ts';
import { WasiError } from './numbers.ts';

const MAX_LINKS = 32;
const MODE = 1;

/** The path in the sandbox. With `follow` a link at the end is followed too. @throws WasiError ENOTCAPABLE outside of the directory, ELOOP */
export function resolveInside(sys: Sys, directory: string, path: string, follow: boolean): string {
  const base = directory === '/' ? '' : directory;
  let rest = split(path, base);
  let done: string[] = [];
  let links = 0;
  while (rest.length > 0) {
    const name = rest.shift()!;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (done.length === 0) throw new WasiError('ENOTCAPABLE');
      done.pop();
      continue;
    }
    const here = [base, ...done, name].join('/');
    if (rest.length === 0 && !follow) {
      done.push(name);
      break;
    }
    const target = linkTarget(sys, here);
    if (target === undefined) done.push(name);
    else {
      if (++links > MAX_LINKS) throw new WasiError('ELOOP');
      if (target.startsWith('/')) done = [];
      rest = [...split(target, base), ...rest];
    }
  }
  return [base, ...done].join('/') || '/';
}

/** An absolute path is good when it lies in the directory. */
function split(path: string, base: string): string[] {
  if (!path.startsWith('/')) return path.split('/');
  if (path === base || path.startsWith(`${base}/`)) return path.slice(base.length + 1).split('/');
  throw new WasiError('ENOTCAPABLE');
}

function linkTarget(sys: Sys, path: string): string | undefined {
  try {
    return (sys.stat(path, false)[MODE] & S.IFMT) === S.IFLNK ? sys.readlink(path) : undefined;
  } catch (error) {
    // What is not there is no link: the call that follows reports it, or makes it.
    if (error instanceof SysError && (error.errno === ERRNO.ENOENT || error.errno === ERRNO.ENOTDIR)) return undefined;
    throw error;
  }
}
