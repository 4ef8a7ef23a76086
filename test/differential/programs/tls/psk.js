// Pre-shared keys in place of certificates.
const tls = require('node:tls');
const psk = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const server = tls.createServer({ pskCallback: () => psk, ciphers: 'PSK', maxVersion: 'TLSv1.2' }, (socket) => socket.end('secret'));
server.on('tlsClientError', (e) => console.log('server', e.code));
server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, pskCallback: () => ({ psk, identity: 'me' }), ciphers: 'PSK', maxVersion: 'TLSv1.2', checkServerIdentity: () => undefined });
  let lines = 0;
  client.on('keylog', () => { lines++; });
  client.on('data', (data) => console.log(String(data)));
  client.on('error', (e) => console.log(e.code));
  client.on('close', () => { console.log(lines > 0); server.close(); });
});
