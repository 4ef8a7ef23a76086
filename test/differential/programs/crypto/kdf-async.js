const crypto = require('node:crypto');
const { promisify } = require('node:util');
crypto.pbkdf2('p', 's', 3, 12, 'sha512', (err, key) => console.log('pbkdf2', err, key));
promisify(crypto.hkdf)('sha1', 'k', 's', 'i', 7).then((k) => console.log(k));
promisify(crypto.scrypt)('p', 's', 6, { N: 4 }).then((k) => console.log(k));
