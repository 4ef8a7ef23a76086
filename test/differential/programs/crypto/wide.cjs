const c = require('crypto');
const l = console.log;
const t = (n, f) => {
  try {
    l(n, f());
  } catch (e) {
    l(n, 'THROWS', e.name, e.code, e.message);
  }
};
for (const h of ['md5', 'sha1', 'sha256', 'sha512', 'sha384', 'sha224', 'sha512-256', 'sha3-256', 'ripemd160', 'RSA-SHA256', 'blake2b512'])
  t(h, () => [c.createHash(h).update('a').update(Buffer.from('b')).digest('hex'), c.createHmac(h, 'k').update('x').digest('base64')]);
t('copy', () => {
  const a = c.createHash('sha1').update('x');
  const b = a.copy();
  return [a.digest('hex') === b.digest('hex')];
});
t('twice', () => {
  const a = c.createHash('md5');
  a.digest();
  a.digest();
});
t('upd', () => {
  const a = c.createHash('md5');
  a.digest();
  a.update('x');
});
t('bad', () => c.createHash('nope'));
t('badu', () => c.createHash('md5').update(5));
t('hash', () => c.hash('sha1', 'x'));
t('rb', () => [c.randomBytes(8).length, c.randomInt(5) < 5, c.randomUUID().length]);
t('rbx', () => c.randomBytes(-1));
t('ri', () => c.randomInt(5, 5));
t('pb', () => c.pbkdf2Sync('p', 's', 10, 16, 'sha256').toString('hex'));
t('sc', () => c.scryptSync('p', 's', 16, { N: 16 }).toString('hex'));
t('scx', () => c.scryptSync('p', 's', 16, { N: 15 }));
t('hk', () => Buffer.from(c.hkdfSync('sha256', 'k', 's', 'i', 8)).toString('hex'));
t('tse', () => [c.timingSafeEqual(Buffer.from('a'), Buffer.from('a'))]);
t('tsex', () => c.timingSafeEqual(Buffer.from('a'), Buffer.from('ab')));
t('ci', () => {
  const k = Buffer.alloc(32, 1),
    iv = Buffer.alloc(16, 2);
  const e = c.createCipheriv('aes-256-cbc', k, iv);
  const x = e.update('secret', 'utf8', 'hex') + e.final('hex');
  const d = c.createDecipheriv('aes-256-cbc', k, iv);
  return [x, d.update(x, 'hex', 'utf8') + d.final('utf8')];
});
t('gcm', () => {
  const k = Buffer.alloc(32, 1),
    iv = Buffer.alloc(12, 2);
  const e = c.createCipheriv('aes-256-gcm', k, iv);
  e.setAAD(Buffer.from('aad'));
  const x = e.update('secret', 'utf8', 'hex') + e.final('hex');
  const tag = e.getAuthTag();
  const d = c.createDecipheriv('aes-256-gcm', k, iv);
  d.setAAD(Buffer.from('aad'));
  d.setAuthTag(tag);
  return [x, tag.toString('hex'), d.update(x, 'hex', 'utf8') + d.final('utf8')];
});
t('badkey', () => c.createCipheriv('aes-256-cbc', 'short', 'iv'));
t('badfinal', () => {
  const d = c.createDecipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16));
  d.update('00', 'hex');
  d.final();
});
t('sk', () => {
  const k = c.createSecretKey('abc');
  return [k.type, k.symmetricKeySize, k.export({ format: 'jwk' }), k.equals(c.createSecretKey('abc')), k];
});
t('gk', () => c.generateKeySync('hmac', { length: 64 }).symmetricKeySize);
t('info', () => c.getCipherInfo('aes-128-cbc'));
t('wc', () => void c.webcrypto.subtle.digest('SHA-256', Buffer.from('a')).then((b) => l(Buffer.from(b).toString('hex'))));
t('gr', () => crypto.getRandomValues(new Uint8Array(2)).length);
t('consts', () => Object.keys(c.constants).length);
t('hs', () => c.createHash('sha256').end('x').read().toString('hex').slice(0, 8));
t(
  'sub',
  () =>
    void crypto.subtle
      .importKey('raw', Buffer.from('k'), { name: 'HMAC', hash: 'SHA-256' }, true, ['sign'])
      .then((k) => crypto.subtle.sign('HMAC', k, Buffer.from('d')))
      .then((s) => l(Buffer.from(s).toString('hex'))),
);
