const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message, Object.keys(e)); } };
t(() => crypto.createPrivateKey('garbage'));
t(() => crypto.createPublicKey('garbage'));
t(() => crypto.createPrivateKey({ key: Buffer.from('garbage'), format: 'der', type: 'pkcs8' }));
t(() => crypto.createPrivateKey({ key: Buffer.from('garbage'), format: 'der' }));
t(() => crypto.createPrivateKey({ key: 'x', format: 'foo' }));
t(() => crypto.createPrivateKey({ key: 'x', format: 'der', type: 'spki' }));
t(() => crypto.createPublicKey({ key: Buffer.from('garbage'), format: 'der', type: 'spki' }));
t(() => crypto.createPublicKey(5));
t(() => crypto.createPublicKey({}));
t(() => crypto.createSecretKey('x'));
t(() => crypto.createPrivateKey(crypto.generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' })));
t(() => crypto.createPrivateKey(crypto.generateKeyPairSync('ed25519').publicKey));
t(() => crypto.createPublicKey(crypto.createSecretKey(Buffer.from('x'))));
for (const key of [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }, { kty: 'foo' }, { kty: 'RSA', n: 'AQ' }, { kty: 'OKP', crv: 'Ed25519', x: 'AA' }, { kty: 'EC', crv: 'P-999', x: 'AA', y: 'AA' }, {}]) {
  t(() => crypto.createPublicKey({ key, format: 'jwk' }));
  t(() => crypto.createPrivateKey({ key, format: 'jwk' }));
}
