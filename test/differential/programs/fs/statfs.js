// statfs: fields and their kinds.
const fs = require('fs');
const s = fs.statfsSync('.');
console.log(s.constructor.name, Object.keys(s).join(), Object.values(s).every(Number.isInteger), s.bfree <= s.blocks, s.bavail <= s.bfree, s.bsize > 0);
const b = fs.statfsSync('.', { bigint: true });
console.log(b.constructor.name, typeof b.bsize, b.bsize === BigInt(s.bsize));
try { fs.statfsSync('gone'); } catch (e) { console.log(e.message); }
fs.statfs('.', (e, s) => console.log(e, typeof s.type));
fs.promises.statfs('/').then((s) => console.log(typeof s.files));
