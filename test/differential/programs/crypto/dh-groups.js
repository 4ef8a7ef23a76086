const crypto = require('node:crypto');
for (const name of ['modp1', 'modp2', 'modp5', 'modp14', 'modp15', 'modp16', 'modp17', 'modp18']) {
  try { const g = crypto.getDiffieHellman(name); console.log(name, crypto.hash('sha1', g.getPrime()), g.getGenerator('hex'), g.verifyError); } catch (e) { console.log(name, e.code, e.message); }
}
const a = crypto.createDiffieHellmanGroup('MODP14'), b = crypto.getDiffieHellman('modp14');
a.generateKeys();
b.generateKeys();
console.log(a.computeSecret(b.getPublicKey()).equals(b.computeSecret(a.getPublicKey())), a.getPublicKey().length, a.setPublicKey);
try { crypto.getDiffieHellman('nope'); } catch (e) { console.log(e.code, e.message); }
