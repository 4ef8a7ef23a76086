const crypto = require('node:crypto');
console.log(crypto.constants);
console.log(Object.keys(crypto));
console.log(crypto.getFips(), crypto.secureHeapUsed(), typeof crypto.webcrypto.subtle, crypto.Cipheriv.name);
