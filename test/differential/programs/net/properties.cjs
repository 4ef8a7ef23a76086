// What sockets and servers tell of themselves, before, during and after.
const net = require('node:net');
const server = net.createServer((socket) => {
  console.log(socket.localPort === server.address().port, socket.remoteFamily, socket.remoteAddress, socket.bufferSize, socket.pending);
  socket.end('bye');
});
console.log(server.listening, server.address());
server.listen({ port: 0, host: '127.0.0.1', backlog: 5 }, () => {
  const socket = new net.Socket();
  console.log(socket.connecting, socket.pending, socket.readyState, socket.address(), socket.remoteAddress, socket.timeout);
  socket.connect(server.address().port, '127.0.0.1');
  console.log(socket.connecting, socket.pending, socket.readyState);
  socket.on('connect', () => console.log(socket.connecting, socket.pending, socket.readyState, socket.address().family, socket.localAddress, socket.localFamily));
  socket.on('data', () => {}).on('close', () => {
    console.log(socket.bytesRead, socket.bytesWritten, socket.readyState, socket.destroyed, socket.remoteAddress, socket.closed, socket.errored);
    server.close();
  });
  socket.write('x');
  console.log(socket.bytesWritten, socket.setNoDelay() === socket, socket.setKeepAlive(true, 1000) === socket, socket.setTimeout(5000).timeout);
});
