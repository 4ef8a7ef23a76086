const net = require('node:net');
let n = 0;
process.on('uncaughtException', (e) => console.log('uncaught', e.message));
const server = net.createServer((socket) => {
  socket.on('data', (d) => {
    n++;
    if (n === 1) throw new Error(`in data: ${d}`);
    socket.end('fine');
  });
  throw new Error('in connection');
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => client.write('a'));
  setTimeout(() => client.write('b'), 100);
  client.setEncoding('utf8').on('data', (d) => console.log(d)).on('close', () => server.close(() => { throw new Error('in close'); }));
});
