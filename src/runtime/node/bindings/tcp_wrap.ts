import type { Binding } from '../runtime.ts';
import { tcpClasses } from '../streams/tcp.ts';

export const tcp_wrap: Binding = {
  name: 'tcp_wrap',
  create(rt, shape) {
    return Object.assign(shape, { TCP: tcpClasses(rt).TCP, TCPConnectWrap: class TCPConnectWrap {} });
  },
};
