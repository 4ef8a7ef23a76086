const crypto = require('node:crypto');
console.log(crypto.webcrypto === globalThis.crypto, crypto.subtle === globalThis.crypto.subtle, crypto.getRandomValues(new Uint8Array(2)).length);
crypto.subtle.digest('SHA-1', Buffer.from('x')).then((d) => console.log(Buffer.from(d).toString('hex') === crypto.hash('sha1', 'x')));
