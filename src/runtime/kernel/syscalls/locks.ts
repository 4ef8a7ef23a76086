/** Record locks (fcntl F_SETLK and F_GETLK). */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { conflict, dropLocks, LOCK, setLock } from '../files/record-locks.ts';
import type { Inode } from '../fs/inode.ts';
import type { Process } from '../types.ts';
import { intArgument, offsetArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

export function lockCalls(): CallGroup<'lock' | 'testLock'> {
  return {
    lock(process, fd, type, start, length) {
      const inode = lockable(process, fd);
      const kind = lockType(type);
      process.fds.onFileClosed ??= (file) => {
        if (file.inode) dropLocks(process, file.inode);
      };
      setLock(process, inode, kind, ...range(start, length));
    },
    testLock(process, fd, type, start, length) {
      const inode = lockable(process, fd);
      const held = conflict(process, inode, lockType(type), ...range(start, length));
      return held ? [held.type, held.owner.pid, held.start, held.end === Infinity ? 0 : held.end - held.start] : null;
    },
  };
}

function lockable(process: Process, fd: number): Inode {
  const { inode } = process.fds.get(intArgument(fd));
  if (!inode) throw new SysError(ERRNO.EINVAL);
  return inode;
}

function lockType(type: number): number {
  if (type !== LOCK.READ && type !== LOCK.WRITE && type !== LOCK.NONE) throw new SysError(ERRNO.EINVAL);
  return type;
}

/** Length 0 reaches to the end of the file. */
function range(start: number, length: number): [number, number] {
  const from = offsetArgument(start);
  const count = offsetArgument(length);
  if (from < 0 || count < 0) throw new SysError(ERRNO.EINVAL);
  return [from, count === 0 ? Infinity : from + count];
}
