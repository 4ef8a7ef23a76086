const crypto = require('node:crypto');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const base = { message: 'password', nonce: Buffer.alloc(16, 1), parallelism: 1, tagLength: 32, memory: 64, passes: 3 };
for (const type of ['argon2d', 'argon2i', 'argon2id']) t(() => crypto.argon2Sync(type, base).toString('hex'));
t(() => crypto.argon2Sync('argon2id', { ...base, secret: 'pepper', associatedData: Buffer.from('more'), parallelism: 2 }).toString('hex'));
t(() => crypto.argon2Sync('nope', base));
t(() => crypto.argon2Sync('argon2id', { ...base, memory: 1 }));
t(() => crypto.argon2Sync('argon2id', { ...base, nonce: 'short' }));
crypto.argon2('argon2id', base, (err, key) => console.log(err, key.toString('hex')));
