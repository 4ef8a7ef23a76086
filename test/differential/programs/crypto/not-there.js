// Ciphers and keys that only OpenSSL has.
const crypto = require('node:crypto');
const told = (name, ask) => { try { console.log(name, ask()); } catch (e) { console.log(name, e.code); } };
for (const name of ['aria-128-cbc', 'camellia-128-cbc', 'sm4-cbc', 'aes-128-xts']) told(name, () => crypto.getCiphers().includes(name));
told('ml-dsa-44', () => crypto.generateKeyPairSync('ml-dsa-44').publicKey.asymmetricKeyType);
told('sect233k1', () => crypto.createECDH('sect233k1').generateKeys().length);
