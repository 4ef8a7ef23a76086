// A hundred datagrams keep their order; events and promises around them.
const dgram = require('node:dgram');
const { once } = require('node:events');
const server = dgram.createSocket('udp4');
(async () => {
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const client = dgram.createSocket({ type: 'udp4', recvBufferSize: 5000, sendBufferSize: 9000 });
  client.connect(server.address().port, '127.0.0.1');
  await once(client, 'connect');
  console.log(client.getRecvBufferSize(), client.getSendBufferSize(), client.getSendQueueSize(), client.getSendQueueCount());
  for (let i = 0; i < 100; i++) client.send(String(i));
  const got = [];
  for await (const [message] of require('node:events').on(server, 'message')) if (got.push(Number(message)) === 100) break;
  console.log(got.length, got.every((n, i) => n === i));
  client.close();
  server.close();
})();
