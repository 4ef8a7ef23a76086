const crypto = require('node:crypto');
const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
console.log(publicKey.asymmetricKeyDetails, privateKey.export({ type: 'sec1', format: 'der' }).length, publicKey.export({ type: 'spki', format: 'der' }).length);
for (const hash of ['sha256', 'sha512']) {
  const signature = crypto.sign(hash, Buffer.from('text'), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  console.log(hash, signature.length, crypto.verify(hash, Buffer.from('text'), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature), crypto.verify(hash, Buffer.from('other'), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature));
}
const a = crypto.createECDH('secp256k1'), b = crypto.createECDH('secp256k1');
a.setPrivateKey('0102030405', 'hex');
b.setPrivateKey('0908070605', 'hex');
console.log(a.computeSecret(b.getPublicKey()).toString('hex'), a.getPublicKey('hex', 'compressed'), b.computeSecret(a.getPublicKey(null, 'compressed')).equals(a.computeSecret(b.getPublicKey(null, 'hybrid'))));
