const crypto = require('node:crypto');
const key = (n) => Buffer.from(Array.from({ length: n }, (_, i) => i * 3));
const text = Buffer.from('0123456789abcdef'.repeat(5) + 'and a bit');
for (const bits of [128, 192, 256]) {
  for (const mode of ['ecb', 'cbc', 'ctr', 'gcm']) {
    const name = `aes-${bits}-${mode}`;
    const iv = mode === 'ecb' ? null : mode === 'gcm' ? key(12) : key(16);
    for (const step of [1, 7, 16, 33, 200]) {
      const cipher = crypto.createCipheriv(name, key(bits / 8), iv);
      if (mode === 'gcm') cipher.setAAD(Buffer.from('header'));
      const sizes = [], parts = [];
      for (let at = 0; at < text.length; at += step) {
        const part = cipher.update(text.subarray(at, at + step));
        sizes.push(part.length);
        parts.push(part);
      }
      parts.push(cipher.final());
      const sealed = Buffer.concat(parts);
      const decipher = crypto.createDecipheriv(name, key(bits / 8), iv);
      if (mode === 'gcm') decipher.setAAD(Buffer.from('header')).setAuthTag(cipher.getAuthTag());
      const open = [];
      for (let at = 0; at < sealed.length; at += step) open.push(decipher.update(sealed.subarray(at, at + step)));
      console.log(name, step, open.map((b) => b.length).join().length, sizes.join().length, sealed.toString('base64'), mode === 'gcm' ? cipher.getAuthTag().toString('hex') : '', Buffer.concat([...open, decipher.final()]).equals(text));
    }
  }
}
const k = Buffer.alloc(16, 1), iv = Buffer.alloc(16, 2);
const cbc = () => crypto.createCipheriv('aes-128-cbc', k, iv);
const un = () => crypto.createDecipheriv('aes-128-cbc', k, iv);
const ungcm = () => crypto.createDecipheriv('aes-128-gcm', k, iv);
for (const bad of [
  () => crypto.createCipheriv('nope', k, iv), () => crypto.createCipheriv('aes-128-cbc', Buffer.alloc(5), iv), () => crypto.createCipheriv('aes-128-cbc', k, Buffer.alloc(5)),
  () => crypto.createCipheriv('aes-128-cbc', k, null), () => crypto.createCipheriv('aes-128-ecb', k, iv),
  () => { const x = cbc(); x.final(); x.final(); }, () => { const x = cbc(); x.final(); x.update('x'); }, () => { const x = un(); x.update('x'); x.final(); }, () => un().final(),
  () => { const x = un(); x.update(Buffer.alloc(16)); x.final(); }, () => { const x = cbc().setAutoPadding(false); x.update('abc'); x.final(); },
  () => { const x = ungcm().setAuthTag(Buffer.alloc(16)); x.update('abc'); x.final(); }, () => { const x = ungcm(); x.update('abc'); x.final(); },
  () => crypto.createCipheriv('aes-128-gcm', k, iv).getAuthTag(), () => ungcm().setAuthTag(Buffer.alloc(16)).setAuthTag(Buffer.alloc(16)), () => ungcm().setAuthTag(Buffer.alloc(3)),
  () => cbc().setAAD(k), () => crypto.createCipheriv('aes-128-gcm', k, iv, { authTagLength: 3 }),
]) {
  try {
    bad();
    console.log('no error');
  } catch (e) {
    console.log(e.name, e.code, e.message, e.library, e.reason, e.opensslErrorStack);
  }
}
console.log(cbc().update('hello ', 'utf8', 'hex'), (() => { const x = cbc(); return x.update('hello world, this is text', 'utf8', 'base64') + x.final('base64'); })());
console.log(crypto.createCipheriv('aes-128-gcm', k, iv, { authTagLength: 4 }).final(), ['aes-128-cbc', 'AES-256-GCM', 'aes-192-ctr', 'aes-128-ecb', 'x', 'aes256', 901].map((n) => crypto.getCipherInfo(n)));
console.log(crypto.getCipherInfo('aes-128-gcm', { ivLength: 7 }), crypto.getCipherInfo('aes-128-cbc', { keyLength: 7 }));
