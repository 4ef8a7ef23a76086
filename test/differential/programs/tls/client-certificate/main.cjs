// Servers that ask for a certificate: none, a good one, a stranger's; asked for and insisted on.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const ca = readFileSync('ca.crt');
const pair = (name) => ({ key: readFileSync(`${name}.key`), cert: readFileSync(`${name}.crt`) });
const cases = [
  [false, {}], [false, pair('client')], [false, pair('rsa')], [true, pair('client')], [true, pair('rsa')],
];
const next = () => {
  const [rejectUnauthorized, options] = cases.shift() ?? [];
  if (!options) return;
  const server = tls.createServer({ ...pair('server'), ca, requestCert: true, rejectUnauthorized }, (socket) => {
    console.log('server', socket.authorized, socket.authorizationError, socket.getPeerCertificate().subject?.CN);
    socket.end('x');
  });
  server.on('tlsClientError', (e) => console.log('server refuses', e.code));
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, host: 'localhost', ca, ...options });
    client.on('error', () => {}).resume().on('close', () => { server.close(); next(); });
  });
};
next();
