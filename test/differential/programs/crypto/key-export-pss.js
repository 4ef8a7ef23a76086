const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const pss = load('MIICpgIBADA8BgkqhkiG9w0BAQowL6APMA0GCWCGSAFlAwQCAQUAoRwwGgYJKoZIhvcNAQEIMA0GCWCGSAFlAwQCAQUABIICYTCCAl0CAQACgYEAywuSSD9aTnpzMhoZbSfDIN2IXOnUomkluIO85UBQ5M+9KQkHLs1xX8wwwb61WosRksELSwmSSSqiTIRj+RrU24knO9LtzAQPqoNtED1zv4UXQpXlNzfCfi3FWRmYp/vuArliPTdxSSGmnr2P+XHBuLduLV8nTx3KPyyOCe59IMUCAwEAAQKBgDqAvAZLErcX+wcNlBPqaAOZMQgsa5LcHv06H/wh+uzimksvib1HfoouqEG6tEBBX6/cJWfaeybPvPG1F6UXwQp45i13tg2TA9x02lfuwexPslhbMzQ9BWsI+kCo7tKyQLjmxfjQxgpywpS1N27o1qitVAsH/M1abxCMHiLLBt5BAkEA5xs5tMO0L7H58Gc5PSZmDU9hSoi2lfomNVmo4aHsTFRK9tS2QOow+NLa4kTVJewu/HClBJZjoMoRJpFAI+31cQJBAODqjsnb4L7wk0SAndDQN0SwP8tD/6xSOCH/IKHTPtm6/6IjrawS3aLJfvY6zb5bfUj97zmjU22KNJ+NxRI2ppUCQQCh1pj0k0/tTo8e4MpenjM9Aue40EA8iq6TEbSIPWJCmYzdiVwP3XBp7w7FATrakajdsux8Z+xgvuB/x5vJDWyhAkEAwz2Zucyu6dD4ZcyoMi2s7Gl61z4t4S52H7zSXOd9dZAIfH0wM2ElGDyFg8VD+Gx+8y/LzGLk9v+z8pUkb00ViQJAf5+Hn3Xr0fF4H4/0mHMvj5aCIRbR0PXLZ0MvtVv8/kz87ut640qtvpBHwkOfuksdRwUyoQhy1kImOcOEWaDk6Q==');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const pub = crypto.createPublicKey(pss);
console.log(pss, pss.type, pss.asymmetricKeyType, pss.asymmetricKeyDetails, pub, pub.type, pub.asymmetricKeyType, pub.asymmetricKeyDetails);
for (const type of ['pkcs8', 'pkcs1', 'sec1', 'spki']) {
  t(() => pss.export({ type, format: 'pem' }));
  t(() => pss.export({ type, format: 'der' }).toString('hex'));
  t(() => pub.export({ type, format: 'pem' }));
}
t(() => pss.export({ format: 'jwk' }));
t(() => pub.export({ format: 'jwk' }));
for (const format of ['raw-public', 'raw-private', 'raw-seed']) { t(() => pss.export({ format })); t(() => pub.export({ format })); }
console.log(pub.equals(crypto.createPublicKey(pss)), pss.equals(load(pss.export({ type: 'pkcs8', format: 'der' }).toString('base64'))), pub.equals(pss));
