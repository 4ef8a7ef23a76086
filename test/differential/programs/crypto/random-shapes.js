const crypto = require('node:crypto');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
console.log(crypto.randomBytes(5).length, crypto.randomInt(3) < 3, crypto.randomInt(5, 6), crypto.randomUUID().length, crypto.randomFillSync(new Uint32Array(2)).length, crypto.pseudoRandomBytes(2).length);
t(() => crypto.randomBytes(-1));
t(() => crypto.randomBytes('x'));
t(() => crypto.randomBytes(2 ** 32));
t(() => crypto.randomInt(5, 5));
t(() => crypto.randomInt(1.5));
t(() => crypto.randomInt(0, 2 ** 49));
t(() => crypto.randomFillSync(Buffer.alloc(4), 5));
t(() => crypto.randomFillSync(Buffer.alloc(4), 2, 3));
t(() => crypto.randomFillSync('x'));
t(() => crypto.randomUUID({ disableEntropyCache: 5 }));
crypto.randomBytes(3, (err, b) => {
  console.log(err, b.length);
  crypto.randomFill(new DataView(new ArrayBuffer(4)), (err2, v) => {
    console.log(err2, v.byteLength);
    crypto.randomInt(9, (err3, n) => console.log(err3, n < 9));
  });
});
