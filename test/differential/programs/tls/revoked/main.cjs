// Lists of revoked certificates, and what a server staples to its own (OCSP).
const assert = require('node:assert');
const { readFileSync } = require('node:fs');
const tls = require('node:tls');

const identity = (name) => ({ key: readFileSync(`${name}.key`), cert: readFileSync(`${name}.crt`) });
const ca = readFileSync('ca.crt'), crl = readFileSync('list.pem');

/** Whether a server with a list takes the client. */
function judge(name, options) {
  return new Promise((resolve) => {
    const server = tls.createServer({ ...identity('good'), requestCert: true, rejectUnauthorized: false, ca, crl, ...options }, (socket) => {
      console.log(name, socket.authorized, socket.authorizationError);
      socket.end();
      server.close(() => resolve(socket.authorizationError));
    }).listen(0, () => tls.connect({ port: server.address().port, rejectUnauthorized: false, ...identity(name) }).resume());
  });
}
function staple(name, options, answer) {
  return new Promise((resolve) => {
    const server = tls.createServer({ ...identity('good'), ...options }, (socket) => socket.end());
    server.on('OCSPRequest', (certificate, issuer, done) => {
      console.log(name, certificate.length, issuer && issuer.length);
      done(null, answer);
    });
    server.listen(0, () => {
      const socket = tls.connect({ port: server.address().port, rejectUnauthorized: false, requestOCSP: true });
      socket.on('OCSPResponse', (response) => console.log(name, response && String(response)));
      socket.resume().on('close', () => server.close(resolve));
    });
  });
}
(async () => {
  assert.strictEqual(await judge('good', {}), null);
  assert.strictEqual(await judge('bad', {}), 'CERT_REVOKED');
  assert.strictEqual(await judge('other', { ca: [ca, readFileSync('other.crt')] }), 'UNABLE_TO_GET_CRL');
  assert.strictEqual(await judge('bad', { crl: undefined }), null);
  for (const wrong of ['nothing', ca]) assert.throws(() => tls.createSecureContext({ crl: wrong }), { code: 'ERR_CRYPTO_OPERATION_FAILED', message: 'Failed to parse CRL' });
  await staple('alone', {}, Buffer.from('fresh'));
  await staple('with its issuer', { ca }, Buffer.from('fresh'));
  await staple('nothing to say', {}, null);
})();
