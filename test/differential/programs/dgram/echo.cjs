// A datagram there and back, with what both learn of each other.
const dgram = require('node:dgram');
const server = dgram.createSocket('udp4');
server.on('message', (message, from) => {
  console.log('server', message.toString(), from.address, from.family, from.size);
  server.send(`re: ${message}`, from.port, from.address);
});
server.bind(0, '127.0.0.1', () => {
  const { address, family, port } = server.address();
  console.log(address, family, typeof port);
  const client = dgram.createSocket('udp4', (message, from) => {
    console.log('client', message.toString(), from.port === port);
    client.close();
    server.close();
  });
  client.on('close', () => console.log('client closed'));
  client.send('hello', port, (error, bytes) => console.log('sent', error, bytes));
});
server.on('close', () => console.log('server closed'));
