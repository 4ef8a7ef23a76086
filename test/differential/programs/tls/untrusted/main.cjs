// The codes of certificates that are not trusted, for each reason.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const cases = [
  ['leaf alone', 'server', null, {}],
  ['self-signed', 'rsa', null, {}],
  ['chain without root', 'deep', 'mid', {}],
  ['chain with root sent', 'deep', 'mid ca', {}],
  ['middle missing', 'deep', null, { ca: readFileSync('ca.crt') }],
  ['middle trusted only', 'deep', null, { ca: readFileSync('mid.crt') }],
  ['whole', 'deep', 'mid', { ca: readFileSync('ca.crt') }],
  ['partial allowed', 'deep', null, { ca: readFileSync('mid.crt'), allowPartialTrustChain: true }],
];
const next = () => {
  const [name, pair, more, options] = cases.shift() ?? [];
  if (!name) return;
  const cert = [pair, ...(more ? more.split(' ') : [])].map((file) => readFileSync(`${file}.crt`, 'utf8')).join('');
  const server = tls.createServer({ key: readFileSync(`${pair}.key`), cert }, (socket) => socket.end());
  server.on('tlsClientError', () => {});
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, host: 'localhost', ...options }, () => console.log(name, 'authorized', client.authorized));
    client.on('error', (e) => console.log(name, e.code, e.message));
    client.on('close', () => { server.close(); next(); });
    client.resume();
  });
};
next();
