// Names are looked up, with a function of the program's own too.
const dgram = require('node:dgram');
const server = dgram.createSocket('udp4', (message) => {
  console.log(String(message));
  server.close();
});
server.bind({ port: 0, address: 'localhost', exclusive: true }, () => {
  console.log(server.address().address);
  const client = dgram.createSocket({ type: 'udp4', lookup: (name, options, callback) => { console.log('lookup', name, options); callback(null, '127.0.0.1', 4); } });
  client.send('found', server.address().port, 'somewhere.example', () => client.close());
});
