// A vector whose counter is at its end: GCM counts in four bytes and begins at zero again, without a carry.
const crypto = require('crypto');
const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'), iv = Buffer.from('e87dbf9e51d34e863bdd10c01264419b', 'hex');
const text = 'this text is longer than two blocks of sixteen';
const cipher = crypto.createCipheriv('aes-128-gcm', key, iv);
console.log(cipher.update(text, 'utf8', 'hex') + cipher.final('hex'), cipher.getAuthTag().toString('hex'));
const pieces = crypto.createCipheriv('aes-128-gcm', key, iv);
console.log([...text.match(/.{1,7}/g)].map((piece) => pieces.update(piece, 'utf8', 'hex')).join('') + pieces.final('hex'));
