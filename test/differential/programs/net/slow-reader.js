// A reader that pauses after each piece gets everything.
const net = require('node:net');
const SIZE = 150_000, TIMES = 8;
let flushed = 0;
const server = net.createServer((socket) => {
  for (let i = 0; i < TIMES; i++) socket.write(Buffer.alloc(SIZE, i), () => flushed++);
  socket.end();
});
server.listen(0, () => {
  const client = net.connect(server.address().port);
  let received = 0;
  client.on('data', (chunk) => {
    received += chunk.length;
    client.pause();
    setTimeout(() => client.resume(), 10);
  });
  client.on('end', () => {
    console.log(received === SIZE * TIMES, flushed);
    server.close();
  });
});
