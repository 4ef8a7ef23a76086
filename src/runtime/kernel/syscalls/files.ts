/** System calls on descriptors. Reading and writing lie in `io.ts`, readiness in `poll.ts`. */
import { O } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { retain } from '../files/fd-table.ts';
import { createPipe } from '../files/pipe.ts';
import { RegularFile } from '../files/regular-file.ts';
import { setMode, setOwner, setTimes } from '../fs/metadata.ts';
import { open } from '../fs/open.ts';
import type { Inode } from '../fs/inode.ts';
import type { Kernel, Process } from '../types.ts';
import { intArgument, offsetArgument, pathArgument, timeArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

type Names = 'open' | 'close' | 'lseek' | 'dup' | 'dup2' | 'pipe' | 'setNonblock' | 'fstat' | 'ftruncate' | 'fchmod' | 'fchown' | 'futimes' | 'fsync';

export function fileCalls({ vfs }: Pick<Kernel, 'vfs'>): CallGroup<Names> {
  return {
    open: (process, path, flags, mode) => process.fds.install(open(vfs, process, pathArgument(path), intArgument(flags), intArgument(mode))),
    close: (process, fd) => process.fds.close(intArgument(fd)),
    lseek(process, fd, offset, whence) {
      const file = process.fds.get(fd);
      if (!file.seek) throw new SysError(ERRNO.ESPIPE);
      return file.seek(offsetArgument(offset), intArgument(whence));
    },
    dup: (process, fd) => process.fds.install(retain(process.fds.get(fd))),
    dup2(process, fd, target) {
      const file = process.fds.get(fd);
      if (fd !== target) process.fds.installAt(intArgument(target), retain(file));
      return target;
    },
    pipe(process) {
      const { reader, writer } = createPipe();
      return [process.fds.install(reader), process.fds.install(writer)];
    },
    setNonblock(process, fd, on) {
      const file = process.fds.get(fd);
      file.flags = on ? file.flags | O.NONBLOCK : file.flags & ~O.NONBLOCK;
    },
    fstat: (process, fd) => process.fds.get(fd).stat(),
    ftruncate(process, fd, length) {
      const file = process.fds.get(fd);
      if (!(file instanceof RegularFile) || offsetArgument(length) < 0) throw new SysError(ERRNO.EINVAL);
      file.truncate(length);
    },
    fchmod: (process, fd, mode) => setMode(vfs, process, inodeOf(process, fd), intArgument(mode)),
    fchown: (process, fd, uid, gid) => setOwner(vfs, process, inodeOf(process, fd), intArgument(uid), intArgument(gid)),
    futimes: (process, fd, atimeMs, mtimeMs) => setTimes(vfs, process, inodeOf(process, fd), timeArgument(atimeMs), timeArgument(mtimeMs)),
    fsync(process, fd) {
      inodeOf(process, fd);
    },
  };
}

/** Pipes, terminals and sockets have none: EINVAL, as fsync(2) says. */
function inodeOf(process: Process, fd: number): Inode {
  const { inode } = process.fds.get(fd);
  if (!inode) throw new SysError(ERRNO.EINVAL);
  return inode;
}
