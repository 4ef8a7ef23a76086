// Ends that go away: before the handshake, after it, by a timeout.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const net = require('node:net');
const server = tls.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt'), handshakeTimeout: 300 }, (socket) => {
  socket.on('error', (e) => console.log('server socket', e.code)).on('close', (hadError) => console.log('server closed', hadError));
  socket.resume();
});
server.on('tlsClientError', (e, socket) => {
  console.log('server', e.code, e.message);
  // Node leaves that to whoever listens: without it the connection, and this program, would stay for ever.
  if (e.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') socket.destroy();
});
server.listen(0, () => {
  const { port } = server.address();
  net.connect(port, function () { this.destroy(); }).on('close', () => {
    const client = tls.connect({ port, rejectUnauthorized: false }, () => client.destroy());
    client.on('close', () => {
      net.connect(port).on('close', () => { console.log('waited'); server.close(); }).on('error', () => {}).resume();
    });
  });
});
