// What listeners throw while both ends of a connection are in one call, which streams of the program's own make so.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const { duplexPair } = require('node:stream');
const [a, b] = duplexPair();
process.on('uncaughtException', (error) => console.log('uncaught', error.message));
const server = new tls.TLSSocket(a, { isServer: true, key: readFileSync('server.key'), cert: readFileSync('server.crt') });
server.on('error', (error) => console.log('error of the server', error.code));
server.on('secure', () => {
  console.log('server secure');
  throw new Error('of the server');
});
server.on('data', (text) => console.log('server', String(text)));
const client = tls.connect({ socket: b, rejectUnauthorized: false });
client.on('error', (error) => console.log('error of the client', error.code));
client.on('secureConnect', () => {
  console.log('client secure');
  throw new Error('of the client');
});
setTimeout(() => client.write('afterwards'), 50);
