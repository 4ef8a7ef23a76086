import type { Binding } from '../runtime.ts';
import { BlockList, socketAddressClass } from '../net/block-list.ts';
import { expose } from '../streams/expose.ts';

export const block_list: Binding = {
  name: 'block_list',
  create: (_rt, shape) => expose(shape, { BlockList, SocketAddress: socketAddressClass(shape) }),
};
