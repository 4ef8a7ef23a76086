// A peer that asks for answers without end and reads none of them: its session is given up.
const http2 = require('node:http2');
const net = require('node:net');

const flood = (name, frame) => new Promise((resolve) => {
  const server = http2.createServer();
  server.on('sessionError', (e) => {
    console.log(name, e.code, e.errno, e.message);
    socket.destroy();
    server.close(resolve);
  });
  let socket;
  server.listen(0, () => {
    socket = net.connect(server.address().port);
    socket.pause();
    socket.on('error', () => {});
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
    const many = Buffer.concat(Array(4000).fill(frame));
    const more = () => { if (!socket.destroyed) socket.write(many, () => setImmediate(more)); };
    more();
  });
});

(async () => {
  await flood('settings', Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
  await flood('pings', Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]));
})();
