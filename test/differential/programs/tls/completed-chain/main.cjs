// A server that has its own certificate alone, and its issuer among those it trusts, sends both; one with a chain of its own sends that.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const [root, middle, leaf] = ['root', 'middle', 'leaf'].map((name) => readFileSync(`${name}.crt`));
const key = readFileSync('leaf.key');
const names = (certificate) => {
  const list = [];
  for (let at = certificate; at; at = at.issuerCertificate === at ? null : at.issuerCertificate) list.push(at.subject.CN);
  return list;
};
async function attempt(about, ca, cert, trusted) {
  const server = tls.createServer({ key, cert, ca }, (socket) => socket.end());
  await new Promise((resolve) => server.listen(0, resolve));
  await new Promise((resolve) => {
    const client = tls.connect({ port: server.address().port, ca: trusted, servername: 'localhost', rejectUnauthorized: false }, () => {
      console.log(about, client.authorized, client.authorizationError, names(client.getPeerCertificate(true)));
    });
    client.on('close', resolve).resume();
  });
  server.close();
}
(async () => {
  await attempt('alone', undefined, leaf, [root]);
  await attempt('with its issuer', [middle], leaf, [root]);
  await attempt('with all', [root, middle], leaf, [root]);
  await attempt('with a stranger', [root], leaf, [root]);
  await attempt('a chain', [root], Buffer.concat([leaf, middle]), [root]);
  await attempt('a chain that nobody trusts', [root, middle], leaf, [leaf]);
})();
