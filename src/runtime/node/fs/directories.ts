/** Operations that libuv or Node's C++ compose from several system calls. All throw `SysError` or `FsFailure`. */
import { O, S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { FsFailure } from './request.ts';
import type { StatFields, Sys } from '../../abi/syscalls.ts';

const isDirectory = (stats: StatFields): boolean => (stats[1] & S.IFMT) === S.IFDIR;

/** Stat, or undefined when nothing is there. */
export function statOf(sys: Sys, path: string, follow: boolean): StatFields | undefined {
  try {
    return sys.stat(path, follow);
  } catch (e) {
    if (e instanceof SysError && (e.errno === ERRNO.ENOENT || e.errno === ERRNO.ENOTDIR)) return undefined;
    throw e;
  }
}

export function dirnameOf(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  const slash = path.lastIndexOf('/', end - 1);
  if (slash < 0) return '.';
  return slash === 0 ? '/' : path.slice(0, slash);
}

/** mkdir -p. Returns the outermost directory it made, or undefined. */
export function makeDirectories(sys: Sys, path: string, mode: number): string | undefined {
  let first: string | undefined;
  const pending = [path];
  const waited = new Set<string>();
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    try {
      sys.mkdir(dir, mode);
      first ??= dir;
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      const parent = dirnameOf(dir);
      if (e.errno === ERRNO.ENOENT && parent !== dir) {
        // A second ENOENT for the same directory: its parent is there and still does not serve (an empty path).
        if (waited.has(dir)) throw e;
        waited.add(dir);
        pending.push(dir, parent);
      } else if (e.errno === ERRNO.EEXIST) {
        if (!isDirectory(sys.stat(dir, true))) throw new SysError(pending.length > 0 ? ERRNO.ENOTDIR : ERRNO.EEXIST);
      } else {
        throw e;
      }
    }
  }
  return first;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Makes a new private directory, `prefix` and six letters. */
export function makeTemporary(sys: Sys, prefix: string): string {
  for (;;) {
    let path = prefix;
    for (let i = 0; i < 6; i++) path += LETTERS[Math.floor(Math.random() * LETTERS.length)];
    try {
      sys.mkdir(path, 0o700);
      return path;
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      // The error names the template, as mkdtemp(3) got it.
      if (e.errno !== ERRNO.EEXIST) throw new FsFailure(e.errno, 'mkdtemp', `${prefix}XXXXXX`);
    }
  }
}

const COPY_EXCL = 1, COPY_FICLONE_FORCE = 4;

export function copyFile(sys: Sys, from: string, to: string, mode: number): void {
  const source = sys.stat(from, true);
  if (isDirectory(source)) throw new SysError(ERRNO.EISDIR);
  const target = statOf(sys, to, true);
  if (target !== undefined) {
    if (mode & COPY_EXCL) throw new SysError(ERRNO.EEXIST);
    if (isDirectory(target)) throw new SysError(ERRNO.EISDIR);
    if (target[0] === source[0] && target[7] === source[7]) return;
    // The target is cut to nothing first, which a device or a pipe cannot be.
    if ((target[1] & S.IFMT) !== S.IFREG) throw new SysError(ERRNO.EINVAL);
  }
  // The filesystem here has no shared extents, as most of Linux's have none.
  if (mode & COPY_FICLONE_FORCE) throw new SysError(ERRNO.ENOTSUP);
  const permissions = source[1] & 0o7777;
  sys.writeFile(to, O.WRONLY | O.CREAT | (mode & COPY_EXCL ? O.EXCL : O.TRUNC), permissions, sys.readFile(from));
  const made = sys.stat(to, true);
  // The umask does not apply to a copy; libuv sets the mode after opening.
  if ((made[1] & 0o7777) !== permissions) sys.chmod(to, permissions);
}
