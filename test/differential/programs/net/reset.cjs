// resetAndDestroy, and what the other side hears.
const net = require('node:net');
const server = net.createServer((socket) => {
  socket.on('error', (e) => console.log('server', e.code, e.syscall)).on('close', (bad) => { console.log('server closed', bad); server.close(); }).resume();
  socket.write('hello');
});
server.listen(0, () => {
  const client = net.connect(server.address().port);
  client.once('data', () => client.resetAndDestroy()).on('close', (bad) => console.log('client closed', bad, client.destroyed));
});
