const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const ec = load('MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgE7/su86Qqukb4Jqxw1ULQs0UYz0D+o2c1VL1KmcfySWhRANCAASpuMubrl+/ZH82d/YrHyP2iQfaVAGo4+/UKKOHzlftRE9nDs7t3y30h1U4xkhjs15IHkGQhNwBY+3SWEevPyMw');
const { KeyObject, createSecretKey, createPublicKey } = crypto;
const secret = createSecretKey('some key', 'utf8');
console.log(secret, secret.type, secret.symmetricKeySize, secret.export(), secret.export({ format: 'jwk' }), secret.asymmetricKeyType, secret.equals(createSecretKey(Buffer.from('some key'))));
console.log(ec instanceof KeyObject, Object.prototype.toString.call(ec), ec.symmetricKeySize, ec.constructor.name, createPublicKey(ec).constructor.name);
for (const f of [() => new KeyObject('secret', {}), () => new KeyObject('foo', {}), () => ec.equals(5), () => ec.export(), () => ec.export({ format: 'foo' }), () => secret.export({ format: 'pem' })]) { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } }
