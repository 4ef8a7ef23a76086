const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const x = load('MC4CAQAwBQYDK2VuBCIEICCTWirCEt3AhB+Ob9RA7zySYYaF8FCRLeRqGi0JschC');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const pub = crypto.createPublicKey(x);
console.log(x, x.type, x.asymmetricKeyType, x.asymmetricKeyDetails, pub, pub.type, pub.asymmetricKeyType, pub.asymmetricKeyDetails);
for (const type of ['pkcs8', 'pkcs1', 'sec1', 'spki']) {
  t(() => x.export({ type, format: 'pem' }));
  t(() => x.export({ type, format: 'der' }).toString('hex'));
  t(() => pub.export({ type, format: 'pem' }));
}
t(() => x.export({ format: 'jwk' }));
t(() => pub.export({ format: 'jwk' }));
for (const format of ['raw-public', 'raw-private', 'raw-seed']) { t(() => x.export({ format })); t(() => pub.export({ format })); }
console.log(pub.equals(crypto.createPublicKey(x)), x.equals(load(x.export({ type: 'pkcs8', format: 'der' }).toString('base64'))), pub.equals(x));
