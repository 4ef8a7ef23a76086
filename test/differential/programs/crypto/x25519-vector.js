// Two fixed keys.
const crypto = require('node:crypto');
const key = (hex) => crypto.createPrivateKey({ key: Buffer.from(hex, 'hex'), format: 'raw-private', asymmetricKeyType: 'x25519' });
const a = key('77076d0a7318a57d3c16c17251b26645df4c6fa92d6fef5e7cfe2a1f1d6f6e2a'), b = key('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb');
console.log(crypto.createPublicKey(a).export({ format: 'raw-public' }).toString('hex'), crypto.createPublicKey(b).export({ format: 'jwk' }));
console.log(crypto.diffieHellman({ privateKey: a, publicKey: crypto.createPublicKey(b) }).toString('hex'));
