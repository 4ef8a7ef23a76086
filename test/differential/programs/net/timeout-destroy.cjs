const net = require('node:net');
const server = net.createServer((socket) => {
  socket.on('error', (e) => console.log('server error', e.code));
  socket.on('close', () => { console.log('server socket closed'); server.close(); });
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.setTimeout(50, () => { console.log('timeout'); client.destroy(new Error('mine')); });
  client.on('error', (e) => console.log(e.message));
  client.on('close', (bad) => console.log('close', bad, client.destroyed));
});
