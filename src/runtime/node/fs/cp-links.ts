/** How `fs.cpSync` copies symbolic links inside a tree (node_file.cc, `CpSyncCopyDir`). */
import { S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields, Sys } from '../../abi/syscalls.ts';
import { dirnameOf, statOf } from './directories.ts';
import { join } from './path.ts';

/** An error as Node's C++ throws it: the code is a property, not part of the name. */
export function codedError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** What `std::filesystem` reports, in the words of strerror(3). */
export function standardError(code: 'EEXIST' | 'EINVAL', path: string): Error {
  const text = code === 'EEXIST' ? 'File exists' : 'Invalid argument';
  return Object.assign(new Error(`${code}, ${text} '${path}'`), { errno: ERRNO[code], code, path, syscall: 'cp' });
}

export interface LinkOptions { force: boolean; dereference: boolean; errorOnExist: boolean; verbatimSymlinks: boolean }

const typeOf = (stats: StatFields | undefined): number | undefined => stats && stats[1] & S.IFMT;
const parts = (path: string): string[] => path.split('/').filter((part) => part !== '');

function make(sys: Sys, target: string, path: string): void {
  try {
    sys.symlink(target, path);
  } catch (e) {
    // The folder is named, not the entry.
    throw e instanceof SysError && e.errno === ERRNO.EEXIST ? standardError('EEXIST', dirnameOf(path)) : e;
  }
}

/** Compares the texts alone, as they stand in the links. */
function inside(sys: Sys, folder: string, path: string): boolean {
  const absolute = (text: string): string[] => parts(text.startsWith('/') ? text : join(sys.getcwd(), text));
  const above = absolute(folder);
  const below = absolute(path);
  return above.length <= below.length && above.every((part, i) => part === below[i]);
}

/** What is there with all its links resolved, and the rest without `.` and `..` (`weakly_canonical`). */
function canonical(sys: Sys, path: string): string {
  const rest = parts(path);
  let found = '/';
  while (rest.length > 0 && statOf(sys, join(found, rest[0]!), true) !== undefined) found = join(found, rest.shift()!);
  const out = parts(sys.realpath(found));
  for (const part of rest) {
    if (part === '..') out.pop();
    else if (part !== '.') out.push(part);
  }
  return `/${out.join('/')}`;
}

export function copyLink(sys: Sys, from: string, to: string, options: LinkOptions): void {
  const target = sys.readlink(from);
  if (options.verbatimSymlinks) {
    make(sys, target, to);
    return;
  }
  const existing = statOf(sys, to, true);
  if (existing !== undefined && typeOf(statOf(sys, to, false)) === S.IFLNK) {
    const current = sys.readlink(to);
    if (!options.dereference && typeOf(statOf(sys, target, true)) === S.IFDIR && inside(sys, target, current)) {
      throw codedError('ERR_FS_CP_EINVAL', `Cannot copy ${target} to a subdirectory of self ${current}`);
    }
    // Without the old link what is to be copied would be gone.
    if (typeOf(existing) === S.IFDIR && inside(sys, current, target)) {
      throw codedError('ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', `cannot overwrite ${current} with ${target}`);
    }
    sys.unlink(to);
  } else if (typeOf(existing) === S.IFREG && (!options.dereference || (!options.force && options.errorOnExist))) {
    throw standardError('EEXIST', to);
  }
  const absolute = target.startsWith('/') ? target : join(dirnameOf(from), target);
  make(sys, canonical(sys, absolute.startsWith('/') ? absolute : join(sys.getcwd(), absolute)), to);
}
