const crypto = require('node:crypto');
const { promisify } = require('node:util');
crypto.generateKeyPair('ec', { namedCurve: 'P-256', publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'sec1', format: 'der' } }, (err, publicKey, privateKey) => {
  console.log(err, typeof publicKey, publicKey.split('\n')[0], Buffer.isBuffer(privateKey));
});
promisify(crypto.generateKeyPair)('ed25519', { publicKeyEncoding: { format: 'jwk' }, privateKeyEncoding: { format: 'jwk' } }).then(({ publicKey, privateKey }) => console.log(Object.keys(publicKey), Object.keys(privateKey), publicKey.x === privateKey.x));
promisify(crypto.generateKeyPair)('rsa', { modulusLength: 100 }).catch((e) => console.log(e.message));
console.log('first');
