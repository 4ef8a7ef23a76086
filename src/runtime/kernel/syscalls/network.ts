/** System calls on sockets. */
import { O } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { block } from '../block.ts';
import { ACCESS, allowed } from '../fs/caller.ts';
import { bindNode } from '../fs/create.ts';
import { SocketInode } from '../fs/inode.ts';
import { Listener } from '../net/listener.ts';
import { StreamSocket } from '../net/stream-socket.ts';
import { type Kernel, type Process, WOULD_BLOCK } from '../types.ts';
import { intArgument, pathArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

type Names = 'socketpair' | 'listen' | 'listenUnix' | 'accept' | 'connect' | 'connectUnix' | 'shutdown' | 'resetConnection' | 'sendFd' | 'receiveFd' | 'socketName' | 'portFree';

/** Longest path of a unix-domain socket (sun_path), its final zero included. */
const MAX_UNIX_PATH = 108;

export function networkCalls({ vfs, network }: Pick<Kernel, 'vfs' | 'network'>): CallGroup<Names> {
  return {
    socketpair(process) {
      const [a, b] = network.pair();
      return [process.fds.install(a), process.fds.install(b)];
    },

    listen(process, host, port, backlog, ipv6Only, reusePort) {
      intArgument(backlog);
      const { listener, port: chosen } = network.listen(pathArgument(host), intArgument(port), { ipv6Only: ipv6Only === true, reusePort: reusePort === true });
      return [process.fds.install(listener), chosen];
    },

    listenUnix(process, path, backlog) {
      intArgument(backlog);
      const name = abstractName(path);
      if (name !== null) return process.fds.install(network.listenAbstract(name));
      const listener = network.listenUnix(unixPath(path));
      bindNode(vfs, process, path, new SocketInode(0o777 & ~process.umask, process, listener));
      return process.fds.install(listener);
    },

    accept(process, fd) {
      const listener = listenerOf(process, fd);
      const attempt = (): [number, number, string, string] | typeof WOULD_BLOCK => {
        const incoming = listener.accept();
        return incoming === WOULD_BLOCK ? WOULD_BLOCK : [process.fds.install(incoming.socket), incoming.remotePort, incoming.address, incoming.remote];
      };
      if ((listener.flags & O.NONBLOCK) === 0) return block(process, [listener.waiters], attempt);
      const result = attempt();
      if (result === WOULD_BLOCK) throw new SysError(ERRNO.EAGAIN);
      return result;
    },

    connect(process, host, port, localHost, localPort) {
      const proxy = process.environment?.['TABLOOM_PROXY'];
      const from = localHost === undefined ? {} : { from: { address: pathArgument(localHost), port: intArgument(localPort) } };
      const { socket, port: local, source } = network.connect(pathArgument(host), intArgument(port), { proxy, ...from });
      return [process.fds.install(socket), local, source];
    },

    connectUnix(process, path) {
      const name = abstractName(path);
      if (name !== null) return process.fds.install(network.connectAbstract(name));
      const inode = vfs.lookup(process, unixPath(path));
      if (!(inode instanceof SocketInode)) throw new SysError(ERRNO.ECONNREFUSED);
      if (!allowed(process, inode, ACCESS.WRITE)) throw new SysError(ERRNO.EACCES);
      return process.fds.install(network.connectUnix(inode.endpoint, path));
    },

    resetConnection(process, fd) {
      const file = process.fds.get(intArgument(fd));
      if (!(file instanceof StreamSocket)) throw new SysError(ERRNO.ENOTSOCK);
      file.resetPeer();
    },

    shutdown(process, fd) {
      const file = process.fds.get(intArgument(fd));
      if (file instanceof Listener) throw new SysError(ERRNO.ENOTCONN);
      if (!(file instanceof StreamSocket)) throw new SysError(ERRNO.ENOTSOCK);
      file.shutdown();
    },

    sendFd(process, fd, sent, note) {
      if (typeof note !== 'string') throw new SysError(ERRNO.EFAULT);
      socketOf(process, fd).pass(process.fds.get(intArgument(sent)), note);
    },

    portFree(_process, host, port, ipv6Only, balanced) {
      return network.isFree(pathArgument(host), intArgument(port), ipv6Only === true, balanced === true);
    },

    socketName(process, fd) {
      const { kind, path } = process.fds.get(intArgument(fd));
      if (kind !== 'socket' && kind !== 'listener') throw new SysError(ERRNO.ENOTSOCK);
      return path;
    },

    receiveFd(process, fd) {
      const passed = socketOf(process, fd).takePassed();
      return passed ? [process.fds.install(passed.file), passed.note] : null;
    },
  };
}

/** What follows the zero byte of an abstract socket's name; null for a path. */
function abstractName(path: unknown): string | null {
  if (typeof path !== 'string' || path[0] !== '\0') return null;
  if (path.length >= MAX_UNIX_PATH) throw new SysError(ERRNO.EINVAL);
  return path.slice(1);
}

function unixPath(path: unknown): string {
  const text = pathArgument(path);
  if (text === '' || new TextEncoder().encode(text).length >= MAX_UNIX_PATH) throw new SysError(ERRNO.EINVAL);
  return text;
}

/** @throws SysError EBADF, ENOTSOCK */
function socketOf(process: Process, fd: unknown): StreamSocket {
  const file = process.fds.get(intArgument(fd));
  if (file instanceof StreamSocket) return file;
  throw new SysError(ERRNO.ENOTSOCK);
}

/** @throws SysError EBADF, ENOTSOCK, EINVAL when it does not listen */
function listenerOf(process: Process, fd: unknown): Listener {
  const file = process.fds.get(intArgument(fd));
  if (file instanceof Listener) return file;
  throw new SysError(file instanceof StreamSocket ? ERRNO.EINVAL : ERRNO.ENOTSOCK);
}
