/** System calls about the outside. Connections to it are made with `connect`, as any other. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { StreamSocket } from '../net/stream-socket.ts';
import type { Kernel, Process } from '../types.ts';
import { intArgument, pathArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

type Names = 'outsideAddress' | 'outsideName' | 'outsideSecure' | 'outsideFailure';

export function outsideCalls({ outside }: Pick<Kernel, 'outside'>): CallGroup<Names> {
  return {
    outsideAddress: (_process, name) => outside.names.addressOf(pathArgument(name)),
    outsideName: (_process, address) => outside.names.nameOf(pathArgument(address)) ?? '',
    outsideSecure: (process, fd, servername) => outside.secure(socketOf(process, fd), pathArgument(servername)),
    outsideFailure(process, fd) {
      const { failure } = socketOf(process, fd);
      return failure && [failure.code, failure.message];
    },
  };
}

function socketOf(process: Process, fd: unknown): StreamSocket {
  const file = process.fds.get(intArgument(fd));
  if (file instanceof StreamSocket) return file;
  throw new SysError(ERRNO.ENOTSOCK);
}
