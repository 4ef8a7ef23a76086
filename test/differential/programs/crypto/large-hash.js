const crypto = require('node:crypto');
const data = Buffer.alloc(300000, 'some text to hash ');
for (const name of ['md5', 'sha1', 'sha256', 'sha512', 'sha3-256', 'blake2b512', 'ripemd160', 'sm3']) {
  const h = crypto.createHash(name);
  for (let at = 0; at < data.length; at += 7777) h.update(data.subarray(at, at + 7777));
  console.log(name, h.digest('hex') === crypto.hash(name, data), crypto.hash(name, data, 'base64'));
}
