const crypto = require('node:crypto');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
for (const curve of ['P-256', 'prime256v1', 'secp256r1', 'P-192', 'p-256', '']) t(() => crypto.generateKeyPairSync('ec', { namedCurve: curve }).publicKey.asymmetricKeyDetails);
