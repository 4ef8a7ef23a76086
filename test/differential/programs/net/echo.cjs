const net = require('node:net');
const server = net.createServer((socket) => {
  console.log('server sees', socket.remoteAddress, socket.remoteFamily, socket.localPort === server.address().port);
  socket.on('end', () => console.log('server end'));
  socket.pipe(socket);
});
server.listen(0, '127.0.0.1', () => {
  const { address, family, port } = server.address();
  console.log(address, family, typeof port);
  const client = net.connect(port, '127.0.0.1');
  client.setEncoding('utf8');
  client.on('connect', () => console.log('connect', client.localAddress, client.remotePort === port, client.readyState));
  client.on('data', (d) => { console.log('data', d); client.end(); });
  client.on('end', () => console.log('client end'));
  client.on('close', (bad) => { console.log('close', bad, client.bytesRead, client.bytesWritten); server.close(() => console.log('server closed')); });
  client.write('ping');
});
