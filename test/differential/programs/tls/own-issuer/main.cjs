// A certificate that signs itself, though its usage allows it to sign no certificates: who trusts it gets on with it.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const key = readFileSync('server.key'), cert = readFileSync('server.crt');
const server = tls.createServer({ key, cert }, (socket) => socket.end());
const attempt = (ca, then) => {
  const client = tls.connect({ port: server.address().port, ca, servername: 'localhost', rejectUnauthorized: false }, () => console.log(client.authorized, client.authorizationError));
  client.on('close', then).resume();
};
server.listen(0, () => attempt(cert, () => attempt(undefined, () => server.close())));
