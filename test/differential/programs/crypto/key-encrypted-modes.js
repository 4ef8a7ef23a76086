// Keys under ciphers of other modes than CBC, and ciphers that encrypt none.
const assert = require('node:assert');
const crypto = require('node:crypto');

const { privateKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
const attempt = (type, cipher) => {
  try {
    const key = privateKey.export({ type, format: 'pem', cipher, passphrase: 'secret' });
    assert.strictEqual(crypto.createPrivateKey({ key, passphrase: 'secret' }).equals(privateKey), true);
    return type === 'pkcs8' ? 'ok' : key.split('\n')[2].replace(/,.*/, '');
  } catch ({ message, code }) {
    return [message, code];
  }
};
for (const cipher of ['aes-128-ecb', 'aes-192-ofb', 'aes-256-cfb', 'AES256', 'des3', 'des-ede', 'aes-256-ctr', 'aes-128-gcm', 'des-ede3-ofb', 'nothing']) console.log(cipher, attempt('pkcs8', cipher), cipher === 'aes-128-gcm' || attempt('pkcs1', cipher));
assert.strictEqual(attempt('pkcs8', 'aes-128-ecb'), 'ok');
// Made by OpenSSL: `abc` opens it.
const made = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIGTME8GCSqGSIb3DQEFDTBCMDEGCSqGSIb3DQEFDDAkBBCLtpKz9uhbYzqN+fx+
x6yQAgIIADAMBggqhkiG9w0CCQUAMA0GCWCGSAFlAwQBFQQABEAQZ8vTLohYhriC
wcwPhu6xpdYVlEBY/3lbPv/QbEgWRi5hCt+MKtJvcLHF0YkXrgJaYEahPIJLnmC3
oy5rySa2
-----END ENCRYPTED PRIVATE KEY-----`;
console.log(crypto.createPrivateKey({ key: made, passphrase: 'abc' }).export({ format: 'jwk' }));
