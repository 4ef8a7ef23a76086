const crypto = require('node:crypto');
const c = crypto;
const t = (n, f) => { try { console.log(n, f()); } catch (e) { console.log(n, e.name, e.code, e.message); } };
const k = Buffer.alloc(16, 1), iv = Buffer.alloc(12, 2);
t('wrapodd',()=>{const x=c.createCipheriv('aes128-wrap',k,Buffer.alloc(8,0xa6));return x.update('hello')});
t('wrapbad',()=>{const x=c.createDecipheriv('aes128-wrap',k,Buffer.alloc(8,0xa6));return x.update(Buffer.alloc(24))});
t('wrappad',()=>{const x=c.createCipheriv('aes128-wrap-pad',k,Buffer.from('a65959a6','hex'));return x.update('hello').toString('hex')+x.final().length});
