const crypto = require('node:crypto');
const { promisify } = require('node:util');
crypto.pbkdf2('p', 's', 3, 12, 'sha512', async (err, key) => {
  console.log('pbkdf2', err, key);
  console.log(await promisify(crypto.hkdf)('sha1', 'k', 's', 'i', 7));
  console.log(await promisify(crypto.scrypt)('p', 's', 6, { N: 4 }));
});
console.log('first');
