// Agreement on a protocol: by lists, by a function, and none.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const identity = { key: readFileSync('server.key'), cert: readFileSync('server.crt') };
const cases = [
  [{ ALPNProtocols: ['h2', 'http/1.1'] }, ['http/1.1', 'h2']],
  [{ ALPNProtocols: ['a'] }, undefined],
  [{}, ['a']],
  [{ ALPNProtocols: ['a'] }, ['b']],
  [{ ALPNCallback: ({ servername, protocols }) => { console.log('asked', servername, protocols); return protocols[1]; } }, ['x', 'y']],
  [{ ALPNCallback: () => undefined }, ['x', 'y']],
];
const next = () => {
  const [options, offered] = cases.shift() ?? [];
  if (!options) return;
  const server = tls.createServer({ ...identity, ...options }, (socket) => { console.log('server', socket.alpnProtocol); socket.end(); });
  server.on('tlsClientError', (e) => console.log('server', e.code));
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, servername: 'localhost', rejectUnauthorized: false, ...(offered ? { ALPNProtocols: offered } : {}) }, () => console.log('client', client.alpnProtocol));
    client.on('error', (e) => console.log('client', e.code)).resume().on('close', () => { server.close(); next(); });
  });
};
next();
try { tls.createServer({ ...identity, ALPNProtocols: ['a'], ALPNCallback: () => 'a' }); } catch (e) { console.log(e.code); }
