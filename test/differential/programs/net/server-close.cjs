// A server that closes waits for its connections; limits and drops of connections.
const net = require('node:net');
const server = net.createServer((socket) => { console.log('connection'); socket.on('data', (part) => socket.end(part)).on('error', () => {}); });
server.maxConnections = 1;
server.on('drop', (data) => console.log('dropped', data.localFamily, data.remoteFamily));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const first = net.connect(port, '127.0.0.1', () => {
    const second = net.connect(port, '127.0.0.1');
    second.on('close', () => {
      server.getConnections((e, n) => {
        console.log(e, n);
        server.close(() => console.log('closed'));
        console.log(server.listening);
        first.end('last words');
      });
    }).on('error', () => {}).resume();
  });
  let last = '';
  first.on('data', (part) => { last += part; }).on('close', () => setTimeout(() => console.log(last), 50));
});
