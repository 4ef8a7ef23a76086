const crypto = require('node:crypto');
console.log(crypto.getCiphers());
for (const name of crypto.getCiphers()) if (!/aria|camellia|sm4|xts|hmac|3des|des3-wrap/i.test(name)) console.log(name, crypto.getCipherInfo(name));
console.log(crypto.getCipherInfo('nope'), crypto.getCipherInfo(418), crypto.getCipherInfo('aes-128-gcm', { ivLength: 20 }), crypto.getCipherInfo('aes-128-cbc', { keyLength: 5 }), crypto.getCipherInfo('aes-128-ccm', { ivLength: 14 }));
