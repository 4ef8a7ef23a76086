const crypto = require('node:crypto');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
for (const [type, length] of [['aes', 128], ['aes', 256], ['hmac', 64], ['hmac', 65], ['aes', 100], ['hmac', 5], ['nope', 128]]) t(() => { const k = crypto.generateKeySync(type, { length }); return [k.type, k.symmetricKeySize]; });
t(() => crypto.generateKeySync('aes'));
t(() => crypto.generateKey('aes', { length: 128 }));
crypto.generateKey('hmac', { length: 128 }, (err, k) => console.log(err, k.symmetricKeySize));
