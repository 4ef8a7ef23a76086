// IPv6, and a socket that takes both kinds.
const dgram = require('node:dgram');
const server = dgram.createSocket('udp6');
const seen = [];
server.on('message', (message, from) => {
  seen.push(`${message} ${from.address} ${from.family}`);
  if (seen.length === 2) { console.log(seen.sort()); server.close(); six.close(); four.close(); }
});
const six = dgram.createSocket('udp6'), four = dgram.createSocket('udp4');
server.bind(0, () => {
  console.log(server.address().address, server.address().family);
  const { port } = server.address();
  six.send('six', port, '::1');
  four.send('four', port, '127.0.0.1');
});
