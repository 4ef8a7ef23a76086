// The certificate by the name that was asked for: contexts, and a function.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const pair = (name) => ({ key: readFileSync(`${name}.key`), cert: readFileSync(`${name}.crt`) });
const server = tls.createServer(pair('server'), (socket) => { console.log('server', socket.servername); socket.end(); });
server.addContext('*.wild.example', pair('other'));
const byFunction = tls.createServer({ ...pair('server'), SNICallback: (name, done) => { console.log('asked', name); setImmediate(done, null, name === 'other.example' ? tls.createSecureContext(pair('other')) : null); } }, (socket) => socket.end());
const ask = (to, servername) => new Promise((done) => {
  const client = tls.connect({ port: to.address().port, servername, rejectUnauthorized: false }, () => console.log(servername, client.getPeerCertificate().subject.CN));
  client.resume().on('close', done);
});
server.listen(0, () => byFunction.listen(0, async () => {
  await ask(server, 'a.wild.example');
  await ask(server, 'localhost');
  await ask(byFunction, 'other.example');
  await ask(byFunction, 'localhost');
  server.close();
  byFunction.close();
  try { server.addContext(); } catch (e) { console.log(e.code); }
}));
