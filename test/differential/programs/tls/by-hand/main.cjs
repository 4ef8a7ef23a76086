// Sockets that are made secure by hand: one that is connected later begins with its first bytes; one that was written to before speaks after what it wrote.
const assert = require('node:assert');
const { readFileSync } = require('node:fs');
const net = require('node:net');
const tls = require('node:tls');

const server = tls.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt') }, (socket) => {
  socket.setEncoding('utf8').on('data', (text) => console.log('server read', text)).on('end', () => {
    socket.end();
    server.close(before);
  });
}).listen(0, () => {
  const socket = new tls.TLSSocket();
  socket.on('secure', () => console.log('secure', socket.ssl.verifyError().code));
  socket.connect(server.address().port, () => socket.end('hello'));
});

const HEAD = Buffer.alloc(1 << 20, 1);
function before() {
  let read = Buffer.alloc(0);
  const plain = net.createServer((socket) => {
    socket.on('data', (bytes) => {
      read = Buffer.concat([read, bytes]);
      if (read.length <= HEAD.length) return;
      assert.strictEqual(read[HEAD.length - 1], 1);
      assert.strictEqual(read[HEAD.length], 22);
      console.log('a handshake behind', HEAD.length);
      plain.close();
      socket.destroy();
    });
  }).listen(0, () => {
    const socket = net.connect(plain.address().port);
    socket.write(HEAD.subarray(0, HEAD.length / 2));
    socket.write(HEAD.subarray(HEAD.length / 2));
    tls.connect({ socket }).on('error', () => console.log('given up'));
  });
}
