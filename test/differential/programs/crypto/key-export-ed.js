const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const ed = load('MC4CAQAwBQYDK2VwBCIEIO1U2cHqirOMdpwpMTmY3/zcYMeNdtpbbXoNGw8xjO1K');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const pub = crypto.createPublicKey(ed);
console.log(ed, ed.type, ed.asymmetricKeyType, ed.asymmetricKeyDetails, pub, pub.type, pub.asymmetricKeyType, pub.asymmetricKeyDetails);
for (const type of ['pkcs8', 'pkcs1', 'sec1', 'spki']) {
  t(() => ed.export({ type, format: 'pem' }));
  t(() => ed.export({ type, format: 'der' }).toString('hex'));
  t(() => pub.export({ type, format: 'pem' }));
}
t(() => ed.export({ format: 'jwk' }));
t(() => pub.export({ format: 'jwk' }));
for (const format of ['raw-public', 'raw-private', 'raw-seed']) { t(() => ed.export({ format })); t(() => pub.export({ format })); }
console.log(pub.equals(crypto.createPublicKey(ed)), ed.equals(load(ed.export({ type: 'pkcs8', format: 'der' }).toString('base64'))), pub.equals(ed));
