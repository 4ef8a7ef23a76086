// A connection that begins in plain and goes on with TLS, on both sides.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const net = require('node:net');
const context = tls.createSecureContext({ key: readFileSync('server.key'), cert: readFileSync('server.crt') });
const server = net.createServer((plain) => {
  plain.once('data', (command) => {
    console.log('server', String(command));
    plain.write('ready');
    const secure = new tls.TLSSocket(plain, { isServer: true, secureContext: context });
    secure.on('secure', () => console.log('server secure', secure.encrypted));
    secure.on('data', (text) => { console.log('server secret', String(text)); secure.end('bye'); });
  });
});
server.listen(0, () => {
  const plain = net.connect(server.address().port, () => plain.write('STARTTLS'));
  plain.once('data', (answer) => {
    console.log('client', String(answer));
    const secure = tls.connect({ socket: plain, servername: 'localhost', ca: readFileSync('ca.crt') }, () => { console.log('client secure', secure.authorized); secure.write('secret'); });
    secure.on('data', (text) => console.log('client secret', String(text))).on('close', () => server.close());
  });
});
