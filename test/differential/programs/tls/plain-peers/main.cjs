// One side speaks TLS, the other does not.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const net = require('node:net');
const server = tls.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt') });
server.on('tlsClientError', (e) => console.log('server', e.code, e.reason));
server.listen(0, () => {
  const { port } = server.address();
  const send = (bytes) => new Promise((done) => net.connect(port, function () { this.write(bytes); }).on('error', () => {}).on('close', done).resume());
  (async () => {
    await send('GET / HTTP/1.1\r\n\r\n');
    await send('hello there');
    server.close();
    const plain = net.createServer((socket) => { socket.on('error', () => {}); socket.end('welcome to the machine\n'); });
    plain.listen(0, () => {
      tls.connect({ port: plain.address().port }).on('error', (e) => console.log('client', e.code, e.reason)).on('close', () => {
        plain.close();
        const shut = net.createServer((socket) => socket.end());
        shut.listen(0, () => tls.connect({ port: shut.address().port, host: 'localhost' }).on('error', (e) => console.log('client', e.code, e.message, e.host)).on('close', () => shut.close()));
      });
    });
  })();
});
