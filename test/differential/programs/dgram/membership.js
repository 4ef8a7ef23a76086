// Groups: a socket that joins one is bound by it; what is no group, no interface and no size of a buffer is refused.
const assert = require('node:assert');
const dgram = require('node:dgram');

const attempt = (work) => {
  try {
    return work();
  } catch (error) {
    return [error.message, error.code];
  }
};
const open = () => dgram.createSocket({ type: 'udp4', reuseAddr: true });
for (const group of ['256.256.256.256', '224.0.0.114', '10.0.0.1']) {
  const [joins, leaves] = [open(), open()];
  console.log(group, attempt(() => joins.addMembership(group)), attempt(() => leaves.dropMembership(group)), attempt(() => joins.dropMembership(group)), attempt(() => joins.address().port > 0));
  joins.close();
  leaves.close();
}
assert.deepStrictEqual(attempt(() => open().addMembership('nothing')), ['addMembership EINVAL', 'EINVAL']);
const socket = open().bind(0, () => {
  for (const address of ['127.0.0.1', '0.0.0.0', 'nothing']) console.log(address, attempt(() => socket.setMulticastInterface(address)));
  assert.deepStrictEqual(attempt(() => socket.setMulticastInterface('224.0.0.2')), ['setMulticastInterface EADDRNOTAVAIL', 'EADDRNOTAVAIL']);
  assert.strictEqual(attempt(() => socket.setRecvBufferSize(2 ** 31))[1], 'ERR_SOCKET_BUFFER_SIZE');
  console.log(attempt(() => socket.setSendBufferSize(2 ** 31)), attempt(() => socket.setRecvBufferSize(2 ** 31 - 1)));
  const { handle } = socket[Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'state symbol')];
  assert.deepStrictEqual(attempt(() => open().bind({ fd: handle.fd })), ['open EEXIST', 'EEXIST']);
  socket.close();
});
