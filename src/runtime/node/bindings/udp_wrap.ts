import type { Binding } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { udpClasses } from '../streams/udp.ts';

export const udp_wrap: Binding = {
  name: 'udp_wrap',
  create: (rt, shape) => expose(shape, { UDP: udpClasses(rt).UDP, SendWrap: class SendWrap {} }),
};
