const crypto = require('node:crypto');
for (const [type, options] of [['rsa', { modulusLength: 1024 }], ['rsa', { modulusLength: 768, publicExponent: 3 }], ['rsa-pss', { modulusLength: 768 }], ['rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha256' }], ['rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha512', mgf1HashAlgorithm: 'sha1', saltLength: 7 }],
  ['ec', { namedCurve: 'P-256' }], ['ec', { namedCurve: 'secp256k1' }], ['ec', { namedCurve: 'brainpoolP256r1' }], ['ec', { namedCurve: 'secp224r1' }], ['ed25519'], ['ed448'], ['x25519'], ['x448'], ['dh', { group: 'modp5' }], ['dsa', { modulusLength: 1024, divisorLength: 160 }]]) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync(type, options);
  console.log(type, publicKey.asymmetricKeyType, publicKey.asymmetricKeyDetails, privateKey.asymmetricKeyDetails, publicKey.equals(crypto.createPublicKey(privateKey)));
  const again = crypto.createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  console.log(again.equals(privateKey), privateKey.toCryptoKey === undefined);
}
