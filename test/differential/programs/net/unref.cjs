const net = require('node:net');
const server = net.createServer(() => {}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    console.log('connected');
    client.unref();
    server.unref();
    console.log(server._handle.hasRef(), client._handle.hasRef());
  });
});
server.on('connection', (socket) => socket.unref());
process.on('exit', (code) => console.log('exit', code));
