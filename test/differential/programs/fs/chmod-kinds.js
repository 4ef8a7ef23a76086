// chmod in all its forms; strings are octal; symbolic links are followed.
const fs = require('fs');
const mode = (p) => (fs.statSync(p).mode & 0o7777).toString(8);
fs.writeFileSync('f', '');
for (const m of [0o777, '755', 0o4755, 0o2644, 0o1777, 0]) { fs.chmodSync('f', m); console.log(m, mode('f')); }
fs.symlinkSync('f', 'l');
fs.chmodSync('l', 0o640);
console.log(mode('f'), (fs.lstatSync('l').mode & 0o777).toString(8));
const fd = fs.openSync('f', 'r');
fs.fchmodSync(fd, 0o604);
console.log(mode('f'));
fs.closeSync(fd);
for (const bad of [-1, 2 ** 32, 1.5, 'rwx', null]) try { fs.chmodSync('f', bad); console.log('ok', bad); } catch (e) { console.log(e.code, e.message); }
try { fs.chmodSync('gone', 0o600); } catch (e) { console.log(e.message); }
