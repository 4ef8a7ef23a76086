const crypto = require('node:crypto');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message, e.library, e.reason); } };
for (const [type, options] of [['x25519'], ['x448'], ['ec', { namedCurve: 'P-521' }], ['dh', { group: 'modp5' }]]) {
  const a = crypto.generateKeyPairSync(type, options), b = crypto.generateKeyPairSync(type, options);
  const one = crypto.diffieHellman({ privateKey: a.privateKey, publicKey: b.publicKey }), two = crypto.diffieHellman({ privateKey: b.privateKey, publicKey: a.publicKey });
  console.log(type, one.length, one.equals(two));
}
const x = crypto.generateKeyPairSync('x25519');
t(() => crypto.diffieHellman({ privateKey: x.privateKey, publicKey: crypto.generateKeyPairSync('x448').publicKey }));
t(() => crypto.diffieHellman({ privateKey: x.privateKey, publicKey: crypto.createPublicKey({ key: Buffer.alloc(32), format: 'raw-public', asymmetricKeyType: 'x25519' }) }));
t(() => crypto.diffieHellman({ privateKey: x.publicKey, publicKey: x.publicKey }));
t(() => crypto.diffieHellman({ privateKey: x.privateKey }));
t(() => crypto.diffieHellman({ privateKey: crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, publicKey: crypto.generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey }));
crypto.diffieHellman({ privateKey: x.privateKey, publicKey: x.publicKey }, (err, secret) => console.log(err, secret.length));
