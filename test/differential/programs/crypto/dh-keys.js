const crypto = require('node:crypto');
const { publicKey, privateKey } = crypto.generateKeyPairSync('dh', { group: 'modp14' });
console.log(publicKey.asymmetricKeyType, publicKey.asymmetricKeyDetails, publicKey.export({ type: 'spki', format: 'pem' }).length > 400);
console.log(crypto.createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })).equals(privateKey), crypto.createPublicKey(privateKey).equals(publicKey));
for (const f of [() => publicKey.export({ format: 'jwk' }), () => crypto.sign('sha256', Buffer.from('x'), privateKey), () => crypto.publicEncrypt(publicKey, Buffer.from('x'))]) { try { f(); } catch (e) { console.log(e.code, e.message); } }
const own = crypto.generateKeyPairSync('dh', { prime: crypto.getDiffieHellman('modp5').getPrime(), generator: 2 });
console.log(own.publicKey.asymmetricKeyType);
