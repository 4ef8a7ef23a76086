const net = require('node:net');
const server = net.createServer((socket) => {
  socket.pause();
  let total = 0;
  setTimeout(() => socket.resume(), 100);
  socket.on('data', (d) => { total += d.length; });
  socket.on('end', () => { console.log('received', total); socket.end(); server.close(); });
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  let drains = 0;
  const chunk = Buffer.alloc(64 * 1024, 'z');
  let left = 64;
  const more = () => {
    while (left-- > 0) if (!client.write(chunk)) return client.once('drain', () => { drains++; more(); });
    client.end();
  };
  more();
  client.on('close', () => console.log(client.bytesWritten, drains > 0));
});
