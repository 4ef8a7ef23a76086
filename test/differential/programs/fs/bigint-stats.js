// stat with bigint: kinds, nanoseconds, and agreement with numbers.
const fs = require('fs');
fs.writeFileSync('f', 'hello');
fs.utimesSync('f', 1e9, 1234567890.5);
const s = fs.statSync('f', { bigint: true });
const n = fs.statSync('f');
console.log(typeof s.size, s.size, s.mtimeMs, s.mtimeNs, s.atimeNs, s.isFile(), s.constructor.name, n.constructor.name);
console.log(Object.keys(s).join(), '|', Object.keys(n).join());
console.log(s.ino === BigInt(n.ino), s.mode === BigInt(n.mode), n.mtime.toISOString(), n.mtimeMs);
console.log(fs.lstatSync('f', { bigint: true }).nlink, fs.statSync('gone', { throwIfNoEntry: false }));
