// TLS over a pair of streams that are no sockets.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const { duplexPair } = require('node:stream');
const [a, b] = duplexPair();
const server = new tls.TLSSocket(a, { isServer: true, key: readFileSync('server.key'), cert: readFileSync('server.crt') });
server.on('secure', () => console.log('server secure'));
server.on('data', (text) => { console.log('server', String(text)); server.end('answer'); });
const client = tls.connect({ socket: b, servername: 'localhost', ca: readFileSync('ca.crt') }, () => { console.log('client', client.authorized); client.write('hello'); });
client.on('data', (text) => console.log('client', String(text))).on('end', () => console.log('end')).on('close', () => console.log('close'));
