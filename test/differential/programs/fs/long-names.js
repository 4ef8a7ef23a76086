// Names of 255 bytes are the longest, paths of 4095; both limits count bytes.
const fs = require('fs');
const t = (f) => { try { f(); return 'ok'; } catch (e) { return e.code; } };
console.log(t(() => fs.writeFileSync('n'.repeat(255), '')), t(() => fs.writeFileSync('n'.repeat(256), '')));
console.log(t(() => fs.writeFileSync('é'.repeat(127), '')), t(() => fs.writeFileSync('é'.repeat(128), '')));
const deep = './'.repeat(2000);
console.log(t(() => fs.statSync(deep + 'n'.repeat(10))), t(() => fs.statSync(deep + './'.repeat(100))), t(() => fs.statSync(deep + '.')));
console.log(t(() => fs.symlinkSync('t'.repeat(4095), 's1')), t(() => fs.symlinkSync('t'.repeat(4096), 's2')), t(() => fs.mkdirSync('x'.repeat(300))));
console.log(fs.readdirSync('.').map((n) => Buffer.byteLength(n)).sort((a, b) => a - b).slice(-2));
