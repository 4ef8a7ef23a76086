const net = require('node:net');
const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  let text = '';
  socket.setEncoding('utf8').on('data', (d) => { text += d; });
  socket.on('end', () => setTimeout(() => socket.end(`you said ${text}`), 20));
}).listen(0, '127.0.0.1', () => {
  const client = net.connect({ port: server.address().port, host: 'localhost' }, () => client.end('goodbye'));
  client.setEncoding('utf8').on('data', (d) => console.log(d));
  client.on('close', () => server.close(() => console.log('done')));
});
