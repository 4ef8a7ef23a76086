/** System calls on paths. */
import { link, mkdir, symlink } from '../fs/create.ts';
import { access, readdir, readlink, setMode, setOwner, setTimes, statfs, truncate } from '../fs/metadata.ts';
import { rmdir, rmtree, unlink } from '../fs/remove.ts';
import { rename } from '../fs/rename.ts';
import type { Kernel } from '../types.ts';
import { intArgument, offsetArgument, pathArgument, timeArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

type Names =
  | 'stat' | 'access' | 'readdir' | 'mkdir' | 'rmdir' | 'unlink' | 'rename' | 'link' | 'symlink' | 'readlink' | 'realpath' | 'truncate'
  | 'chmod' | 'chown' | 'utimes' | 'rmtree' | 'statfs';

export function pathCalls({ vfs }: Pick<Kernel, 'vfs'>): CallGroup<Names> {
  return {
    stat: (process, path, follow) => vfs.lookup(process, pathArgument(path), follow).stat(),
    access: (process, path, mode) => access(vfs, process, pathArgument(path), intArgument(mode)),
    readdir: (process, path) => readdir(vfs, process, pathArgument(path)),
    mkdir(process, path, mode) {
      mkdir(vfs, process, pathArgument(path), intArgument(mode));
    },
    rmdir: (process, path) => rmdir(vfs, process, pathArgument(path)),
    unlink: (process, path) => unlink(vfs, process, pathArgument(path)),
    rename: (process, from, to) => rename(vfs, process, pathArgument(from), pathArgument(to)),
    link: (process, existing, path) => link(vfs, process, pathArgument(existing), pathArgument(path)),
    symlink: (process, target, path) => symlink(vfs, process, pathArgument(target), pathArgument(path)),
    readlink: (process, path) => readlink(vfs, process, pathArgument(path)),
    realpath: (process, path) => vfs.realpath(process, pathArgument(path)),
    truncate: (process, path, length) => truncate(vfs, process, pathArgument(path), offsetArgument(length)),
    chmod: (process, path, mode) => setMode(vfs, process, vfs.lookup(process, pathArgument(path)), intArgument(mode)),
    chown: (process, path, uid, gid, follow) => setOwner(vfs, process, vfs.lookup(process, pathArgument(path), follow), intArgument(uid), intArgument(gid)),
    utimes: (process, path, atimeMs, mtimeMs, follow) =>
      setTimes(vfs, process, vfs.lookup(process, pathArgument(path), follow), timeArgument(atimeMs), timeArgument(mtimeMs)),
    rmtree: (process, path) => rmtree(vfs, process, pathArgument(path)),
    statfs(process, path) {
      vfs.lookup(process, pathArgument(path));
      return statfs(vfs);
    },
  };
}
