const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const ec = load('MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgE7/su86Qqukb4Jqxw1ULQs0UYz0D+o2c1VL1KmcfySWhRANCAASpuMubrl+/ZH82d/YrHyP2iQfaVAGo4+/UKKOHzlftRE9nDs7t3y30h1U4xkhjs15IHkGQhNwBY+3SWEevPyMw');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const pub = crypto.createPublicKey(ec);
console.log(ec, ec.type, ec.asymmetricKeyType, ec.asymmetricKeyDetails, pub, pub.type, pub.asymmetricKeyType, pub.asymmetricKeyDetails);
for (const type of ['pkcs8', 'pkcs1', 'sec1', 'spki']) {
  t(() => ec.export({ type, format: 'pem' }));
  t(() => ec.export({ type, format: 'der' }).toString('hex'));
  t(() => pub.export({ type, format: 'pem' }));
}
t(() => ec.export({ format: 'jwk' }));
t(() => pub.export({ format: 'jwk' }));
for (const format of ['raw-public', 'raw-private', 'raw-seed']) { t(() => ec.export({ format })); t(() => pub.export({ format })); }
console.log(pub.equals(crypto.createPublicKey(ec)), ec.equals(load(ec.export({ type: 'pkcs8', format: 'der' }).toString('base64'))), pub.equals(ec));
