/** System calls on datagram sockets. What is received and sent goes through `read` and `write` (`abi/datagram.ts`). */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { DatagramSocket } from '../net/datagram-socket.ts';
import { isMulticast } from '../net/datagrams.ts';
import type { Kernel, Process } from '../types.ts';
import { intArgument, pathArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

type Names = 'udpOpen' | 'udpConnect' | 'udpOption' | 'udpGroup';

/** As Linux's `igmp_max_memberships` bounds it. */
const MAX_GROUPS = 20;

export function datagramCalls({ datagrams }: Pick<Kernel, 'datagrams'>): CallGroup<Names> {
  return {
    udpOpen(process, host, port, reuse, ipv6Only) {
      const socket = datagrams.open(pathArgument(host), intArgument(port), { reuse: reuse === 'address' || reuse === 'port' ? reuse : 'no', ipv6Only: ipv6Only === true });
      return [process.fds.install(socket), socket.port];
    },
    udpConnect(process, fd, host, port) {
      const socket = socketOf(process, fd);
      socket.peer = pathArgument(host) === '' ? null : datagrams.peer(socket, host, intArgument(port));
    },
    udpOption(process, fd, option, on) {
      const socket = socketOf(process, fd);
      if (option === 'broadcast') socket.broadcast = on === true;
      else if (option === 'loop') socket.loop = on === true;
      else throw new SysError(ERRNO.EINVAL);
    },
    udpGroup(process, fd, address, join) {
      const { groups } = socketOf(process, fd);
      if (!isMulticast(pathArgument(address))) throw new SysError(ERRNO.EINVAL);
      if (join !== true) {
        if (!groups.delete(address)) throw new SysError(ERRNO.EADDRNOTAVAIL);
        return;
      }
      if (groups.has(address)) throw new SysError(ERRNO.EADDRINUSE);
      if (groups.size >= MAX_GROUPS) throw new SysError(ERRNO.ENOBUFS);
      groups.add(address);
    },
  };
}

function socketOf(process: Process, fd: unknown): DatagramSocket {
  const file = process.fds.get(intArgument(fd));
  if (file instanceof DatagramSocket) return file;
  throw new SysError(ERRNO.ENOTSOCK);
}
