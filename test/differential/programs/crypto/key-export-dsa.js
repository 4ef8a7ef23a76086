const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const dsa = load('MIIBSgIBADCCASsGByqGSM44BAEwggEeAoGBAPoEYNro9CBU+ZOQeZiV8tqmA7R3EZTgIolqPuFCAB4TNC0seQdPcQF2ubSkwFo3ljcFuIuqMFqimhAVjAAFn0TCPhHSWLxTjbJz5WpFbuwHdYV6USvxiE7GYGXXSdfCg3z8VS3iTD4rL40cMVQlHcru17UPinH3tElvYPzHBT31AhUAu81Cag05BsV9VtNyTSdy+OiO8HUCgYBRnT1J9SODjusdb/5NeJAiBNidzBgGOXSWjr+oW9ar9PgBpi2w1AqQyII479EGp8HXVCMlerT7bGPa/fY6NnYt64E+0qrk+/q7qE6nTUNBy/NGrh6su4rFmVidHoUDasfU8tE5vPIlvtHtVzkJLanDlL+MHcDjXObhjAJyWskB0gQWAhR/DEbpBbrleybq+cC5GptfHJoMSw==');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const pub = crypto.createPublicKey(dsa);
console.log(dsa, dsa.type, dsa.asymmetricKeyType, dsa.asymmetricKeyDetails, pub, pub.type, pub.asymmetricKeyType, pub.asymmetricKeyDetails);
for (const type of ['pkcs8', 'pkcs1', 'sec1', 'spki']) {
  t(() => dsa.export({ type, format: 'pem' }));
  t(() => dsa.export({ type, format: 'der' }).toString('hex'));
  t(() => pub.export({ type, format: 'pem' }));
}
t(() => dsa.export({ format: 'jwk' }));
t(() => pub.export({ format: 'jwk' }));
for (const format of ['raw-public', 'raw-private', 'raw-seed']) { t(() => dsa.export({ format })); t(() => pub.export({ format })); }
console.log(pub.equals(crypto.createPublicKey(dsa)), dsa.equals(load(dsa.export({ type: 'pkcs8', format: 'der' }).toString('base64'))), pub.equals(dsa));
