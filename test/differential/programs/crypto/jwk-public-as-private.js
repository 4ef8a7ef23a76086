const crypto = require('node:crypto');
for (const [type, options] of [['rsa', { modulusLength: 512 }], ['ec', { namedCurve: 'P-256' }], ['ed25519'], ['x448']]) {
  const key = crypto.generateKeyPairSync(type, options).publicKey.export({ format: 'jwk' });
  for (const k of [key, { ...key, kty: 'oct' }, { ...key, kty: undefined }]) { try { crypto.createPrivateKey({ key: k, format: 'jwk' }); } catch (e) { console.log(type, e.name, e.code, e.message); } }
}
