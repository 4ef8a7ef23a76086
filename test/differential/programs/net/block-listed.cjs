// Servers and clients with block lists.
const net = require('node:net');
const list = new net.BlockList();
list.addAddress('127.0.0.1');
const server = net.createServer({ blockList: list }, () => console.log('never'));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const client = net.connect(port, '127.0.0.1');
  client.on('error', (e) => console.log('client', e.code)).resume().on('close', () => {
    console.log('closed');
    server.close();
    try { net.connect({ port, host: '127.0.0.1', blockList: list }).on('error', (e) => console.log(e.code, e.message)); } catch (e) { console.log(e.code); }
  });
});
