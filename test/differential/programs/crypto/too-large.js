// What is longer than OpenSSL's `int` is refused before anything is made of it. Untouched pages cost nothing.
const crypto = require('node:crypto');
const big = Buffer.alloc(2 ** 31);
const most = big.subarray(1);
const key = Buffer.alloc(16), iv = Buffer.alloc(12);
const show = (name, f) => {
  try {
    const value = f();
    console.log(name, 'gives', typeof value);
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
for (const name of ['verifySpkac', 'exportChallenge', 'exportPublicKey']) show(name, () => crypto.Certificate[name](big));
for (const mode of ['gcm', 'ctr', 'cbc']) {
  const fresh = () => crypto.createCipheriv(`aes-128-${mode}`, key, mode === 'gcm' ? iv : key);
  show(`${mode} at the limit`, () => fresh().update(most));
  show(`${mode} beyond`, () => fresh().update(big));
}
show('cbc one block below the limit less one', () => crypto.createCipheriv('aes-128-cbc', key, key).update(big.subarray(16)));
show('additional data', () => crypto.createCipheriv('aes-128-gcm', key, iv).setAAD(big));
show('tag', () => crypto.createDecipheriv('aes-128-gcm', key, iv).setAuthTag(big));
show('vector', () => crypto.createCipheriv('aes-128-gcm', key, big));
show('key', () => crypto.createCipheriv('aes-128-gcm', big, iv));
show('hash', () => crypto.createHash('md5').update(big));
show('hmac', () => crypto.createHmac('md5', 'k').update(big));
show('sign', () => crypto.createSign('sha256').update(big));
show('verify', () => crypto.createVerify('sha256').update(big));
show('pbkdf2 password', () => crypto.pbkdf2Sync(big, '', 1, 1, 'md5'));
show('pbkdf2 salt', () => crypto.pbkdf2Sync('', big, 1, 1, 'md5'));
show('scrypt password', () => crypto.scryptSync(big, '', 1));
show('scrypt salt', () => crypto.scryptSync('', big, 1));
show('hkdf key', () => crypto.hkdfSync('md5', big, '', '', 1));
show('hkdf salt', () => crypto.hkdfSync('md5', '', big, '', 1));
show('hkdf info', () => crypto.hkdfSync('md5', '', '', big, 1));
show('prime of an exchange', () => crypto.createDiffieHellman(big));
const dh = crypto.createDiffieHellman(crypto.getDiffieHellman('modp1').getPrime());
show('its generator', () => crypto.createDiffieHellman(dh.getPrime(), big));
show('its secret', () => dh.computeSecret(big));
show('its private key', () => dh.setPrivateKey(big));
show('its public key', () => dh.setPublicKey(big));
show('private key of a curve', () => crypto.createECDH('prime256v1').setPrivateKey(big));
show('secret of a curve', () => crypto.createECDH('prime256v1').computeSecret(big));
show('point', () => crypto.ECDH.convertKey(big, 'prime256v1'));
show('key text', () => crypto.createPublicKey(big));
show('key bytes', () => crypto.createPublicKey({ key: big, format: 'der', type: 'spki' }));
show('equal', () => crypto.timingSafeEqual(big, key));
const pair = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
show('one-shot sign', () => crypto.sign('sha256', big, pair.privateKey));
show('one-shot verify', () => crypto.verify('sha256', key, pair.publicKey, big));
show('signature', () => crypto.createVerify('sha256').verify(pair.publicKey, big));
show('encrypt', () => crypto.publicEncrypt(pair.publicKey, big));
show('decrypt', () => crypto.privateDecrypt(pair.privateKey, big));
show('label', () => crypto.publicEncrypt({ key: pair.publicKey, oaepLabel: big }, key));
show('passphrase', () => crypto.createPrivateKey({ key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), passphrase: big }));
const number = Buffer.alloc(67108864);
number[0] = 1;
show('number', () => crypto.checkPrimeSync(number));
show('number with zeros before it', () => crypto.checkPrimeSync(Buffer.concat([Buffer.alloc(100), Buffer.from([7])])));
show('certificate', () => new crypto.X509Certificate(Buffer.alloc(1e6, 'x')));
