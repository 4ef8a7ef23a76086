// The address a connection comes from is the one its program bound it to, on both ends, and else the first of the loopback.
const assert = require('node:assert');
const net = require('node:net');

const seen = [];
const server = net.createServer((socket) => {
  seen.push([socket.remoteAddress, socket.localAddress]);
  socket.end();
});
function ask(options) {
  return new Promise((resolve) => {
    const socket = net.connect({ port: server.address().port, ...options }, () => {
      assert.strictEqual(socket.localPort > 0, true);
      resolve([socket.localAddress, socket.remoteAddress]);
    }).resume();
  });
}
server.listen(0, '0.0.0.0', async () => {
  const own = [];
  own.push(await ask({ host: '127.0.0.1', localAddress: '127.0.0.2' }));
  own.push(await ask({ host: '127.0.0.5' }));
  own.push(await ask({ host: '127.0.0.5', localAddress: '127.0.0.9' }));
  server.close(() => {
    assert.deepStrictEqual(own, [['127.0.0.2', '127.0.0.1'], ['127.0.0.1', '127.0.0.5'], ['127.0.0.9', '127.0.0.5']]);
    assert.deepStrictEqual(seen, own.map(([from, to]) => [from, to]));
    console.log(own, seen);
  });
});
