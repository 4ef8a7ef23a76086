// Versions and ciphers: what both agree on, and when they cannot.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const identity = { key: readFileSync('server.key'), cert: readFileSync('server.crt') };
const cases = [
  [{}, {}], [{ maxVersion: 'TLSv1.2' }, {}], [{}, { maxVersion: 'TLSv1.2' }], [{ minVersion: 'TLSv1.3' }, { maxVersion: 'TLSv1.2' }], [{ maxVersion: 'TLSv1.2' }, { minVersion: 'TLSv1.3' }],
  [{ ciphers: 'TLS_AES_128_GCM_SHA256' }, {}], [{ ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384', maxVersion: 'TLSv1.2' }, {}],
  [{ ciphers: 'ECDHE-RSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' }, {}], [{ secureProtocol: 'TLSv1_2_method' }, {}],
];
const next = () => {
  const [serverOptions, clientOptions] = cases.shift() ?? [];
  if (!serverOptions) return;
  const server = tls.createServer({ ...identity, ...serverOptions }, (socket) => socket.end());
  server.on('tlsClientError', (e) => console.log('server', e.code, e.reason, e.library));
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, rejectUnauthorized: false, ...clientOptions }, () => console.log(client.getProtocol(), client.getCipher(), client.getEphemeralKeyInfo().type));
    client.on('error', (e) => console.log('client', e.code, e.reason)).resume().on('close', () => { server.close(); next(); });
  });
};
next();
