// What both ends agree on: sessions of TLS 1.2, key logs, groups, suites by either side's order, one certificate for each kind of key.
const assert = require('node:assert');
const constants = require('node:constants');
const { readFileSync } = require('node:fs');
const tls = require('node:tls');

const rsa = { key: readFileSync('rsa.key'), cert: readFileSync('rsa.crt') };
const ec = { key: readFileSync('server.key'), cert: readFileSync('server.crt') };
const dhparam = readFileSync('dh2048.pem');

/** One connection, told by the client; more options of the client's in `options.client`. */
function meet(name, options, client = {}) {
  return new Promise((resolve) => {
    const told = { name };
    const server = tls.createServer({ ...rsa, ...options }, (socket) => {
      told.own = socket.getCertificate().asn1Curve ?? 'rsa';
      socket.end('x');
    });
    server.on('tlsClientError', ({ code }) => { told.refused = code; });
    server.on('keylog', (line) => (told.serverLog ??= []).push(String(line).split(' ')[0]));
    server.listen(0, () => {
      const socket = tls.connect({ port: server.address().port, host: 'localhost', rejectUnauthorized: false, ...client }, () => {
        Object.assign(told, { cipher: socket.getCipher().name, protocol: socket.getProtocol(), key: socket.getEphemeralKeyInfo() });
      });
      if (options.logs) {
        socket.on('keylog', (line) => {
          const [label, random, secret] = String(line).trimEnd().split(' ');
          (told.clientLog ??= []).push([label, random.length, secret.length]);
        });
      }
      socket.on('error', ({ code }) => { told.error = code; });
      socket.resume().on('close', () => server.close(() => {
        console.log(told);
        resolve(told);
      }));
    });
  });
}

(async () => {
  const old = { maxVersion: 'TLSv1.2' };
  assert.deepStrictEqual((await meet('integers', { ...old, dhparam, ciphers: 'DHE-RSA-AES128-GCM-SHA256' })).key, { type: 'DH', name: undefined, size: 2048 });
  assert.strictEqual((await meet('no integers', { ...old, ciphers: 'DHE-RSA-AES128-GCM-SHA256' })).refused, 'ERR_SSL_NO_SHARED_CIPHER');
  assert.strictEqual((await meet('group', { ecdhCurve: 'P-256' })).key.name, 'prime256v1');
  assert.strictEqual((await meet('group, before', { ...old, ecdhCurve: 'secp521r1' })).key.size, 521);
  assert.strictEqual((await meet('no group', { ecdhCurve: 'X25519' }, { ecdhCurve: 'prime256v1' })).refused, 'ERR_SSL_NO_SUITABLE_KEY_SHARE');
  assert.strictEqual((await meet('order of groups', { ...old, ecdhCurve: 'prime256v1:X25519' }, { ecdhCurve: 'X25519:prime256v1' })).key.name, 'prime256v1');
  assert.strictEqual((await meet('order of the server', old, { ciphers: 'AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256' })).cipher, 'ECDHE-RSA-AES128-GCM-SHA256');
  assert.strictEqual((await meet('order of the client', { ...old, honorCipherOrder: false }, { ciphers: 'AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256' })).cipher, 'AES128-GCM-SHA256');
  assert.strictEqual((await meet('forbidden version', { secureOptions: constants.SSL_OP_NO_TLSv1_3 })).protocol, 'TLSv1.2');
  assert.strictEqual((await meet('no version of the server', { minVersion: 'TLSv1.3', secureOptions: constants.SSL_OP_NO_TLSv1_3 })).refused, 'ERR_SSL_NO_PROTOCOLS_AVAILABLE');
  assert.strictEqual((await meet('no version of the client', {}, { secureOptions: constants.SSL_OP_NO_TLSv1_3 | constants.SSL_OP_NO_TLSv1_2 })).error, 'ERR_SSL_NO_PROTOCOLS_AVAILABLE');
  const both = { key: [rsa.key, ec.key], cert: [rsa.cert, ec.cert] };
  assert.strictEqual((await meet('two keys', both)).own, 'prime256v1');
  assert.strictEqual((await meet('two keys, one asked for', { ...both, ...old }, { ciphers: 'ECDHE-RSA-AES256-GCM-SHA384' })).own, 'rsa');
  assert.strictEqual((await meet('no certificate of the client, before', { ...old, requestCert: true, rejectUnauthorized: true })).error, 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE');
  assert.deepStrictEqual((await meet('log', { logs: true })).clientLog[0], ['SERVER_HANDSHAKE_TRAFFIC_SECRET', 64, 96]);
  assert.deepStrictEqual((await meet('log, before', { ...old, logs: true })).clientLog, [['CLIENT_RANDOM', 64, 96]]);
  for (const wrong of [{ ecdhCurve: 'nothing' }, { dhparam: '-----BEGIN DH PARAMETERS-----\nMAYCAQUCAQI=\n-----END DH PARAMETERS-----' }]) {
    assert.throws(() => tls.createSecureContext(wrong), ({ code, message }) => console.log(code, message) === undefined);
  }
  // A session before TLS 1.3 is there with the handshake, and stays the same.
  const server = tls.createServer({ ...rsa, ...old }, (socket) => socket.end('x')).listen(0, () => {
    const again = (session, done) => {
      let kept;
      const socket = tls.connect({ port: server.address().port, rejectUnauthorized: false, session }, () => {
        kept = socket.getSession();
        console.log('reused', socket.isSessionReused(), 'ticket', socket.getTLSTicket() !== undefined, session?.equals(kept));
      });
      socket.on('session', (told) => console.log('session', told.equals(kept)));
      socket.resume().on('close', () => done(kept));
    };
    again(undefined, (first) => again(first, (second) => {
      assert.strictEqual(first.equals(second), true);
      again(undefined, (third) => {
        assert.strictEqual(first.equals(third), false);
        server.close();
      });
    }));
  });
})();
