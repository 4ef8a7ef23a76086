// A certificate for other names: the check, what it says, and checks of the program's own.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const server = tls.createServer({ key: readFileSync('other.key'), cert: readFileSync('other.crt') }, (socket) => { socket.on('error', () => {}); socket.end(); });
server.on('tlsClientError', () => {});
const ca = readFileSync('ca.crt');
const attempts = [{}, { servername: 'other.example' }, { servername: 'a.wild.example' }, { servername: 'a.b.wild.example' }, { host: '127.0.0.1' }, { checkServerIdentity: () => undefined }, { checkServerIdentity: (host) => new Error(`own: ${host}`) }, { rejectUnauthorized: false }];
const next = () => {
  const options = attempts.shift();
  if (!options) return server.close();
  const client = tls.connect({ port: server.address().port, host: 'localhost', ca, ...options }, () => console.log('ok', client.authorized, client.authorizationError));
  client.on('error', (e) => console.log(e.code, e.message, e.reason, e.host));
  client.on('close', next).resume();
};
server.listen(0, next);
