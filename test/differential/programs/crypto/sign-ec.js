const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const ec = load('MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgE7/su86Qqukb4Jqxw1ULQs0UYz0D+o2c1VL1KmcfySWhRANCAASpuMubrl+/ZH82d/YrHyP2iQfaVAGo4+/UKKOHzlftRE9nDs7t3y30h1U4xkhjs15IHkGQhNwBY+3SWEevPyMw');
const p521 = load('MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIBZcUhu7NPRf5ZgFhIKFz4hnJdEJABqvcbIFY1eY4YxSUX1Dm6fUbIARnVlF868oy2Pf8E0BR7JHusNMhfIvN7MPihgYkDgYYABABkWm/6fEYKFqza4J7rek6vm7Fu7a/LHbX1uEMnrzgXcKKnfeSkOvEFSFbIRcXgo5B9daHzxM0gaqbSFY1INlrtcQEN6YpC/A+PlR+R/nkM2YB7IKR/fKWcokeA1ABnpnbCt2CKH6y3vNDRslBnKTdHMTQNSOlvnGV4PcBVL5KnsEPiEA==');
const data = Buffer.from('some data');
for (const key of [ec, p521]) for (const hash of ['sha1', 'sha256', 'sha512', 'sha3-512']) {
  const der = crypto.sign(hash, data, key), flat = crypto.sign(hash, data, { key, dsaEncoding: 'ieee-p1363' });
  console.log(hash, der[0], flat.length, crypto.verify(hash, data, key, der), crypto.verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, flat), crypto.verify(hash, data, key, flat), crypto.verify(hash, Buffer.from('x'), key, der));
}
