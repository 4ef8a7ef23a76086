const crypto = require('node:crypto');
const c = crypto;
const t = (n, f) => { try { console.log(n, f()); } catch (e) { console.log(n, e.name, e.code, e.message); } };
const k = Buffer.alloc(16, 1), iv = Buffer.alloc(12, 2);
for(const n of ['aes-128-cfb','aes-128-cfb8','aes-128-cfb1','aes-128-ofb','aes-192-cfb','aes-256-ofb','des-ede3-cbc','des-ede3','des3','des-ede3-cfb','des-ede3-cfb8','des-ede3-cfb1','des-ede3-ofb','des-ede-cbc','des-ede','des-ede-cfb','des-ede-ofb','aes128-wrap','aes192-wrap','aes256-wrap','aes128-wrap-pad','id-aes256-wrap']) t(n,()=>{const i=c.getCipherInfo(n);const x=c.createCipheriv(n,Buffer.from(Array.from({length:i.keyLength},(_,j)=>j)),i.ivLength?Buffer.alloc(i.ivLength,7):null); const o=Buffer.concat([x.update('sixteen byte msg'),x.update('and eight'.slice(0,n.includes('wrap')?0:8)),x.final()]); const y=c.createDecipheriv(n,Buffer.from(Array.from({length:i.keyLength},(_,j)=>j)),i.ivLength?Buffer.alloc(i.ivLength,7):null); return o.toString('hex')+' '+Buffer.concat([y.update(o),y.final()]).toString()});
t('3des bad',()=>{const x=c.createDecipheriv('des-ede3-cbc',Buffer.alloc(24,1),Buffer.alloc(8));x.update(Buffer.alloc(8));return x.final()});
