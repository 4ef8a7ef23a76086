const crypto = require('node:crypto');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
console.log(crypto.getHashes());
for (const name of crypto.getHashes()) t(() => [name, crypto.createHash(name).update('abc').digest('hex')]);
for (const name of ['SHA256', 'Sha-256', 'sha-512/256', 'RSA-SHA1', 'BLAKE2b512', 'nope', '']) t(() => [name, crypto.createHash(name).update('x').digest('base64')]);
