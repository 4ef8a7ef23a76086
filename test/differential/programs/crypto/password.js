// As programs store passwords.
const crypto = require('node:crypto');
const salt = Buffer.alloc(16, 9);
const stored = salt.toString('hex') + ':' + crypto.scryptSync('correct horse', salt, 32, { N: 1024 }).toString('hex');
const check = (password) => { const [s, hash] = stored.split(':'); return crypto.timingSafeEqual(Buffer.from(hash, 'hex'), crypto.scryptSync(password, Buffer.from(s, 'hex'), 32, { N: 1024 })); };
console.log(stored, check('correct horse'), check('wrong horse'));
const key = crypto.pbkdf2Sync('pw', salt, 100, 32, 'sha256');
const c = crypto.createCipheriv('aes-256-gcm', key, salt.subarray(0, 12));
const box = Buffer.concat([c.update('secret note', 'utf8'), c.final(), c.getAuthTag()]);
const d = crypto.createDecipheriv('aes-256-gcm', key, salt.subarray(0, 12));
d.setAuthTag(box.subarray(-16));
console.log(box.toString('base64'), d.update(box.subarray(0, -16), null, 'utf8') + d.final('utf8'));
