const crypto = require('node:crypto');
const { promisify } = require('node:util');
crypto.generateKeyPair('ec', { namedCurve: 'P-256', publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'sec1', format: 'der' } }, async (err, pem, der) => {
  console.log(err, typeof pem, pem.split('\n')[0], Buffer.isBuffer(der));
  const { publicKey, privateKey } = await promisify(crypto.generateKeyPair)('ed25519', { publicKeyEncoding: { format: 'jwk' }, privateKeyEncoding: { format: 'jwk' } });
  console.log(Object.keys(publicKey), Object.keys(privateKey), publicKey.x === privateKey.x);
  await promisify(crypto.generateKeyPair)('rsa', { modulusLength: 100 }).catch((e) => console.log(e.message));
});
console.log('first');
