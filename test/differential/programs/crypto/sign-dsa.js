const crypto = require('node:crypto');
const load = (text) => crypto.createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const dsa = load('MIIBSgIBADCCASsGByqGSM44BAEwggEeAoGBAPoEYNro9CBU+ZOQeZiV8tqmA7R3EZTgIolqPuFCAB4TNC0seQdPcQF2ubSkwFo3ljcFuIuqMFqimhAVjAAFn0TCPhHSWLxTjbJz5WpFbuwHdYV6USvxiE7GYGXXSdfCg3z8VS3iTD4rL40cMVQlHcru17UPinH3tElvYPzHBT31AhUAu81Cag05BsV9VtNyTSdy+OiO8HUCgYBRnT1J9SODjusdb/5NeJAiBNidzBgGOXSWjr+oW9ar9PgBpi2w1AqQyII479EGp8HXVCMlerT7bGPa/fY6NnYt64E+0qrk+/q7qE6nTUNBy/NGrh6su4rFmVidHoUDasfU8tE5vPIlvtHtVzkJLanDlL+MHcDjXObhjAJyWskB0gQWAhR/DEbpBbrleybq+cC5GptfHJoMSw==');
const data = Buffer.from('some data');
for (const hash of ['sha1', 'sha256']) {
  const der = crypto.sign(hash, data, dsa), flat = crypto.sign(hash, data, { key: dsa, dsaEncoding: 'ieee-p1363' });
  console.log(der[0], flat.length, crypto.verify(hash, data, dsa, der), crypto.verify(hash, data, { key: dsa, dsaEncoding: 'ieee-p1363' }, flat), crypto.verify(hash, Buffer.from('x'), dsa, der));
}
for (const name of ['DSS1', 'dss1', 'Dss1']) {
  try {
    const { privateKey, publicKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signature = crypto.createSign(name).update('text').sign(privateKey);
    console.log(name, crypto.createVerify('sha1').update('text').verify(publicKey, signature));
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
