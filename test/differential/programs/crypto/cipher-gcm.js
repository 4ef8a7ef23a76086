const crypto = require('node:crypto');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const key = Buffer.alloc(16, 1);
for (const ivLength of [1, 8, 12, 16, 60]) for (const authTagLength of [4, 12, 16, undefined]) {
  const iv = Buffer.alloc(ivLength, 3);
  const c = crypto.createCipheriv('aes-128-gcm', key, iv, { authTagLength });
  c.setAAD(Buffer.from('header'));
  const out = Buffer.concat([c.update('text of some length'), c.final()]);
  const tag = c.getAuthTag();
  const d = crypto.createDecipheriv('aes-128-gcm', key, iv, { authTagLength });
  d.setAAD(Buffer.from('header')).setAuthTag(tag);
  console.log(ivLength, authTagLength, out.toString('hex'), tag.toString('hex'), d.update(out, null, 'utf8') + d.final('utf8'));
}
t(() => { const d = crypto.createDecipheriv('aes-128-gcm', key, Buffer.alloc(12)); d.setAuthTag(Buffer.alloc(16)); d.update('x'); d.final(); });
t(() => { const d = crypto.createDecipheriv('aes-128-gcm', key, Buffer.alloc(12)); d.setAuthTag(Buffer.alloc(16)); d.setAuthTag(Buffer.alloc(16)); });
