// /dev/null, /dev/zero, /dev/urandom, /dev/full, /dev/fd.
const fs = require('fs');
console.log(fs.readFileSync('/dev/null').length, fs.writeFileSync('/dev/null', 'gone'));
const fd = fs.openSync('/dev/zero');
const b = Buffer.alloc(4, 1);
console.log(fs.readSync(fd, b), b);
fs.closeSync(fd);
const r = fs.openSync('/dev/urandom');
const x = Buffer.alloc(16), y = Buffer.alloc(16);
fs.readSync(r, x); fs.readSync(r, y);
console.log(x.equals(y));
fs.closeSync(r);
try { fs.writeFileSync('/dev/full', 'x'); } catch (e) { console.log(e.message); }
console.log(fs.statSync('/dev/null').isCharacterDevice(), fs.statSync('/dev/null').rdev, fs.statSync('/dev/zero').rdev);
fs.writeFileSync('f', 'by number');
const n = fs.openSync('f');
console.log(fs.readFileSync(`/dev/fd/${n}`, 'utf8'), fs.existsSync('/dev/fd/99'));
fs.writeFileSync('/dev/stdout', 'through stdout\n');
