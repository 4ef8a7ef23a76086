const crypto = require('node:crypto');
console.log(crypto.randomBytes(16).length, crypto.randomBytes(200000).some((x) => x), /^[0-9a-f-]{36}$/.test(crypto.randomUUID()), crypto.randomUUID() === crypto.randomUUID());
for (let i = 0, n; i < 100; i++) if ((n = crypto.randomInt(5, 8)) < 5 || n > 7) console.log('out of range', n);
console.log(crypto.pbkdf2Sync('pw', 'salt', 1000, 32, 'sha256').toString('hex'));
console.log(crypto.scryptSync('pw', 'salt', 32).toString('hex'));
console.log(Buffer.from(crypto.hkdfSync('sha512', 'key', 'salt', 'info', 40)).toString('hex'));
console.log(crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('a')), crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('b')));
for (const bad of [() => crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('ab')), () => crypto.scryptSync('a', 'b', 8, { N: 3 }), () => crypto.pbkdf2Sync('a', 'b', 1, 8, 'nope'), () => crypto.randomInt(5, 1)]) {
  try {
    bad();
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
}
// One after the other: which of several is done first is for the threads to say.
crypto.randomBytes(8, (e, b) => {
  console.log('randomBytes', e, b.length);
  crypto.pbkdf2('pw', 'salt', 10, 8, 'sha1', (e, b) => {
    console.log('pbkdf2', e, b);
    crypto.randomFill(new Uint8Array(4), (e, b) => console.log('randomFill', e, b.length));
  });
});
