import { ERRNO } from '../../abi/errno.ts';
import type { Binding } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { handleClasses } from '../streams/handle-wrap.ts';

/** The sandbox's network has stream sockets only: a datagram socket can be made, and says ENOTSUP when it is to be used. */
export const udp_wrap: Binding = {
  name: 'udp_wrap',
  create(rt, shape) {
    const { HandleWrap } = handleClasses(rt);
    class UDP extends HandleWrap {
      constructor() {
        super('UDPWRAP');
      }
      get fd(): number {
        return -1;
      }
      getSendQueueSize(): number {
        return 0;
      }
      getSendQueueCount(): number {
        return 0;
      }
    }
    const calls = [
      'open', 'bind', 'bind6', 'connect', 'connect6', 'disconnect', 'send', 'send6', 'recvStart', 'recvStop', 'getpeername', 'getsockname', 'addMembership', 'dropMembership',
      'addSourceSpecificMembership', 'dropSourceSpecificMembership', 'setMulticastInterface', 'setMulticastTTL', 'setMulticastLoopback', 'setBroadcast', 'setTTL', 'bufferSize',
    ];
    for (const name of calls) Object.defineProperty(UDP.prototype, name, { value: () => -ERRNO.ENOTSUP, writable: true, configurable: true });
    return expose(shape, { UDP, SendWrap: class {} });
  },
};
