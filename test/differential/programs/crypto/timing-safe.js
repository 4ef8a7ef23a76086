const crypto = require('node:crypto');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
console.log(crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('a')), crypto.timingSafeEqual(new Uint16Array([1]), Buffer.from([1, 0])), crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('b')));
t(() => crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('ab')));
t(() => crypto.timingSafeEqual('a', Buffer.from('ab')));
t(() => crypto.timingSafeEqual(Buffer.from('a')));
