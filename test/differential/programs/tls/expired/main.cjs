// A certificate whose time is over.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const server = tls.createServer({ key: readFileSync('old.key'), cert: readFileSync('old.crt') }, (socket) => socket.end());
server.on('tlsClientError', (e) => console.log('server', e.code));
server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, host: 'localhost', ca: readFileSync('ca.crt') });
  client.on('error', (e) => {
    console.log(e.code, e.message);
    const second = tls.connect({ port: server.address().port, host: 'localhost', rejectUnauthorized: false }, () => {
      console.log(second.authorized, second.authorizationError);
      second.end();
    });
    second.resume().on('close', () => server.close());
  });
});
