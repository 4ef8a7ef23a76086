// Whatever the pieces, the text is the same.
const crypto = require('node:crypto');
const text = Buffer.from('a text that is cut into pieces of every length there is, more or less '.repeat(3));
for (const [name, options] of [['aes-128-cbc'], ['aes-256-ctr'], ['aes-128-gcm'], ['aes-192-ocb', { authTagLength: 16 }], ['chacha20-poly1305', { authTagLength: 16 }], ['chacha20'], ['aes-256-cfb'], ['aes-128-cfb8'], ['aes-256-ofb'], ['des-ede3-cbc'], ['aes-128-ecb']]) {
  const { keyLength, ivLength } = crypto.getCipherInfo(name);
  const key = Buffer.alloc(keyLength, 3), iv = ivLength ? Buffer.alloc(ivLength, 5) : null;
  const out = new Set();
  for (const size of [1, 7, 16, 17, 64, 500]) {
    const c = crypto.createCipheriv(name, key, iv, options);
    const parts = [];
    for (let at = 0; at < text.length; at += size) parts.push(c.update(text.subarray(at, at + size)));
    parts.push(c.final());
    const all = Buffer.concat(parts);
    out.add(all.toString('hex'));
    const d = crypto.createDecipheriv(name, key, iv, options);
    if (/gcm|ocb|poly/.test(name)) { out.add(all.toString('hex')); d.setAuthTag(c.getAuthTag()); }
    const back = [];
    for (let at = 0; at < all.length; at += size) back.push(d.update(all.subarray(at, at + size)));
    back.push(d.final());
    if (!Buffer.concat(back).equals(text)) console.log(name, size, 'wrong');
  }
  console.log(name, out.size, [...out][0].slice(0, 64));
}
