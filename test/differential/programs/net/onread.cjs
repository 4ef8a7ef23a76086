const net = require('node:net');
const server = net.createServer((socket) => socket.end('0123456789'.repeat(3))).listen(0, '127.0.0.1', () => {
  const got = [];
  net.connect({ port: server.address().port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(8), callback(n, buffer) { got.push(buffer.toString('latin1', 0, n)); return true; } } })
    .on('end', () => console.log(got)).on('close', () => server.close());
});
