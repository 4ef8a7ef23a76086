/** `path_*`: files by name, below the directory of a descriptor. */
import { O } from '../../abi/constants.ts';
import type { Calls, Context } from './call.ts';
import { newTimes, writeStat } from './file-calls.ts';
import { encode } from './memory.ts';
import { FDFLAG, FILETYPE, OFLAG, RIGHT, SYMLINK_FOLLOW, WasiError } from './numbers.ts';
import { resolveInside } from './resolve.ts';

/** The path a (pointer, length) pair names below descriptor `number`, which needs `right`. */
function locate({ rt, memory, descriptors }: Context, number: number, right: bigint, pointer: number, length: number, follow: boolean): string {
  const directory = descriptors.get(number, right);
  const path = memory.text(pointer, length);
  if (directory.type !== FILETYPE.DIRECTORY) throw new WasiError('ENOTDIR');
  return resolveInside(rt.sys, directory.path, path, follow);
}

export const pathCalls: Calls = {
  path_create_directory: { types: 'iii', run: (context, fd, path, length) => context.rt.sys.mkdir(locate(context, fd, RIGHT.PATH_CREATE_DIRECTORY, path, length, true), 0o777) },
  path_filestat_get: {
    types: 'iiiii',
    run(context, fd, flags, path, length, out) {
      writeStat(context, out, context.rt.sys.stat(locate(context, fd, RIGHT.PATH_FILESTAT_GET, path, length, (flags & SYMLINK_FOLLOW) !== 0), false));
    },
  },
  path_filestat_set_times: {
    types: 'iiiiIIi',
    run(context, fd, flags, path, length, atim, mtim, times) {
      const { sys } = context.rt;
      const target = locate(context, fd, RIGHT.PATH_FILESTAT_SET_TIMES, path, length, (flags & SYMLINK_FOLLOW) !== 0);
      sys.utimes(target, ...newTimes(sys.stat(target, false), atim, mtim, times), false);
    },
  },
  path_link: {
    types: 'iiiiiii',
    run(context, fromFd, flags, from, fromLength, toFd, to, toLength) {
      const source = locate(context, fromFd, RIGHT.PATH_LINK_SOURCE, from, fromLength, (flags & SYMLINK_FOLLOW) !== 0);
      context.rt.sys.link(source, locate(context, toFd, RIGHT.PATH_LINK_TARGET, to, toLength, false));
    },
  },
  path_open: { types: 'iiiiiIIii', run: open },
  path_readlink: {
    types: 'iiiiii',
    run(context, fd, path, length, buffer, size, out) {
      const target = encode(context.rt.sys.readlink(locate(context, fd, RIGHT.PATH_READLINK, path, length, false)));
      if (target.length >= size) throw new WasiError('ENOBUFS');
      context.memory.bytes(buffer, target.length).set(target);
      context.memory.set32(out, target.length);
    },
  },
  path_remove_directory: { types: 'iii', run: (context, fd, path, length) => context.rt.sys.rmdir(locate(context, fd, RIGHT.PATH_REMOVE_DIRECTORY, path, length, false)) },
  path_rename: {
    types: 'iiiiii',
    run(context, fromFd, from, fromLength, toFd, to, toLength) {
      const source = locate(context, fromFd, RIGHT.PATH_RENAME_SOURCE, from, fromLength, false);
      context.rt.sys.rename(source, locate(context, toFd, RIGHT.PATH_RENAME_TARGET, to, toLength, false));
    },
  },
  path_symlink: {
    types: 'iiiii',
    run(context, from, fromLength, fd, to, toLength) {
      const target = context.memory.text(from, fromLength);
      // A module must not make a link that leads out of its directories for others.
      if (target.startsWith('/')) throw new WasiError('EPERM');
      context.rt.sys.symlink(target, locate(context, fd, RIGHT.PATH_SYMLINK, to, toLength, false));
    },
  },
  path_unlink_file: { types: 'iii', run: (context, fd, path, length) => context.rt.sys.unlink(locate(context, fd, RIGHT.PATH_UNLINK_FILE, path, length, false)) },
};

function open(context: Context, number: number, lookup: number, pointer: number, length: number, oflags: number, rights: bigint, inherited: bigint, fdflags: number, out: number): void {
  const { rt, memory, descriptors } = context;
  const base = BigInt.asUintN(64, rights);
  const inheriting = BigInt.asUintN(64, inherited);
  const read = (base & (RIGHT.FD_READDIR | RIGHT.FD_READ)) !== 0n;
  const write = (base & (RIGHT.FD_DATASYNC | RIGHT.FD_WRITE | RIGHT.FD_ALLOCATE | RIGHT.FD_FILESTAT_SET_SIZE)) !== 0n;
  let flags: number = write ? (read ? O.RDWR : O.WRONLY) : O.RDONLY;
  let needed = RIGHT.PATH_OPEN;
  let neededInheriting = base | inheriting;
  if (oflags & OFLAG.CREAT) {
    flags |= O.CREAT;
    needed |= RIGHT.PATH_CREATE_FILE;
  }
  if (oflags & OFLAG.DIRECTORY) flags |= O.DIRECTORY;
  if (oflags & OFLAG.EXCL) flags |= O.EXCL;
  if (oflags & OFLAG.TRUNC) {
    flags |= O.TRUNC;
    needed |= RIGHT.PATH_FILESTAT_SET_SIZE;
  }
  if (fdflags & FDFLAG.APPEND) flags |= O.APPEND;
  if (fdflags & FDFLAG.NONBLOCK) flags |= O.NONBLOCK;
  if (fdflags & FDFLAG.DSYNC) neededInheriting |= RIGHT.FD_DATASYNC;
  if (fdflags & (FDFLAG.RSYNC | FDFLAG.SYNC)) neededInheriting |= RIGHT.FD_SYNC;
  if (write && (flags & (O.APPEND | O.TRUNC)) === 0) neededInheriting |= RIGHT.FD_SEEK;
  descriptors.get(number, needed, neededInheriting);
  memory.view(out, 4);
  const path = locate(context, number, RIGHT.PATH_OPEN, pointer, length, (lookup & SYMLINK_FOLLOW) !== 0);
  const fd = rt.sys.open(path, flags | O.NOFOLLOW | O.CLOEXEC, 0o666);
  memory.set32(out, descriptors.open(fd, path, base, inheriting, fdflags));
}
