/** The loopback network for the preview service: connections that belong to no process. */
import type { Loopback, LoopbackSocket } from '../../preview/contract.ts';
import { SysError } from '../../abi/errno.ts';
import type { Network } from '../net/network.ts';
import type { StreamSocket } from '../net/stream-socket.ts';
import { WOULD_BLOCK } from '../types.ts';

/** A server may listen on one family only; browsers try both for `localhost`. */
const ADDRESSES = ['127.0.0.1', '::1'];

export function createLoopback(network: Network): Loopback {
  return {
    connect(port) {
      for (const address of ADDRESSES) {
        try {
          return wrap(network.connect(address, port).socket);
        } catch (error) {
          if (!(error instanceof SysError)) throw error;
        }
      }
      return null;
    },
    isOpen: (port) => network.openPorts().includes(port),
  };
}

function wrap(socket: StreamSocket): LoopbackSocket {
  const wrapped: LoopbackSocket = {
    onReady: null,
    read(max) {
      const bytes = socket.read(null, max);
      if (bytes === WOULD_BLOCK) return null;
      return bytes.length === 0 ? 'end' : bytes;
    },
    write(bytes) {
      const count = socket.write(null, bytes);
      return count === WOULD_BLOCK ? 0 : count;
    },
    close() {
      remove();
      socket.close();
    },
  };
  const remove = socket.waiters.add(() => wrapped.onReady?.());
  return wrapped;
}
