const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const rsa = load('MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAMKBcaXLm5KTps6T3j/LJ3m7WdJ0YAqv2hvITFBmyzu7zdv0dv4ojFDvTlYhAAvAGqAuo/scC74IJGiTIUS+8DuJFjQo7Q6Cbqe+E5h2K7LLfyRpIiIbVIjgtVWqA8iNG0r7TOS2g5qz950DqXj8PEwfWjd7QqNg6CPAI4C5qvLJAgMBAAECgYAqFZ/lY5yRpmjdIZlg7C/qYuMYah2tskba5Ae/Db7DeescwFROwa86g8zLTfCYmkQojG7mkjboMxLNnagBG98WYYxwp3A/osUcV0DZLcyByie1Q7UkzExfjjWikqFHYp+2pTsH3hFwr9tgK/00ZlKccWydqQdWBvoG3XEIOch6AQJBAPdChIq9C5tw0kysO38vedJlDyVh3Oe9Y0oy8k6dB+l7T3IZ6vFwHfAoH8Cw0HzUOd8rJMbmBLQTYPELk41vU1kCQQDJYYwpsH9YbUbQIKhPDm2RvG51wIzP6dW+kRsQznz53Xx+aK7vljfG16Yle6XoECLufYOwu6vGwU1TZF8ThdzxAkB43r52J+XVrbhQHN3U1buCmz5lMsrPSiiQbAlBXsgwXcQ/beYI8prf/G1RP94bN4+2xZtr06O298Yq71LJEAO5AkAsPrlr43JnPEMlsTcpf3MFZRAj4PVPLQIgR4NZ0vRUdZxHrbpZu3hvwKupapxN+1WhboRDjUg1d/0ESHY3NN8RAkAmAVFrgQZ+De7oFrFIcHik0jT/AOaCRptlWIUJDZLGXDH7D2MPXVs4LjF8ioQIktwULQEy3szOmWtOjPoz1gI4');
const pss = load('MIICpgIBADA8BgkqhkiG9w0BAQowL6APMA0GCWCGSAFlAwQCAQUAoRwwGgYJKoZIhvcNAQEIMA0GCWCGSAFlAwQCAQUABIICYTCCAl0CAQACgYEAywuSSD9aTnpzMhoZbSfDIN2IXOnUomkluIO85UBQ5M+9KQkHLs1xX8wwwb61WosRksELSwmSSSqiTIRj+RrU24knO9LtzAQPqoNtED1zv4UXQpXlNzfCfi3FWRmYp/vuArliPTdxSSGmnr2P+XHBuLduLV8nTx3KPyyOCe59IMUCAwEAAQKBgDqAvAZLErcX+wcNlBPqaAOZMQgsa5LcHv06H/wh+uzimksvib1HfoouqEG6tEBBX6/cJWfaeybPvPG1F6UXwQp45i13tg2TA9x02lfuwexPslhbMzQ9BWsI+kCo7tKyQLjmxfjQxgpywpS1N27o1qitVAsH/M1abxCMHiLLBt5BAkEA5xs5tMO0L7H58Gc5PSZmDU9hSoi2lfomNVmo4aHsTFRK9tS2QOow+NLa4kTVJewu/HClBJZjoMoRJpFAI+31cQJBAODqjsnb4L7wk0SAndDQN0SwP8tD/6xSOCH/IKHTPtm6/6IjrawS3aLJfvY6zb5bfUj97zmjU22KNJ+NxRI2ppUCQQCh1pj0k0/tTo8e4MpenjM9Aue40EA8iq6TEbSIPWJCmYzdiVwP3XBp7w7FATrakajdsux8Z+xgvuB/x5vJDWyhAkEAwz2Zucyu6dD4ZcyoMi2s7Gl61z4t4S52H7zSXOd9dZAIfH0wM2ElGDyFg8VD+Gx+8y/LzGLk9v+z8pUkb00ViQJAf5+Hn3Xr0fF4H4/0mHMvj5aCIRbR0PXLZ0MvtVv8/kz87ut640qtvpBHwkOfuksdRwUyoQhy1kImOcOEWaDk6Q==');
const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST, RSA_PSS_SALTLEN_MAX_SIGN, RSA_PSS_SALTLEN_AUTO } = crypto.constants;
const data = Buffer.from('some data');
for (const saltLength of [0, 10, RSA_PSS_SALTLEN_DIGEST, RSA_PSS_SALTLEN_MAX_SIGN, undefined]) {
  const signature = crypto.sign('sha256', data, { key: rsa, padding, saltLength });
  console.log(saltLength, [0, 10, 32, RSA_PSS_SALTLEN_DIGEST, RSA_PSS_SALTLEN_AUTO, undefined].map((check) => crypto.verify('sha256', data, { key: rsa, padding, saltLength: check }, signature)));
}
console.log(crypto.sign('sha256', data, { key: rsa, padding, saltLength: 0 }).toString('hex'));
const own = crypto.sign('sha256', data, pss);
console.log(crypto.verify('sha256', data, pss, own), crypto.verify('sha256', data, { key: pss, saltLength: 20 }, own), crypto.verify('sha256', data, { key: pss, saltLength: 21 }, own));
for (const f of [() => crypto.sign('sha1', data, pss), () => crypto.sign('sha256', data, { key: pss, padding: crypto.constants.RSA_PKCS1_PADDING }), () => crypto.sign('sha256', data, { key: pss, saltLength: 5 }), () => crypto.sign('sha256', data, { key: rsa, padding, saltLength: 500 })]) {
  try { f(); } catch (e) { console.log(e.code, e.message); }
}
