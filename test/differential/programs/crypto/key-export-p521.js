const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const p521 = load('MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIBZcUhu7NPRf5ZgFhIKFz4hnJdEJABqvcbIFY1eY4YxSUX1Dm6fUbIARnVlF868oy2Pf8E0BR7JHusNMhfIvN7MPihgYkDgYYABABkWm/6fEYKFqza4J7rek6vm7Fu7a/LHbX1uEMnrzgXcKKnfeSkOvEFSFbIRcXgo5B9daHzxM0gaqbSFY1INlrtcQEN6YpC/A+PlR+R/nkM2YB7IKR/fKWcokeA1ABnpnbCt2CKH6y3vNDRslBnKTdHMTQNSOlvnGV4PcBVL5KnsEPiEA==');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const pub = crypto.createPublicKey(p521);
console.log(p521, p521.type, p521.asymmetricKeyType, p521.asymmetricKeyDetails, pub, pub.type, pub.asymmetricKeyType, pub.asymmetricKeyDetails);
for (const type of ['pkcs8', 'pkcs1', 'sec1', 'spki']) {
  t(() => p521.export({ type, format: 'pem' }));
  t(() => p521.export({ type, format: 'der' }).toString('hex'));
  t(() => pub.export({ type, format: 'pem' }));
}
t(() => p521.export({ format: 'jwk' }));
t(() => pub.export({ format: 'jwk' }));
for (const format of ['raw-public', 'raw-private', 'raw-seed']) { t(() => p521.export({ format })); t(() => pub.export({ format })); }
console.log(pub.equals(crypto.createPublicKey(p521)), p521.equals(load(p521.export({ type: 'pkcs8', format: 'der' }).toString('base64'))), pub.equals(p521));
