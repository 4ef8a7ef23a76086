const net = require('node:net');
const { once } = require('node:events');
const server = net.createServer((socket) => {
  socket.on('error', (e) => console.log('server error', e.code));
  ended = once(socket, 'close');
}).listen(0, '127.0.0.1', async () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.setTimeout(50, () => {
    console.log('timeout', client.timeout);
    client.destroy(new Error('mine'));
  });
  client.on('error', (e) => console.log(e.message));
  client.on('close', async (bad) => {
    console.log('close', bad, client.destroyed);
    console.log('server socket', await ended);
    server.close(() => console.log('server closed'));
  });
});
let ended;
