const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const ed448 = load('MEcCAQAwBQYDK2VxBDsEOfkEWjwsbqQF/IQ64bQR0AkIKIhIMZEeMp5wlESTpOmLZhxjb0pYfZci9wprqyuVmh1XG/xmApUBfQ==');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const pub = crypto.createPublicKey(ed448);
console.log(ed448, ed448.type, ed448.asymmetricKeyType, ed448.asymmetricKeyDetails, pub, pub.type, pub.asymmetricKeyType, pub.asymmetricKeyDetails);
for (const type of ['pkcs8', 'pkcs1', 'sec1', 'spki']) {
  t(() => ed448.export({ type, format: 'pem' }));
  t(() => ed448.export({ type, format: 'der' }).toString('hex'));
  t(() => pub.export({ type, format: 'pem' }));
}
t(() => ed448.export({ format: 'jwk' }));
t(() => pub.export({ format: 'jwk' }));
for (const format of ['raw-public', 'raw-private', 'raw-seed']) { t(() => ed448.export({ format })); t(() => pub.export({ format })); }
console.log(pub.equals(crypto.createPublicKey(ed448)), ed448.equals(load(ed448.export({ type: 'pkcs8', format: 'der' }).toString('base64'))), pub.equals(ed448));
