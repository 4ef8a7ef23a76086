import type { Binding } from '../runtime.ts';
import { tcpClasses } from '../streams/tcp.ts';
import { expose } from '../streams/expose.ts';

export const tcp_wrap: Binding = {
  name: 'tcp_wrap',
  create(rt, shape) {
    return expose(shape, { TCP: tcpClasses(rt).TCP, TCPConnectWrap: class TCPConnectWrap {} });
  },
};
