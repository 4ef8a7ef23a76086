const crypto = require('node:crypto');
for (const name of ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-256', 'sha3-256', 'sha3-512', 'ripemd160', 'blake2b512', 'blake2s256', 'RSA-SHA256', 'SHA256']) {
  console.log(name, crypto.createHash(name).update('hello').update(Buffer.from(' world')).digest('hex'), crypto.createHmac(name, 'key').update('data').digest('base64url'));
}
console.log(crypto.createHash('shake256', { outputLength: 10 }).update('x').digest('hex'), crypto.hash('sha1', 'abc'), crypto.hash('md5', 'abc', 'base64'));
const h = crypto.createHash('sha256').update('a');
console.log(h.copy().update('b').digest('hex'), h.digest());
for (const bad of [() => crypto.createHash('nope'), () => h.update('x'), () => crypto.createHmac('nope', 'k'), () => crypto.hash('nope', ''), () => crypto.createHash('sha256').update(5)]) {
  try {
    bad();
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
}
