// Stats: dates, predicates, equality over calls, inspection's keys.
const fs = require('fs');
fs.writeFileSync('f', 'abc');
fs.mkdirSync('d');
fs.symlinkSync('f', 'l');
for (const s of [fs.statSync('f'), fs.statSync('d'), fs.lstatSync('l'), fs.statSync('/dev/null')]) console.log(s.isFile(), s.isDirectory(), s.isSymbolicLink(), s.isCharacterDevice(), s.isBlockDevice(), s.isFIFO(), s.isSocket(), (s.mode & fs.constants.S_IFMT).toString(8));
const s = fs.statSync('f');
console.log(s.size, s.nlink, s.mtime instanceof Date, s.mtime.getTime() === Math.round(s.mtimeMs), s.birthtimeMs <= s.ctimeMs + 1, s.blksize, s.blocks >= 0, s instanceof fs.Stats);
console.log(fs.lstatSync('l').size, fs.statSync('d').nlink);
s.mtime = new Date(0);
console.log(s.mtime.getTime(), JSON.parse(JSON.stringify(s)).size);
