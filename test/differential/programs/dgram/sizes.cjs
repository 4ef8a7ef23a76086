// Empty and large datagrams, and one that is too large.
const dgram = require('node:dgram');
const server = dgram.createSocket('udp4');
const seen = [];
server.on('message', (message) => {
  seen.push(message.length);
  if (seen.length === 3) { console.log(seen); server.close(); client.close(); }
});
const client = dgram.createSocket('udp4');
server.bind(0, '127.0.0.1', () => {
  const { port } = server.address();
  client.send(Buffer.alloc(0), port, '127.0.0.1', (e, n) => {
    console.log(e, n);
    client.send(Buffer.alloc(65507), port, '127.0.0.1', (e, n) => {
      console.log(e, n);
      client.send(Buffer.alloc(65508), port, '127.0.0.1', (e) => {
        console.log(e.code, e.syscall);
        client.send(Buffer.alloc(20), 5, 10, port, '127.0.0.1');
      });
    });
  });
});
