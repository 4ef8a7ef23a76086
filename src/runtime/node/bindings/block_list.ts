import type { Binding } from '../runtime.ts';
import { handleKinds } from '../messaging/handles.ts';
import { ADDRESS_KIND, BlockList, LIST_KIND, socketAddressClass } from '../net/block-list.ts';
import { expose } from '../streams/expose.ts';

export const block_list: Binding = {
  name: 'block_list',
  create(rt, shape) {
    const SocketAddress = socketAddressClass(shape);
    handleKinds(rt).set(LIST_KIND, (data) => BlockList.from(data)).set(ADDRESS_KIND, (data) => new SocketAddress(...data as ConstructorParameters<typeof SocketAddress>));
    return expose(shape, { BlockList, SocketAddress });
  },
};
