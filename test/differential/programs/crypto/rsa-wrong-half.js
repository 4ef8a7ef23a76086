// A public key where a private one is needed, hash functions there are not, and paddings that go with other operations.
const crypto = require('node:crypto');
const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
const open = publicKey.export({ type: 'spki', format: 'pem' }), secret = privateKey.export({ type: 'pkcs1', format: 'pem' });
const other = crypto.generateKeyPairSync('ed25519');
const { RSA_PKCS1_PADDING, RSA_NO_PADDING, RSA_PKCS1_OAEP_PADDING, RSA_PKCS1_PSS_PADDING } = crypto.constants;
const full = Buffer.alloc(128, 1), signed = crypto.privateEncrypt(secret, Buffer.from('signed')), sealed = crypto.publicEncrypt(open, Buffer.from('sealed'));
const inputs = { publicEncrypt: Buffer.from('text'), privateDecrypt: sealed, privateEncrypt: Buffer.from('text'), publicDecrypt: signed };
for (const [name, data] of Object.entries(inputs)) {
  for (const [half, key] of Object.entries({ open, secret, other: other[name.startsWith('public') ? 'publicKey' : 'privateKey'] })) {
    for (const padding of [undefined, RSA_PKCS1_PADDING, RSA_NO_PADDING, RSA_PKCS1_OAEP_PADDING, RSA_PKCS1_PSS_PADDING, 77]) {
      for (const oaepHash of [undefined, 'sha256', 'sha2']) {
        const about = `${name} ${half} ${padding} ${oaepHash}`;
        try {
          const out = crypto[name]({ key, padding, oaepHash }, padding === RSA_NO_PADDING ? full : data);
          // What decrypts to nothing that was padded so has a length by chance.
          console.log(about, name === 'privateDecrypt' && padding === RSA_PKCS1_PADDING ? 'something' : out.length);
        } catch (error) {
          console.log(about, error.name, error.code, error.message, error.opensslErrorStack);
        }
      }
    }
  }
}
