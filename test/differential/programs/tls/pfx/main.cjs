// Keys and certificates out of PKCS#12 files: of today, of yesterday, without a passphrase, and those OpenSSL refuses.
const assert = require('node:assert');
const { execFile } = require('node:child_process');
const { readFileSync } = require('node:fs');
const https = require('node:https');
const tls = require('node:tls');

const attempt = (file, passphrase) => {
  try {
    tls.createSecureContext({ pfx: typeof file === 'string' ? readFileSync(file) : file, passphrase });
    return 'ok';
  } catch ({ name, message, code }) {
    return [name, message, code];
  }
};
assert.strictEqual(attempt('modern.pfx', 'secret'), 'ok');
assert.strictEqual(attempt('triple-des.pfx', 'gehörtmir'), 'ok');
assert.strictEqual(attempt('empty.pfx', ''), 'ok');
assert.strictEqual(attempt('empty.pfx'), 'ok');
assert.deepStrictEqual(attempt('modern.pfx', 'wrong'), ['Error', 'mac verify failure', undefined]);
assert.deepStrictEqual(attempt('modern.pfx'), ['Error', 'mac verify failure', undefined]);
assert.deepStrictEqual(attempt('rc2.pfx', 'old'), ['Error', 'Unsupported PKCS12 PFX data', 'ERR_CRYPTO_UNSUPPORTED_OPERATION']);
assert.deepStrictEqual(attempt('without-key.pfx', 'secret'), ['Error', 'Unable to load private key from PFX data', 'ERR_CRYPTO_OPERATION_FAILED']);
assert.deepStrictEqual(attempt(Buffer.from('nothing of the kind'), 'secret')[0], 'Error');

// What comes with a file is trusted beside the authorities of the system.
if (process.argv[2]) {
  tls.connect({ port: Number(process.argv[2]), host: 'localhost', pfx: readFileSync('modern.pfx'), passphrase: 'secret', rejectUnauthorized: false }, function () {
    console.log('authorized', this.authorized);
    this.end();
  }).resume();
  return;
}
const other = tls.createServer({ key: readFileSync('other.key'), cert: readFileSync('other.crt') }, (socket) => socket.end()).listen(0, () => {
  execFile(process.execPath, [__filename, other.address().port], { env: { ...process.env, NODE_EXTRA_CA_CERTS: 'other.crt' } }, (error, stdout) => {
    assert.strictEqual(stdout, 'authorized true\n');
    other.close();
  });
});

const server = https.createServer({ pfx: readFileSync('triple-des.pfx'), passphrase: 'gehörtmir' }, (request, response) => response.end('served'));
server.listen(0, () => {
  https.get({ port: server.address().port, host: 'localhost', ca: readFileSync('ca.crt') }, (response) => {
    assert.strictEqual(response.socket.authorized, true);
    const { CN } = response.socket.getPeerCertificate().subject;
    const issuer = response.socket.getPeerX509Certificate().issuerCertificate;
    console.log(response.statusCode, CN, issuer.subject, issuer.issuerCertificate);
    response.setEncoding('utf8').on('data', (text) => console.log(text)).on('end', () => server.close());
  });
});
