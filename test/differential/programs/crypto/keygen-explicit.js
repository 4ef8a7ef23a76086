const crypto = require('node:crypto');
for (const namedCurve of ['prime256v1', 'secp384r1', 'secp256k1', 'brainpoolP320r1']) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve, paramEncoding: 'explicit' });
  const der = publicKey.export({ type: 'spki', format: 'der' });
  console.log(der.length, der.subarray(0, 100).toString('hex').replace(/^(..)(82)?..../, ''), crypto.createPublicKey({ key: der, type: 'spki', format: 'der' }).equals(publicKey));
  console.log(crypto.verify('sha256', Buffer.from('x'), publicKey, crypto.sign('sha256', Buffer.from('x'), privateKey)));
}
