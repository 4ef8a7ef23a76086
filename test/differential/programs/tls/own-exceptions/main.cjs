// What a listener of a TLS socket throws is an uncaught exception, and no error of the connection.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const server = tls.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt') }, (socket) => {
  socket.on('error', (error) => console.log('error of the socket', error.message));
  socket.once('data', () => { throw new Error('of the data listener'); });
  socket.on('data', (data) => { if (String(data) === 'again') { console.log('still there'); socket.end(); server.close(); } });
});
server.on('tlsClientError', (error) => console.log('tlsClientError', error.message));
server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, rejectUnauthorized: false });
  process.on('uncaughtException', (error) => { console.log('uncaught', error.message); setTimeout(() => client.write('again'), 20); });
  client.on('error', (error) => console.log('error of the client', error.code)).on('close', () => { console.log('closed'); handshake(); }).resume();
  client.write('x');
});

// The handshake goes on without the one who listened for the state of the certificate.
function handshake() {
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => console.log('uncaught', error.message));
  const server = tls.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt') }, (socket) => socket.end());
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, rejectUnauthorized: false, requestOCSP: true }, () => console.log('connected'));
    client.on('OCSPResponse', () => { throw new Error('of the OCSP listener'); });
    client.on('error', (error) => console.log('error of the client', error.code)).on('close', () => { console.log('closed'); server.close(); }).resume();
  });
}
