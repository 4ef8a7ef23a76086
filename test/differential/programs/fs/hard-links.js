// Hard links: counts, shared contents, removal, links to links.
const fs = require('fs');
fs.writeFileSync('a', '1');
fs.linkSync('a', 'b');
fs.writeFileSync('b', '2');
console.log(fs.readFileSync('a', 'utf8'), fs.statSync('a').nlink, fs.statSync('a').ino === fs.statSync('b').ino);
fs.unlinkSync('a');
console.log(fs.readFileSync('b', 'utf8'), fs.statSync('b').nlink);
fs.symlinkSync('b', 'sym');
fs.linkSync('sym', 'hardsym');
console.log(fs.lstatSync('hardsym').isSymbolicLink(), fs.readlinkSync('hardsym'), fs.lstatSync('sym').nlink);
const t = (f) => { try { f(); return 'ok'; } catch (e) { return e.message; } };
fs.mkdirSync('d');
console.log(t(() => fs.linkSync('d', 'e')), t(() => fs.linkSync('b', 'd')), t(() => fs.linkSync('gone', 'x')), t(() => fs.linkSync('b', 'no/x')));
fs.renameSync('b', 'b2');
fs.linkSync('b2', 'b3');
fs.renameSync('b2', 'b3');
console.log(fs.existsSync('b2'), fs.statSync('b3').nlink);
