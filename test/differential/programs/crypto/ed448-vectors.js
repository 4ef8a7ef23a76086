// RFC 8032, 7.4.
const crypto = require('node:crypto');
const key = crypto.createPrivateKey({ key: Buffer.from('6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f044e39a3fc5b94492f8f032e7549a20098f95b', 'hex'), format: 'raw-private', asymmetricKeyType: 'ed448' });
console.log(crypto.createPublicKey(key).export({ format: 'raw-public' }).toString('hex'), crypto.sign(null, Buffer.alloc(0), key).toString('hex'));
const one = crypto.createPrivateKey({ key: Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'), format: 'raw-private', asymmetricKeyType: 'ed25519' });
console.log(crypto.sign(null, Buffer.alloc(0), one).toString('hex'));
