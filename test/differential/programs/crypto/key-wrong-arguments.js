const crypto = require('node:crypto');
for (const key of [5, null, undefined, true, {}, [], Symbol('x'), () => {}]) {
  for (const f of ['createPrivateKey', 'createPublicKey', 'createSecretKey']) { try { crypto[f](key); console.log('fine'); } catch (e) { console.log(f, e.name, e.code, e.message); } }
}
