const crypto = require('node:crypto');
console.log(crypto.getCurves());
for (const curve of ['prime256v1', 'secp384r1', 'secp521r1', 'secp256k1', 'secp224r1', 'prime192v1', 'brainpoolP256r1', 'brainpoolP512t1', 'secp112r1', 'prime239v1', 'SM2', 'wap-wsg-idm-ecid-wtls12']) {
  const e = crypto.createECDH(curve);
  e.setPrivateKey('05', 'hex');
  console.log(curve, e.getPublicKey('hex'), e.getPublicKey('hex', 'compressed'), e.getPublicKey('hex', 'hybrid'));
}
