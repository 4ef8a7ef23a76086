// Connected sockets: send without an address, one peer only, disconnect.
const dgram = require('node:dgram');
const server = dgram.createSocket('udp4');
server.bind(0, '127.0.0.1', () => {
  const { port } = server.address();
  const client = dgram.createSocket('udp4');
  client.connect(port, '127.0.0.1', () => {
    console.log(client.remoteAddress().port === port, client.remoteAddress().address);
    try { client.connect(port); } catch (e) { console.log(e.code); }
    try { client.send('x', port, '127.0.0.1'); } catch (e) { console.log(e.code); }
    client.send(Buffer.from('one'), (error, bytes) => console.log(error, bytes));
    client.send(['two', Buffer.from(' parts')], () => {});
  });
  const seen = [];
  server.on('message', (message) => {
    seen.push(message.toString());
    if (seen.length < 2) return;
    console.log(seen);
    client.disconnect();
    try { client.remoteAddress(); } catch (e) { console.log(e.code, e.message); }
    try { client.disconnect(); } catch (e) { console.log(e.code); }
    client.close();
    server.close();
  });
});
